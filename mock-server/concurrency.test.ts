import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../scripts/testing/temporary-folder.js';
import type { MockOptions } from './index.js';
import { buildIndex } from './search/index.js';
import { startCheckedMock, testData, type CheckedMock } from './testing/checked-mock.js';
import { clientOf } from './testing/client.js';

const unlimited = { rateLimits: { searchJobs: 1_000_000 } };

describe.each(['memory', 'a folder'])('with the state in %s, searches at the same time', (place) => {
  let mock: CheckedMock;
  const kept = (): MockOptions => (place === 'memory' ? {} : { state: temporaryFolder() });

  beforeEach(async () => {
    mock = await startCheckedMock({ shared: await testData(), ...kept() });
  });
  afterEach(() => mock.close());

  it('with one operation key are one search: one charge, equal answers', async () => {
    const client = clientOf(mock, await mock.accounts.create({ credits: 15, ...unlimited }));
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, i) =>
        // Members in either order: the same request all the same.
        client.search(
          i % 2 ? '{"limit":10,"is_remote":null}' : '{"is_remote":null,"limit":10}',
          'use_v1_200',
        ),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await client.balance()).toBe(5);
    expect(mock.accounts.ledger(client.key).map(({ kind, credits }) => [kind, credits])).toEqual([
      ['opening', 15],
      ['charge', -10],
    ]);
  });

  it('with one operation key and a delay in some are one search still', async () => {
    const client = clientOf(mock, await mock.accounts.create({ credits: 15, ...unlimited }));
    mock.faults.add({ effect: 'delay', delayMs: 20, account: client.key, times: 10 });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => client.search({ limit: 10 }, 'use_v1_slow')),
    );
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await client.balance()).toBe(5);
  });

  it('with one operation key are one search where each takes many turns, and another body is refused', async () => {
    const data = await testData();
    const shared = { ...data, index: buildIndex(data.dataset, { turnMs: 0 }) };
    await using slow = await startCheckedMock({ shared, ...kept() });
    const client = clientOf(slow, await slow.accounts.create({ credits: 1_000, ...unlimited }));
    const job_keywords = { title: ['engineer', 'sales manager'] };
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, i) =>
        client.search({ job_keywords, limit: 5 + (i % 3) }, `use_v1_${i % 4}`),
      ),
    );
    // Three bodies for each of four keys: one of them is charged, the others are refused.
    for (let key = 0; key < 4; key += 1) {
      const own = answers.filter((_, i) => i % 4 === key);
      expect(own.filter(({ status }) => status === 200).length).toBe(5);
      expect(own.filter(({ status }) => status === 409).length).toBe(10);
      expect(new Set(own.filter(({ status }) => status === 200).map(({ text }) => text)).size).toBe(1);
    }
    const ledger = slow.accounts.ledger(client.key);
    expect(ledger.reduce((sum, { credits }) => sum + credits, 0)).toBe(await client.balance());
    expect(ledger.filter(({ kind }) => kind === 'charge').length).toBeLessThanOrEqual(4);
  });

  it('never spend more than there is, nor deliver in part', async () => {
    const credits = 300;
    const client = clientOf(mock, await mock.accounts.create({ credits, ...unlimited }));
    const [first] = [await client.post('searchJobs', { limit: 1 })];
    expect(first.body.data.total_jobs_found).toBeGreaterThan(100);
    // Windows of one day each, so that searches ask for different postings, some of them the same.
    const answers = await Promise.all(
      Array.from({ length: 1_000 }, (_, i) => {
        const day = (n: number) => new Date(Date.UTC(2026, 1, 1 + n)).toISOString().slice(0, 10);
        return client.search({
          published_after: day(i % 40),
          published_before: day((i % 40) + 1),
          limit: 1 + (i % 13),
        });
      }),
    );
    const paid = new Set<string>([JSON.stringify(first.body.data.jobs[0])]);
    let spent = first.body.data.credits_used as number;
    for (const { status, body } of answers) {
      expect([200, 402]).toContain(status);
      if (status === 402) {
        expect(body).not.toHaveProperty('data');
        continue;
      }
      expect(body.data.credits_remaining).toBeGreaterThanOrEqual(0);
      spent += body.data.credits_used as number;
      for (const job of body.data.jobs) paid.add(JSON.stringify(job));
    }
    expect(answers.some(({ status }) => status === 402)).toBe(true);
    // Every job that was delivered was paid for, once.
    expect(spent).toBe(paid.size);
    const ledger = mock.accounts.ledger(client.key);
    expect(ledger.reduce((sum, entry) => sum + entry.credits, 0)).toBe(credits - spent);
    expect(await client.balance()).toBe(credits - spent);
    expect(Math.min(...ledger.map(({ balance }) => balance))).toBeGreaterThanOrEqual(0);
  });

  it('pass the rate limit exactly as often as it says', async () => {
    const client = clientOf(mock, await mock.accounts.create({ rateLimits: { searchJobs: 37 } }));
    const answers = await Promise.all(Array.from({ length: 100 }, () => client.search({ limit: 1 })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(37);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(63);
  });
});
