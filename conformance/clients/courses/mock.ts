/** The mock of the courses: the kit's own program in a process of its own, reached over HTTP. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Transform, type Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { AdminSchemas } from '../../../spec/admin.js';
import { Redactor } from '../../../common/redact.js';
import { readTraffic } from '../../record/traffic.js';
import type { CourseFault } from '../rules/situation.js';
import { adminCaller, baseOf, type AdminCall } from '../admin-call.js';
import { redactedError } from '../../record/redacted-error.js';
import { UsageError } from '../../values/usage-error.js';
import { NOW, WORLD_HASH, worldLines } from './index.js';

type CourseAccount = Pick<AdminSchemas['CreatedAccount'], 'id' | 'key'>;

export type CourseMock = ReturnType<typeof callsTo> & { close(): void | Promise<void> };

/** The longest start of the mock on a busy machine, ms. */
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
    // Ctrl-C in a terminal does not reach it, so that an interrupted run can read its history. As under npm, it ends with its parent.
    detached: true,
    env: { ...Object.fromEntries(settings), npm_lifecycle_event: 'clients' },
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
    return { ...callsTo(url, adminCaller(url)), close };
  } catch (error) {
    close();
    throw error;
  }
}

/** Returns the first line that the mock prints, its address. Rejects with its error output if it ends first, or prints nothing. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let complaint = '';
    const [, out, errors] = child.stdio as unknown as [null, Readable, Readable];
    const late = setTimeout(() => child.kill('SIGKILL'), START_MS);
    errors.on('data', (part: Buffer) => (complaint = (complaint + part.toString()).slice(-2_000)));
    child.once('error', reject).once('exit', () => {
      clearTimeout(late);
      reject(
        new Error(`The mock of the courses does not start: ${complaint.trim() || 'it printed nothing'}`),
      );
    });
    createInterface(out).once('line', (line) => {
      clearTimeout(late);
      resolve(line.trim());
    });
  });
}

export interface RunningMock {
  /** Such as `http://127.0.0.1:4010/__admin`. */
  adminUrl: string;
  adminToken?: string | undefined;
}

/** Seconds after which the mock deletes an account, in case this process ends before it does so. */
const EXPIRES_IN = 3_600;

/**
 * Uses a running mock that holds the postings of the courses. Its own accounts stay; `close` removes those of the courses.
 * Rejects with UsageError if it holds other postings, with an Error if it does not answer.
 */
export async function takeCourseMock({ adminUrl, adminToken }: RunningMock): Promise<CourseMock> {
  const redactor = new Redactor();
  redactor.add(adminToken ?? '', '[admin token]');
  try {
    const url = baseOf(adminUrl);
    // A relay inserts a header into requests of the second of two processes, which TLS would prevent.
    if (!url.startsWith('http://')) throw new UsageError(`Courses need a mock at http://, not at ${url}.`);
    const call = adminCaller(url, { adminToken });
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
        const facts = { clock: { now: NOW }, expires_in: EXPIRES_IN, ...settings };
        const account = await calls.createAccount(facts);
        made.push(account.id);
        return account;
      },
      close: async () => {
        await Promise.allSettled(made.splice(0).map((id) => call('DELETE', `/accounts/${id}`)));
      },
    };
  } catch (error) {
    throw redactedError(error, redactor);
  }
}

function callsTo(url: string, call: AdminCall, since = 0) {
  const faultsOf = (account: string): string => `/accounts/${account}/faults`;
  return {
    /** Base address without a slash at its end. */
    url,
    createAccount: async (settings: AdminSchemas['NewAccount']) =>
      JSON.parse(await call('POST', '/accounts', { rateLimits: 'none', ...settings })) as CourseAccount,
    /** Returns the id. */
    addFault: async (account: string, fault: CourseFault) =>
      (JSON.parse(await call('POST', faultsOf(account), fault)) as AdminSchemas['Fault']).id,
    /** The number of requests that each fault of the account has hit, by its id. */
    hits: async (account: string) => {
      const { faults } = JSON.parse(await call('GET', faultsOf(account))) as AdminSchemas['FaultList'];
      return new Map(faults.map(({ id, hits }) => [id, hits]));
    },
    traffic: async (account: string) => readTraffic(await call('GET', `/traffic?account=${account}`)),
    /** Resolves when the mock answers, which takes long only on an overloaded machine. */
    beat: () => call('GET', '/clock'),
    /** Requests since `since`, on the mock's clock, without the key of an account or to unknown paths. */
    strays: async () =>
      readTraffic(await call('GET', '/traffic')).exchanges.filter(
        ({ account, arrivedAt = 0 }) => !account && arrivedAt >= since,
      ),
  };
}

/** The header that a relay adds to requests. The journal of the account shows it at least once for each connection. */
export const RELAY_MARK = 'x-course-relay';

/** Opens a second address of the mock. Requests to it get `RELAY_MARK`, since they come from the second of two processes. */
export async function openRelay(url: string): Promise<{ url: string; close(): void }> {
  const { hostname, port } = new URL(url);
  const place = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 80) };
  // A client may close its side after its request, and still wait for the response.
  const allowHalfOpen = true;
  const server = createServer({ allowHalfOpen }, (here) => {
    const there = connect({ ...place, allowHalfOpen });
    const end = (): void => {
      here.destroy();
      there.destroy();
    };
    for (const socket of [here, there]) socket.on('error', end).on('close', end);
    here.pipe(markRequests()).pipe(there);
    there.pipe(here);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port: own } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${own}`, close: () => void server.close() };
}

const REQUEST_LINE = /^[A-Z]+ \S+ HTTP\/1\.\d\r\n/;

/**
 * Passes bytes on, with the mark after each request line that begins a packet. The first one alone
 * is not enough: it may be a preflight or lack the key of the account, whose journal then does not contain it.
 */
function markRequests(): Transform {
  const mark = Buffer.from(`${RELAY_MARK}: 1\r\n`);
  let first: Buffer | null = Buffer.alloc(0);
  return new Transform({
    transform(part: Buffer, _encoding, done) {
      const bytes = first === null ? part : Buffer.concat([first, part]);
      // A client may send its first line in pieces.
      if (first !== null && !bytes.includes('\n')) {
        first = bytes;
        return done();
      }
      first = null;
      const end = REQUEST_LINE.exec(bytes.toString('latin1'))?.[0].length;
      done(
        null,
        end === undefined ? bytes : Buffer.concat([bytes.subarray(0, end), mark, bytes.subarray(end)]),
      );
    },
    flush: (done) => done(null, first),
  });
}
