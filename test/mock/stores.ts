/** The state stores of the mock: in memory, in a folder, in a Redis. Tests run once for each store. */
import { cpSync } from 'node:fs';
import { afterEach, describe } from 'vitest';
import type { MockOptions } from '../../mock-server/index.js';
import type { FolderKeeper } from '../../mock-server/keeping/folder/folder-keeper.js';
import { describeWithCluster, describeWithRedis } from '../servers/redis-server.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { isThorough } from '../support/thorough.js';
import { startCheckedMock, type CheckedMock } from './checked-mock.js';

/** A failure of a store while mocks use it. */
export interface Outage {
  name: string;
  begin(mocks: readonly CheckedMock[]): Promise<void> | void;
  end(mocks: readonly CheckedMock[]): Promise<void> | void;
}

interface Place {
  name: 'memory' | 'folder' | 'redis' | 'cluster';
  /** How many mocks share one state. */
  count: number;
  /** Options of a mock with a new state. */
  options(): MockOptions;
  outages?: readonly Outage[];
}

export type Store = ReturnType<typeof createStore>;

function createStore({ name, count, options: newOptions, outages = [] }: Place) {
  const started = new Set<CheckedMock>();
  const optionsOf = new WeakMap<CheckedMock, MockOptions>();

  /** Starts the mocks that share a new state. They are closed when the test ends. */
  async function start(options: MockOptions): Promise<[CheckedMock, ...CheckedMock[]]> {
    const all = { ...options, ...newOptions() };
    const mocks: [CheckedMock, ...CheckedMock[]] = [await open(all)];
    while (mocks.length < count) mocks.push(await open(all));
    return mocks;
  }

  /** Starts another mock with the state of `mock`: imported from memory, from its folder after closing it, or in the same Redis. */
  async function next(mock: CheckedMock, changes: MockOptions = {}): Promise<CheckedMock> {
    const options = { ...optionsOf.get(mock)!, ...changes };
    if (name === 'folder') await close(mock);
    const after = await open(options);
    if (name === 'memory') await after.importState(mock.exportState());
    await after.world.keeper.refresh('all');
    return after;
  }

  /** Starts a mock with the state that `mock` would leave if it were killed now; null if the state is in memory. */
  async function afterKill(mock: CheckedMock): Promise<CheckedMock | null> {
    if (name === 'memory') return null;
    // Requests and admin calls are answered only after this, too.
    await mock.world.keeper.settled();
    if (name !== 'folder') return next(mock);
    const state = temporaryFolder();
    const filter = (name: string): boolean => !name.endsWith('lock');
    cpSync(mock.world.keeper.place!, state, { recursive: true, filter });
    return open({ ...optionsOf.get(mock)!, state });
  }

  async function close(mock: CheckedMock): Promise<void> {
    if (started.delete(mock)) await mock.close();
  }

  async function closeAll(): Promise<void> {
    for (const mock of started) await close(mock);
  }

  async function open(options: MockOptions): Promise<CheckedMock> {
    const mock = await startCheckedMock(options);
    started.add(mock);
    optionsOf.set(mock, options);
    return mock;
  }

  return { name, outages, start, next, afterKill, close, closeAll };
}

function fullDisk(step: 'write' | 'sync'): Outage {
  const fail = (): Promise<never> => Promise.reject(new Error('ENOSPC: no space left on device, write'));
  let before: FolderKeeper['disk'];
  const keeperOf = ([mock]: readonly CheckedMock[]) => mock!.world.keeper as FolderKeeper;
  return {
    name: `the disk fails to ${step}`,
    begin(mocks) {
      before = keeperOf(mocks).disk;
      keeperOf(mocks).disk = { ...before, [step]: fail };
    },
    end: (mocks) => void (keeperOf(mocks).disk = before),
  };
}

/** Runs the tests with each store; if thorough, also with a cluster. */
export function describeStores(tests: (store: Store) => void): void {
  const row = (place: Place): void => {
    const store = createStore(place);
    afterEach(() => store.closeAll());
    tests(store);
  };
  const shared = (server: { url: string; newPrefix(): string }) => (): MockOptions => ({
    state: server.url,
    statePrefix: server.newPrefix(),
  });
  describe('with a state in memory', () => row({ name: 'memory', count: 1, options: () => ({}) }));
  describe('with a state in a folder', () =>
    row({
      name: 'folder',
      count: 1,
      options: () => ({ state: temporaryFolder() }),
      outages: [fullDisk('write'), fullDisk('sync')],
    }));
  describeWithRedis('with a state in a Redis that three mocks share', (redis) =>
    row({
      name: 'redis',
      count: 3,
      options: shared(redis),
      outages: [{ name: 'Redis is down', begin: () => redis.kill(), end: () => redis.start() }],
    }),
  );
  if (isThorough)
    describeWithCluster('with a state in a cluster that three mocks share', (cluster) =>
      row({ name: 'cluster', count: 3, options: shared(cluster) }),
    );
}
