import { describe, expect, it } from 'vitest';
import { replay } from './replay.js';
import { jobs, judging, page, type Draft } from '../../../test/samples/exchanges.js';

const { judged, failures } = judging(replay);
const key = 'use_v1_a';
const body = { limit: 5 };
const first: Draft = { key, body, answer: page(jobs(1, 5)) };
const other: Draft = { key: 'use_v1_b', answer: page(jobs(6, 9), { credits_remaining: 91 }) };

describe('an operation key whose use is not all known', () => {
  const refused: Draft = { key, body, status: 409 };
  const unavailable: Draft = { key, body, status: 503 };

  it('may be refused after a 503 by a lost search that it was used for before', () => {
    expect(failures(unavailable, refused)).toHaveLength(1);
    expect(failures({ key, body: { limit: 6 }, lost: true }, unavailable, refused)).toEqual([]);
    expect(failures({ key, body: { limit: 6 }, status: 422 }, unavailable, refused)).toEqual([]);
    expect(failures({ key, body: { limit: 6 }, status: 400 }, unavailable, refused)).toHaveLength(1);
    expect(failures({ body, lost: true }, unavailable, refused)).toEqual([]);
  });

  it('is tied to the body of a search that failed, or is not', () => {
    const changed = { ...first, body: { limit: 6 } };
    const failed: Draft = { key, body, answer: { success: false, data: null, error: 'Sorry' } };
    for (const before of [{ key, body, status: 422 }, failed]) {
      expect(judged(before, changed)).toContain('reading changed-after-failure=accepted #1 #2');
      expect(judged(before, { ...changed, status: 409 })).toContain(
        'reading changed-after-failure=conflict #1 #2',
      );
    }
    expect(judged({ key, body, lost: true }, changed).join()).not.toContain('changed-after-failure');
    expect(judged(first, { ...changed, status: 409 }).join()).not.toContain('changed-after-failure');
  });

  it('names a new search if it was never sent, whatever other keys look like', () => {
    const long = 'use_v1_0123456789_0123456789_0123456789';
    expect(failures({ ...refused, key: long })).toHaveLength(1);
    expect(failures(refused)).toEqual([]);
    expect(failures({ ...refused, key: long, account: 'bob' }, { ...first, key: long })).toHaveLength(1);
    const letter = { ...refused, key: `${long}a`, body: { limit: 6 } };
    expect(failures({ ...first, key: `${long}A` }, letter).join()).toContain('IDEM-34');
    expect(failures({ ...first, key: 'use_v1_A' }, { ...refused, body: { limit: 6 } })).toEqual([]);
    const credits: Draft = { admin: 'updateAccount', answer: {} };
    expect(failures({ ...first, key: long }, credits, { ...refused, key: long, body: { limit: 6 } })).toEqual(
      [],
    );
    const small = { ...first, key: `${long}a` };
    expect(judged({ ...first, key: `${long}A` }, other, small).join()).toContain('IDEM-34');
  });

  it('serves the retry if the target itself lost the answer', () => {
    const lost: Draft = { key, body, lost: true, change: { faultPlanted: true } };
    expect(failures(lost, refused).join()).toContain('IDEM-16');
    expect(judged(lost, first).join()).toContain('IDEM-16');
    expect(failures({ key, body, lost: true }, refused)).toEqual([]);
  });

  it('is no reason to call one of two copies invalid', () => {
    const copies = (status: number): Draft[] => [
      { ...first, at: [1, 5] },
      { key, body, status, at: [1, 4] },
    ];
    expect(failures(...copies(400)).join()).toContain('IDEM-13');
    for (const status of [402, 409, 429, 503]) expect(failures(...copies(status))).toEqual([]);
  });

  it('may be refused by another use of it that is under way, whichever was sent first', () => {
    const late: Draft = { ...refused, at: [4, 8] };
    expect(failures(unavailable, late, { ...first, body: { limit: 6 }, at: [5, 7] })).toEqual([]);
    expect(failures(first, late, { ...first, at: [5, 7] })).toEqual([]);
    expect(failures(first, late, { ...first, at: [9, 10] })).not.toEqual([]);
  });

  it('may have ended with a billing cycle that turned while the retry was under way', () => {
    const midnight = (before: number): Draft => ({
      ...refused,
      change: { targetNow: Date.UTC(2026, 2, 1, 24) - before },
    });
    expect(failures(first, midnight(50))).toEqual([]);
    expect(failures(first, midnight(500))).toHaveLength(1);
  });

  it('may be refused while a search or retry that was given up on is under way', () => {
    expect(failures(first, { key, body, lost: true }, refused)).toEqual([]);
    expect(failures(first, { body, lost: true }, refused)).toEqual([]);
    expect(failures({ key, body, lost: true }, first, refused)).toEqual([]);
    expect(failures({ key: 'use_v1_b', body, lost: true }, first, refused)).toHaveLength(1);
  });

  it('names the latest search for which the service made it again, without being asked for the earlier one', () => {
    const made = (from: number): Draft => ({
      body,
      answer: page(jobs(from, from + 4)),
      headers: { 'idempotency-key': 'use_v1_of-this-body' },
    });
    const sent = (from: number): Draft => ({ ...made(from), key: 'use_v1_of-this-body' });
    expect(failures(made(1), made(2), sent(2), sent(2))).toEqual([]);
    expect(failures(made(1), made(2), sent(1))).toHaveLength(2);
    expect(failures(made(1), sent(2))).toHaveLength(2);
  });

  it('may say nothing of the price in the first of two copies at once', () => {
    const free = page(jobs(1, 5), { credits_used: 0 });
    const copies: Draft[] = [
      { ...first, answer: free, at: [1, 5] },
      { ...first, at: [2, 4] },
    ];
    expect(failures(...copies, { ...first, answer: free, at: [6, 7] })).toEqual([]);
    expect(failures(...copies, { ...first, at: [6, 7] })).toEqual([]);
    expect(
      failures(...copies, { ...first, answer: page(jobs(1, 5), { credits_used: 3 }), at: [6, 7] }),
    ).not.toEqual([]);
  });
});

