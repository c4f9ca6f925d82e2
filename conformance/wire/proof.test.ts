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
  const books: Pick<Books, 'unproven'> = { unproven: new Map(unproven === 0 ? [] : [['active', unproven]]) };
  let reads = 0;
  const proof = createProof(budget, books as Books, () => {
    reads += 1;
    return spent ? Promise.reject(new BudgetSpent('no request is left')) : Promise.resolve();
  });
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
