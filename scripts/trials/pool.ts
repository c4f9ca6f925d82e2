/** Hands tasks to worker processes. */
import { fork } from 'node:child_process';
import { extname } from 'node:path';
import type { Assignment, Done } from './worker.js';

/** Of the same kind as this module: compiled or not. */
const WORKER = new URL(`./worker${extname(import.meta.url)}`, import.meta.url);
/** Runs leave much garbage soon after they start: more room for young objects saves an eighth of the time. */
const MEMORY = ['--max-semi-space-size=64'];

/**
 * Performs the tasks in `jobs` processes, each of which takes the next task as soon as it is free. Calls `onDone` for each
 * result. Rejects if a worker dies.
 */
export async function perform(
  tasks: readonly Assignment[],
  jobs: number,
  onDone: (done: Done) => void,
): Promise<void> {
  const queue = [...tasks];
  const work = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const child = fork(WORKER, { execArgv: [...process.execArgv, ...MEMORY] });
      child.on('message', (message: Done | 'ready') => {
        if (message !== 'ready') onDone(message);
        child.send(queue.shift() ?? 'end');
      });
      child.on('error', reject);
      child.on('exit', (code) =>
        code === 0 ? resolve() : reject(new Error(`a worker ended with ${code} in the middle of its work`)),
      );
    });
  await Promise.all(Array.from({ length: Math.min(jobs, queue.length) }, work));
}
