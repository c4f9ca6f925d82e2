import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadContract } from '../../spec/contract.js';
import type { AccountFacts } from '../record/facts.js';
import type { Exchange } from '../record/exchange.js';
import { createBooks } from './books.js';
import { createBudget } from './budget.js';
import { CUT } from './http-client.js';
import { exchange } from '../../test/servers/servers.js';

const contract = loadContract();

const payer = (more: Partial<AccountFacts> = {}): AccountFacts => ({
  alias: 'active',
  role: 'active',
  fresh: false,
  credits: null,
  active: null,
  historicalAccess: null,
  rateLimits: null,
  ...more,
});

interface Search {
  key?: string;
  made?: string;
  used?: number;
  left?: number;
  limit?: number;
  lost?: boolean;
  why?: string;
  operation?: Exchange['operation'];
}

/** A direct search, charged as told. */
function search({
  key,
  made,
  used = 0,
  left,
  limit = 10,
  lost,
  why = 'cut',
  operation = 'searchJobs',
}: Search): Exchange {
  const body = { limit };
  const data = { jobs: [], credits_used: used, ...(left === undefined ? {} : { credits_remaining: left }) };
  return exchange({
    operation,
    request: {
      headers: key === undefined ? {} : { 'idempotency-key': key },
      body,
      bodyText: JSON.stringify(body),
    },
    response:
      lost === true
        ? null
        : { body: { success: true, data }, headers: made === undefined ? {} : { 'idempotency-key': made } },
    ...(lost === true ? { failure: { kind: 'aborted', message: why } } : {}),
  });
}

const balance = (credits: number): Exchange =>
  exchange({ operation: 'getCreditBalance', response: { body: { credits_remaining: credits } } });

const closing = (each: Exchange, account: AccountFacts | null = payer()) => ({
  entry: { payer: account, most: each.operation === 'getCreditBalance' ? 0 : 10 },
  exchange: each,
  reached: true,
});

/** Books without a ceiling; `close` books exchanges of one moment for an account of the profile. */
function opened() {
  const budget = createBudget({ credits: null, requests: null });
  const books = createBooks(contract, null, budget);
  const close = (...exchanges: Exchange[]): void => books.close(exchanges.map((each) => closing(each)));
  return { budget, books, close };
}

/** Books the exchanges one after the other, each search at most 10 credits, and returns the credits used and told. */
function bookedFor(account: AccountFacts | null, ...exchanges: Exchange[]): [used: number, told: number] {
  const { budget, books } = opened();
  for (const each of exchanges) books.close([closing(each, account)]);
  return [budget.creditsUsed, budget.creditsTold];
}
const booked = (...exchanges: Exchange[]) => bookedFor(payer(), ...exchanges);

const lost = search({ key: 'use_v1_a', lost: true });
const recovered = search({ key: 'use_v1_a', used: 4 });

