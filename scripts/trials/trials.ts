/** Runs trials: worker processes perform the tasks and report each outcome; the problems follow at the end. */
import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { compileSources } from '../../test/support/compile-programs.js';
import { ask } from '../ask.js';

/** Runs make many short-lived objects, so a larger young generation saves an eighth of the time. */
const MEMORY = ['--max-semi-space-size=64'];

export interface Task {
  /** The module `${kind}-work.ts` performs it. */
  kind: 'mutant' | 'pair' | 'run' | 'explore';
  /** A mutant, the innocents of a group, a clause whose mutants are tried, or a run. */
  names: readonly string[];
}

export interface Outcome {
  task: Task;
  /** Printed as soon as the outcome arrives. */
  lines: string[];
  problems: string[];
  /** Problems of a first try that did not recur. They are reported, and do not fail the trials. */
  once?: string[];
  /** Set if an error ended the task. Then the outcome lacks the members that its kind of task adds. */
  isBroken?: true;
}

export interface Conclusion {
  lines: string[];
  problems: string[];
}

export interface Trials<O extends Outcome = Outcome> {
  /** The longest first, so that no process still performs a long one when the others have finished. */
  tasks: readonly O['task'][];
  /** Printed after all outcomes. */
  conclude(outcomes: readonly O[]): Conclusion;
}

export function say(line = ''): void {
  process.stdout.write(`${line}\n`);
}

/** Performs trials in `jobs` processes. Returns the exit status: 1 if there are problems, otherwise 0. */
export async function runTrials(all: readonly Trials[], jobs?: number): Promise<number> {
  const begun = performance.now();
  const outcomes = await performAll(all, jobs);
  const problems = outcomes.flat().flatMap((each) => each.problems);
  if (outcomes.flat().length === 0)
    problems.push('Nothing was tried: nothing has all of these flags and names.');
  for (const [i, { conclude }] of all.entries()) {
    const { lines, problems: more } = conclude(outcomes[i]!.filter(({ isBroken }) => !isBroken));
    for (const line of lines) say(line);
    problems.push(...more);
  }
  section(
    'In one of two tries only',
    outcomes.flat().flatMap(({ once = [] }) => once),
  );
  section('Problems', problems);
  say(`\n${problems.length} problems; ${Math.round((performance.now() - begun) / 1_000)} s.`);
  return problems.length > 0 ? 1 : 0;
}

/** Performs the tasks of all trials in `jobs` processes. Returns the outcomes of each trial. Rejects if a process dies. */
export async function performAll(
  all: readonly Pick<Trials, 'tasks'>[],
  jobs = availableParallelism(),
): Promise<Outcome[][]> {
  const outcomes = all.map((): Outcome[] => []);
  const queue = all.flatMap(({ tasks }, of) => tasks.map((task) => ({ of, task })));
  if (queue.length === 0) return outcomes;
  // Compiled, because code under `tsx` is slower: it sets the name of each function whenever it is created.
  using programs = await compileSources();
  const worker = programs.file('scripts/trials/worker.js');
  const work = async (): Promise<void> => {
    const child = fork(worker, { execArgv: MEMORY, serialization: 'advanced' });
    try {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        const found = (await ask(child, next.task)) as Outcome[];
        outcomes[next.of]!.push(...found);
        for (const line of found.flatMap(({ lines }) => lines)) say(line);
      }
    } finally {
      child.kill();
    }
  };
  await Promise.all(Array.from({ length: Math.min(jobs, queue.length) }, work));
  return outcomes;
}

/** Performs a task. If it has problems, tries each of its names again, alone; problems that do not recur become `once`. */
export async function tryTwice<T extends Task, O extends Outcome>(
  task: T,
  attempt: (task: T) => Promise<O>,
): Promise<O[]> {
  const first = await attempt(task).catch((error: unknown) => ({ lines: [], problems: [String(error)] }));
  if (first.problems.length === 0) return [first as O];
  const again: O[] = [];
  for (const name of task.names) again.push(await attempt({ ...task, names: [name] }));
  again[0]!.lines.unshift(...first.lines);
  if (again.every(({ problems }) => problems.length === 0)) again[0]!.once = first.problems;
  return again;
}

function section(title: string, lines: readonly string[]): void {
  if (lines.length === 0) return;
  say(`\n${title}`);
  for (const line of lines) say(`  ${line}`);
}
