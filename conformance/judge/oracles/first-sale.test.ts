import { describe, expect, it } from 'vitest';
import { firstSale } from './first-sale.js';
import { history, job, jobs, page, verdicts, type Draft } from '../../../test/samples/exchanges.js';

const search = (first: number, last: number, used: number, draft: Draft = {}): Draft => ({
  answer: page(jobs(first, last), { credits_used: used }),
  ...draft,
});
const stranger = { accounts: [{ alias: 'ada', fresh: false, credits: null }] };

describe('the first sale of a job', () => {
  it('costs the price, and the next delivery nothing', () => {
    expect(verdicts(firstSale, history(search(1, 5, 5), search(1, 5, 0)))).toEqual([
      'BILL-1 pass #1',
      'BILL-6 pass #1 #2',
    ]);
  });

  it('finds a job that is charged again', () => {
    expect(verdicts(firstSale, history(search(1, 5, 5), search(1, 5, 5)))).toEqual([
      'BILL-1 pass #1',
      'BILL-6 fail #1 #2: expected at most 0 credits, 1 for each of 0 jobs not delivered before; ' +
        'actual credits_used 5 for 5 jobs, 5 of them delivered before',
    ]);
  });

  it('charges a mixed page for its new jobs alone', () => {
    expect(verdicts(firstSale, history(search(1, 5, 5), search(4, 8, 3)))).toEqual([
      'BILL-1 pass #1',
      'BILL-7 pass #1 #2',
      'BILL-1 pass #1 #2',
    ]);
    expect(verdicts(firstSale, history(search(1, 5, 5), search(4, 8, 5))).at(-1)).toBe(
      'BILL-7 fail #1 #2: expected at most 3 credits, 1 for each of 3 jobs not delivered before; ' +
        'actual credits_used 5 for 5 jobs, 2 of them delivered before',
    );
  });

  it('is open for listings that one page, asked for duplicates, shows to be alike', () => {
    const one = search(1, 1, 1);
    const both = { body: { exclude_duplicates: false }, answer: page([job(1), job(1)], { credits_used: 1 }) };
    const failed = (...drafts: Draft[]): string[] =>
      verdicts(firstSale, history(...drafts)).filter((line) => line.includes(' fail '));
    expect(failed(one, one, both)).toEqual([]);
    expect(failed(one, one, { ...both, body: {} })).toEqual([expect.stringMatching(/^BILL-6 fail #1 #2/)]);
    // Two jobs with one address, of which there may be more.
    const shared = {
      answer: page([job(1), { ...job(2), 'Job URL': job(1)['Job URL'] }], { credits_used: 1 }),
    };
    expect(failed(one, one, shared)).toEqual([]);
  });

  it('knows the price of each search', () => {
    const historical = { operation: 'searchJobsHistorical' } as const;
    expect(verdicts(firstSale, history(search(1, 5, 10, historical)))).toEqual(['BILL-4 pass #1']);
    expect(verdicts(firstSale, history(search(1, 5, 5, historical)))).toEqual([
      'BILL-4 fail #1: expected 2 credits for each new job, 10 at most; ' +
        'actual credits_used 5 for 5 jobs, 0 of them delivered before',
    ]);
    expect(verdicts(firstSale, history(search(1, 5, 4)))).toEqual([
      'BILL-1 fail #1: expected 5 credits for 5 jobs new; actual credits_used 4 for 5 jobs, 0 of them delivered before',
    ]);
  });

  it('holds across searches of different prices', () => {
    const historical = { operation: 'searchCompanyJobsHistorical' } as const;
    expect(verdicts(firstSale, history(search(1, 5, 5), search(1, 5, 0, historical)))).toEqual([
      'BILL-1 pass #1',
      'BILL-6 pass #1 #2',
      'BILL-8 pass #1 #2',
    ]);
    expect(verdicts(firstSale, history(search(1, 5, 5), search(1, 5, 5, historical))).slice(1)).toEqual([
      expect.stringMatching(/^BILL-6 fail #1 #2/),
      expect.stringMatching(/^BILL-8 fail #1 #2/),
    ]);
  });

  it('lets an account with a past have paid for anything', () => {
    expect(verdicts(firstSale, history(search(1, 5, 2)), stranger)).toEqual([]);
    expect(verdicts(firstSale, history(search(1, 5, 5)), stranger)).toEqual(['BILL-1 pass #1']);
    expect(verdicts(firstSale, history(search(1, 5, 6)), stranger)).toEqual([
      'BILL-1 fail #1: expected 1 credits for each new job, 5 at most; ' +
        'actual credits_used 6 for 5 jobs, 0 of them delivered before',
    ]);
  });

  it('takes no two jobs without a link for one', () => {
    const bare = job(1, { 'Job URL': null });
    const twice = page([bare, bare], { credits_used: 2 });
    expect(verdicts(firstSale, history({ answer: twice }, { answer: twice }))).toEqual([
      'BILL-1 pass #1',
      'BILL-1 pass #2',
    ]);
  });

  it('takes a job whose other fields change for one that may be paid for', () => {
    const again = page([job(1, { 'Logo URL': 'https://logos.example/?signature=2' })], { credits_used: 0 });
    expect(verdicts(firstSale, history(search(1, 1, 1), { answer: again }))).toEqual([
      'BILL-1 pass #1',
      'BILL-1 pass #2',
    ]);
  });

  it('does not count a recovered response', () => {
    const again = search(1, 5, 5, { key: 'use_v1_a' });
    expect(verdicts(firstSale, history(again, again))).toEqual(['BILL-1 pass #1']);
  });

  it('does not know what a lost answer sold', () => {
    expect(verdicts(firstSale, history({ lost: true }, search(1, 5, 0)))).toEqual([]);
    const key = 'use_v1_a';
    const late = [{ lost: true, key }, search(1, 5, 0), search(1, 5, 5, { key })];
    expect(verdicts(firstSale, history(...late))).toEqual(['BILL-1 pass #3']);
  });

  it('starts anew where a billing cycle may have begun', () => {
    expect(
      verdicts(firstSale, history(search(1, 5, 5), { admin: 'advanceAccountClock' }, search(1, 5, 5))),
    ).toEqual(['BILL-1 pass #1', 'BILL-1 pass #3']);
  });

  it('may be the second of two, where a billing cycle may have begun while it was under way', () => {
    const evening = Date.UTC(2026, 2, 1, 23, 59, 59, 950);
    const under = (targetNow: number): Draft[] => [
      search(1, 5, 5),
      { ...search(1, 5, 5, { at: [3, 4] }), change: { targetNow } },
    ];
    expect(verdicts(firstSale, history(...under(evening)))).toEqual(['BILL-1 pass #1', 'BILL-1 pass #2']);
    expect(verdicts(firstSale, history(...under(evening - 60_000))).at(-1)).toContain('BILL-6 fail #1 #2');
    // What tells its time in seconds alone may be that much off.
    const told = { target: { hasAdmin: false } };
    expect(verdicts(firstSale, history(...under(evening - 1_500)), told).at(-1)).toBe('BILL-1 pass #2');
  });

  it('may be told late by the same search without a key, where its first answer was lost', () => {
    const body = { limit: 10 };
    const other = search(1, 5, 0, { body: { limit: 20 } });
    const story = (first: Draft): string[] =>
      verdicts(firstSale, history(first, other, search(1, 5, 5, { body })));
    expect(story({ body, lost: true })).toEqual(['BILL-1 pass #3']);
    expect(story({ body: { limit: 30 }, lost: true }).at(-1)).toContain('BILL-6 fail #2 #3');
  });

  it('is a sale to one account alone', () => {
    const accounts = [{ alias: 'ada' }, { alias: 'bob' }];
    const bob = { account: 'bob' };
    expect(verdicts(firstSale, history(search(1, 5, 5), search(1, 5, 5, bob)), { accounts })).toEqual([
      'BILL-1 pass #1',
      'BILL-24 pass #1 #2',
      'BILL-1 pass #2',
    ]);
    expect(
      verdicts(firstSale, history(search(1, 5, 5), search(1, 5, 0, bob)), { accounts }).slice(1),
    ).toEqual([
      'BILL-24 fail #1 #2: expected 5 credits at least, whatever another account has paid for; ' +
        'actual credits_used 0 for 5 jobs, 0 of them delivered before',
    ]);
  });

  it('sells each job once to searches under way at once', () => {
    const one = search(1, 5, 5, { at: [1, 4] });
    expect(verdicts(firstSale, history(one, search(1, 5, 0, { at: [2, 3] })))).toEqual([
      'BILL-25 pass #1 #2',
    ]);
    expect(verdicts(firstSale, history(one, search(3, 7, 5, { at: [2, 3] })))).toEqual([
      'BILL-25 fail #1 #2: expected at most 7 credits together, each posting paid once; actual 10 credits together',
    ]);
  });
});