describe('createBooks', () => {
  it('books a repeat once, by the key that was sent', () => {
    expect(booked(recovered, recovered)).toEqual([4, 4]);
    expect(booked(recovered, search({ key: 'use_v1_b', used: 4 }))).toEqual([8, 8]);
  });

  it('does not take another operation for a repeat since the target names one key for all', () => {
    const made = 'use_v1_constant';
    expect(booked(search({ made, used: 4 }), search({ made, used: 4 }))).toEqual([8, 8]);
    expect(
      booked(search({ key: 'use_v1_a', made, used: 4 }), search({ key: 'use_v1_b', made, used: 4 })),
    ).toEqual([8, 8]);
  });

  it('knows the repeat under a key that the service made, and that a changed body is none', () => {
    const first = search({ made: 'use_v1_made', used: 4 });
    expect(booked(first, search({ key: 'use_v1_made', used: 4 }))).toEqual([4, 4]);
    expect(booked(first, search({ key: 'use_v1_made', used: 4, limit: 5 }))).toEqual([8, 8]);
  });

  it('takes no figure of a failed search for the balance', () => {
    const { response, ...rest } = search({ left: 0 });
    const failed = {
      ...rest,
      response: { ...response!, body: { ...(response!.body as object), success: false } },
    };
    expect(booked(balance(100), failed)).toEqual([0, 0]);
    expect(booked(balance(100), search({ left: 0 }))).toEqual([100, 100]);
  });

  it('takes no key for one where the operation ignores it', () => {
    const legacy = search({ key: 'use_v1_a', used: 4, operation: 'searchCompanyJobsLegacy' });
    expect(booked(legacy, legacy)).toEqual([8, 8]);
  });

  it('counts a lost answer in full, once, also where a repeat tells what it cost', () => {
    expect(booked(lost)).toEqual([10, 0]);
    expect(booked(lost, recovered)).toEqual([10, 4]);
  });

  it('takes a lost answer for what the repeat tells, where the balance was told before and can show what the target hides', () => {
    expect(booked(balance(100), lost)).toEqual([10, 0]);
    expect(booked(balance(100), lost, recovered)).toEqual([4, 4]);
    expect(booked(search({ used: 1, left: 99 }), lost, recovered)).toEqual([5, 5]);
    expect(booked(balance(100), lost, lost, recovered, recovered)).toEqual([4, 4]);
    expect(booked(balance(100), lost, recovered, balance(92))).toEqual([8, 8]);
    expect(booked(balance(100), lost, search({ key: 'use_v1_a', used: 4, limit: 5 }))).toEqual([14, 4]);
    // What refuses the repeat tells nothing of the first.
    const refused = { ...recovered, response: { ...recovered.response!, status: 409, body: {} } };
    expect(booked(balance(100), lost, refused)).toEqual([10, 0]);
  });

  it('takes an answer that the suite itself cut off for what the repeat tells', () => {
    const cut = search({ key: 'use_v1_a', lost: true, why: CUT });
    expect(booked(cut)).toEqual([10, 0]);
    expect(booked(cut, recovered)).toEqual([4, 4]);
    expect(bookedFor(payer({ fresh: true }), cut, recovered)).toEqual([4, 4]);
  });

  it('takes a lost answer for what the balance fell by behind it, and no more than it can have cost', () => {
    expect(booked(balance(100), lost, balance(96))).toEqual([4, 4]);
    expect(booked(balance(100), search({ used: 3 }), lost, balance(97))).toEqual([3, 3]);
    expect(booked(balance(100), search({ used: 3 }), lost, search({ used: 2 }), balance(91))).toEqual([9, 9]);
    expect(booked(balance(100), lost, search({ lost: true }), balance(93))).toEqual([7, 7]);
    expect(booked(balance(100), lost, balance(96), lost, balance(90))).toEqual([10, 10]);
  });

  it('counts a lost answer in full where no balance was told before, or it rose', () => {
    expect(booked(lost, balance(96))).toEqual([10, 0]);
    expect(booked(balance(100), lost, balance(1100))).toEqual([10, 0]);
    expect(bookedFor(payer({ fresh: true }), balance(100), lost)).toEqual([10, 0]);
  });

  it('counts a lost answer in full as long as the balance never moved, and for what it cost once it has', () => {
    expect(booked(balance(100), lost, balance(100))).toEqual([10, 0]);
    expect(booked(balance(100), lost, balance(100), search({ used: 3 }), balance(97))).toEqual([3, 3]);
  });

  it('tells what was sent since the balance was read, and whether an operation is new', () => {
    const { books, close } = opened();
    close(search({ used: 4 }));
    close(search({ used: 0 }));
    expect([...books.untested]).toEqual([['active', { requests: 2, credits: 4, isNew: true }]]);
    close(balance(50));
    expect([[...books.untested], books.readingsOf('active')]).toEqual([[], 1]);
    close(search({ used: 2 }));
    expect([...books.untested]).toEqual([['active', { requests: 1, credits: 2, isNew: false }]]);
    books.close([closing(search({ used: 1 }), payer({ alias: 'made', fresh: true }))]);
    expect(books.untested.has('made')).toBe(false);
  });

  it('never counts less than was charged, and exactly that once the balance was read and has moved', () => {
    const step = fc.record({
      kind: fc.constantFrom('told', 'lost', 'recovered', 'read'),
      used: fc.integer({ min: 0, max: 10 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 15 }), (steps) => {
        const { budget, close } = opened();
        close(balance(1000));
        let paid = 0;
        const lost: Search[] = [];
        steps.forEach(({ kind, used }, i) => {
          const one = { key: `use_v1_${i}`, used };
          if (kind === 'told' || kind === 'lost') {
            paid += used;
            close(search({ ...one, left: 1000 - paid, lost: kind === 'lost' }));
            if (kind === 'lost') lost.push(one);
          } else if (kind === 'recovered') {
            const again = lost.pop();
            if (again !== undefined) close(search(again));
          } else {
            close(balance(1000 - paid));
            if (paid > 0) expect([budget.creditsUsed, budget.creditsTold]).toEqual([paid, paid]);
          }
          expect(budget.creditsUsed).toBeGreaterThanOrEqual(paid);
        });
      }),
    );
  });

  it('books nothing where no connection came about or nobody could be charged', () => {
    const budget = createBudget({ credits: null, requests: null });
    const entry = { payer: payer(), most: 10 };
    createBooks(contract, null, budget).close([{ entry, exchange: search({ lost: true }), reached: false }]);
    expect(budget.creditsUsed).toBe(0);
    expect(bookedFor(null, search({ lost: true }))).toEqual([0, 0]);
  });

  it('counts what the balance fell by where answers tell less', () => {
    expect(booked(balance(100), search({ used: 1, left: 90 }))).toEqual([10, 10]);
    expect(booked(balance(100), search({ used: 1 }), balance(70))).toEqual([30, 30]);
    expect(booked(search({ used: 4, left: 96 }), balance(90))).toEqual([10, 10]);
  });

  it('is not misled by an old balance in a repeated answer', () => {
    const first = search({ key: 'use_v1_a', used: 4, left: 96 });
    expect(booked(balance(100), first, search({ used: 6, left: 90 }), first)).toEqual([10, 10]);
  });

  it('takes copies of one moment together, whichever of them tells the balance that all left', () => {
    const { budget, close } = opened();
    close(balance(100));
    close(search({ used: 4, left: 90 }), search({ used: 6, left: 94 }));
    expect([budget.creditsUsed, budget.creditsTold, budget.notes()]).toEqual([10, 10, []]);
  });

  it('draws nothing from the balance of an account that a scenario was given', () => {
    expect(bookedFor(payer({ fresh: true }), balance(100), search({ used: 1 }), balance(0))).toEqual([1, 1]);
  });

  it('keeps what the target says was free until the balance is read', () => {
    const { books, close } = opened();
    const refused = exchange({ response: { status: 402, body: { detail: 'no' } } });
    close(refused);
    close(search({ used: 4 }));
    expect([...books.unproven]).toEqual([['active', 16]]);
    close(balance(50));
    expect([...books.unproven]).toEqual([]);
  });

  it('counts what the target says was free where it tells no balance at all', () => {
    const { budget, books, close } = opened();
    close(search({ used: 4, left: 96 }));
    books.doubt('active');
    expect([[...books.unproven], budget.creditsUsed]).toEqual([[['active', 6]], 4]);
    close(search({ used: 0 }));
    books.doubt('active');
    expect([[...books.unproven], budget.creditsUsed, budget.creditsTold]).toEqual([[], 20, 4]);
  });

  it('keeps what no answer told until the balance is read', () => {
    const { budget, books, close } = opened();
    close(balance(50));
    close(search({ lost: true }));
    expect([...books.unproven]).toEqual([['active', 10]]);
    close(balance(47));
    expect([[...books.unproven], budget.creditsUsed]).toEqual([[], 3]);
  });
});
