import { expect, it } from 'vitest';
import { balanceIn, isUncountable } from './balance.js';

it.each<[unknown, string | null, number | null]>([
  [{ a: 1, credits_remaining: -2 }, null, -2],
  [{ account: { credits: [7] }, since: '2026-01-01', share: 0.5 }, null, 7],
  [{ a: 1, b: 2 }, null, null],
  [{ balance: 7, cycle: { from: 1767225600000, days: 31 }, used: 3 }, null, 7],
  [{ account: { id: 12, credits: { remaining: -7, used: 107 } } }, null, -7],
  [{ balance: 7, balance_at_start: 100 }, null, null],
  [{ credits: 7, cycle_days: 30 }, null, 7],
  [{ credits: 100, balance: 7, days: 30 }, null, 7],
  [{ credits_used: 3, credits_granted: 10 }, null, null],
  [{ a: 1, b: { c: 2 } }, '/b/c', 2],
  [{ a: 1, b: { c: '2' } }, '/b/c', null],
  [{ credits_remaining: 3 }, '/nowhere', null],
  [{ amount: 7, since: 2 ** 60 }, null, 7],
  [{ balance: 2 ** 60, seats: 3 }, null, null],
  [undefined, null, null],
])('balanceIn reads %j with the pointer %s as %s', (body, pointer, balance) => {
  expect(balanceIn(body, pointer)).toBe(balance);
});

it.each<[unknown, string | null, boolean]>([
  [{ amount: 7, days: 30 }, null, true],
  [{ balance: 7, days: 30 }, null, false],
  [{ balance: 7, days: 30 }, '/balance', false],
  [{ balance: 7, since: '2026-01-01' }, null, false],
  [{ credits_remaining: '7', days: 30, of: 100 }, null, false],
  [{ balance: 'seven' }, null, false],
  [{ credits_remaining: 2 ** 53 }, null, true],
  [{ balance: 2 ** 60, seats: 3 }, null, true],
  [{ amount: 2 ** 60 }, null, true],
  [{ amount: 2 ** 60 }, '/amount', true],
  [{ balance: 7, since: 2 ** 60 }, null, false],
])('isUncountable of %j with the pointer %s is %s', (body, pointer, uncountable) => {
  expect(isUncountable(body, pointer)).toBe(uncountable);
});
