/** Divides the trials into parts. Each check tries one part, and consecutive commits try all of them. */
import { execFileSync } from 'node:child_process';
import { grouped } from '../../conformance/values/grouped.js';
import type { Trials } from './trials.js';

/** A prime number, so that checking only every second or third commit also covers all parts. */
export const PARTS = 7;

/** Returns the trials with only the tasks of one part, from 1. Each task is in one part, and each part has tasks of all sizes. */
export function onlyPart(all: readonly Trials[], part: number): Trials[] {
  let place = 0;
  return all.map((trials) => ({
    ...trials,
    tasks: trials.tasks.filter(() => place++ % PARTS === part - 1),
  }));
}

/** The part for the current commit, by its number in the history or, in a shallow clone, by its hash. */
export function partOfCommit(folder = import.meta.dirname): number {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
  const isShallow = git('rev-parse', '--is-shallow-repository') === 'true';
  const number = isShallow
    ? Number.parseInt(git('rev-parse', 'HEAD').slice(0, 8), 16)
    : Number(git('rev-list', '--count', 'HEAD'));
  return (number % PARTS) + 1;
}

const WORDS = {
  run: 'whole runs',
  explore: 'stories',
  mutant: 'mutants and groups of innocents',
  pair: 'pairs',
};

/** Returns sentences on what a part leaves out, and how to repeat it. */
export function remainderOf(all: readonly Trials[], part: number): string {
  const tasksOf = (trials: readonly Trials[]) => trials.flatMap(({ tasks }) => tasks);
  const kinds = grouped(tasksOf(all), ({ kind }) => kind);
  const left = [...kinds].map(([kind, { length }]) => {
    const tried = tasksOf(onlyPart(all, part)).filter((task) => task.kind === kind).length;
    return `${length - tried} of ${length} ${WORDS[kind]}`;
  });
  return (
    `Part ${part} of ${PARTS} left out ${left.join(', ')}. ` +
    `Repeat it: npm run trials -- --part ${part}; try all: npm run trials.`
  );
}
