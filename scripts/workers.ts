/** Hands trials to processes of their own. */
import { fork } from 'node:child_process';
import type { Flags } from './flags.js';
import type { Result, Task } from './worker.js';

/** Performs the tasks on `--jobs` processes, each taking the next task as soon as it is free; `onResult` hears of each. */
export async function perform(
  { jobs, live, full }: Flags,
  tasks: readonly Task[],
  onResult: (result: Result) => void,
): Promise<Result[]> {
  const queue = [...tasks];
  const results: Result[] = [];
  const flags = [...(live ? ['--live'] : []), ...(full ? ['--full'] : [])];
  const work = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const child = fork(new URL('./worker.ts', import.meta.url), flags);
      child.on('message', (message: Result | 'ready') => {
        if (message !== 'ready') {
          results.push(message);
          onResult(message);
        }
        child.send(queue.shift() ?? 'end');
      });
      child.on('error', reject);
      child.on('exit', (code) =>
        code === 0 ? resolve() : reject(new Error(`a worker ended with ${code} in the middle of its work`)),
      );
    });
  await Promise.all(Array.from({ length: Math.min(jobs, queue.length) }, work));
  return results;
}
