import { describe, expect, it } from 'vitest';
import { accounts } from './accounts.js';
import { replay } from './replay.js';
import {
  contextOf,
  history,
  job,
  jobs,
  judging,
  page,
  type ContextOptions,
  type Draft,
} from '../../../test/samples/exchanges.js';

const balance = (credits: number): Draft => ({
  operation: 'getCreditBalance',
  answer: { credits_remaining: credits },
});
/** A search that says it used `used` and left `left`. */
const search = (used: number, left: number, draft: Draft = {}): Draft => ({
  answer: page(jobs(1, used), { credits_remaining: left }),
  ...draft,
});

const SALES = /^BILL-([1-8]|2[45]) /;
/** The verdicts about the balance, and those about prices and paid jobs. */
const judgedWith = (options: ContextOptions) => {
  const { judged } = judging(accounts, options);
  return {
    balances: (...drafts: Draft[]) => judged(...drafts).filter((line) => !SALES.test(line)),
    sales: (...drafts: Draft[]) => judged(...balanced(drafts)).filter((line) => SALES.test(line)),
  };
};
const { balances, sales } = judgedWith({});
/** Lets each completed search leave what it should, whatever it used. */
function balanced(drafts: Draft[]): Draft[] {
  const left = new Map<string, number>();
  const stored = new Map<string, unknown>();
  return drafts.map((draft) => {
    const { account = 'ada', key } = draft;
    const answer = draft.answer as { data?: { credits_used: number } } | undefined;
    if (answer?.data === undefined) return draft;
    if (key !== undefined && stored.has(key)) return { ...draft, answer: stored.get(key) };
    const remaining = (left.get(account) ?? 100) - answer.data.credits_used;
    left.set(account, remaining);
    const told = { ...answer, data: { ...answer.data, credits_remaining: remaining } };
    if (key !== undefined) stored.set(key, told);
    return { ...draft, answer: told };
  });
}
/** The failures among the verdicts about the balance. */
const faults = (...drafts: Draft[]): string[] =>
  balances(...drafts).filter((line) => line.includes(' fail '));

