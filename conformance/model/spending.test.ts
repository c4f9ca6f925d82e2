import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadContract } from '../../spec/contract.js';
import { CUT, type Exchange } from '../record/exchange.js';
import { Budget } from '../wire/budget.js';
import { chargeOf } from './spending.js';
import { history, type Draft } from '../../test/samples/exchanges.js';
import { exchange } from '../../test/servers/servers.js';

const contract = loadContract();

interface Search extends Draft {
  made?: string;
  used?: number;
  left?: number;
  limit?: number;
  jobs?: unknown[];
}

/** A direct search that states its charge. */
function search({ made, used = 0, left, limit = 10, jobs = [], ...draft }: Search): Exchange {
  const data = { jobs, credits_used: used, ...(left === undefined ? {} : { credits_remaining: left }) };
  const answer = { success: true, data };
  return history({ body: { limit }, answer, headers: { 'idempotency-key': made }, ...draft })[0]!;
}

const balance = (credits: number): Exchange =>
  exchange({ operation: 'getCreditBalance', response: { body: { credits_remaining: credits } } });

const ada = { alias: 'active', fresh: false };

/** A budget without a ceiling; `send` sends exchanges concurrently, and each search costs at most 10 credits. */
function opened(payer: typeof ada | null = ada, reached = true) {
  const budget = new Budget({ credits: null, requests: null });
  const account = payer === null ? null : budget.account(payer);
  const send = (...exchanges: Exchange[]): void =>
    budget.add(
      exchanges.map((each) => {
        const operation = contract.operation(each.operation!);
        const priced = { operation, most: operation.kind === 'balance' ? 0 : 10 };
        return { account, priced, exchange: each, reached };
      }),
      null,
    );
  return { budget, account: account!, send };
}

/** Sends the exchanges one after the other, and returns the counted credits and the stated ones. */
function spentOn(payer: typeof ada | null, ...exchanges: Exchange[]): [used: number, told: number] {
  const { budget, send } = opened(payer);
  for (const each of exchanges) send(each);
  return [budget.creditsUsed, budget.creditsTold];
}
const spent = (...exchanges: Exchange[]) => spentOn(ada, ...exchanges);
const fresh = { ...ada, fresh: true };

const lost = search({ key: 'use_v1_a', lost: true });
const recovered = search({ key: 'use_v1_a', used: 4 });

