import { randomUUID } from 'node:crypto';
import { DEFAULT_NETWORK_URL, loadDataFile, makeDataset, seededAccounts } from '../fixtures/index.js';
import { kitVersion, loadClauses, loadContract } from '../spec/index.js';
import { chooseReadings } from './domain/readings.js';
import {
  checkInput,
  parseNetworkUrl,
  type DataOptions,
  type MockData,
  type WorldOptions,
} from './options.js';
import { SearchIndex } from './search/index.js';
import { Clock, parseInstant } from './state/clock.js';
import { World } from './state/world.js';

/** Loads the contract, makes the dataset or reads it from `data`, and indexes it. Rejects with `DataFileError` for a bad file. */
export async function prepareData(options: DataOptions = {}): Promise<MockData> {
  checkInput('prepareData', options);
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
    index: new SearchIndex(dataset),
    now: options.now === undefined ? null : now,
  };
}

/** Makes the state of a mock. If no option sets `now`, postings are relative to `firstDay`; the clock shows the real time. */
export async function createWorld(options: WorldOptions = {}, firstDay?: string): Promise<World> {
  const { contract, readings, dataset, index, now } = options.shared ?? (await makeData(options, firstDay));
  const start = options.now === undefined ? (now ?? undefined) : parseInstant(options.now);
  const machineNow = options.machineNow ?? Date.now;
  const clock = new Clock(machineNow, start, options.frozen);
  return new World({
    version: kitVersion(),
    contract,
    knownReadings: readings,
    readings: chooseReadings(readings, options.readings),
    rateLimits: options.rateLimits ?? 'contract',
    strictRequests: options.strictRequests ?? false,
    mark: options.mark === false ? null : `job-search-kit/${kitVersion()}`,
    dataset,
    index,
    clock,
    machineNow,
    // Admin URLs and logs contain ids but must not contain keys: the id of `key_demo` is `acc_demo`.
    seeds: seededAccounts.map((seed) => ({ ...seed, id: seed.key.replace(/^key_/, 'acc_') })),
    newId: options.newId ?? randomUUID,
  });
}
