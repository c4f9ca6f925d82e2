/**
 * `job-search-kit/mock-server`: the mock in process, for tests.
 *
 *     const mock = await startMock({ seed: 7, now: '2026-03-01T12:00:00Z' });   // a free port
 *     const key = await mock.accounts.create({ credits: 50 });
 *     mock.clock.advance({ days: 1 });
 *     mock.faults.add({ operation: 'searchJobs', effect: 'drop-after-charge', times: 1 });
 *     await mock.reset();
 *     await mock.close();
 */

import type { RequestListener } from 'node:http';
import { isLoopbackAddress } from '../common/browser/guard.js';
import { createContractApp, type App } from './app.js';
import { controlsOf, type MockControls } from './controls.js';
import { createWorld, WORLD_OPTIONS, type WorldOptions } from './create-world.js';
import { checkMembers, type Members } from './known-members.js';
import { LOG_MODES, logRequests, type LogMode } from './log.js';
import { adminRouter } from './admin/router.js';
import { pagesRouter } from './pages/router.js';
import { listen, tryAddress } from './server.js';
import { UnsafeHostError } from './start-errors.js';
import { prefixWithoutRedis, unknownChoice } from './state/errors.js';
import { openFolder } from './state/folder/folder.js';
import { isRedisAddress } from './state/redis/address.js';
import { openRedis } from './state/redis/redis.js';
import type { World } from './state/world.js';
import { terminal } from './terminal.js';

export { DataFileError } from '../fixtures/index.js';
export { prepareData, type DataOptions, type MockData, type WorldOptions } from './create-world.js';
export type {
  AccountControls,
  AccountFacts,
  ClockControls,
  FaultControls,
  MockControls,
} from './controls.js';
export type { FaultEffect } from './domain/fault-effects.js';
export { ReadingError, type Readings } from './domain/readings.js';
export { ListenError, UnsafeHostError } from './start-errors.js';
export type { AccountPatch, NewAccount } from './state/account-store.js';
export type { Duration } from './state/clock.js';
export { StateError } from './state/errors.js';
export type { Fault, NewFault } from './state/faults.js';
export type { JournalEntry, JournalFilter } from './state/journal.js';
export type { LedgerEntry } from './state/ledger.js';
export type { Snapshot } from './state/snapshot.js';
export type { World } from './state/world.js';

export interface AppOptions extends WorldOptions {
  /** Whether every response carries `X-Mock-Server`. Default true. */
  mark?: boolean;
  /** Whether the admin API is served. Default true. */
  admin?: boolean;
  /** What every call of the admin API must carry. */
  adminToken?: string | null;
}

export interface MockOptions extends AppOptions {
  /** Default 0: a free port. */
  port?: number;
  /** Default `127.0.0.1`. Beyond loopback an `adminToken` or `admin: false` is needed. */
  host?: string;
  /** A line for each request. Default `silent`. */
  log?: LogMode;
  /** Where log lines go. Default: standard output. */
  write?: (line: string) => void;
  /**
   * A folder that keeps the state over restarts, made where there is none, or a Redis that any number of mocks share, as
   * `redis://USER:PASSWORD@HOST:PORT/DATABASE` (`rediss://` for TLS), which needs the package `@redis/client`. Default:
   * memory, which ends with the mock.
   */
  state?: string;
  /** What the keys of a shared state begin with: mocks of one prefix share one state. Default `job-search-mock`. */
  statePrefix?: string;
  /** Wraps the app in a listener of yours, to watch or change requests and answers. */
  wrap?: (listener: RequestListener, world: World) => RequestListener;
}

export interface MockApp extends MockControls {
  /** Serves the contract, the admin API and the pages; not listening yet (for `createServer`, supertest and the like). */
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

const APP_OPTIONS: Members<AppOptions> = {
  ...WORLD_OPTIONS,
  mark: 'boolean',
  admin: 'boolean',
  adminToken: true,
};
const MOCK_OPTIONS: Members<MockOptions> = {
  ...APP_OPTIONS,
  port: true,
  host: 'string',
  log: true,
  write: 'function',
  state: 'string',
  statePrefix: 'string',
  wrap: 'function',
};

/** The mock as a request listener, with the controls of its world. Throws as `startMock` does. */
export async function createApp(options: AppOptions = {}): Promise<MockApp> {
  checkMembers('createApp', options, APP_OPTIONS);
  const world = await createWorld(options);
  return { ...controlsOf(world), app: buildApp(world, options, true).app };
}

/**
 * Starts a mock on a free port, or the one given. Any number live in one process. Throws `ListenError` or
 * `UnsafeHostError` for the address, `DataFileError` for the file of postings, `ReadingError` for a reading and
 * `StateError` for an option that is not known or has a wrong value.
 */
export async function startMock(options: MockOptions = {}): Promise<Mock> {
  checkMembers('startMock', options, MOCK_OPTIONS);
  const { log = 'silent', host = '127.0.0.1' } = options;
  if (!LOG_MODES.includes(log)) throw unknownChoice('log', log, LOG_MODES);
  const loopback = isLoopbackAddress(host);
  if (!loopback && options.admin !== false && !options.adminToken) throw new UnsafeHostError(host);
  // A text that is no number would be taken for the path of a socket.
  const port = Number(options.port ?? 0);
  await tryAddress(host, port);
  const world = await createKeptWorld(options);
  const { app, listener } = buildApp(world, options, loopback);
  const mark = markOf(world, options);
  const wrapped = options.wrap?.(listener, world) ?? listener;
  const { newId, clock } = world;
  const listening = await listen(wrapped, host, port, { newId, clock, mark }).catch(async (error) => {
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

/** A world that goes on from where the place of its state left it, if it has one. */
async function createKeptWorld({ state, statePrefix, ...options }: MockOptions): Promise<World> {
  const isRedis = state !== undefined && isRedisAddress(state);
  if (statePrefix !== undefined && !isRedis) throw prefixWithoutRedis();
  if (state === undefined) return createWorld(options);
  const place = await (isRedis ? openRedis(state, statePrefix) : openFolder(state));
  try {
    const world = await createWorld(options, place.firstDay);
    await place.keep(world);
    return world;
  } catch (error) {
    await place.release();
    throw error;
  }
}

function buildApp(world: World, options: AppOptions, loopback: boolean): App {
  const { admin = true } = options;
  const token = options.adminToken ?? null;
  if (token !== null) world.secrets.add(token, '***');
  const others = [pagesRouter(world, { admin, adminToken: token !== null })];
  if (admin) others.unshift(adminRouter(world, { loopback, token }));
  return createContractApp(world, { mark: markOf(world, options), others });
}

function markOf(world: World, options: AppOptions): string | null {
  return options.mark === false ? null : `job-search-kit/${world.version}`;
}