describe('the balance, one request after the other', () => {
  it('follows what searches used', () => {
    expect(balances(search(10, 90), search(5, 85), balance(85))).toEqual([
      'BILL-11 pass #1',
      'BILL-11 pass #1 #2',
      'BAL-2 pass #2 #3',
    ]);
  });

  it('finds a search that took more than it said', () => {
    expect(balances(search(10, 90), search(5, 80))).toEqual([
      'BILL-11 pass #1',
      'BILL-11 fail #1 #2: expected a balance of 85; actual credits_remaining 80',
    ]);
  });

  it('finds a balance that is not what the search left', () => {
    expect(balances(search(10, 90), balance(80))).toEqual([
      'BILL-11 pass #1',
      'BAL-2 fail #1 #2: expected a balance of 90; actual balance 80',
    ]);
  });

  it('says nothing of the first balance of an account with a past', () => {
    const accounts = [{ alias: 'ada', fresh: false, credits: null }];
    expect(judgedWith({ accounts }).balances(balance(70), search(5, 65))).toEqual([
      'BILL-11 pass #1 #2',
      'BAL-5 pass #1 #2',
    ]);
  });

  it('takes each search that was refused before the balance is told as evidence for its operation', () => {
    const refused = ['searchJobs', 'searchCompanyJobs', 'searchJobs'] as const;
    const drafts = [
      search(10, 90),
      ...refused.map((operation): Draft => ({ operation, status: 422 })),
      search(5, 85),
    ];
    expect(balances(...drafts).filter((line) => line.startsWith('BILL-19'))).toEqual([
      'BILL-19 pass #1 #5 #4',
      'BILL-19 pass #1 #5 #3',
    ]);
  });

  it('finds credits that a refusal took', () => {
    const refused = (status: number): Draft[] => [search(10, 90), { status }, balance(89)];
    const clauses = [422, 402, 409, 429, 503].map((status) => balances(...refused(status)).at(-1)!);
    expect(clauses.map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
      'BILL-19 fail',
      'BILL-14 fail',
      'IDEM-22 fail',
      'BILL-20 fail',
      'BILL-21 fail',
    ]);
    expect(clauses[0]).toBe(
      'BILL-19 fail #1 #2 #3: expected a balance of 90; actual balance 89, after #2 (refusal)',
    );
  });

  it('finds credits that a 503 took before the next search', () => {
    expect(
      faults(search(10, 90), search(5, 85), balance(85), balance(85), { status: 503 }, search(5, 79)),
    ).toEqual([
      'BILL-21 fail #4 #6 #5: expected a balance of 80; actual credits_remaining 79, after #4 (balance), #5 (unavailable)',
    ]);
  });

  it('finds credits that a 503 took beside other searches', () => {
    const beside = (from: number, draft: Draft): Draft => ({ ...draft, at: [from, from + 4] });
    const drafts = [
      search(10, 90),
      beside(10, search(0, 90)),
      beside(11, { status: 503 }),
      beside(12, search(0, 89)),
    ];
    expect(faults(...drafts)).toEqual([expect.stringMatching(/^BILL-21 fail /)]);
  });

  it('blames a search after a 503 if other searches take more than they say', () => {
    expect(faults(search(10, 89), search(5, 84), { status: 503 }, search(5, 78))).toEqual([
      expect.stringMatching(/^BILL-11 fail #1:/),
      expect.stringMatching(/^BILL-11 fail #2 #4:/),
    ]);
  });

  it('sees that a refusal and a lookup took nothing', () => {
    const lookup: Draft = { operation: 'listDepartments', answer: { departments: [] } };
    expect(balances(search(10, 90), { status: 422 }, lookup, balance(90))).toEqual([
      'BILL-11 pass #1',
      'BAL-2 pass #1 #4',
      'BILL-19 pass #1 #4 #2',
      'LOOK-28 pass #1 #4 #3',
    ]);
  });

  it('takes the same search without a key after a lost answer for its recovery or for one of its own', () => {
    const lost: Draft = { body: { limit: 10 }, lost: true };
    const told = (left: number): Draft => search(10, left, { body: { limit: 10 } });
    expect(faults(lost, balance(90), told(90))).toEqual([]);
    expect(faults(lost, told(90))).toEqual([]);
    expect(faults(lost, told(80))).toEqual([]);
    expect(faults(lost, told(70))).toHaveLength(1);
  });

  it('finds new jobs delivered on credit', () => {
    const accounts = [{ alias: 'ada', credits: 3 }];
    expect(judgedWith({ accounts }).balances(search(5, -2))).toEqual([
      'BILL-12 fail #1: expected status 402, since the new jobs cost more than the balance; ' +
        'actual 200 with credits_used 5, credits_remaining -2',
      'BILL-11 pass #1',
    ]);
  });

  it('finds new jobs delivered on credit beside another request, or after a lost answer', () => {
    const accounts = [{ alias: 'ada', credits: 5 }];
    const lookup: Draft = { operation: 'listDepartments', at: [0, 3], answer: { departments: [] } };
    const broken = (...drafts: Draft[]): string[] =>
      judgedWith({ accounts })
        .balances(...drafts)
        .filter((line) => line.startsWith('BILL-12 fail'));
    expect(broken(lookup, search(10, -5, { at: [1, 2] }))).toEqual([
      expect.stringMatching(/^BILL-12 fail #2:/),
    ]);
    const lost: Draft = { body: { limit: 10 }, key: 'use_v1_a', lost: true };
    expect(broken(lost, search(10, -5, { body: { limit: 10 }, key: 'use_v1_a' }))).toEqual([
      expect.stringMatching(/^BILL-12 fail #2:/),
    ]);
  });

  it('finds new jobs delivered on credit beside another request, after a lost answer, if no balance is known', () => {
    const accounts = [{ alias: 'ada', fresh: false, credits: null }];
    const lost: Draft = { key: 'use_v1_a', body: { limit: 10 }, lost: true };
    const lookup: Draft = { operation: 'listDepartments', at: [2, 5], answer: { departments: [] } };
    expect(judgedWith({ accounts }).balances(lost, lookup, search(8, -8, { at: [3, 4] }))).toEqual([
      'BILL-12 fail #3: expected status 402, since the new jobs cost more than the balance; ' +
        'actual 200 with credits_used 8, credits_remaining -8',
    ]);
  });

  it('finds a 402 though every page could be paid for', () => {
    expect(balances({ body: { limit: 10 }, status: 402 })).toEqual([
      'BILL-15 fail #1: expected results: 100 credits pay for any page of 10; actual status 402 at a balance of 100',
    ]);
  });

  it('takes the last credit to be as good as any other, and paid jobs to be free in debt', () => {
    const five: Draft = { answer: page(jobs(1, 5), { credits_used: 0, credits_remaining: 0 }) };
    const none: Draft = { answer: page([], { credits_remaining: 0 }) };
    const accounts = [{ alias: 'ada', credits: 5 }];
    expect(judgedWith({ accounts }).balances(search(5, 0), five, none)).toEqual([
      'BILL-15 pass #1',
      'BILL-11 pass #1',
      'BILL-16 pass #2',
      'BILL-18 pass #3',
    ]);
  });

  it('names how a historical search without credits is refused', () => {
    const accounts = [{ alias: 'ada', credits: 0 }];
    const historical = { operation: 'searchCompanyJobsHistorical', body: { limit: 10 } } as const;
    const detail = { detail: 'API key has no credits remaining' };
    expect(judgedWith({ accounts }).balances({ ...historical, status: 403, answer: detail })).toEqual([
      'reading historical-no-credits=403 #1',
    ]);
    expect(judgedWith({ accounts }).balances({ ...historical, status: 402 })).toEqual([
      'BILL-12 pass #1',
      'reading historical-no-credits=402 #1',
    ]);
  });
});

describe('the balance, where an answer was lost', () => {
  const body = { limit: 10 };

  it('allows any charge of the lost search, and no more', () => {
    const lost: Draft = { body, key: 'use_v1_a', lost: true };
    expect(balances(search(10, 90), lost, balance(84))).toEqual(['BILL-11 pass #1']);
    expect(balances(search(10, 90), lost, balance(79))).toEqual([
      'BILL-11 pass #1',
      'BAL-2 fail #1 #3: expected a balance of 80 to 90; actual balance 79',
    ]);
  });

  it('is exact again once the answer is recovered', () => {
    const lost: Draft = { body, key: 'use_v1_a', lost: true };
    const recovered = search(4, 86, { body, key: 'use_v1_a' });
    expect(balances(search(10, 90), lost, recovered, balance(86))).toEqual([
      'BILL-11 pass #1',
      'BILL-11 pass #1 #3',
      'BAL-2 pass #3 #4',
    ]);
    expect(balances(search(10, 90), lost, search(4, 82, { body, key: 'use_v1_a' }))).toEqual([
      'BILL-11 pass #1',
      'BILL-11 fail #1 #3: expected a balance of 86; actual credits_remaining 82',
    ]);
  });

  it('does not take the legacy search to recover anything', () => {
    const legacy = {
      operation: 'searchCompanyJobsLegacy',
      key: 'use_v1_a',
      body: { company_name: 'x' },
    } as const;
    const again = { ...legacy, answer: page(jobs(1, 4), { credits_used: 0, credits_remaining: 86 }) };
    const found = balances(search(10, 90), { ...legacy, lost: true }, again);
    expect(found).toEqual(['BILL-11 pass #1']);
  });

  it('knows that a balance read in between may hold the charge or not', () => {
    const lost: Draft = { body, key: 'use_v1_a', lost: true };
    const recovered = search(4, 86, { body, key: 'use_v1_a' });
    expect(balances(search(10, 90), lost, balance(86), recovered, balance(86))).toEqual(['BILL-11 pass #1']);
    expect(balances(search(10, 90), lost, balance(86), recovered, balance(81)).at(-1)).toBe(
      'BAL-2 fail #3 #5: expected a balance of 82 to 86; actual balance 81, after #3 (balance), #4 (repeat)',
    );
  });

  it('knows so still when the answer is lost once more, to that body or to another', () => {
    const lost: Draft = { body, key: 'use_v1_a', lost: true };
    const recovered = search(4, 86, { body, key: 'use_v1_a' });
    for (const again of [lost, { ...lost, body: { limit: 3 } }]) {
      const story = [search(10, 90), lost, balance(86), again, recovered, balance(86)];
      expect(balances(...story)).toEqual(['BILL-11 pass #1']);
    }
  });

  it('takes a search with a key for the recovery of one without, whose answer may have named the key', () => {
    const lost: Draft = { body, lost: true };
    const recovered = search(4, 86, { body, key: 'use_v1_made' });
    const story = [search(10, 90), lost, balance(86), recovered, balance(86)];
    expect(balances(...story)).toEqual(['BILL-11 pass #1']);
  });

  it('takes no balance from what may be recovered from before the account was changed', () => {
    const lost: Draft = { body, key: 'use_v1_a', lost: true };
    const recovered = search(4, 86, { body, key: 'use_v1_a' });
    const told = [recovered, balance(-5), balance(-5)];
    expect(faults(search(10, 90), lost, { admin: 'updateAccount' }, ...told)).toEqual([]);
  });
});

describe('the ledger and what only looks like a fault', () => {
  const body = { limit: 10 };
  const key = 'use_v1_a';
  const again = (used: number, left: number, draft: Draft = {}): Draft => ({
    answer: page(jobs(1, 10), { credits_used: used, credits_remaining: left }),
    body,
    key,
    ...draft,
  });

  it('lets the recovery of a lost search say that it used nothing', () => {
    const lost: Draft = { body, key, lost: true };
    expect(faults(lost, again(0, 90), balance(90))).toEqual([]);
    expect(faults(lost, balance(90), again(0, 90), balance(90))).toEqual([]);
    expect(faults(lost, again(0, 80))).toHaveLength(1);
  });

  it('lets a search without a key be recovered by the key that was made for it, with which another was lost', () => {
    const keyless: Draft = { body, lost: true };
    const misused: Draft = { body: { limit: 11 }, key, lost: true };
    expect(faults(keyless, balance(90), misused, again(10, 90), balance(90))).toEqual([]);
    expect(faults(keyless, balance(90), misused, again(10, 90), balance(50))).toHaveLength(1);
  });

  it('lets a search that broke down have charged, and be a search of paid jobs when it is sent again', () => {
    const broken: Draft = { body, key, status: 500, text: 'Internal Server Error' };
    expect(faults(broken, again(1, 89), balance(89))).toEqual([]);
    expect(faults(broken, again(1, 79))).toHaveLength(1);
  });

  it('lets a key that a 402 used up say 402 again', () => {
    const refused: Draft = { body, key, status: 402 };
    const story = [refused, { admin: 'updateAccount' }, balance(100)];
    expect(faults(...story, refused).filter((line) => line.includes('#4'))).toEqual([]);
    expect(faults(...story, { ...refused, key: 'use_v1_b' })).toContainEqual(
      expect.stringContaining('BILL-15 fail #4'),
    );
  });

  it('takes a key on two endpoints at once for two searches, where it may be one for each', () => {
    const other = again(20, 70, { operation: 'searchJobsHistorical', at: [1, 5] });
    expect(faults(again(10, 90, { at: [1, 5] }), other, { ...balance(70), at: [6, 7] })).toEqual([]);
  });

  it('takes any of two copies at once for the search, where the other says that it used nothing', () => {
    const copies = [again(0, 90, { at: [1, 5] }), again(10, 90, { at: [1, 4] })];
    expect(faults(...copies, { ...balance(90), at: [6, 7] })).toEqual([]);
    expect(faults(again(10, 90, { at: [1, 5] }), again(10, 80, { at: [1, 4] }))).toHaveLength(1);
    const broken: Draft = { body, key, status: 500, text: 'Internal Server Error', at: [1, 4] };
    expect(faults(again(0, 90, { at: [1, 5] }), broken)).toEqual([]);
  });

  it('takes what is recovered beside others to be in the balance before them, or not', () => {
    const lost: Draft = { body, key, lost: true, at: [1, 2] };
    const rest = [again(10, 90, { at: [5, 9] }), search(5, 85, { key: 'use_v1_b', at: [5, 8] })];
    const story = (left: number, before: number): string[] =>
      faults(lost, { ...balance(before), at: [3, 4] }, ...rest, { ...balance(left), at: [10, 11] });
    expect(story(85, 90)).toEqual([]);
    expect(story(85, 100)).toEqual([]);
    expect(story(70, 90)).toHaveLength(1);
  });

  it('lets what was under way or lost when the account was changed take effect before or after', () => {
    const admin: Draft = { admin: 'updateAccount', at: [2, 3] };
    expect(faults(search(10, 40, { at: [1, 5] }), admin, { ...balance(40), at: [6, 7] })).toEqual([]);
    const lost: Draft = { body, key, lost: true };
    expect(faults(lost, { admin: 'updateAccount' }, balance(50), balance(40))).toEqual([]);
    expect(faults(lost, { admin: 'updateAccount' }, balance(50), balance(39))).toHaveLength(1);
  });
});

describe('the ledger and recovered responses', () => {
  const first = search(10, 90, { key: 'use_v1_a' });

  it('takes a stored balance or the balance of now', () => {
    expect(balances(first, search(5, 85), first, balance(85))).toEqual([
      'BILL-11 pass #1',
      'BILL-11 pass #1 #2',
      'BAL-2 pass #2 #4',
      'IDEM-14 pass #2 #4 #3',
    ]);
    const fresh = search(10, 85, { key: 'use_v1_a' });
    expect(balances(first, search(5, 85), fresh, balance(85)).slice(2)).toEqual([
      'IDEM-14 pass #3',
      'BAL-2 pass #2 #4',
      'IDEM-14 pass #2 #4 #3',
    ]);
  });

  it('finds a second charge, said or unsaid', () => {
    expect(balances(first, search(10, 80, { key: 'use_v1_a' })).at(-1)).toBe(
      'IDEM-14 fail #2: expected credits_remaining 90, or 90, the balance of now; ' +
        'actual credits_remaining 80 in a recovered response',
    );
    expect(balances(first, first, balance(80)).at(-1)).toBe(
      'IDEM-14 fail #1 #2 #3: expected a balance of 90; actual balance 80, after #2 (repeat)',
    );
  });
});

describe('the balance, several requests at once', () => {
  it('settles them together, in whatever order they were served', () => {
    const one = search(10, 85, { at: [1, 5] });
    const two = search(5, 95, { at: [2, 4] });
    expect(balances(one, two, { ...balance(85), at: [6, 7] })).toEqual([
      'BILL-11 pass #2',
      'BILL-11 pass #2 #1',
      'BAL-2 pass #1 #3',
    ]);
    expect(balances(one, two, { ...balance(80), at: [6, 7] }).at(-1)).toBe(
      'BAL-2 fail #1 #3: expected a balance of 85; actual balance 80',
    );
  });

  it('finds more spent together than there was', () => {
    const accounts = [{ alias: 'ada', credits: 10 }];
    const one = search(10, 0, { at: [1, 5] });
    expect(
      judgedWith({ accounts })
        .balances(one, { ...search(10, 0), at: [2, 4] })
        .at(-1),
    ).toBe('BILL-26 fail #1 #2: expected at most 10 credits used together; actual 20 credits together');
    expect(judgedWith({ accounts }).balances(one, { status: 402, at: [2, 4] })).toEqual([
      'BILL-11 pass #1',
      'BILL-14 pass #1 #2',
      'BILL-26 pass #1 #2',
    ]);
  });

  it('takes what was lost among them as it was before the others', () => {
    const body = { limit: 10 };
    const lost: Draft = { body, key: 'use_v1_a', lost: true, at: [1, 5] };
    const other = search(5, 85, { key: 'use_v1_b', at: [2, 4] });
    const again = search(10, 90, { body, key: 'use_v1_a', at: [6, 7] });
    const story = (left: number): string[] => faults(lost, other, again, { ...balance(left), at: [8, 9] });
    expect(story(85)).toEqual([]);
    expect(story(70)).toEqual([
      'IDEM-14 fail #2 #3 #4: expected a balance of 75 to 85; actual balance 70, after #3 (repeat)',
    ]);
  });

  it('takes copies with one key for one search', () => {
    const copy = search(10, 90, { key: 'use_v1_a', at: [1, 5] });
    expect(balances(copy, copy, { ...balance(90), at: [6, 7] })).toEqual([
      'BILL-11 pass #1',
      'BAL-2 pass #1 #3',
      'IDEM-29 pass #1 #3 #2',
    ]);
    expect(balances(copy, copy, { ...balance(80), at: [6, 7] }).at(-1)).toBe(
      'IDEM-29 fail #1 #2 #3: expected a balance of 90; actual balance 80, after #2 (copies)',
    );
  });
});

describe('the ledger and changes from outside', () => {
  it('forgets the balance when the admin API may have set it', () => {
    expect(balances(search(10, 90), { admin: 'updateAccount' }, balance(3))).toEqual(['BILL-11 pass #1']);
  });

  it('keeps accounts apart', () => {
    const accounts = [
      { alias: 'ada', credits: 100 },
      { alias: 'bob', credits: 50 },
    ];
    const bob = { ...search(10, 40), account: 'bob' };
    expect(judgedWith({ accounts }).balances(search(10, 90), bob, balance(90))).toEqual([
      'BILL-11 pass #1',
      'BAL-2 pass #1 #3',
      'BILL-11 pass #2',
    ]);
  });
});

/** A search that delivers jobs and says what it used. */
const sale = (first: number, last: number, used: number, draft: Draft = {}): Draft => ({
  answer: page(jobs(first, last), { credits_used: used }),
  ...draft,
});
const stranger = { accounts: [{ alias: 'ada', fresh: false, credits: null }] };

describe('the first sale of a job', () => {
  it('costs the price, and the next delivery nothing', () => {
    expect(sales(sale(1, 5, 5), sale(1, 5, 0))).toEqual(['BILL-1 pass #1', 'BILL-6 pass #1 #2']);
  });

  it('finds a job that is charged again', () => {
    expect(sales(sale(1, 5, 5), sale(1, 5, 5))).toEqual([
      'BILL-1 pass #1',
      'BILL-6 fail #1 #2: expected at most 0 credits, 1 for each of 0 jobs not delivered before; ' +
        'actual credits_used 5 for 5 jobs, 5 of them delivered before',
    ]);
  });

  it('charges a mixed page for its new jobs alone', () => {
    expect(sales(sale(1, 5, 5), sale(4, 8, 3))).toEqual([
      'BILL-1 pass #1',
      'BILL-7 pass #1 #2',
      'BILL-1 pass #1 #2',
    ]);
    expect(sales(sale(1, 5, 5), sale(4, 8, 5)).at(-1)).toBe(
      'BILL-7 fail #1 #2: expected at most 3 credits, 1 for each of 3 jobs not delivered before; ' +
        'actual credits_used 5 for 5 jobs, 2 of them delivered before',
    );
  });

  it('is open for listings that one page, asked for duplicates, shows to be alike', () => {
    const one = sale(1, 1, 1);
    const both = { body: { exclude_duplicates: false }, answer: page([job(1), job(1)], { credits_used: 1 }) };
    const failed = (...drafts: Draft[]): string[] =>
      sales(...drafts).filter((line) => line.includes(' fail '));
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
    expect(sales(sale(1, 5, 10, historical))).toEqual(['BILL-4 pass #1']);
    expect(sales(sale(1, 5, 5, historical))).toEqual([
      'BILL-4 fail #1: expected 2 credits for each new job, 10 at most; ' +
        'actual credits_used 5 for 5 jobs, 0 of them delivered before',
    ]);
    expect(sales(sale(1, 5, 4))).toEqual([
      'BILL-1 fail #1: expected 5 credits for 5 jobs new; actual credits_used 4 for 5 jobs, 0 of them delivered before',
    ]);
  });

  it('holds across searches of different prices', () => {
    const historical = { operation: 'searchCompanyJobsHistorical' } as const;
    expect(sales(sale(1, 5, 5), sale(1, 5, 0, historical))).toEqual([
      'BILL-1 pass #1',
      'BILL-6 pass #1 #2',
      'BILL-8 pass #1 #2',
    ]);
    expect(sales(sale(1, 5, 5), sale(1, 5, 5, historical)).slice(1)).toEqual([
      expect.stringMatching(/^BILL-6 fail #1 #2/),
      expect.stringMatching(/^BILL-8 fail #1 #2/),
    ]);
  });

  it('lets an account with a past have paid for anything', () => {
    expect(judgedWith(stranger).sales(sale(1, 5, 2))).toEqual([]);
    expect(judgedWith(stranger).sales(sale(1, 5, 5))).toEqual(['BILL-1 pass #1']);
    expect(judgedWith(stranger).sales(sale(1, 5, 6))).toEqual([
      'BILL-1 fail #1: expected 1 credits for each new job, 5 at most; ' +
        'actual credits_used 6 for 5 jobs, 0 of them delivered before',
    ]);
  });

  it('takes no two jobs without a link for one', () => {
    const bare = job(1, { 'Job URL': null });
    const twice = page([bare, bare], { credits_used: 2 });
    expect(sales({ answer: twice }, { answer: twice })).toEqual(['BILL-1 pass #1', 'BILL-1 pass #2']);
  });

  it('takes a job whose other fields change for one that may be paid for', () => {
    const again = page([job(1, { 'Logo URL': 'https://logos.example/?signature=2' })], { credits_used: 0 });
    expect(sales(sale(1, 1, 1), { answer: again })).toEqual(['BILL-1 pass #1', 'BILL-1 pass #2']);
  });

  it('does not count a recovered response', () => {
    const again = sale(1, 5, 5, { key: 'use_v1_a' });
    expect(sales(again, again)).toEqual(['BILL-1 pass #1']);
  });

  it('does not know what a lost answer sold', () => {
    expect(sales({ lost: true }, sale(1, 5, 0))).toEqual([]);
    const key = 'use_v1_a';
    const late = [{ lost: true, key }, sale(1, 5, 0), sale(1, 5, 5, { key })];
    expect(sales(...late)).toEqual(['BILL-1 pass #3']);
  });

  it('starts anew where a billing cycle may have begun', () => {
    expect(sales(sale(1, 5, 5), { admin: 'advanceAccountClock' }, sale(1, 5, 5))).toEqual([
      'BILL-1 pass #1',
      'BILL-1 pass #3',
    ]);
  });

  it('may be the second of two, where a billing cycle may have begun while it was under way', () => {
    const evening = Date.UTC(2026, 2, 1, 23, 59, 59, 950);
    const under = (targetNow: number): Draft[] => [
      sale(1, 5, 5),
      { ...sale(1, 5, 5, { at: [3, 4] }), change: { targetNow } },
    ];
    expect(sales(...under(evening))).toEqual(['BILL-1 pass #1', 'BILL-1 pass #2']);
    expect(sales(...under(evening - 60_000)).at(-1)).toContain('BILL-6 fail #1 #2');
    // Times in whole seconds may be wrong by that much.
    const told = { target: { hasAdmin: false } };
    expect(
      judgedWith(told)
        .sales(...under(evening - 1_500))
        .at(-1),
    ).toBe('BILL-1 pass #2');
  });

  it('may be told late by the same search without a key, where its first answer was lost', () => {
    const body = { limit: 10 };
    const other = sale(1, 5, 0, { body: { limit: 20 } });
    const story = (first: Draft): string[] => sales(first, other, sale(1, 5, 5, { body }));
    expect(story({ body, lost: true })).toEqual(['BILL-1 pass #3']);
    expect(story({ body: { limit: 30 }, lost: true }).at(-1)).toContain('BILL-6 fail #2 #3');
  });

  it('is a sale to one account alone', () => {
    const accounts = [{ alias: 'ada' }, { alias: 'bob' }];
    const bob = { account: 'bob' };
    expect(judgedWith({ accounts }).sales(sale(1, 5, 5), sale(1, 5, 5, bob))).toEqual([
      'BILL-1 pass #1',
      'BILL-24 pass #1 #2',
      'BILL-1 pass #2',
    ]);
    expect(
      judgedWith({ accounts })
        .sales(sale(1, 5, 5), sale(1, 5, 0, bob))
        .slice(1),
    ).toEqual([
      'BILL-24 fail #1 #2: expected 5 credits at least, whatever another account has paid for; ' +
        'actual credits_used 0 for 5 jobs, 0 of them delivered before',
    ]);
  });

  it('is explained however many free searches run at once', () => {
    const free = Array.from({ length: 20 }, () => sale(1, 5, 0, { at: [10, 12] }));
    const drafts = [sale(1, 5, 5), ...free, sale(1, 5, 5, { at: [14, 15] })];
    expect(sales(...drafts).at(-1)).toContain('BILL-6 fail #1 #22');
  });

  it('sells each job once to searches under way at once', () => {
    const one = sale(1, 5, 5, { at: [1, 4] });
    expect(sales(one, sale(1, 5, 0, { at: [2, 3] }))).toEqual(['BILL-25 pass #1 #2']);
    expect(sales(one, sale(3, 7, 5, { at: [2, 3] }))).toEqual([
      'BILL-25 fail #1 #2: expected each posting is paid once; actual 10 credits together',
    ]);
  });
});

/** The turn of the cycle: before #3, during #3, or none. */
const turned = (...drafts: Draft[]): string => {
  const turn = accounts.judge(history(...balanced(drafts)), contextOf()).turns?.get('ada');
  if (turn === undefined) return 'nowhere';
  return turn.apart.size > 0 ? `while ${[...turn.apart].join()}` : `before ${turn.from}`;
};

describe('a billing cycle that turns', () => {
  it('makes each paid job new again, once', () => {
    expect(turned(sale(1, 5, 5), sale(6, 9, 4), sale(1, 5, 5), sale(1, 5, 0), sale(6, 9, 4))).toBe(
      'before 3',
    );
  });

  it('may have turned before new jobs were bought, which are paid for since', () => {
    expect(turned(sale(1, 5, 5), sale(6, 9, 4), sale(1, 5, 5), sale(6, 9, 0))).toBe('before 2');
  });

  it('may turn while searches are under way at once', () => {
    const both = [sale(6, 9, 4, { at: [2, 4] }), sale(1, 5, 5, { at: [2, 5] })];
    const after = [sale(6, 9, 4, { at: [6, 7] }), sale(1, 5, 0, { at: [8, 9] }), sale(6, 9, 0)];
    const drafts = [sale(1, 5, 5, { at: [0, 1] }), ...both, ...after];
    const group = (draft: Draft, i: number): Draft => ({
      ...draft,
      at: draft.at ?? [10, 11],
      ...(i === 1 || i === 2 ? { change: { group: 1 } } : {}),
    });
    expect(turned(...drafts.map(group))).toBe('while 2,3');
  });

  it('may bring credits, and is not seen where what was paid for stays free', () => {
    const turns = (used: number): string => {
      const told = (first: number, last: number, price: number, left: number): Draft => ({
        answer: page(jobs(first, last), { credits_used: price, credits_remaining: left }),
      });
      const left = 991 - used;
      const drafts = [told(1, 5, 5, 95), told(6, 9, 4, 991), told(1, 5, used, left), told(1, 5, 0, left)];
      const judged = accounts.judge(history(...drafts), contextOf());
      const broken = judged.judgements.filter(({ verdict }) => verdict === 'fail');
      return `${judged.turns?.get('ada')?.from ?? 'nowhere'} ${broken.flatMap(({ clauses }) => clauses).join()}`;
    };
    expect(turns(5)).toBe('2 ');
    expect(turns(0)).toBe('nowhere BILL-11');
  });

  it('is not seen where a job is charged once more', () => {
    expect(turned(sale(1, 5, 5), sale(1, 5, 5))).toBe('nowhere');
    expect(turned(sale(1, 5, 5), sale(1, 5, 5), sale(1, 5, 5))).toBe('nowhere');
    expect(turned(sale(1, 5, 5), sale(1, 5, 5), sale(1, 5, 0), sale(1, 5, 5))).toBe('nowhere');
  });

  it('is not seen where others that were paid for stay free', () => {
    const again = [sale(6, 9, 4), sale(1, 5, 5), sale(1, 5, 5), sale(1, 5, 0)];
    expect(turned(...again)).toBe('before 3');
    expect(turned(...again, sale(6, 9, 4))).toBe('before 3');
    expect(turned(...again, sale(6, 9, 0))).toBe('nowhere');
  });

  it('is not seen where a key that was sent before recovers its search', () => {
    const key = 'use_v1_a';
    const since = [sale(1, 5, 5), sale(1, 5, 0)];
    expect(turned(sale(1, 5, 5, { key }), ...since, sale(1, 5, 5, { key }))).toBe('nowhere');
    expect(turned(sale(1, 5, 5, { key }), ...since, { key, status: 409 })).toBe('before 2');
  });

  it('is held against nobody: neither the price, nor the keys, nor the balance that begins with it', () => {
    const sent = (draft: Draft, i: number): Draft => ({
      ...draft,
      sent: { 'idempotency-key': draft.key },
      at: [i, i + 1],
    });
    const key = 'use_v1_a';
    const made = { headers: { 'idempotency-key': 'use_v1_made-for-this-body' } };
    const told = (last: number, used: number, left: number): Draft => ({
      answer: page(last === 5 ? jobs(1, 5) : jobs(6, 9), { credits_used: used, credits_remaining: left }),
    });
    const exchanges = history(
      ...[
        { ...told(5, 5, 95), ...made },
        { ...told(5, 0, 95), key },
        { ...told(9, 4, 91), key: 'use_v1_b', body: { limit: 9 } },
        // The balance is restored, and the key that the service makes for this body belongs to a search of today.
        { ...told(5, 5, 995), ...made },
        { ...told(9, 4, 991), key: 'use_v1_c', body: { limit: 9 } },
        { ...told(5, 0, 991), key: 'use_v1_d' },
        { status: 409, key },
      ].map(sent),
    );
    const { turns = new Map<string, never>() } = accounts.judge(exchanges, contextOf());
    const blame = (known: typeof turns): string[] =>
      [accounts, replay].flatMap(({ judge }) =>
        judge(exchanges, { ...contextOf(), turns: known }).judgements.flatMap(({ verdict, clauses }) =>
          verdict === 'fail' ? clauses : [],
        ),
      );
    expect(blame(turns)).toEqual([]);
    expect(blame(new Map())).toEqual(expect.arrayContaining(['IDEM-13']));
  });
});
