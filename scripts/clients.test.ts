/** Popular HTTP clients with the mock: openapi-fetch with types from the document, and ky with retries. */
import ky from 'ky';
import createClient from 'openapi-fetch';
import { afterAll, describe, expect, it } from 'vitest';
import { startMock } from '../mock-server/index.js';
import type { DirectSearchResult, paths } from '../spec/index.js';

const mock = await startMock({ seed: 3, jobs: 2_500, now: '2026-03-01T12:00:00Z' });
afterAll(() => mock.close());

type Answer = { data?: DirectSearchResult; error?: unknown };

describe('a client typed from the document', () => {
  it('reads every page once and pays once for every job', async () => {
    const key = await mock.accounts.create({ credits: 5_000 });
    const client = createClient<paths>({ baseUrl: mock.url, headers: { Authorization: `Bearer ${key}` } });
    const seen: string[] = [];
    let cursor: (string | number)[] | null = null;
    let found: number;
    do {
      const { data: page, error }: Answer = await client.POST('/api/v1/jobs-search/search', {
        body: { job_boards: true, search_after: cursor },
      });
      if (page?.success !== true) throw new Error(JSON.stringify(page ?? error));
      seen.push(...page.data.jobs.map((job) => JSON.stringify(job)));
      found = page.data.total_jobs_found;
      cursor = page.data.search_after;
    } while (cursor !== null);
    const balance = await client.GET('/api/v1/credits/balance');

    expect(found).toBeGreaterThan(100);
    expect(seen).toHaveLength(found);
    expect(new Set(seen).size).toBe(found);
    expect(balance.data?.credits_remaining).toBe(5_000 - found);
  });

  it('gets errors of each form with the types of the document', async () => {
    const client = createClient<paths>({ baseUrl: mock.url, headers: { Authorization: 'Bearer nobody' } });
    const direct = await client.POST('/api/v1/jobs-search/search', { body: {} });
    const legacy = await client.POST('/api/v1/search/company-jobs', {
      body: { company_name: 'Brightwater' },
    });
    expect([direct.response.status, direct.error]).toEqual([403, { detail: expect.any(String) as string }]);
    expect([legacy.response.status, legacy.error]).toMatchObject([401, { error: { code: 'unauthorized' } }]);
  });
});

describe('a client that retries', () => {
  const search = (key: string, operationKey: string) =>
    ky.post(`${mock.url}/api/v1/jobs-search/search`, {
      headers: { Authorization: `Bearer ${key}`, 'Idempotency-Key': operationKey },
      json: { limit: 10 },
      retry: { limit: 2, methods: ['post'], delay: () => 1 },
    });

  it('waits after a 429 as long as Retry-After says', async () => {
    const key = await mock.accounts.create({ id: 'acc_patient', credits: 50 });
    await mock.faults.add({ operation: 'searchJobs', effect: 'rate-limited', retryAfterSeconds: 1 });
    expect((await search(key, 'use_v1_patient')).status).toBe(200);
    expect(mock.journal({ account: 'acc_patient' }).map(({ status }) => status)).toEqual([429, 200]);
  });

  it('recovers a lost answer with the same operation key, and pays once', async () => {
    const key = await mock.accounts.create({ credits: 50 });
    await mock.faults.add({ operation: 'searchJobs', effect: 'drop-after-charge' });
    expect(await search(key, 'use_v1_lost').json<DirectSearchResult>()).toMatchObject({
      success: true,
      data: { total: 10, credits_used: 10, credits_remaining: 40 },
    });
    expect(mock.accounts.read(key).credits).toBe(40);
  });
});
