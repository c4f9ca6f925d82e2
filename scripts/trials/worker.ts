/** One of the processes behind the trials: performs the parent's tasks one after the other. */
import type { Result, Task } from './trials.js';

/** The module of each kind, which is loaded when a task needs it. */
const KINDS = {
  mutants: () => import('./mutant-work.js'),
  worlds: () => import('./world-work.js'),
  stranger: () => import('./stranger-work.js'),
};
export type Kind = keyof typeof KINDS;

interface Work {
  perform(task: Task): Promise<Result>;
  close?(): Promise<void>;
}

export interface Assignment {
  /** Index of the trials that the task belongs to. */
  of: number;
  kind: Kind;
  task: Task;
}

export interface Done {
  of: number;
  result: Result;
}

const loaded = new Map<Kind, Work>();

async function perform({ of, kind, task }: Assignment): Promise<Done> {
  if (!loaded.has(kind)) loaded.set(kind, (await KINDS[kind]()) as Work);
  return { of, result: await loaded.get(kind)!.perform(task) };
}

// An error ends the process, and the parent with it.
process.on('message', (message: Assignment | 'end') => {
  if (message !== 'end') return void perform(message).then((done) => process.send!(done));
  process.disconnect();
  for (const { close } of loaded.values()) void close?.();
});
process.send!('ready');
