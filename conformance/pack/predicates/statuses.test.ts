import { expect, it } from 'vitest';
import { exchange } from '../../../test/servers/servers.js';
import { answer, holds, judge } from '../../../test/samples/predicate.js';

it('counts statuses over copies', () => {
  const many = [answer(1, 200, {}), answer(2, 429, {}), answer(3, 429, {})];
  expect(holds('status-counts', { '200': 1, '429': { 'at-least': 1 }, only: [200, 429] }, many)).toBe(true);
  expect(holds('status-counts', { only: [200] }, many)).toBe(false);
  expect(holds('status-counts', { '402': 1 }, many)).toBe(false);
});

it('says which choice a status shows', () => {
  const args = { reading: 'auth-status', choices: { '403': '403', '401': '401' } };
  expect(judge('one-of-status', args, [answer(4, 401, {})])).toMatchObject({
    holds: true,
    observation: { reading: 'auth-status', choice: '401' },
  });
  expect(judge('one-of-status', args, [answer(4, 404, {})])).toMatchObject({
    holds: false,
    exchanges: [4],
  });
});

it('knows a lost answer', () => {
  const lost = exchange({ response: null, failure: { kind: 'connection', message: 'closed' } });
  expect(holds('no-response', {}, [lost])).toBe(true);
  expect(holds('no-response', {}, [answer(1, 200, {})])).toBe(false);
  expect(holds('responded', {}, [lost])).toBe(false);
});
