/** A worker process of the trials: performs the tasks that its parent sends, one after the other. An error ends it. */
import type { Result, Task, Trials } from './trials.js';

interface Work {
  perform(task: Task): Promise<Result>;
}

process.on('message', ({ kind, task }: { kind: Trials['kind']; task: Task }) => void perform(kind, task));

async function perform(kind: Trials['kind'], task: Task): Promise<void> {
  const work = (await import(`./${kind}-work.js`)) as Work;
  process.send!(await work.perform(task));
}
