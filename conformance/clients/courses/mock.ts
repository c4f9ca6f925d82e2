/** The mock that courses are held on: the kit's own program in a process of its own, reached over HTTP alone. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { AdminSchemas } from '../../../spec/admin.js';
import { createRedactor } from '../../../common/redact.js';
import { readTraffic, type TrafficExchange, type TrafficHistory } from '../../record/traffic.js';
import type { CourseFault } from '../rules/situation.js';
import { baseOf, noMockAt } from '../../values/admin-url.js';
import { struckError } from '../../values/struck-error.js';
import { UsageError } from '../../values/usage-error.js';
import { NOW, WORLD_HASH, worldLines } from './model/world.js';

export interface CourseAccount {
  id: string;
  key: string;
}

export interface CourseMock {
  /** Base address without a slash at its end. */
  url: string;
  createAccount(settings: AdminSchemas['NewAccount']): Promise<CourseAccount>;
  /** Gives its id. */
  addFault(account: string, fault: CourseFault): Promise<string>;
  /** How many requests each fault of the account has hit, by its id. */
  hits(account: string): Promise<Map<string, number>>;
  traffic(account: string): Promise<TrafficHistory>;
  /** What came without the key of any account, or to a path that there is not. */
  strays(): Promise<TrafficExchange[]>;
  /** Answered at once, unless the machine is late. */
  beat(): Promise<unknown>;
  close(): void | Promise<void>;
}

/** How long the mock may take to start, on a machine that does much else at the same time, ms. */
const START_MS = 120_000;

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Arguments for `node` that start the kit's own mock, which is compiled if this module is. */
const OWN_MOCK: readonly string[] = import.meta.url.endsWith('.js')
  ? [join(root, 'mock-server/main.js')]
  : ['--import', 'tsx', join(root, 'mock-server/main.ts')];

/**
 * Starts a mock with the postings of the courses. Rejects if it does not start.
 *
 * @param program Arguments for `node` that start `job-search-mock`.
 */
