import { describe, expect, it } from 'vitest';
import { turnsIn } from './cycle-turns.js';
import { firstSale } from './first-sale.js';
import { ledger } from './ledger.js';
import { replay } from './replay.js';
import { contextOf, history, jobs, page, type Draft } from '../../../test/samples/exchanges.js';

const search = (first: number, last: number, used: number, draft: Draft = {}): Draft => ({
  answer: page(jobs(first, last), { credits_used: used }),
  ...draft,
});
/** Where a cycle turned: before #3, while #3 was under way, or nowhere. */
const turned = (...drafts: Draft[]): string => {
  const turn = turnsIn(history(...drafts), contextOf()).get('ada');
  if (turn === undefined) return 'nowhere';
  return turn.apart.size > 0 ? `while ${[...turn.apart].join()}` : `before ${turn.from}`;
};

describe('a billing cycle that turns', () => {
  it('makes each paid job new again, once', () => {
    expect(turned(search(1, 5, 5), search(6, 9, 4), search(1, 5, 5), search(1, 5, 0), search(6, 9, 4))).toBe(
      'before 3',
    );
  });

  it('may have turned before new jobs were bought, which are paid for since', () => {
    expect(turned(search(1, 5, 5), search(6, 9, 4), search(1, 5, 5), search(6, 9, 0))).toBe('before 2');
  });

  it('may turn while searches are under way at once', () => {
    const both = [search(6, 9, 4, { at: [2, 4] }), search(1, 5, 5, { at: [2, 5] })];
    const after = [search(6, 9, 4, { at: [6, 7] }), search(1, 5, 0, { at: [8, 9] }), search(6, 9, 0)];
    const drafts = [search(1, 5, 5, { at: [0, 1] }), ...both, ...after];
    const group = (draft: Draft, i: number): Draft => ({
      ...draft,
      at: draft.at ?? [10, 11],
      ...(i === 1 || i === 2 ? { change: { group: 1 } } : {}),
    });
    expect(turned(...drafts.map(group))).toBe('while 2,3');
  });

  it('is not seen where a job is charged once more', () => {
    expect(turned(search(1, 5, 5), search(1, 5, 5))).toBe('nowhere');
    expect(turned(search(1, 5, 5), search(1, 5, 5), search(1, 5, 5))).toBe('nowhere');
    expect(turned(search(1, 5, 5), search(1, 5, 5), search(1, 5, 0), search(1, 5, 5))).toBe('nowhere');
  });

  it('is not seen where others that were paid for stay free', () => {
    const again = [search(6, 9, 4), search(1, 5, 5), search(1, 5, 5), search(1, 5, 0)];
    expect(turned(...again)).toBe('before 3');
    expect(turned(...again, search(6, 9, 4))).toBe('before 3');
    expect(turned(...again, search(6, 9, 0))).toBe('nowhere');
  });

  it('is not seen where a key that was sent before recovers its search', () => {
    const key = 'use_v1_a';
    const since = [search(1, 5, 5), search(1, 5, 0)];
    expect(turned(search(1, 5, 5, { key }), ...since, search(1, 5, 5, { key }))).toBe('nowhere');
    expect(turned(search(1, 5, 5, { key }), ...since, { key, status: 409 })).toBe('before 2');
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
        // The balance is filled up, and the key that the service makes for this body stands for a search of now.
        { ...told(5, 5, 995), ...made },
        { ...told(9, 4, 991), key: 'use_v1_c', body: { limit: 9 } },
        { ...told(5, 0, 991), key: 'use_v1_d' },
        { status: 409, key },
      ].map(sent),
    );
    const blame = (turns: ReturnType<typeof turnsIn>): string[] =>
      [firstSale, ledger, replay].flatMap(({ judge }) =>
        judge(exchanges, { ...contextOf(), turns }).judgements.flatMap(({ verdict, clauses }) =>
          verdict === 'fail' ? clauses : [],
        ),
      );
    expect(blame(turnsIn(exchanges, contextOf()))).toEqual([]);
    expect(blame(new Map())).toEqual(expect.arrayContaining(['BILL-11', 'IDEM-13']));
  });
});
