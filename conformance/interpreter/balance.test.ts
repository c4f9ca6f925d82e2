import { describe, expect, it } from 'vitest';
import { balanceIn } from './balance.js';

describe('balanceIn', () => {
  it.each<[unknown, string | null, number | null]>([
    [{ a: 1, credits_remaining: -2 }, null, -2],
    [{ account: { credits: [7] }, since: '2026-01-01', share: 0.5 }, null, 7],
    [{ a: 1, b: 2 }, null, null],
    [{ a: 1, b: { c: 2 } }, '/b/c', 2],
    [{ a: 1, b: { c: '2' } }, '/b/c', null],
    [{ credits_remaining: 3 }, '/nowhere', null],
    [undefined, null, null],
  ])('reads %j with the pointer %s as %s', (body, pointer, balance) => {
    expect(balanceIn(body, pointer)).toBe(balance);
  });
});
