/** Hands tasks to processes of their own: `perform` in the parent, `serve` in each worker. */
import { fork } from 'node:child_process';

export interface Worker {
  /** The module that calls `serve`. */
  script: URL;
  flags?: readonly string[];
  /** Processes at a time. */
  jobs: number;
}

/** Runs leave much behind soon after it was made: with more room for the young, an eighth of the time is saved. */
const MEMORY = ['--max-semi-space-size=64'];

/** Performs the tasks, each process taking the next one as soon as it is free; `onResult` hears of each. */
export async function perform<Task, Result>(
  { script, flags = [], jobs }: Worker,
  tasks: readonly Task[],
  onResult: (result: Result) => void,
): Promise<Result[]> {
  const queue = [...tasks];
  const results: Result[] = [];
  const work = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const child = fork(script, flags, { execArgv: [...process.execArgv, ...MEMORY] });
      child.on('message', (message: Result | 'ready') => {
        if (message !== 'ready') {
          results.push(message);
          onResult(message);
        }
        child.send((queue.shift() ?? 'end') as object | string);
      });
      child.on('error', reject);
      child.on('exit', (code) =>
        code === 0 ? resolve() : reject(new Error(`a worker ended with ${code} in the middle of its work`)),
      );
    });
  await Promise.all(Array.from({ length: Math.min(jobs, queue.length) }, work));
  return results;
}

/** Does one task of the parent after the other until it is told to end. What `work` throws ends the process. */
export function serve<Task, Result extends object>(
  work: (task: Task) => Promise<Result>,
  end: () => Promise<void> = async () => undefined,
): void {
  process.on('message', (task: Task | 'end') => {
    if (task === 'end') {
      process.disconnect();
      void end();
    } else void work(task).then((result) => process.send!(result));
  });
  process.send!('ready');
}
