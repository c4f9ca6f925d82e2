import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.js';
import { onlyPart, partOfCommit, PARTS, remainderOf } from './parts.js';
import type { Task, Trials } from './trials.js';

const trials = (kind: Task['kind'], count: number): Trials => ({
  tasks: Array.from({ length: count }, (_, i) => ({ kind, names: [`${kind} ${i}`] })),
  conclude: () => ({ lines: [], problems: [] }),
});
const all = [trials('run', 2), trials('run', 6), trials('mutant', 30)];
const numbers = Array.from({ length: PARTS }, (_, i) => i + 1);
const namesOf = (some: readonly Trials[]): string[] =>
  some.flatMap(({ tasks }) => tasks.flatMap(({ names }) => names));

it('every task is in exactly one part', () => {
  expect(numbers.flatMap((part) => namesOf(onlyPart(all, part))).sort()).toEqual(namesOf(all).sort());
});

it('every part has a whole run and mutants', () => {
  for (const part of numbers) {
    const [strangers, worlds, mutants] = onlyPart(all, part).map(({ tasks }) => tasks.length);
    expect(strangers! + worlds!, `part ${part}`).toBeGreaterThan(0);
    expect(mutants, `part ${part}`).toBeGreaterThan(3);
  }
});

it('a part says what it leaves out, and how to repeat it', () => {
  expect(remainderOf(all, 3)).toBe(
    'Part 3 of 7 left out 7 of 8 whole runs, 25 of 30 mutants and groups of innocents. ' +
      'Repeat it: npm run trials -- --part 3; try all: npm run trials.',
  );
});

it('consecutive commits choose all parts, and a shallow clone chooses one by its hash', () => {
  const folder = temporaryFolder();
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], {
      cwd: folder,
      encoding: 'utf8',
    }).trim();
  git('init', '-q', 'whole');
  const chosen = numbers.map(() => {
    git('-C', 'whole', 'commit', '-q', '--allow-empty', '-m', 'x');
    return partOfCommit(`${folder}/whole`);
  });
  expect(chosen.sort()).toEqual(numbers);
  git('clone', '-q', '--depth', '1', `file://${folder}/whole`, 'shallow');
  const hash = Number.parseInt(git('-C', 'shallow', 'rev-parse', 'HEAD').slice(0, 8), 16);
  expect(partOfCommit(`${folder}/shallow`)).toBe((hash % PARTS) + 1);
});