describe('Spending', () => {
  it('charges repeats with the same sent key once', () => {
    expect(spent(recovered, recovered)).toEqual([4, 4]);
    expect(spent(recovered, search({ key: 'use_v1_b', used: 4 }))).toEqual([8, 8]);
  });

  it('distinguishes searches if the target returns one key for all', () => {
    const made = 'use_v1_constant';
    expect(spent(search({ made, used: 4 }), search({ made, used: 4 }))).toEqual([8, 8]);
    expect(
      spent(search({ key: 'use_v1_a', made, used: 4 }), search({ key: 'use_v1_b', made, used: 4 })),
    ).toEqual([8, 8]);
  });

  it('recognizes a repeat with a key that the service made, and a changed body as another search', () => {
    const first = search({ made: 'use_v1_made', used: 4 });
    expect(spent(first, search({ key: 'use_v1_made', used: 4 }))).toEqual([4, 4]);
    expect(spent(first, search({ key: 'use_v1_made', used: 4, limit: 5 }))).toEqual([8, 8]);
  });

  it.each(['searchJobs', 'searchCompanyJobsLegacy'] as const)(
    'counts a repeat of %s with one made key until the balance shows whether it was charged',
    (operation) => {
      const sold = { made: 'use_v1_made', used: 1, jobs: [job(1)], operation };
      expect(spent(search(sold), search(sold))).toEqual([2, 1]);
      expect(spent(balance(100), search(sold), search(sold), search(sold))).toEqual([3, 1]);
      expect(spent(balance(100), search(sold), search(sold), search(sold), balance(99))).toEqual([1, 1]);
      expect(spent(balance(100), search(sold), search(sold), search(sold), balance(97))).toEqual([3, 3]);
      expect(spent(search(sold), search({ ...sold, jobs: [job(2)] }))).toEqual([2, 2]);
      expect(spent(search(sold), search({ ...sold, limit: 5 }))).toEqual([2, 2]);
      expect(spent(balance(100), search(sold), search(sold), lost, balance(95))).toEqual([5, 5]);
    },
  );

  it('ignores the figures of a failed search', () => {
    const { response, ...rest } = search({ left: 0 });
    const failed = {
      ...rest,
      response: { ...response!, body: { ...(response!.body as object), success: false } },
    };
    expect(spent(balance(100), failed)).toEqual([0, 0]);
    expect(spent(balance(100), search({ left: 0 }))).toEqual([100, 100]);
  });

  it('ignores the key if the operation does', () => {
    const legacy = search({ key: 'use_v1_a', used: 4, operation: 'searchCompanyJobsLegacy' });
    expect(spent(legacy, legacy)).toEqual([8, 8]);
  });

  it('counts a search once that is lost again after a balance showed its charge', () => {
    expect(spent(balance(100), lost, balance(96), lost, recovered, balance(96))).toEqual([4, 4]);
  });

  it('counts a lost answer in full, once, even if a repeat states its cost', () => {
    expect(spent(lost)).toEqual([10, 0]);
    expect(spent(lost, recovered)).toEqual([10, 4]);
  });

  it('counts a lost answer at the cost that the repeat states, if a known balance can show hidden charges', () => {
    expect(spent(balance(100), lost)).toEqual([10, 0]);
    expect(spent(balance(100), lost, recovered)).toEqual([4, 4]);
    expect(spent(search({ used: 1, left: 99 }), lost, recovered)).toEqual([5, 5]);
    expect(spent(balance(100), lost, lost, recovered, recovered)).toEqual([4, 4]);
    expect(spent(balance(100), lost, recovered, balance(92))).toEqual([8, 8]);
    expect(spent(balance(100), lost, search({ key: 'use_v1_a', used: 4, limit: 5 }))).toEqual([14, 4]);
    // A refused repeat does not show the cost of the first search.
    const refused = { ...recovered, response: { ...recovered.response!, status: 409, body: {} } };
    expect(spent(balance(100), lost, refused)).toEqual([10, 0]);
  });

  it('counts an answer that the run cut off at the cost that the repeat states', () => {
    const cut = { ...lost, failure: { kind: 'aborted', message: CUT } } as const;
    expect(spent(cut)).toEqual([10, 0]);
    expect(spent(cut, recovered)).toEqual([4, 4]);
    expect(spentOn(fresh, cut, recovered)).toEqual([4, 4]);
  });

  it('counts a lost answer at the fall of the balance, and at most what it can have cost', () => {
    expect(spent(balance(100), lost, balance(96))).toEqual([4, 4]);
    expect(spent(balance(100), search({ used: 3 }), lost, balance(97))).toEqual([3, 3]);
    expect(spent(balance(100), search({ used: 3 }), lost, search({ used: 2 }), balance(91))).toEqual([9, 9]);
    expect(spent(balance(100), lost, search({ lost: true }), balance(93))).toEqual([7, 7]);
    expect(spent(balance(100), lost, balance(96), lost, balance(90))).toEqual([10, 10]);
  });

  it('counts a lost answer in full if no balance was known before, or it rose', () => {
    expect(spent(lost, balance(96))).toEqual([10, 0]);
    expect(spent(balance(100), lost, balance(1100))).toEqual([10, 0]);
    expect(spentOn(fresh, balance(100), lost)).toEqual([10, 0]);
  });

  it('counts a lost answer in full until the balance moves', () => {
    expect(spent(balance(100), lost, balance(100))).toEqual([10, 0]);
    expect(spent(balance(100), lost, balance(100), search({ used: 3 }), balance(97))).toEqual([3, 3]);
  });

  it('counts requests since the balance was read, and notices new operations', () => {
    const { account, send } = opened();
    send(search({ used: 4 }));
    send(search({ used: 0 }));
    const operations = new Set(['searchJobs']);
    expect(account.unchecked).toEqual({ requests: 2, credits: 4, isNew: true, operations });
    send(balance(50));
    expect(account.unchecked).toEqual({ requests: 0, credits: 0, isNew: false, operations: new Set() });
    send(search({ used: 2 }));
    expect(account.unchecked).toEqual({ requests: 1, credits: 2, isNew: false, operations });
    const made = opened(fresh);
    made.send(search({ used: 1 }));
    expect(made.account.unchecked.requests).toBe(0);
  });

  it('never counts less than was charged, and exactly that once the balance was read and has moved', () => {
    const step = fc.record({
      kind: fc.constantFrom('told', 'lost', 'recovered', 'read'),
      used: fc.integer({ min: 0, max: 10 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 15 }), (steps) => {
        const { budget, send } = opened();
        send(balance(1000));
        let paid = 0;
        const lost: Search[] = [];
        steps.forEach(({ kind, used }, i) => {
          const one = { key: `use_v1_${i}`, used };
          if (kind === 'told' || kind === 'lost') {
            paid += used;
            send(search({ ...one, left: 1000 - paid, lost: kind === 'lost' }));
            if (kind === 'lost') lost.push(one);
          } else if (kind === 'recovered') {
            const again = lost.pop();
            if (again !== undefined) send(search(again));
          } else {
            send(balance(1000 - paid));
            if (paid > 0) expect([budget.creditsUsed, budget.creditsTold]).toEqual([paid, paid]);
          }
          expect(budget.creditsUsed).toBeGreaterThanOrEqual(paid);
        });
      }),
    );
  });

  it('charges nothing without a connection or without an account', () => {
    const { budget, send } = opened(ada, false);
    send(search({ lost: true }));
    expect(budget.creditsUsed).toBe(0);
    expect(spentOn(null, search({ lost: true }))).toEqual([0, 0]);
  });

  it('counts the fall of the balance if answers state less', () => {
    expect(spent(balance(100), search({ used: 1, left: 90 }))).toEqual([10, 10]);
    expect(spent(balance(100), search({ used: 1 }), balance(70))).toEqual([30, 30]);
    expect(spent(search({ used: 4, left: 96 }), balance(90))).toEqual([10, 10]);
  });

  it('ignores an old balance in a repeated answer', () => {
    const first = search({ key: 'use_v1_a', used: 4, left: 96 });
    expect(spent(balance(100), first, search({ used: 6, left: 90 }), first)).toEqual([10, 10]);
  });

  it('adds concurrent copies before it compares the balance that all of them left', () => {
    const { budget, send } = opened();
    send(balance(100));
    send(search({ used: 4, left: 90 }), search({ used: 6, left: 94 }));
    expect([budget.creditsUsed, budget.creditsTold, budget.notes()]).toEqual([10, 10, []]);
  });

  it('ignores the balance of an account that was made for a scenario', () => {
    expect(spentOn(fresh, balance(100), search({ used: 1 }), balance(0))).toEqual([1, 1]);
  });

  it('doubts free requests until the balance is read', () => {
    const { account, send } = opened();
    send(exchange({ response: { status: 402, body: { detail: 'no' } } }));
    send(search({ used: 4 }));
    expect(account.unproven).toBe(16);
    send(balance(50));
    expect(account.unproven).toBe(0);
  });

  it('counts free requests in full if the target states no balance at all', () => {
    const { budget, account, send } = opened();
    send(search({ used: 4, left: 96 }));
    account.distrust();
    expect([account.unproven, budget.creditsUsed]).toEqual([6, 4]);
    send(search({ used: 0 }));
    account.distrust();
    expect([account.unproven, budget.creditsUsed, budget.creditsTold]).toEqual([0, 20, 4]);
  });

  it('doubts lost answers until the balance is read', () => {
    const { budget, account, send } = opened();
    send(balance(50));
    send(search({ lost: true }));
    expect(account.unproven).toBe(10);
    send(balance(47));
    expect([account.unproven, budget.creditsUsed]).toEqual([0, 3]);
  });
});

