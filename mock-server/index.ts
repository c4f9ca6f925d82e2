/// <reference types="node" preserve="true" />
/**
 * `job-search-kit/mock-server`: the mock in process, for tests.
 *
 *     const mock = await startMock({ seed: 7, now: '2026-03-01T12:00:00Z' });   // a free port
 *     const key = await mock.accounts.create({ credits: 50 });
 *     await mock.clock.advance({ days: 1 });
 *     await mock.faults.add({ operation: 'searchJobs', effect: 'drop-after-charge', times: 1 });
 *     await mock.reset();
 *     await mock.close();
 */

import type { RequestListener } from 'node:http';
import { isLoopbackAddress } from '../common/browser/guard.js';
import { createListener } from './app.js';
import { controlsOf, type MockControls } from './controls.js';
import { createWorld } from './create-world.js';
import { logRequests } from './log.js';
import { checkInput, type AppOptions, type MockOptions } from './options.js';
import { listen, tryAddress, UnsafeHostError } from './server.js';
import { refused } from './state/errors.js';
import { keptInFolder } from './keeping/folder/folder.js';
import { isRedisAddress } from './keeping/redis/address.js';
import { keptInRedis } from './keeping/redis/redis.js';
import type { World } from './state/world.js';
import { terminal } from '../common/terminal.js';

export { DataFileError } from '../fixtures/index.js';
export { prepareData } from './create-world.js';
export type {
  AccountControls,
  AccountFacts,
  ClockControls,
  FaultControls,
  MockControls,
} from './controls.js';
export type { FaultEffect } from './domain/fault-effects.js';
export { ReadingError, type Readings } from './domain/readings.js';
export type { AppOptions, DataOptions, MockData, MockOptions, WorldOptions } from './options.js';
export { ListenError, UnsafeHostError } from './server.js';
export type { AccountPatch, NewAccount } from './state/account-store.js';
export type { Duration } from './state/clock.js';
export { StateError } from './state/errors.js';
export type { Fault, NewFault } from './state/faults.js';
export type { JournalEntry, JournalFilter } from './state/journal.js';
export type { LedgerEntry } from './state/ledger.js';
export type { Snapshot } from './state/snapshot.js';
export type { World } from './state/world.js';

export interface MockApp extends MockControls {
  /** Serves the contract, the admin API and the pages. Does not listen; pass it to `createServer` or supertest. */
  readonly app: RequestListener;
}

export interface Mock extends MockApp {
  /** Base address, such as `http://127.0.0.1:40123`. */
  readonly url: string;
  readonly port: number;
  /** Waits for requests in flight, then closes all connections. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Makes a mock that does not listen, with its controls. Rejects like `startMock`. */
export async function createApp(options: AppOptions = {}): Promise<MockApp> {
  checkInput('createApp', options);
  const world = await createWorld(options);
  return { ...controlsOf(world), app: buildApp(world, options, true) };
}

/**
 * Starts a mock on a free port or on `port`. A process can run several. Rejects with `ListenError` or
 * `UnsafeHostError` for a bad address, `DataFileError` for the file of postings, `ReadingError` for a reading, and
 * `StateError` for an unknown option or a wrong value.
 */
export async function startMock(options: MockOptions = {}): Promise<Mock> {
  checkInput('startMock', options);
  const { log = 'silent', host = '127.0.0.1', port = 0 } = options;
  const loopback = isLoopbackAddress(host);
  if (!loopback && options.admin !== false && !options.adminToken) throw new UnsafeHostError(host);
  await tryAddress(host, port);
  const world = await createKeptWorld(options);
  const app = buildApp(world, options, loopback);
  const wrapped = options.wrap?.(app, world) ?? app;
  const listening = await listen(wrapped, host, port, world).catch(async (error) => {
    await world.keeper.close();
    throw error;
  });
  const write = options.write ?? ((line: string) => terminal.out(`${line}\n`));
  const endLog = logRequests(world.events, log, write);
  const close = async (): Promise<void> => {
    world.close();
    await listening.close();
    await world.keeper.close();
    endLog();
  };
  return {
    ...controlsOf(world),
    app,
    url: listening.url,
    port: listening.port,
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function createKeptWorld({ state, statePrefix, ...options }: MockOptions): Promise<World> {
  const isRedis = state !== undefined && isRedisAddress(state);
  if (statePrefix !== undefined && !isRedis) throw refused('prefix-without-redis', {});
  const make = (firstDay?: string): Promise<World> => createWorld(options, firstDay);
  if (state === undefined) return make();
  return isRedis ? keptInRedis(state, statePrefix, make) : keptInFolder(state, make);
}

function buildApp(world: World, options: AppOptions, loopback: boolean): RequestListener {
  const token = options.adminToken ?? null;
  if (token !== null) world.secrets.add(token, '***');
  return createListener(world, { admin: options.admin ?? true, loopback, token });
}