describe('an operation key that comes again', () => {
  it('recovers its search, stored or with the balance of now', () => {
    expect(judged(first, other, first)).toEqual(['IDEM-13 pass #1 #3', 'reading replay-body=stored #1 #3']);
    const fresh = { ...first, answer: page(jobs(1, 5), { credits_remaining: 91 }) };
    expect(judged(first, other, fresh)).toEqual([
      'IDEM-13 pass #1 #3',
      'reading replay-body=fresh-balance #1 #3',
    ]);
    expect(judged(first, first)).toEqual(['IDEM-13 pass #1 #2']);
  });

  it('finds other jobs, other totals and a refusal', () => {
    const shuffled = { ...first, answer: page(jobs(1, 5).reverse()) };
    expect(judged(first, shuffled)).toEqual([
      'IDEM-13 fail #1 #2: expected the first response again: jobs in their order, totals and cursor; ' +
        'actual 5 jobs, then 5; they first differ at 1',
    ]);
    const cut = { ...first, answer: page(jobs(1, 5), { total_jobs_found: 9 }) };
    expect(judged(first, cut)[0]).toMatch(/actual total_jobs_found 5, then 9$/);
    expect(judged(first, { ...first, status: 409, answer: undefined })[0]).toMatch(
      /^IDEM-13 fail #1 #2: .* actual status 409$/,
    );
  });

  it('recovers more than once, after a 409, and under a key that the service made', () => {
    const changed: Draft = { key, body: { limit: 6 }, status: 409 };
    expect(judged(first, changed, first, first)).toEqual([
      'IDEM-19 pass #1 #2',
      'IDEM-13 pass #1 #3',
      'IDEM-23 pass #1 #3',
      'IDEM-13 pass #1 #4',
      'IDEM-15 pass #1 #4',
      'IDEM-23 pass #1 #4',
    ]);
    const made: Draft = { body, answer: page(jobs(1, 5)) };
    expect(judged(made, { ...made, key: 'use_v1_made-1' })).toEqual([
      'IDEM-13 pass #1 #2',
      'IDEM-5 pass #1 #2',
    ]);
  });

  it('is used up by a recovery where the next one tells another price', () => {
    const unpaid = { ...first, answer: page(jobs(1, 5), { credits_used: 0 }) };
    expect(failures(first, unpaid, unpaid)).toEqual([]);
    expect(judged(first, first, unpaid).filter((line) => line.startsWith('IDEM-15'))).toEqual([
      'IDEM-15 fail #1 #3: expected the first response again: jobs in their order, totals and cursor; ' +
        'actual credits_used 5, then 0',
    ]);
  });

  it('may be made again for a search of its own, whose jobs are paid for by then', () => {
    const made: Draft = { body, answer: page(jobs(1, 5)), headers: { 'idempotency-key': key } };
    const anew = { ...made, answer: page(jobs(1, 5), { credits_used: 0 }) };
    const dear = { ...made, answer: page(jobs(1, 5), { credits_used: 3 }) };
    expect(failures(made, first, anew)).toEqual([]);
    expect(failures(made, first, dear)).not.toEqual([]);
  });

  it('is refused for a changed request', () => {
    const served = (draft: Draft): string => judged(first, { key, answer: page([]), ...draft })[0]!;
    const expected = 'fail #1 #2: expected status 409, for a changed request; actual status 200';
    expect(served({ body: { limit: 6 } })).toBe(`IDEM-19 ${expected}`);
    expect(served({ body: { ...body, search_after: [1, 2] } })).toBe(`IDEM-20 ${expected}`);
    expect(served({ body: { limit: 6 }, status: 409 })).toBe('IDEM-19 pass #1 #2');
  });

  it('is used up or new on another endpoint, and recovers nothing there', () => {
    const elsewhere = (draft: Draft): string[] =>
      judged(first, { key, body, operation: 'searchJobsHistorical', ...draft });
    expect(elsewhere({ status: 409 })).toEqual(['IDEM-21 pass #1 #2', 'reading key-scope=account #1 #2']);
    expect(elsewhere({ answer: page(jobs(1, 5), { credits_used: 0 }) })).toEqual([
      'IDEM-21 pass #1 #2',
      'reading key-scope=endpoint #1 #2',
    ]);
    expect(elsewhere({ answer: page(jobs(1, 5)) })).toEqual([
      'IDEM-21 fail #1 #2: expected status 409 on another endpoint, or a search of its own; ' +
        'actual the jobs of #1 at its price',
    ]);
    const free = page(jobs(1, 5), { credits_used: 0 });
    const paid = { key, body, operation: 'searchJobsHistorical', answer: free } as const;
    expect(judged({ ...first, answer: free }, paid)).toEqual(['reading key-scope=endpoint #1 #2']);
  });

  it('is not blamed for an error that comes before the conflict', () => {
    expect(judged(first, { key, body: { limit: 6 }, status: 429 })).toEqual([]);
  });

  it('tells how it reads equal values in other bytes', () => {
    const spaced = { ...first, body: undefined, bodyText: '{ "limit": 5 }' };
    expect(judged(first, spaced)).toEqual(['IDEM-13 pass #1 #2', 'reading unchanged-body=equal-json #1 #2']);
    expect(judged(first, { ...spaced, status: 409, answer: undefined })).toEqual([
      'reading unchanged-body=equal-bytes #1 #2',
    ]);
  });

  it('serves a second try after a refusal', () => {
    const refused = (status: number): Draft => ({ key, body, status });
    expect(judged(refused(429), first)).toEqual(['IDEM-26 pass #1 #2']);
    expect(judged(refused(503), refused(409))).toEqual([
      'IDEM-27 fail #1 #2: expected the search is served, since its 503 delivered nothing; actual status 409',
    ]);
    expect(judged(refused(402), first)).toEqual(['reading failed-attempt-key=reusable #1 #2']);
    expect(judged(refused(402), refused(409))).toEqual(['reading failed-attempt-key=used-by-402 #1 #2']);
  });

  it('may refuse a second try with a key whose billing period has ended since its first use', () => {
    const turn: Draft = { admin: 'advanceAccountClock' };
    expect(judged(first, turn, { key, body, status: 429 }, { key, body, status: 409 })).toEqual([]);
  });

  it('has two outcomes for copies at once', () => {
    const one: Draft = { ...first, at: [1, 4] };
    const two: Draft = { ...first, at: [2, 3] };
    expect(judged(one, two)).toEqual(['IDEM-13 pass #1 #2', 'reading concurrent-same-key=waits #1 #2']);
    expect(judged(one, { ...two, status: 409, answer: undefined })).toEqual([
      'reading concurrent-same-key=409 #1 #2',
    ]);
    expect(judged(one, { ...two, answer: page(jobs(2, 6)) })[0]).toMatch(/^IDEM-13 fail #1 #2/);
  });

  it('means another search under another account', () => {
    const { judged } = judging(replay, { accounts: [{ alias: 'ada' }, { alias: 'bob' }] });
    expect(judged(first, { ...first, account: 'bob' })).toEqual(['IDEM-33 pass #1 #2']);
    const refused = { ...first, account: 'bob', status: 409, answer: undefined };
    expect(judged(first, refused)).toEqual([
      'IDEM-33 fail #1 #2: expected a search of its own, since the key was used under another account; ' +
        'actual status 409',
    ]);
  });

  it('is not held to a billing period that may be over', () => {
    const refused = { ...first, status: 409, answer: undefined };
    expect(judged(first, { admin: 'advanceAccountClock' }, refused)).toEqual([]);
  });
});
