/** Starts the servers to measure, each in its own process. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { ask } from '../ask.js';

const root = new URL('../../', import.meta.url).pathname;

export interface Server {
  name: string;
  port: number;
  process: ChildProcess;
  /** Creates accounts and returns their keys; servers other than the mock accept any key. */
  newKeys(count: number): Promise<string[]>;
}

/** A message to a mock. `watch` makes it record `longest`; it answers the others. */
export type Question = 'usage' | 'watch' | { newKeys: number };

export interface Usage {
  cpu: NodeJS.CpuUsage;
  /** Resident memory, in bytes. */
  rss: number;
  /** The longest processor time between two balance responses since the last question, in ms. */
  longest: number;
}

/**
 * Starts a mock with a `--state`. `checkout` is the root of the repository, or of another version of it. Rejects if the process
 * cannot start or ends.
 */
export async function forkMock({ postings = 10_000, state = '', checkout = root } = {}): Promise<Server> {
  const server = await forked('mock', 'mock.ts', [resolve(checkout), String(postings), state], checkout);
  return { ...server, newKeys: (count) => ask(server.process, { newKeys: count }) as Promise<string[]> };
}

export const anyKeys: Server['newKeys'] = (count) => Promise.resolve(Array<string>(count).fill('key'));

/** Returns what a mock has used since its start. */
export async function usage(server: Server): Promise<Usage> {
  return (await ask(server.process, 'usage')) as Usage;
}

/** Returns processor time in µs, user and system. */
export function microsOf({ cpu }: Usage): number {
  return cpu.user + cpu.system;
}

export async function end({ process }: Server): Promise<void> {
  const gone = once(process, 'exit');
  process.kill();
  await gone;
}

export async function forked(name: string, file: string, args: string[], cwd = root): Promise<Server> {
  const process = fork(join(root, 'scripts/bench/servers', file), args, {
    execArgv: ['--import', 'tsx'],
    cwd,
  });
  try {
    const { port } = (await ask(process)) as { port: number };
    return { name, port, process, newKeys: anyKeys };
  } catch (error) {
    throw new Error(`Could not start a server under test in ${cwd}.`, { cause: error });
  }
}
