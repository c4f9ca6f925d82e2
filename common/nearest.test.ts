import { describe, expect, it } from 'vitest';
import { didYouMean, nearest } from './nearest.js';

const NAMES = ['searchJobsHistorical', 'auth-status', 'searchJobs', 'IDEM-3'];

describe('the nearest name', () => {
  it.each([
    ['a letter left out', 'autstatus', 'auth-status'],
    ['a letter replaced', 'IDEN-3', 'IDEM-3'],
    ['two letters swapped', 'searhcJobs', 'searchJobs'],
    ['another letter case', 'idem-3', 'IDEM-3'],
    ['the name itself', 'searchJobs', 'searchJobs'],
    ['the fewest changes', 'IDEM-33', 'IDEM-31', ['IDEM-1', 'IDEM-31', 'IDEM-3']],
    ['other punctuation', 'IDEM14', 'IDEM-14', ['IDEM-1', 'IDEM-4', 'IDEM-14']],
    ['an empty name', '', 'a', ['a']],
  ])('is found through %s', (_, name, found, names = NAMES) => {
    expect(nearest(name, names)).toBe(found);
  });

  it('is undefined if no candidate is near', () => {
    expect(nearest('cats', ['auth-status', 'rate-others'])).toBeUndefined();
    expect(nearest('x', [])).toBeUndefined();
  });

  it('is suggested as a question', () => {
    expect(didYouMean('auth-statis', ['auth-status'])).toBe(' Did you mean "auth-status"?');
    expect(didYouMean('cats', ['auth-status'])).toBe('');
  });
});
