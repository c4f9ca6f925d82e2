/** Concurrent searches, with each state store. */
import { beforeEach, expect, it } from 'vitest';
import { historyOf } from '../test/mock/account-history.js';
import { testData, type CheckedMock } from '../test/mock/checked-mock.js';
import { spreadClientOf, type Answer } from '../test/mock/client.js';
import { disorderIn, type Attempt } from '../test/mock/one-order.js';
import { describeStores } from '../test/mock/stores.js';
import { runs } from '../test/support/thorough.js';
import { SearchIndex } from './search/index.js';

// Below 511, the most new connections that a socket queues: a slow machine would refuse others.
const BATCH = runs(200, 500);
const CREDITS = runs(150, 300);
const unlimited = { rateLimits: { searchJobs: 1_000_000 } };

describeStores((store) => {
  let mock: CheckedMock;
  let mocks: CheckedMock[];
  /** Answers as the callers of the account received them. */
  let attempts: Attempt[];

  const ledgerOf = async ({ world, accounts }: CheckedMock, key: string) => {
    await world.keeper.refresh('all');
    return accounts.ledger(key);
  };
  const isInOrder = async (one: CheckedMock, key: string, limit?: number): Promise<void> => {
    const seen = { attempts, ...(limit !== undefined && { limit }) };
    expect(disorderIn(await historyOf(one, key, seen))).toEqual([]);
  };
  beforeEach(async () => {
    attempts = [];
    mocks = await store.start({ shared: await testData() });
    mock = mocks[0]!;
  });

  it.each([
    ['with equal answers', runs(60, 200), 0],
    ['with a delay in some', 20, 10],
  ])('searches with one operation key are one search and one charge, %s', async (_, count, delayed) => {
    const client = spreadClientOf(mocks, await mock.accounts.create({ credits: 15, ...unlimited }), attempts);
    if (delayed > 0)
      await mock.faults.add({ effect: 'delay', delayMs: 20, account: client.key, times: delayed });
    // Requests with the same members in another order are equal.
    const bodies = ['{"is_remote":null,"limit":10}', '{"limit":10,"is_remote":null}'];
    const answers = await Promise.all(
      Array.from({ length: count }, (_, i) => client.search(bodies[i % 2], 'use_v1_200')),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await client.balance()).toBe(5);
    expect((await ledgerOf(mock, client.key)).map(({ kind, credits }) => [kind, credits])).toEqual([
      ['opening', 15],
      ['charge', -10],
    ]);
    await isInOrder(mock, client.key);
  });

  it('long searches with one operation key are one search, and other bodies are refused', async () => {
    const data = await testData();
    const slows = await store.start({
      shared: { ...data, index: new SearchIndex(data.dataset, { sliceMs: 0 }) },
    });
    const slow = slows[0]!;
    const funded = await slow.accounts.create({ credits: 1_000, ...unlimited });
    const client = spreadClientOf(slows, funded, attempts);
    const job_keywords = { title: ['engineer', 'sales manager'] };
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, i) =>
        client.search({ job_keywords, limit: 5 + (i % 3) }, `use_v1_${i % 4}`),
      ),
    );
    // Each of the four keys comes with three bodies: one body is charged, the others are refused.
    for (let key = 0; key < 4; key += 1) {
      const own = answers.filter((_, i) => i % 4 === key);
      expect(own.filter(({ status }) => status === 200).length).toBe(5);
      expect(own.filter(({ status }) => status === 409).length).toBe(10);
      expect(new Set(own.filter(({ status }) => status === 200).map(({ text }) => text)).size).toBe(1);
    }
    await isInOrder(slow, client.key);
  });

  it('searches never spend more than the balance, and deliver whole pages or nothing', async () => {
    const key = await mock.accounts.create({ credits: CREDITS, ...unlimited });
    const client = spreadClientOf(mocks, key, attempts);
    // Windows of one day each, so that searches ask for different postings, some of them the same.
    const search = (i: number): Promise<Answer> => {
      const day = (n: number) => new Date(Date.UTC(2026, 1, 1 + n)).toISOString().slice(0, 10);
      return client.search({
        published_after: day(i % 40),
        published_before: day((i % 40) + 1),
        limit: 1 + (i % 13),
      });
    };
    const answers: Answer[] = [];
    for (let round = 0; round < runs(1, 2); round += 1)
      answers.push(
        ...(await Promise.all(Array.from({ length: BATCH }, (_, i) => search(round * BATCH + i)))),
      );
    const [found, refused] = [200, 402].map((status) => answers.filter((each) => each.status === status));
    expect(found!.length + refused!.length).toBe(answers.length);
    for (const some of [found, refused]) expect(some).not.toEqual([]);
    for (const { body } of refused!) expect(body).not.toHaveProperty('data');
    const ledger = await ledgerOf(mock, key);
    expect(ledger[0]!.balance).toBe(CREDITS);
    expect(await client.balance()).toBe(ledger.at(-1)!.balance);
    expect(Math.min(...ledger.map(({ balance }) => balance))).toBeGreaterThanOrEqual(0);
    // Each answer and charge, and that each delivered job was paid for once.
    await isInOrder(mock, key);
  });

  it('exactly as many searches pass as the rate limit allows', async () => {
    const limited = await mock.accounts.create({ rateLimits: { searchJobs: 37 } });
    const client = spreadClientOf(mocks, limited, attempts);
    const answers = await Promise.all(Array.from({ length: 100 }, () => client.search({ limit: 1 })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(37);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(63);
    await isInOrder(mock, client.key, 37);
  });
});