const data = (credits_used: unknown, jobs: unknown[] = []): unknown => ({
  success: true,
  data: { jobs, credits_used },
});
const job = (n: number): unknown => ({ 'Job Title': 'Baker', 'Job URL': `https://board.example/${n}` });

const priced = { operation: contract.operation('searchJobs'), most: 10 };
const chargeIn = (status: number, body: unknown): [number, number] => {
  const { told, most } = chargeOf(exchange({ response: { status, body } }), priced, 0);
  return [told, most];
};

/** The charges of searches, stated and at most. */
function chargesOf(...pages: [used: number, ...jobs: unknown[]][]): [number, number][] {
  const { account } = opened();
  return pages.map(([used, ...jobs]) => {
    const { told, most } = account.add(search({ used, jobs }), priced);
    return [told, most];
  });
}

describe('chargeOf', () => {
  it('is what the answer states', () => {
    expect(chargeIn(200, data(2, [job(1), job(2)]))).toEqual([2, 2]);
    expect(chargeIn(200, data(0))).toEqual([0, 0]);
    expect(chargeIn(200, data(100, [job(1)]))).toEqual([100, 100]);
  });

  it('is the maximum if there is no answer, or it states nothing', () => {
    expect(chargeOf({ response: null }, priced, 0)).toEqual({ told: 0, most: 10, isRead: false });
    for (const [status, body] of [
      [500, undefined],
      [502, undefined],
      [503, { detail: 'upstream is busy' }],
      [408, { detail: 'timeout' }],
      [302, undefined],
      [204, undefined],
      [200, undefined],
      [200, {}],
      [200, { success: true }],
      [200, data(undefined, [job(1)])],
      [200, data(-3, [job(1)])],
      [200, data('0', [job(1)])],
      [200, data(null)],
    ] as const)
      expect([status, body, chargeIn(status, body)]).toEqual([status, body, [0, 10]]);
  });

  it('is nothing for a refusal of the contract', () => {
    const statuses = contract.operations.flatMap(({ responses }) => [...responses.keys()]);
    for (const status of [404, ...new Set(statuses.filter((each) => each >= 400 && each < 500))])
      expect([status, chargeIn(status, { detail: 'no' })]).toEqual([status, [0, 0]]);
    expect(chargeIn(503, { detail: 'service_unavailable' })).toEqual([0, 0]);
    expect(chargeIn(503, { detail: 'invalid_result: larger than 4 MiB' })).toEqual([0, 0]);
    expect(chargeIn(503, { success: false, error: { code: 'service_unavailable' } })).toEqual([0, 0]);
    expect(chargeIn(200, { success: false, data: null })).toEqual([0, 0]);
  });

  it('counts a job as free only if it was bought before', () => {
    const charged = chargesOf([0, job(1), job(2)], [0, job(1), job(3)], [0, job(1)]);
    expect(charged).toEqual([
      [0, 2],
      [0, 1],
      [0, 0],
    ]);
  });

  it('recognizes a job whose address is signed again', () => {
    const signed = (mark: string, text: string): unknown => ({
      'Job Title': 'Baker',
      'Company Name': 'Inn',
      'Job Description': text,
      'Job URL': `https://board.example/1?sig=${mark}`,
    });
    const charged = chargesOf(
      [1, signed('a', 'Bakes.')],
      [0, signed('b', 'Bakes.')],
      [0, signed('c', 'Sells.')],
    );
    expect(charged).toEqual([
      [1, 1],
      [0, 0],
      [0, 1],
    ]);
  });
});
