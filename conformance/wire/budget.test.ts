import { describe, expect, it } from 'vitest';
import { createBudget } from './budget.js';

describe('createBudget', () => {
  it('sets aside what a scenario can cost and refuses what is left no room for', () => {
    const budget = createBudget({ credits: 10, requests: null });
    expect(budget.reserve('a', 6)).toBeNull();
    expect(budget.reserve('b', 5)).toBe('can cost 5 credits, and of --max-credits 10 only 4 are left');
    budget.spend('a', 2);
    budget.release('a');
    expect(budget.reserve('b', 8)).toBeNull();
    expect(budget.creditsUsed).toBe(2);
  });

  it('lets free scenarios run when nothing is left', () => {
    const budget = createBudget({ credits: 0, requests: null });
    expect(budget.reserve('a', 0)).toBeNull();
  });

  it('stops a scenario that spends more than it announced', () => {
    const budget = createBudget({ credits: null, requests: null });
    budget.reserve('a', 3);
    budget.spend('a', 3);
    expect(budget.overspent('a')).toBeNull();
    budget.spend('a', 1);
    expect(budget.overspent('a')).toBe('the target charged 4 credits where at most 3 were announced');
  });

  it('counts requests up to the ceiling', () => {
    const budget = createBudget({ credits: null, requests: 3 });
    expect([budget.countRequests(2), budget.countRequests(2), budget.countRequests(1)]).toEqual([
      null,
      '--max-requests 3 is used up',
      null,
    ]);
    expect(budget.requests).toBe(3);
  });
});