export async function startCourseMock(program = OWN_MOCK): Promise<CourseMock> {
  const folder = mkdtempSync(join(tmpdir(), 'job-search-courses-'));
  const data = join(folder, 'postings.ndjson');
  writeFileSync(data, worldLines());
  const flags = ['--port', '0', '--data', data, '--now', NOW, '--log', 'silent', '--rate-limits', 'none'];
  const settings = Object.entries(process.env).filter(([name]) => !name.startsWith('JOB_SEARCH_MOCK_'));
  const child = spawn(process.execPath, [...program, ...flags], {
    cwd: root,
    env: Object.fromEntries(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const close = (): void => {
    process.off('exit', close);
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
  process.on('exit', close);
  try {
    const url = await addressOf(child);
    return { ...callsTo(url, caller(url)), close };
  } catch (error) {
    close();
    throw error;
  }
}

/** A mock that runs already, by its admin API. */
export interface RunningMock {
  /** Such as `http://127.0.0.1:4010/__admin`. */
  adminUrl: string;
  adminToken?: string | undefined;
}

/** Should this process end before it removes an account, the mock does so after this many seconds. */
const LEFT_FOR = 3_600;

/**
 * Takes a mock that runs already and holds the postings of the courses. Its other accounts stay as they are; `close` removes those
 * that were made. Rejects with UsageError where it holds other postings, else where it does not answer.
 */
export async function takeCourseMock({
  adminUrl,
  adminToken,
}: RunningMock): Promise<CourseMock & { close(): Promise<void> }> {
  const redactor = createRedactor();
  redactor.add(adminToken ?? '', '[admin token]');
  try {
    return await taken(baseOf(adminUrl), adminToken);
  } catch (error) {
    throw struckError(error, redactor);
  }
}

async function taken(
  url: string,
  token: string | undefined,
): Promise<CourseMock & { close(): Promise<void> }> {
  // The second of two processes is told from the first by a header that is put into its bytes.
  if (!url.startsWith('http://')) throw new UsageError(`Courses need a mock at http://, not at ${url}.`);
  const call = caller(url, token);
  const { hash } = JSON.parse(await call('GET', '/dataset')) as AdminSchemas['DatasetFacts'];
  if (hash !== WORLD_HASH)
    throw new UsageError(
      `The mock at ${url} holds other postings than the courses, or those of another day. Write theirs with clients --write-data FILE, ` +
        `and start it with --data FILE --now ${NOW}.`,
    );
  const { takenAt } = readTraffic(await call('GET', '/traffic'));
  const calls = callsTo(url, call, takenAt);
  const made: string[] = [];
  return {
    ...calls,
    createAccount: async (settings) => {
      const account = await calls.createAccount({ clock: { now: NOW }, expires_in: LEFT_FOR, ...settings });
      made.push(account.id);
      return account;
    },
    close: async () => {
      await Promise.allSettled(made.splice(0).map((id) => call('DELETE', `/accounts/${id}`)));
    },
  };
}

/** The first line that it prints. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let complaint = '';
    const [, out, errors] = child.stdio as unknown as [null, Readable, Readable];
    errors.on('data', (part: Buffer) => (complaint = (complaint + part.toString()).slice(-2_000)));
    const late = setTimeout(() => reject(new Error('The mock of the courses does not start.')), START_MS);
    child.once('error', reject);
    child.once('exit', () =>
      reject(new Error(`The mock of the courses does not start: ${complaint.trim()}`)),
    );
    createInterface(out).once('line', (line) => {
      clearTimeout(late);
      resolve(line.trim());
    });
  });
}

type Call = (method: string, path: string, body?: unknown) => Promise<string>;

function caller(url: string, token?: string): Call {
  return async (method, path, body) => {
    // A connection of its own: a kept one may be closed by the mock just as a loaded machine sends on it.
    const headers = {
      Connection: 'close',
      ...(token !== undefined && { 'X-Admin-Token': token }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    };
    const response = await fetch(`${url}/__admin${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch((error: unknown) => {
      throw new Error(noMockAt(url, error), { cause: error });
    });
    const text = await response.text();
    if (!response.ok)
      throw new Error(`${method} /__admin${path} answers ${response.status}: ${text.slice(0, 300)}`);
    return text;
  };
}

/** What arrived before `since`, on the clock of the mock, is none of the courses'. */
function callsTo(url: string, call: Call, since = 0): Omit<CourseMock, 'close'> {
  return {
    url,
    createAccount: async (settings) =>
      JSON.parse(await call('POST', '/accounts', { rateLimits: 'none', ...settings })) as CourseAccount,
    addFault: async (account, fault) => {
      const text = await call('POST', `/accounts/${account}/faults`, fault);
      return (JSON.parse(text) as AdminSchemas['Fault']).id;
    },
    hits: async (account) => {
      const { faults } = JSON.parse(
        await call('GET', `/accounts/${account}/faults`),
      ) as AdminSchemas['FaultList'];
      return new Map(faults.map(({ id, hits }) => [id, hits]));
    },
    traffic: async (account) => readTraffic(await call('GET', `/traffic?account=${account}`)),
    beat: () => call('GET', '/clock'),
    strays: async () =>
      readTraffic(await call('GET', '/traffic')).exchanges.filter(
        ({ account, arrivedAt = 0 }) => !account && arrivedAt >= since,
      ),
  };
}

export interface Relay {
  url: string;
  close(): void;
}

/** A header on the first request of each connection that comes over a relay. */
export const RELAY_MARK = 'x-course-relay';

/** A second address of the mock, so that the requests of two processes can be told apart. */
export async function openRelay(url: string): Promise<Relay> {
  const { hostname, port } = new URL(url);
  const place = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 80) };
  // Who has sent all may close its side, and still waits for the answer.
  const allowHalfOpen = true;
  const server = createServer({ allowHalfOpen }, (here) => {
    const there = connect({ ...place, allowHalfOpen });
    const end = (): void => {
      here.destroy();
      there.destroy();
    };
    for (const socket of [here, there]) socket.on('error', end).on('close', end);
    markFirst(here, there);
    there.pipe(here);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port: own } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${own}`, close: () => void server.close() };
}

/** Passes on what comes, with the mark behind the first line. */
function markFirst(here: Socket, there: Socket): void {
  let first = Buffer.alloc(0);
  const wait = (part: Buffer): void => {
    first = Buffer.concat([first, part]);
    const end = first.indexOf('\r\n') + 2;
    if (end < 2) return;
    here.off('data', wait).pause();
    there.write(
      Buffer.concat([first.subarray(0, end), Buffer.from(`${RELAY_MARK}: 1\r\n`), first.subarray(end)]),
    );
    here.pipe(there);
  };
  here.on('data', wait);
}
