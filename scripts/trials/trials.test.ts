import { expect, it } from 'vitest';
import { casesOf } from '../../test/support/cases.js';
import { tryTwice, type Outcome, type Task } from './trials.js';

const cases = casesOf<{
  tried: [what: string, task: string, failures: string[], attempts: string[], outcomes: object[]][];
}>(import.meta.filename);

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

it.each(cases.tried)('%s', async (_what, task, failures, attempts, outcomes) => {
  const found = await tried(task, ...failures);
  expect(found).toMatchObject({ attempts, outcomes });
  expect(found.outcomes.some(({ once }) => once)).toBe(outcomes.some((each) => 'once' in each));
});
