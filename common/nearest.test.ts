import { describe, expect, it } from 'vitest';
import { didYouMean, nearest } from './nearest.js';

describe('the nearest name', () => {
  it.each([
    ['a letter left out', 'autstatus', 'auth-status'],
    ['a letter replaced', 'IDEN-3', 'IDEM-3'],
    ['two letters swapped', 'searhcJobs', 'searchJobs'],
    ['another letter case', 'idem-3', 'IDEM-3'],
    ['the name itself', 'searchJobs', 'searchJobs'],
  ])('is found through %s', (_, name, found) => {
    expect(nearest(name, ['searchJobsHistorical', 'auth-status', 'searchJobs', 'IDEM-3'])).toBe(found);
  });

  it('is the one with the fewest changes', () => {
    expect(nearest('IDEM-33', ['IDEM-1', 'IDEM-31', 'IDEM-3'])).toBe('IDEM-31');
  });

  it('is a single character for an empty name', () => {
    expect(nearest('', ['a'])).toBe('a');
  });

  it('is the one that differs only in punctuation', () => {
    expect(nearest('IDEM14', ['IDEM-1', 'IDEM-4', 'IDEM-14'])).toBe('IDEM-14');
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
