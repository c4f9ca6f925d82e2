import { expect, it } from 'vitest';
import { historyOf } from '../../../test/samples/client-history.js';
import { seenIn, verdictsOn } from '../../../test/samples/course-run.js';

const key = 'use_v1_00000000-0000-4000-8000-000000000001';

it.each([
  ['breaks CLI-11 if the client had read the 409 for its period', 0.2, 'CLI-11 fail'],
  ['breaks nothing if it was sent before the client could read that 409', 0.01, 'CLI-11 pass'],
])('a repeated key %s', (_, after, expected) => {
  const again = { key, status: 409, after, connection: '2' };
  const seen = seenIn('period-ends', historyOf([{ key, status: 409 }, again]));
  expect(verdictsOn(seen, 'CLI-11')[0]).toBe(expected);
});

it.each([
  ['use_v1_00000000-0000-4000-8000-000000000002', ['CLI-26 fail']],
  ['malformed', []],
])('after a 500, CLI-26 judges the key %s', (other, expected) => {
  const seen = seenIn('period-ends', historyOf([{ key, status: 500 }, { key: other }]));
  expect(verdictsOn(seen, 'CLI-26', 'CLI-1', 'CLI-2')).toEqual(expected);
});
