import { expect, it } from 'vitest';
import { exchange } from '../../test/servers/servers.js';
import { createBalanceChecks } from './balance-checks.js';
import { Budget, BudgetSpent } from './budget.js';

const ada = { alias: 'active', fresh: false };
const balance = (credits: number) =>
  exchange({ operation: 'getCreditBalance', response: { body: { credits_remaining: credits } } });

/** Counts readings at the end of a run with one request. Its answer states `told` credits; it can have cost `most`. */
async function readsAtEnd(
  { told, most }: { told: number; most: number },
  { ceiling, doubted = 10, spent = false }: { ceiling?: number; doubted?: number; spent?: boolean } = {},
): Promise<number> {
  const budget = new Budget({ credits: ceiling ?? null, requests: null });
  Object.assign(budget.account(ada), { told, most, doubted });
  let reads = 0;
  const read = (): Promise<void> => {
    reads += 1;
    return spent ? Promise.reject(new BudgetSpent('no request is left')) : Promise.resolve();
  };
  await createBalanceChecks(budget, { read, waits: () => false }).atEnd();
  return reads;
}

it('reads the balance at the end if charges are unknown, or if a ceiling relies on charges stated by the target', async () => {
  expect(await readsAtEnd({ told: 4, most: 10 })).toBe(1);
  expect(await readsAtEnd({ told: 4, most: 4 }, { ceiling: 50 })).toBe(1);
  expect(await readsAtEnd({ told: 4, most: 10 }, { spent: true })).toBe(1);
  expect(await readsAtEnd({ told: 4, most: 4 })).toBe(0);
  expect(await readsAtEnd({ told: 4, most: 4 }, { ceiling: 50, doubted: 0 })).toBe(0);
});

/** Sends these requests under a ceiling. `after` lists the number of requests before each reading of the balance. */
async function readsAfter(
  requests: readonly { credits: number; isNew?: boolean; loss?: number; operation?: string }[],
  ceiling = 500,
) {
  const budget = new Budget({ credits: ceiling, requests: null });
  const account = budget.account(ada);
  account.readBalance(balance(1000), null);
  let readings = 0;
  let lost = 0;
  const read = (): Promise<void> => {
    readings += 1;
    account.readBalance(balance(1000 - lost), null);
    return Promise.resolve();
  };
  const checks = createBalanceChecks(budget, { read, waits: () => false });
  const after: number[] = [];
  for (const [i, { credits, isNew = false, loss = 0, operation = '' }] of requests.entries()) {
    await checks.before(credits);
    if (readings > 0) after.push(i);
    readings = 0;
    const { unchecked } = account;
    account.unchecked = {
      requests: unchecked.requests + 1,
      credits: unchecked.credits + credits,
      isNew: unchecked.isNew || isNew,
      operations: new Set([...unchecked.operations, operation]),
    };
    account.told += credits;
    account.most += credits;
    lost += credits + loss;
  }
  return { after, blocked: budget.admit(1, 0), budget };
}

it('reads the balance between charges, after a new operation, and after every 20 free requests', async () => {
  const free = { credits: 0 };
  expect((await readsAfter([{ credits: 3 }, { credits: 2 }, free, { credits: 1 }])).after).toEqual([1, 3]);
  expect((await readsAfter([{ ...free, isNew: true }, free, free])).after).toEqual([1]);
  expect((await readsAfter(Array.from({ length: 45 }, () => free))).after).toEqual([20, 40]);
});

it('stops once a target has used up the ceiling by charging for free requests', async () => {
  const lookups = (loss: number) => Array.from({ length: 9 }, () => ({ credits: 0, isNew: true, loss }));
  expect((await readsAfter(lookups(5), 10)).blocked).toMatch(
    /balance falls after requests that cost nothing/,
  );
  expect((await readsAfter(lookups(5), 500)).blocked).toBeNull();
  expect((await readsAfter(lookups(0), 0)).blocked).toBeNull();
});

it('expects an operation to charge as much for free requests as it did before', async () => {
  const mixed = Array.from({ length: 9 }, (_, i) =>
    i % 2 === 0
      ? { credits: 0, isNew: i === 0, loss: 5, operation: 'dear' }
      : { credits: 0, operation: 'free' },
  );
  // The balance was not read after the last request, so its loss is unknown.
  const { budget } = await readsAfter(mixed.slice(0, 5), 17);
  expect([budget.takenBy(['dear']), budget.takenBy(['free']), budget.creditsUsed]).toEqual([5, 0, 10]);
  expect([budget.admit(1, 0, 5), budget.admit(1, 0, 5)]).toEqual([null, expect.stringContaining('too few')]);
  expect((await readsAfter(mixed, 20)).blocked).toMatch(/balance falls/);
});
