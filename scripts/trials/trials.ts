/** Runs trials: tasks in worker processes, lines for each result, a second try for failures of some kinds, then problems. */
import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { compileSources } from '../../test/support/compile-programs.js';
import { ask } from '../ask.js';

/** Runs make many short-lived objects, so a larger young generation saves an eighth of the time. */
const MEMORY = ['--max-semi-space-size=64'];

export interface Task {
  /** A mutant, the innocents of a group, or a run. */
  names: readonly string[];
}

export interface Result {
  task: Task;
}

export interface Conclusion {
  lines: string[];
  problems: string[];
}

/** Trials that the module `${kind}-work.ts` performs. */
export interface Trials<R extends Result = Result> {
  kind: 'mutant' | 'pair' | 'run' | 'explore';
  /** The longest first, so that no process still performs a long one when the others have finished. */
  tasks: readonly R['task'][];
  /** Whether failures are tried again, each name alone. If a failure does not recur, the trials report it and succeed. */
  hasSecondTry: boolean;
  /** Printed as soon as a result arrives. */
  linesOf(result: R): string[];
  problemsOf(result: R): string[];
  /** Printed after all results. */
  conclude(results: readonly R[]): Conclusion;
}

export interface Tried<R extends Result> {
  /** The final results: those of the second try replace failures of the first. */
  counted: R[];
  /** Failures of the first try that did not recur. */
  once: R[];
}

export function say(line = ''): void {
  process.stdout.write(`${line}\n`);
}

/** Performs trials in `jobs` processes. Returns the exit status: 1 if there are problems, otherwise 0. */
export async function runTrials(all: readonly Trials[], jobs = availableParallelism()): Promise<number> {
  const begun = performance.now();
  const first = await performAll(all, jobs);
  const retried = all.map((trials, i): Trials => {
    const wrong = first[i]!.filter((result) => isWrong(trials, result));
    return { ...trials, tasks: trials.hasSecondTry ? tasksAgain(wrong) : [] };
  });
  const second = await performAll(retried, jobs);
  const problems: string[] = [];
  for (const [i, trials] of all.entries()) {
    const { counted, once } = trials.hasSecondTry
      ? afterSecondTry(first[i]!, second[i]!, (result) => isWrong(trials, result))
      : { counted: first[i]!, once: [] };
    const { lines, problems: more } = trials.conclude(counted);
    for (const line of lines) say(line);
    section(
      'In one of two tries only',
      once.flatMap((result) => trials.problemsOf(result)),
    );
    problems.push(...counted.flatMap((result) => trials.problemsOf(result)), ...more);
  }
  section('Problems', problems);
  say(`\n${problems.length} problems; ${Math.round((performance.now() - begun) / 1_000)} s.`);
  return problems.length > 0 ? 1 : 0;
}

function isWrong(trials: Trials, result: Result): boolean {
  return trials.problemsOf(result).length > 0;
}

/** Performs the tasks of all trials in `jobs` processes. Returns their results, by trials. Rejects if a process dies. */
export async function performAll(
  all: readonly Pick<Trials, 'kind' | 'tasks' | 'linesOf'>[],
  jobs = availableParallelism(),
): Promise<Result[][]> {
  const results = all.map((): Result[] => []);
  const queue = all.flatMap(({ kind, tasks }, of) => tasks.map((task) => ({ of, kind, task })));
  if (queue.length === 0) return results;
  // Compiled, because code under `tsx` is slower: it sets the name of each function whenever it is created.
  const { folder, remove } = await compileSources();
  const worker = join(folder, 'scripts/trials/worker.js');
  const work = async (): Promise<void> => {
    const child = fork(worker, { execArgv: MEMORY, serialization: 'advanced' });
    try {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        const result = (await ask(child, next)) as Result;
        results[next.of]!.push(result);
        for (const line of all[next.of]!.linesOf(result)) say(line);
      }
    } finally {
      child.kill();
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(jobs, queue.length) }, work));
  } finally {
    remove();
  }
  return results;
}

export function tasksAgain(wrong: readonly Result[]): Task[] {
  return wrong.flatMap(({ task }) => task.names.map((name) => ({ ...task, names: [name] })));
}

export function afterSecondTry<R extends Result>(
  first: readonly R[],
  second: readonly R[],
  isWrong: (result: R) => boolean,
): Tried<R> {
  const again = new Set(second.filter(isWrong).flatMap(({ task }) => task.names));
  const once = first.filter(
    (result) => isWrong(result) && !result.task.names.some((name) => again.has(name)),
  );
  return { counted: [...first.filter((result) => !isWrong(result)), ...second], once };
}

export function section(title: string, lines: readonly string[]): void {
  if (lines.length === 0) return;
  say(`\n${title}`);
  for (const line of lines) say(`  ${line}`);
}
