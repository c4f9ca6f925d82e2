import { expect, it } from 'vitest';
import { gather } from '../../rules/judge.js';
import { contract, historyOf } from '../../../../test/samples/client-history.js';
import { courses } from '../index.js';
import { seenIn } from '../../../../test/samples/course-run.js';
import { judgePoll } from './several.js';

const poll = courses.find(({ name }) => name === 'poll')!;

it.each([
  ['three searches', ['a', 'b', 'c'], 'CLI-6 pass'],
  ['two, one of them again under its key', ['a', 'b', 'a'], 'CLI-6 fail'],
  ['four', ['a', 'b', 'c', 'd'], 'CLI-27 fail'],
  ['four without keys, which may be attempts', [null, null, null, null], 'CLI-6 pass'],
])('in a poll of three, %s', (_, keys, expected) => {
  const calls = keys.map((key) => ({ key: key && `use_v1_${key}` }));
  const { run, seen } = seenIn(poll, historyOf(calls), { outcome: 'done', jobs: [] });
  const { say, judgements } = gather({ contract, askedOnce: true });
  judgePoll(run, say, seen);
  expect(judgements.map(({ rule, verdict }) => `${rule} ${verdict}`)).toEqual([expected]);
});
