import { describe, expect, it } from 'vitest';
import { countNewJobs, decidePrice } from './billing.js';

describe('the price of a page', () => {
  it('counts the unpaid jobs', () => {
    expect(countNewJobs([4, 5, 6], new Set([5]))).toBe(2);
    expect(countNewJobs([], new Set([5]))).toBe(0);
  });

  it('is the price of the operation times the new jobs', () => {
    expect(decidePrice(8, 4, 2)).toEqual({ affordable: true, credits: 8, newJobs: 4 });
    expect(decidePrice(7, 4, 2)).toEqual({ affordable: false, credits: 8, newJobs: 4 });
  });

  it('is 0 without new jobs, even for an account in debt', () => {
    expect(decidePrice(0, 0, 2).affordable).toBe(true);
    expect(decidePrice(-25, 0, 1).affordable).toBe(true);
    expect(decidePrice(-25, 1, 1).affordable).toBe(false);
  });
});
