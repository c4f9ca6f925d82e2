import { randomUUID } from 'node:crypto';
import {
  DEFAULT_NETWORK_URL,
  loadDataFile,
  makeDataset,
  seededAccounts,
  type Dataset,
} from '../fixtures/index.js';
import { kitVersion, loadClauses, loadContract, type Contract, type Reading } from '../spec/index.js';
import { ClientWatch } from './clients/findings.js';
import { RATE_LIMIT_MODES, type RateLimitMode } from './domain/rate-limit.js';
import { chooseReadings, type Readings } from './domain/readings.js';
import { checkMembers, type Members } from './known-members.js';
import { parseNetworkUrl } from './network-url.js';
import { buildIndex, type SearchIndex } from './search/index.js';
import { Clock, parseInstant } from './state/clock.js';
import { unknownChoice } from './state/errors.js';
import { World } from './state/world.js';

/** What a dataset depends on; all of it is optional. */
export interface DataOptions {
  /** Decides which postings there are. Default 1. */
  seed?: number;
  /** How many postings. Default 10,000. */
  jobs?: number;
  /** What the clock shows first; posting dates are relative to its UTC day. Default: now. */
  now?: string | number;
  /** What stands before `/company/` in company profile URLs. */
  networkUrl?: string;
  /** A file of postings of your own, one JSON object a line, in place of the seeded ones. */
  data?: string;
}

/** The parts of a mock that never change and take the longest to make: mocks of one process can share them. */
export interface MockData {
  contract: Contract;
  readings: readonly Reading[];
  dataset: Dataset;
  index: SearchIndex;
  /** The `now` that the dataset was made with; null for real time. */
  now: number | null;
}

export interface WorldOptions extends DataOptions {
  /** From `prepareData`, to start many mocks over one dataset; the options of the dataset are then ignored. */
  shared?: MockData;
  /** The choices of readings that differ from the default, by id. */
  readings?: Partial<Readings>;
  /** `none` lifts the rate limits of the contract, for load tests; an account's own limits hold. Default `contract`. */
  rateLimits?: RateLimitMode;
  /** Refuse (422) what is otherwise accepted with a word in the journal: unknown fields, another Content-Type. */
  strictRequests?: boolean;
  /** Whether the clock stands still at `now`. Default false: it runs on from there. */
  frozen?: boolean;
  /** Makes request ids and keys: a new UUID on each call. */
  newId?: () => string;
  /** The clock of the machine, ms: the mock's runs by it, and accounts that are made with `expires_in` vanish by it. */
  machineNow?: () => number;
}

const DATA_OPTIONS: Members<DataOptions> = {
  seed: true,
  jobs: true,
  now: true,
  networkUrl: true,
  data: true,
};
export const WORLD_OPTIONS: Members<WorldOptions> = {
  ...DATA_OPTIONS,
  shared: true,
  readings: true,
  rateLimits: true,
  strictRequests: true,
  frozen: 'boolean',
  newId: 'function',
  machineNow: 'function',
};

/** Loads the contract and makes (or reads) the dataset and its index. Throws `DataFileError` for a bad file. */
export async function prepareData(options: DataOptions = {}): Promise<MockData> {
  checkMembers('prepareData', options, DATA_OPTIONS);
  return makeData(options);
}

async function makeData(options: DataOptions, firstDay?: string): Promise<MockData> {
  const contract = loadContract();
  const now = parseInstant(options.now ?? firstDay ?? Date.now());
  const networkUrl = parseNetworkUrl(options.networkUrl ?? DEFAULT_NETWORK_URL);
  const dataset =
    options.data === undefined
      ? makeDataset({ ...options, now, networkUrl, contract })
      : await loadDataFile(options.data, { now, networkUrl, contract });
  return {
    contract,
    readings: loadClauses().readings,
    dataset,
    index: buildIndex(dataset),
    now: options.now === undefined ? null : now,
  };
}

/** `firstDay`: what postings are relative to where no option says it; the clock shows the real time all the same. */
export async function createWorld(options: WorldOptions = {}, firstDay?: string): Promise<World> {
  const { contract, readings, dataset, index, now } = options.shared ?? (await makeData(options, firstDay));
  const { rateLimits = 'contract' } = options;
  if (!RATE_LIMIT_MODES.includes(rateLimits)) throw unknownChoice('rateLimits', rateLimits, RATE_LIMIT_MODES);
  const start = options.now === undefined ? (now ?? undefined) : parseInstant(options.now);
  const machineNow = options.machineNow ?? Date.now;
  const clock = new Clock(machineNow, start, options.frozen);
  return new World({
    version: kitVersion(),
    contract,
    knownReadings: readings,
    readings: chooseReadings(readings, options.readings),
    rateLimits,
    strictRequests: options.strictRequests ?? false,
    dataset,
    index,
    clock,
    machineNow,
    // Ids are shown in admin URLs and logs, where keys must not be: the id of `key_demo` is `acc_demo`.
    seeds: seededAccounts().map((seed) => ({ ...seed, id: seed.key.replace(/^key_/, 'acc_') })),
    newId: options.newId ?? randomUUID,
    callers: (world) => new ClientWatch(world),
  });
}
