/** A worker process of the trials: performs the tasks that its parent sends, one after the other. */
import type { Outcome, Task } from './trials.js';

interface Work {
  /** A task that was tried again has several outcomes. */
  perform(task: Task): Promise<Outcome | Outcome[]>;
}

process.on('message', (task: Task) => void perform(task));

async function perform(task: Task): Promise<void> {
  const { perform } = (await import(`./${task.kind}-work.js`)) as Work;
  const outcomes = await perform(task).catch((error: unknown): Outcome => {
    const problem = `${task.names.join(' + ')}: ${error instanceof Error ? error.stack : String(error)}`;
    return { task, lines: [], problems: [problem], isBroken: true };
  });
  process.send!([outcomes].flat());
}
