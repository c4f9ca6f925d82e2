import { describe, expect, it } from 'vitest';
import { steadiness } from './steadiness.js';
import { history, page, verdicts, type Draft } from '../../../../test/samples/exchanges.js';

const search = (found: number, change: Draft = {}): Draft => ({
  body: { limit: 5 },
  answer: page([], { total_jobs_found: found }),
  ...change,
});

describe('data', () => {
  it('is seen to stand still where the same search finds the same', () => {
    expect(verdicts(steadiness, history(search(7), search(7)))).toEqual(['reading moving-data=still #1 #2']);
  });
  it('is seen to move where it finds something else', () => {
    expect(verdicts(steadiness, history(search(7), search(7), search(8)))).toEqual([
      'reading moving-data=moving #2 #3',
    ]);
  });
  it('is not looked at by another search, nor by a recovered answer', () => {
    const key = 'use_v1_one';
    expect(verdicts(steadiness, history(search(7), search(8, { body: { limit: 6 } })))).toEqual([]);
    expect(verdicts(steadiness, history(search(7, { key }), search(7, { key })))).toEqual([]);
  });
});

describe('a failure in passing', () => {
  const same = { change: { step: 'search' } };
  it.each([
    [{ status: 502, text: 'Bad Gateway' }, 'in-other-ways'],
    [{ status: 503, answer: { detail: 'service_unavailable' } }, 'refused'],
    [{ answer: { success: false, data: null, error: 'Sorry' } }, 'in-other-ways'],
  ])('is told as it was seen: %j', (failed, choice) => {
    expect(verdicts(steadiness, history(search(7, { ...failed, ...same }), search(7, same)))).toEqual([
      `reading passing-failure=${choice} #1`,
    ]);
  });
});
