/** Servers under test, each in a process of its own. */
import { fork, type ChildProcess, type Serializable } from 'node:child_process';
import { join } from 'node:path';

const root = new URL('../../', import.meta.url).pathname;

export interface Server {
  name: string;
  port: number;
  process: ChildProcess;
  /** Keys of accounts that have bought nothing yet; a peer takes any key. */
  newKeys(count: number): Promise<string[]>;
}

/** The mock over so many postings; `checkout` is the root of the repository, or of another version of it. */
export function forkMock(postings = 10_000, checkout = root): Promise<Server> {
  return forked('mock', checkout, 'scripts/bench/servers/mock.ts', [String(postings)]);
}

/** The mock with its state in a place that lasts. */
export async function forkKeptMock(name: string, state: string): Promise<Server> {
  return { ...(await forked('mock', root, 'scripts/bench/servers/mock.ts', ['10000', state])), name };
}

/** The Express app that sends the answers of a file. */
export function forkExpress(file: string): Promise<Server> {
  return forked('bare Express', root, 'scripts/bench/servers/express.ts', [file]);
}

/** A bare proxy before a port, and `watch` before it. */
export function forkPlainProxy(port: number): Promise<Server> {
  return forked('bare Node proxy', root, 'scripts/bench/servers/plain-proxy.ts', [String(port)]);
}

export function forkWatch(port: number): Promise<Server> {
  return forked('watch', root, 'scripts/bench/servers/watch.ts', [String(port)]);
}

export const anyKeys: Server['newKeys'] = (count) => Promise.resolve(Array<string>(count).fill('key'));

/** What a mock is asked; it answers all but `watch`, after which it fills in `longest`. */
export type Question = 'how much?' | 'watch' | { newKeys: number };

export interface Usage {
  cpu: NodeJS.CpuUsage;
  rss: number;
  /** The most processor time between two answers about a balance since it was last asked, in ms. */
  longest: number;
}

/** What a mock has used so far. */
export async function usage(server: Server): Promise<Usage> {
  return (await ask(server.process, 'how much?')) as Usage;
}

/** Lets a mock fill in `longest` from now on. */
export function watch(server: Server): void {
  server.process.send('watch' satisfies Question);
}

async function forked(name: string, cwd: string, file: string, args: string[]): Promise<Server> {
  const process = fork(join(cwd, file), args, { execArgv: ['--import', 'tsx'], cwd });
  const { port } = (await Promise.race([ask(process), failure(process, cwd)])) as { port: number };
  const newKeys = name === 'mock' ? (count: number) => ask(process, { newKeys: count }) : anyKeys;
  return { name, port, process, newKeys: newKeys as Server['newKeys'] };
}

/** Rejects where a process cannot be started: then it never ends, either. */
function failure(process: ChildProcess, cwd: string): Promise<never> {
  return new Promise((_, reject) =>
    process.once('error', ({ message }) =>
      reject(new Error(`A server under test could not be started in ${cwd}: ${message}`)),
    ),
  );
}

/** The next message of a process, once it was asked something; one that has ended sends none. */
function ask(process: ChildProcess, question?: Serializable): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const end = (): void => reject(new Error('A server under test has ended.'));
    process.once('exit', end);
    process.once('message', (answer) => {
      process.off('exit', end);
      resolve(answer);
    });
    if (question !== undefined) process.send(question);
  });
}
