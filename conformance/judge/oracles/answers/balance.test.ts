import { describe, expect, it } from 'vitest';
import { balance } from './balance.js';
import { history, verdicts } from '../../../../test/samples/exchanges.js';

const judged = (answer: unknown, balancePointer: string | null = null): string[] =>
  verdicts(balance, history({ operation: 'getCreditBalance', answer }), { target: { balancePointer } });

describe('the balance response', () => {
  it('contains the balance, which may be zero or negative', () => {
    expect(judged({ credits_remaining: 7 })).toEqual([
      'BAL-1 pass #1',
      'reading balance-body=credits-remaining #1',
    ]);
    expect(judged({ credits_remaining: 0 })).toContain('BAL-3 pass #1');
    expect(judged({ credits_remaining: -25 })).toContain('BAL-4 pass #1');
  });

  it('may contain it elsewhere: as the only integer, or at the pointer of the profile', () => {
    expect(judged({ account: { credits: 7, plan: 'x' } })).toEqual([
      'BAL-1 pass #1',
      'reading balance-body=other #1',
    ]);
    expect(judged({ limit: 100, account: { credits: 7 } }, '/account/credits')).toEqual([
      'BAL-1 pass #1',
      'reading balance-body=other #1',
    ]);
  });

  it('is broken if no such integer exists', () => {
    expect(judged({ credits_remaining: '7' })).toEqual([
      'BAL-1 fail #1: expected one integer in the body; actual {"credits_remaining":"7"}',
    ]);
    expect(judged({ credits_remaining: '7', a: 1, b: 2 })[0]).toMatch(/^BAL-1 fail #1/);
    expect(judged({ credits: 7 }, '/account/credits')).toEqual([
      'BAL-1 fail #1: expected an integer at /account/credits; actual {"credits":7}',
    ]);
  });

  it('is not judged if it contains several integers and the profile does not say which', () => {
    expect(judged({ amount: 7, cycle_days: 30 })).toEqual([]);
  });
});
