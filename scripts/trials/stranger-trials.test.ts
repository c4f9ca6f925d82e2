import { expect, it } from 'vitest';
import type { SuiteRun } from './run-work.js';
import { strangerOutcome, type StrangerTask } from './stranger-trials.js';

const alarm = { clause: 'IDEM-14', isMust: true, words: 'by oracle ledger in x: expected 1; 2' };
const red = [alarm];
const seeded = { names: ['seed 7'], seed: 7, habits: ['moving=true'] };
const conforming: StrangerTask = { kind: 'run', ...seeded, breaks: null };
const breaks: StrangerTask = { ...conforming, breaks: 'retries-are-charged' };
const falseAlarm = 'seed 7: false alarm: IDEM-14 by oracle ledger in x: expected 1; 2';
const other = [{ ...alarm, clause: 'REQ-4' }];

function problems(task: StrangerTask, found: Partial<SuiteRun>): string[] {
  const run = { exitCode: 0, headline: 'Some words.', red: [], broken: [], ...found };
  return strangerOutcome(task, run as unknown as SuiteRun).problems;
}

const instead = 'seed 7: reports REQ-4 instead of IDEM-14';

it.each<[what: string, task: StrangerTask, found: Partial<SuiteRun>, problems: string[]]>([
  ['a run that conforms', conforming, {}, []],
  ['a false alarm', conforming, { exitCode: 1, red }, [falseAlarm, 'seed 7: exited with 1: Some words.']],
  ['an incomplete run', conforming, { exitCode: 5 }, ['seed 7: exited with 5: Some words.']],
  ['an incomplete run with noise', { ...conforming, habits: ['failing=true'] }, { exitCode: 5 }, []],
  ['a broken recommendation', conforming, { red: [{ ...alarm, isMust: false }] }, []],
  ['an error', conforming, { broken: ['a/b broke: why'] }, ['seed 7: a/b broke: why']],
  ['a fault that is found', breaks, { exitCode: 1, red }, []],
  ['a fault that is not found', breaks, {}, ['seed 7: exited with 0: Some words.']],
  ['a fault that leaves the run open', { ...breaks, breaks: 'charges-nothing' }, { exitCode: 5 }, []],
  ['a fault taken for another', breaks, { exitCode: 1, red: other }, [instead]],
])('has the right problems: %s', (_what, task, found, expected) => {
  expect(problems(task, found)).toEqual(expected);
});
