/** The options of the mock, and checks of the values that code in the same process passes to it. */

import type { RequestListener } from 'node:http';
import { loadAdminContract, type AdminOperationId } from '../spec/admin.js';
import type { Dataset } from '../fixtures/index.js';
import { readDocument, type Json, type JsonObject } from '../spec/document.js';
import type { Contract, Reading } from '../spec/index.js';
import { schemaCompiler, type Validator } from '../spec/validators.js';
import type { Readings } from './domain/readings.js';
import type { components } from './generated/options.js';
import type { SearchIndex } from './search/index.js';
import { badInput, refused } from './state/errors.js';
import type { World } from './state/world.js';

type Schemas = components['schemas'];

/** The parts of a mock that never change and take the longest to make: mocks of one process can share them. */
export interface MockData {
  contract: Contract;
  readings: readonly Reading[];
  dataset: Dataset;
  index: SearchIndex;
  /** The `now` that the dataset was made with; null for real time. */
  now: number | null;
}

/** Options that are no plain values. */
interface CodeOptions {
  /** From `prepareData`, to start many mocks over one dataset; the options of the dataset are then ignored. */
  shared?: MockData;
  /** Makes request ids and keys: a new UUID on each call. */
  newId?: () => string;
  /** The clock of the machine, ms. The clock of the mock and `expires_in` of accounts follow it. */
  machineNow?: () => number;
  /** Writes a line of the log. Default: standard output. */
  write?: (line: string) => void;
  /** Wraps the app in a listener of yours, to watch or change requests and answers. */
  wrap?: (listener: RequestListener, world: World) => RequestListener;
}

const SERVER_OPTIONS = ['port', 'host', 'log', 'write', 'state', 'statePrefix', 'wrap'] as const;
const DATA_OPTIONS = ['seed', 'jobs', 'now', 'networkUrl', 'data'] as const;

export type MockOptions = Omit<Schemas['MockOptions'], 'readings'> &
  CodeOptions & { readings?: Partial<Readings> };
export type AppOptions = Omit<MockOptions, keyof Pick<MockOptions, (typeof SERVER_OPTIONS)[number]>>;
export type WorldOptions = Omit<AppOptions, 'admin' | 'adminToken'>;
export type DataOptions = Pick<MockOptions, (typeof DATA_OPTIONS)[number]>;

/** The schema of an option, as far as its flag needs it. */
export interface OptionSchema {
  description: string;
  minimum?: number;
  maximum?: number;
  enum?: readonly string[];
  default?: unknown;
  'x-flag'?: { form: string; help?: string; preset?: unknown; presetHelp?: string; conflicts?: string[] };
}

const document = readDocument(new URL('./generated/options.json', import.meta.url));
const { schemas } = document['components'] as { schemas: Record<keyof Schemas, JsonObject> };
const compile = schemaCompiler(document);

/** By name, in the order of `--help`. */
export const optionSchemas = schemas.MockOptions['properties'] as unknown as Record<string, OptionSchema>;

const FUNCTION: Json = {
  not: { type: ['string', 'number', 'boolean', 'object', 'array', 'null'] },
  'x-message': 'must be a function',
};
const ALL_OPTIONS = {
  ...(schemas.MockOptions['properties'] as JsonObject),
  shared: { const: true, 'x-message': 'must be the result of prepareData; await it' },
  newId: FUNCTION,
  machineNow: FUNCTION,
  write: FUNCTION,
  wrap: FUNCTION,
} satisfies Record<keyof CodeOptions, Json>;

/** The validator of each function, and the place that describes its input. */
const INPUTS = {
  startMock: options('MockOptions', () => true),
  createApp: options('AppOptions', (name) => !SERVER_OPTIONS.some((each) => each === name)),
  prepareData: options('DataOptions', (name) => DATA_OPTIONS.some((each) => each === name)),
  'accounts.create': adminBody('createAccount'),
  'accounts.patch': adminBody('updateAccount'),
  'faults.add': adminBody('addFault'),
  'clock.advance': {
    validate: (value: unknown) => (stepValidator ??= compileStep())(value),
    where: 'the type Duration',
  },
  journal: { validate: compile(schemas.JournalFilter, ''), where: 'the type JournalFilter' },
};

function options(type: string, accepts: (name: string) => boolean): { validate: Validator; where: string } {
  const properties = Object.fromEntries(Object.entries(ALL_OPTIONS).filter(([name]) => accepts(name)));
  return {
    validate: compile({ type: 'object', additionalProperties: false, properties }, ''),
    where: `the type ${type}`,
  };
}

function adminBody(id: AdminOperationId): { validate: Validator; where: string } {
  return {
    validate: (value) => loadAdminContract().operation(id).validateBody(value),
    where: `${id} in /docs/admin`,
  };
}

let stepValidator: Validator | undefined;

/** The units of the admin API; their numbers may also be negative or fractions here. */
function compileStep(): Validator {
  const { schemas: admin } = loadAdminContract().document['components'] as {
    schemas: Record<string, JsonObject>;
  };
  const units = Object.keys(admin['ClockStep']!['properties'] as JsonObject);
  const properties = Object.fromEntries(units.map((unit) => [unit, { type: 'number' }]));
  return compile({ type: 'object', additionalProperties: false, properties }, '');
}

/** Throws a StateError that names the first member that the function does not accept. */
export function checkInput(what: keyof typeof INPUTS, value: object): void {
  const { validate, where } = INPUTS[what];
  const { shared } = Object(value) as { shared?: unknown };
  // The schema does not describe a dataset, and validating a large one takes long, so only its form is checked.
  const plain = shared === undefined ? value : { ...value, shared: 'index' in Object(shared) };
  const [issue] = validate(plain);
  if (issue !== undefined) throw badInput(what, issue, where);
}

/** Returns the start of profile URLs, before `/company/`, without trailing slashes. Throws StateError if it is not a URL. */
export function parseNetworkUrl(value: string): string {
  const url = value.replace(/\/+$/, '');
  if (/^https?:\/\/[^\s/?#]+[^\s?#]*$/.test(url)) return url;
  throw refused('bad-network-url', { value });
}
