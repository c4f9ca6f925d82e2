import { expect, it } from 'vitest';
import { contract, historyOf, type Call } from '../../../../test/samples/client-history.js';
import { gather } from '../../rules/judge.js';
import { courses } from '../index.js';
import { seenIn } from '../../../../test/samples/course-run.js';
import { judgeExpiry, judgeRecovery } from './recovery.js';

const course = courses.find(({ name }) => name === 'period-ends')!;

function verdictsOn(calls: readonly Call[]): string[] {
  const { say, judgements } = gather({ contract, askedOnce: true });
  const { run, seen } = seenIn(course, historyOf(calls));
  judgeExpiry(run, say, seen);
  return judgements.map(({ rule, verdict }) => `${rule} ${verdict}`);
}

const key = 'use_v1_00000000-0000-4000-8000-000000000001';

it('a key that is sent again after the 409 for its period offends', () => {
  const calls = [
    { key, status: 409 },
    { key, status: 409, after: 0.2, connection: '2' },
  ];
  expect(verdictsOn(calls)).toEqual(['CLI-11 fail']);
});

it('a copy that was sent before the 409 could be read offends nothing', () => {
  const calls = [
    { key, status: 409 },
    { key, status: 409, after: 0.01, connection: '2' },
  ];
  expect(verdictsOn(calls)).not.toContain('CLI-11 fail');
});

it.each([
  ['use_v1_00000000-0000-4000-8000-000000000002', ['CLI-26 fail']],
  ['no key of the contract', []],
])('after a 500, the key %s is told by the rule on it', (other, expected) => {
  const { say, judgements } = gather({ contract, askedOnce: true });
  const { run, seen } = seenIn(course, historyOf([{ key, status: 500 }, { key: other }]));
  judgeRecovery(run, say, seen);
  expect(judgements.map(({ rule, verdict }) => `${rule} ${verdict}`)).toEqual(expected);
});
