import { describe, expect, it } from 'vitest';
import { rateLimits } from './rate-limits.js';
import { history, page, verdicts, type Draft } from '../../../test/samples/exchanges.js';

const served: Draft = { answer: page([]) };
const refused: Draft = { status: 429, headers: { 'retry-after': '7' } };
/** A limit of two direct searches a minute. */
const accounts = [{ alias: 'ada', rateLimits: { searchJobs: { requests: 2, seconds: 60 } } }];
const judged = (...drafts: Draft[]): string[] => verdicts(rateLimits, history(...drafts), { accounts });

describe('a 429', () => {
  it('says in whole seconds how long to wait', () => {
    expect(judged(served, served, refused)).toContain('RATE-5 pass #3');
    const zero = { status: 429, headers: { 'retry-after': '0' } };
    expect(judged(zero)).toEqual(expect.arrayContaining(['RATE-5 pass #1', 'reading retry-after-zero=0 #1']));
    for (const value of [undefined, '-1', '1.5', 'soon', 'Sun, 01 Mar 2026 12:00:00 GMT']) {
      const odd = { status: 429, headers: { 'retry-after': value } };
      expect(judged(served, served, odd)).toContain(
        `RATE-5 fail #3: expected a Retry-After of whole seconds; actual Retry-After ${JSON.stringify(value ?? null)}`,
      );
    }
  });

  it('comes when the limit is reached, and not before', () => {
    expect(judged(served, served, refused)).toEqual([
      'RATE-5 pass #3',
      'RATE-1 pass #2',
      'RATE-2 pass #3',
      'reading retry-after-zero=at-least-1 #3',
    ]);
    const provoked = { ...refused, change: { throttleExpected: true } };
    expect(judged(served, provoked)).toContain(
      'RATE-1 fail #2: expected 2 requests in 60 s are served; actual 429 for request 2',
    );
    const shared = [{ ...accounts[0]!, fresh: false }];
    expect(
      verdicts(rateLimits, history(served, provoked), { accounts: shared }).some((line) =>
        line.includes('fail'),
      ),
    ).toBe(false);
  });

  it('may meet any of the requests at once, in whatever order they were sent', () => {
    const provoked: Draft = { ...refused, at: [1, 9], change: { throttleExpected: true } };
    const story = (...others: Draft[]): string[] =>
      judged(provoked, ...others).filter((line) => line.includes('fail'));
    expect(story({ ...served, at: [2, 8] }, { ...served, at: [3, 7] })).toEqual([]);
    expect(story({ ...served, at: [2, 8] }, { ...served, at: [10, 11] })).toEqual([
      'RATE-1 fail #1: expected 2 requests in 60 s are served; actual 429 for request 2',
    ]);
  });

  it('in passing, where nobody asked for it, is no sign of a limit that is too low', () => {
    expect(judged(served, refused).filter((line) => line.includes('fail'))).toEqual([]);
  });

  it('is not held against a target that a fault was planted in', () => {
    const planted = { ...refused, change: { faultPlanted: true, throttleExpected: true } };
    expect(judged(planted)).toEqual(['RATE-5 pass #1', 'reading retry-after-zero=at-least-1 #1']);
  });
});

describe('a limit', () => {
  it('lets through no more than two minutes may hold', () => {
    expect(judged(served, served, served, served).filter((line) => line.includes('fail'))).toEqual([]);
    expect(judged(served, served, served, served, served).at(-1)).toBe(
      'RATE-2 fail #5: expected no more than 2 requests in 60 s are served; actual 5 in 60 s at most',
    );
  });

  it('begins anew with time', () => {
    const late = { ...served, at: [900, 901] } as Draft;
    expect(judged(served, served, served, served, late).filter((line) => line.includes('fail'))).toEqual([]);
  });
});
