import { describe, expect, it } from 'vitest';
import { accounts } from './accounts.js';
import { replay } from './replay.js';
import { contextOf, history, jobs, page, type Draft } from '../../../../test/samples/exchanges.js';

/** A search that delivers these jobs and states the credits used. */
const sale = (first: number, last: number, used: number, draft: Draft = {}): Draft => ({
  answer: page(jobs(first, last), { credits_used: used }),
  ...draft,
});

/** Gives each completed search the correct remaining balance for the credits that it used. */
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
    const corrected = { ...answer, data: { ...answer.data, credits_remaining: remaining } };
    if (key !== undefined) stored.set(key, corrected);
    return { ...draft, answer: corrected };
  });
}

/** When the billing cycle changes: `before 3`, `while 2,3`, or `nowhere`. */
const turned = (...drafts: Draft[]): string => {
  const turn = accounts.judge(history(...balanced(drafts)), contextOf()).turns?.get('ada');
  if (turn === undefined) return 'nowhere';
  return turn.apart.size > 0 ? `while ${[...turn.apart].join()}` : `before ${turn.from}`;
};

describe('a new billing cycle', () => {
  it('makes each paid job chargeable again, once', () => {
    expect(turned(sale(1, 5, 5), sale(6, 9, 4), sale(1, 5, 5), sale(1, 5, 0), sale(6, 9, 4))).toBe(
      'before 3',
    );
  });

  it('may have started before jobs that are paid for afterwards', () => {
    expect(turned(sale(1, 5, 5), sale(6, 9, 4), sale(1, 5, 5), sale(6, 9, 0))).toBe('before 2');
  });

  it('may start during concurrent searches', () => {
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

  it('may restore credits, and is not assumed if paid jobs stay free', () => {
    const turns = (used: number): string => {
      const found = (first: number, last: number, price: number, left: number): Draft => ({
        answer: page(jobs(first, last), { credits_used: price, credits_remaining: left }),
      });
      const left = 991 - used;
      const drafts = [found(1, 5, 5, 95), found(6, 9, 4, 991), found(1, 5, used, left), found(1, 5, 0, left)];
      const judged = accounts.judge(history(...drafts), contextOf());
      const broken = judged.judgements.filter(({ verdict }) => verdict === 'fail');
      return `${judged.turns?.get('ada')?.from ?? 'nowhere'} ${broken.flatMap(({ clauses }) => clauses).join()}`;
    };
    expect(turns(5)).toBe('2 ');
    expect(turns(0)).toBe('nowhere BILL-11');
  });

  it('is not assumed if a job does not stay free after it was charged again', () => {
    expect(turned(sale(1, 5, 5), sale(1, 5, 5))).toBe('nowhere');
    expect(turned(sale(1, 5, 5), sale(1, 5, 5), sale(1, 5, 5))).toBe('nowhere');
    expect(turned(sale(1, 5, 5), sale(1, 5, 5), sale(1, 5, 0), sale(1, 5, 5))).toBe('nowhere');
  });

  it('is not assumed if other paid jobs stay free', () => {
    const again = [sale(6, 9, 4), sale(1, 5, 5), sale(1, 5, 5), sale(1, 5, 0)];
    expect(turned(...again)).toBe('before 3');
    expect(turned(...again, sale(6, 9, 4))).toBe('before 3');
    expect(turned(...again, sale(6, 9, 0))).toBe('nowhere');
  });

  it('is not assumed if an earlier key still recovers its search', () => {
    const key = 'use_v1_a';
    const since = [sale(1, 5, 5), sale(1, 5, 0)];
    expect(turned(sale(1, 5, 5, { key }), ...since, sale(1, 5, 5, { key }))).toBe('nowhere');
    expect(turned(sale(1, 5, 5, { key }), ...since, { key, status: 409 })).toBe('before 2');
  });

  it('breaks no clause: not by prices, not by keys, not by the restored balance', () => {
    const sent = (draft: Draft, i: number): Draft => ({
      ...draft,
      sent: { 'idempotency-key': draft.key },
      at: [i, i + 1],
    });
    const key = 'use_v1_a';
    const made = { headers: { 'idempotency-key': 'use_v1_made-for-this-body' } };
    const found = (last: number, used: number, left: number): Draft => ({
      answer: page(last === 5 ? jobs(1, 5) : jobs(6, 9), { credits_used: used, credits_remaining: left }),
    });
    const exchanges = history(
      ...[
        { ...found(5, 5, 95), ...made },
        { ...found(5, 0, 95), key },
        { ...found(9, 4, 91), key: 'use_v1_b', body: { limit: 9 } },
        // The new cycle restores the balance, and the key that the service makes for this body belongs to a new search.
        { ...found(5, 5, 995), ...made },
        { ...found(9, 4, 991), key: 'use_v1_c', body: { limit: 9 } },
        { ...found(5, 0, 991), key: 'use_v1_d' },
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

it('infers a failure from a rise by fewer credits than the charges, since the account may have got them', () => {
  const kinds = (...drafts: Draft[]): unknown[] => {
    const context = contextOf({ accounts: [{ alias: 'ada', fresh: false }] });
    const { judgements } = accounts.judge(history(...drafts), context);
    return judgements.flatMap(({ verdict, clauses, kind }) => (verdict === 'fail' ? [...clauses, kind] : []));
  };
  const left = (first: number, credits: number): Draft => ({
    answer: page(jobs(first, first + 4), { credits_used: 5, credits_remaining: credits }),
  });
  expect(kinds(left(1, 95), left(6, 94), left(11, 89))).toEqual(['BILL-11', 'inference']);
  // One of two concurrent charges was lost.
  const at: [number, number] = [1, 2];
  expect(kinds(left(1, 95), { ...left(6, 90), at }, { ...left(11, 90), at })).toEqual(['BILL-11', undefined]);
  expect(kinds(left(1, 95), { ...left(6, 92), at }, { ...left(11, 87), at })).toEqual([
    'BILL-11',
    'inference',
  ]);
  // No account gets a few credits after each search.
  const rises = [left(6, 94), left(11, 93), left(16, 92)];
  expect(kinds(left(1, 95), ...rises, left(21, 87))).toEqual(rises.flatMap(() => ['BILL-11', undefined]));
  // Credits that were given do not vanish again.
  expect(kinds(left(1, 95), left(6, 94), left(11, 85))).not.toContain('inference');
});
