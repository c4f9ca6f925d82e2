/** Binds the inputs that are declared in `inputs.yaml` and those for facts. */
import { MOST_OPERATION_KEY_CHARACTERS, OPERATION_KEY_PREFIX } from '../../../spec/operation-key.js';
import { createHash } from 'node:crypto';
import { DATE_INPUT, dateInput, MONTH_INPUT, monthInput } from '../../values/dates.js';
import { LEFT_OUT } from './expressions.js';
import { INPUTS as STATED, ROLES } from './generated/inputs.js';
import { OPTIONAL_FACTS, SLICES, SLICE_FACTS, TARGET_FACTS, type CompanyFacts, type Facts } from './facts.js';

export type KeyRole = keyof typeof ROLES;

export const KEY_ROLES = Object.keys(ROLES) as KeyRole[];

export interface Bindings {
  keys: Partial<Record<KeyRole, string>>;
  accountIds: Partial<Record<KeyRole, string>>;
  /** Facts from the profile and the survey. */
  facts: Facts;
  /** The target's time, ms since 1970. */
  now: number;
  runId: string;
  scenario: string;
}

interface Input {
  /** The name of an input, or a pattern for several. */
  name: string | RegExp;
  /** The form in which INTERPRETING.md and the editor show a pattern. */
  shown?: string;
  /** The meaning of the value, in a few words. */
  says: string;
  /** A requirement of the target: an entry of `x-kit-requires`, or `fact` for the fact with the name of the input. */
  requires: string | null;
  /** Returns the value; undefined if the target has none. */
  value(from: Bindings, name: string): unknown;
}

type Value = Input['value'];

/** All characters of operation keys, in an order that no API key has, because records redact texts that contain an API key. */
const KEY_CHARACTERS = 'aNb0cOd1ePf2gQh3iRj4kSl5mTn6oUp7qVr8sWt9uXv_wYx-yZzAMBLCKDJEIFHG';

/** The patterns of inputs with `shown`. */
const PATTERNS: Readonly<Record<string, RegExp>> = {
  dates: DATE_INPUT,
  months: MONTH_INPUT,
  operationKeys: /^operationKey[A-Za-z0-9]{0,20}$/,
};

/** A key of the profile, or a fact. */
const known: Value = ({ keys, facts }, name) =>
  keys[name.replace(/Key$/, '') as KeyRole] ?? facts[name as keyof Facts];

/** Functions for the values of other inputs. */
const VALUES: Readonly<Record<Exclude<keyof typeof STATED, `${KeyRole}Key` | keyof CompanyFacts>, Value>> = {
  unknownKey: ({ runId }) => `kit_unknown_${digest(`${runId}/unknown`)}`,
  activeKeyCut: ({ keys }) => keys.active?.slice(0, -1),
  dates: ({ now }, name) => dateInput(name, now),
  months: ({ now }, name) => monthInput(name, now),
  operationKeys: ({ runId, scenario }, name) =>
    `${OPERATION_KEY_PREFIX}kit_${runId}_${digest(`${runId}/${scenario}/${name}`)}`,
  shortestKey: ({ runId, scenario }) =>
    `${OPERATION_KEY_PREFIX}${KEY_CHARACTERS[parseInt(digest(`${runId}/${scenario}/shortest`).slice(0, 8), 16) % 64]}`,
  longestKey: (from) => longestKey(from, 'longest'),
  longestKeyStem: (from) => longestKey(from, 'stem').slice(0, -1),
  accountId: ({ accountIds }) => accountIds.active,
  secondAccountId: ({ accountIds }) => accountIds.second,
  runId: ({ runId }) => runId,
  unlikelyWord: ({ runId }) => unlikelyWord(runId),
  unknownCompanyUrl: ({ facts: { networkUrl }, runId }) =>
    networkUrl === undefined ? undefined : `${networkUrl}/company/kit-no-such-company-${runId}`,
};

/** All inputs that the runner binds, in the order of INTERPRETING.md. */
export const INPUTS: readonly Input[] = [
  ...Object.entries(STATED).map(([name, stated]): Input => {
    const value = VALUES[name as keyof typeof VALUES] ?? known;
    return { requires: null, ...stated, name: PATTERNS[name] ?? name, value };
  }),
  ...Object.entries(SLICE_FACTS).map(([fact, { says }]): Input => {
    const names = SLICES.map((slice) => slice + fact);
    const name = new RegExp(`^(?:${names.join('|')})$`);
    return { name, shown: names.join(' '), says, requires: 'fact', value: known };
  }),
  ...Object.entries(TARGET_FACTS).map(([name, { says }]): Input => {
    if (!(OPTIONAL_FACTS as readonly string[]).includes(name))
      return { name, says, requires: 'fact', value: known };
    const whole = `${says}; if it is unknown, the member or item with it is omitted`;
    return { name, says: whole, requires: null, value: (from) => known(from, name) ?? LEFT_OUT };
  }),
];

export function isBindable(name: string): boolean {
  return inputNamed(name) !== undefined;
}

/** Returns the requirement of an input, as an entry of `x-kit-requires`; null if it has none. */
export function requirementOf(name: string): string | null {
  const requires = inputNamed(name)?.requires ?? null;
  return requires === 'fact' ? `fact:${name}` : requires;
}

/** Returns the value of an input; undefined if the target has none. */
export function bindInput(name: string, from: Bindings): unknown {
  return inputNamed(name)?.value(from, name);
}

/** Returns a word that no posting contains. */
export function unlikelyWord(runId: string): string {
  return `zzqx${digest(`${runId}/word`).replace(/\d/g, 'q').slice(0, 12)}`;
}

function inputNamed(name: string): Input | undefined {
  return INPUTS.find((each) => (typeof each.name === 'string' ? each.name === name : each.name.test(name)));
}

function longestKey({ runId, scenario }: Bindings, name: string): string {
  const own = `kit_${runId}_${digest(`${runId}/${scenario}/${name}`)}_${KEY_CHARACTERS.repeat(2)}`;
  return `${OPERATION_KEY_PREFIX}${own.slice(0, MOST_OPERATION_KEY_CHARACTERS)}`;
}

/** Returns sixteen hexadecimal digits of a hash of the text. */
function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
