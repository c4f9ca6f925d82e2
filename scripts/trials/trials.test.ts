import { expect, it } from 'vitest';
import { tryTwice, type Outcome, type Task } from './trials.js';

/** Tries a mutant or the innocents of a group; `failures` lists the failing ones of each attempt. */
async function tried(task: string, ...failures: string[]) {
  const attempts: string[] = [];
  const outcomes = await tryTwice(
    { kind: 'mutant', names: task.split(' ') },
    (task: Task): Promise<Outcome> => {
      const failed = failures[attempts.push(task.names.join(' ')) - 1] ?? '';
      if (failed === 'error') return Promise.reject(new Error(failed));
      return Promise.resolve({ task, lines: [`${task.names} ${failed}`], problems: failed ? [failed] : [] });
    },
  );
  return { attempts, outcomes };
}

const lines = ['a,b x', 'a '];

it.each<[what: string, task: string, failures: string[], attempts: string[], outcomes: object[]]>([
  ['a success is not tried again', 'a b', [], ['a b'], [{ problems: [] }]],
  [
    'a failure that does not recur, in a mutant alone or each member of a group, is reported separately',
    'a b',
    ['x'],
    ['a b', 'a', 'b'],
    [{ lines, problems: [], once: ['x'] }, { problems: [] }],
  ],
  [
    'a failure that recurs counts, even if only one member of the group fails',
    'a b',
    ['x', '', 'y'],
    ['a b', 'a', 'b'],
    [{ problems: [] }, { problems: ['y'] }],
  ],
  ['an error counts as a failure', 'a', ['error'], ['a', 'a'], [{ problems: [], once: ['Error: error'] }]],
])('%s', async (_what, task, failures, attempts, outcomes) => {
  const found = await tried(task, ...failures);
  expect(found).toMatchObject({ attempts, outcomes });
  expect(found.outcomes.some(({ once }) => once)).toBe(outcomes.some((each) => 'once' in each));
});
