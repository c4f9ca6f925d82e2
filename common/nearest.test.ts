import { describe, expect, it } from 'vitest';
import { casesOf } from '../test/support/cases.js';
import { didYouMean, nearest } from './nearest.js';

const cases = casesOf<{ found: [what: string, name: string, found: string, names?: string[]][] }>(
  import.meta.filename,
);
const NAMES = ['searchJobsHistorical', 'auth-status', 'searchJobs', 'IDEM-3'];

describe('the nearest name', () => {
  it.each(cases.found)('is found through %s', (_, name, found, names = NAMES) => {
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
