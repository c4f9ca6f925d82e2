import { expect, it } from 'vitest';
import type { Books } from './books.js';
import { BudgetSpent, createBudget } from './budget.js';
import { createProof } from './proof.js';

/** How often the balance is read at the end of a run in which an answer told so many credits, of the most that it can have cost. */
async function readsAtEnd(
  { told, most }: { told: number; most: number },
  { ceiling, unproven = 10, spent = false }: { ceiling?: number; unproven?: number; spent?: boolean } = {},
): Promise<number> {
  const budget = createBudget({ credits: ceiling ?? null, requests: null });
  budget.spend('any', 'active', { told, most });
  let reads = 0;
  const books: Pick<Books, 'unproven' | 'untested' | 'readingsOf'> = {
    unproven: new Map(unproven === 0 ? [] : [['active', unproven]]),
    untested: new Map(),
    readingsOf: () => reads,
  };
  const read = (): Promise<void> => {
    reads += 1;
    return spent ? Promise.reject(new BudgetSpent('no request is left')) : Promise.resolve();
  };
  const proof = createProof(budget, books as Books, { read, waits: () => false });
  await proof.atEnd();
  return reads;
}

it('reads the balance at the end where what is counted was not told, or a ceiling was kept on the word of the target', async () => {
  expect(await readsAtEnd({ told: 4, most: 10 })).toBe(1);
  expect(await readsAtEnd({ told: 4, most: 4 }, { ceiling: 50 })).toBe(1);
  expect(await readsAtEnd({ told: 4, most: 10 }, { spent: true })).toBe(1);
  expect(await readsAtEnd({ told: 4, most: 4 })).toBe(0);
  expect(await readsAtEnd({ told: 4, most: 4 }, { ceiling: 50, unproven: 0 })).toBe(0);
});

/** A run of so many requests of each kind under a ceiling, and after which of them the balance was read. */
async function readsAfter(
  requests: readonly { credits: number; isNew?: boolean; loss?: number }[],
  ceiling = 500,
) {
  const budget = createBudget({ credits: ceiling, requests: null });
  const untested = new Map<string, { requests: number; credits: number; isNew: boolean }>();
  let readings = 0;
  const read = (): Promise<void> => {
    untested.clear();
    readings += 1;
    budget.lost('any', 'active', lost);
    return Promise.resolve();
  };
  const books = { unproven: new Map(), untested, readingsOf: () => readings, doubt: () => undefined };
  const proof = createProof(budget, books as unknown as Books, { read, waits: () => false });
  const after: number[] = [];
  let lost = 0;
  for (const [i, { credits, isNew = false, loss = 0 }] of requests.entries()) {
    await proof.before(credits);
    if (readings > 0) after.push(i);
    readings = 0;
    const so = untested.get('active') ?? { requests: 0, credits: 0, isNew: false };
    untested.set('active', {
      requests: so.requests + 1,
      credits: so.credits + credits,
      isNew: so.isNew || isNew,
    });
    budget.spend('any', 'active', { told: credits, most: credits });
    lost += credits + loss;
  }
  return { after, blocked: budget.admit(1, 0) };
}

it('reads the balance after what charged, after what is new, and now and then after what is free', async () => {
  const free = { credits: 0 };
  expect((await readsAfter([{ credits: 3 }, { credits: 2 }, free, { credits: 1 }])).after).toEqual([1, 3]);
  expect((await readsAfter([{ ...free, isNew: true }, free, free])).after).toEqual([1]);
  expect((await readsAfter(Array.from({ length: 45 }, () => free))).after).toEqual([20, 40]);
});

it('asks a target nothing more that takes credits for what is free, once none are left', async () => {
  const lookups = (loss: number) => Array.from({ length: 9 }, () => ({ credits: 0, isNew: true, loss }));
  expect((await readsAfter(lookups(5), 10)).blocked).toMatch(/takes credits for what costs nothing/);
  expect((await readsAfter(lookups(5), 500)).blocked).toBeNull();
  expect((await readsAfter(lookups(0), 0)).blocked).toBeNull();
});
