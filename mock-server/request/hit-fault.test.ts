import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FAULT_EFFECTS } from '../domain/fault-effects.js';
import type { OperationId } from '../../spec/index.js';
import type { NewFault } from '../index.js';
import { startCheckedMock, testData } from '../../test/mock/checked-mock.js';
import { clientOf, type Answer, type Client } from '../../test/mock/client.js';

let client: Client;

const mock = await startCheckedMock({ shared: await testData() });
beforeEach(async () => {
  await mock.reset();
  client = clientOf(mock, await mock.accounts.create({ credits: 100, rateLimits: { searchJobs: 5 } }));
});
afterEach(() => expect(mock.violations).toEqual([]));
afterAll(() => mock.close());

describe('a fault', () => {
  it('answers with its status, and charges nothing', async () => {
    const expected: [NewFault['effect'], number, string][] = [
      ['server-error', 500, 'Internal Server Error'],
      ['service-unavailable', 503, '{"detail":"service_unavailable: search is temporarily unavailable"}'],
      ['invalid-result', 503, '{"detail":"invalid_result: the complete result exceeds 4 MiB"}'],
      ['unaffordable', 402, '{"detail":"Not enough credits for this page"}'],
      ['forbidden', 403, '{"detail":"Invalid or inactive API key"}'],
    ];
    for (const [effect, status, text] of expected) {
      const fault = await mock.faults.add({ effect });
      const answer = await client.search({ limit: 1 }, 'use_v1_fault');
      expect([effect, answer.status, answer.text]).toEqual([effect, status, text]);
      expect(answer.headers.get('idempotency-key')).toBe('use_v1_fault');
      expect(mock.journal().at(-1)).toMatchObject({
        fault: fault.id,
        reason: `fault ${fault.id}: ${effect}`,
      });
    }
    expect(await client.balance()).toBe(100);
  });

  it.each(Object.entries(FAULT_EFFECTS).filter(([, { statuses }]) => statuses !== undefined))(
    'of effect %s answers with a status of its row, and counts one hit',
    async (effect, { statuses }) => {
      await mock.faults.add({ effect: effect as NewFault['effect'] });
      const { status } = await client.search({ limit: 1 });
      expect(statuses, 'leave out `statuses` of a row if the operation has none of them').toContain(status);
      expect(mock.faults.list()).toMatchObject([{ seen: 1, hits: 1 }]);
    },
  );

  it('of a rate limit sends Retry-After, and does not count against the rate', async () => {
    await mock.faults.add({ effect: 'rate-limited', retryAfterSeconds: 7, times: 3 });
    for (let i = 0; i < 3; i += 1) {
      const answer = await client.search({ limit: 1 });
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '7']);
    }
    for (let i = 0; i < 5; i += 1) expect((await client.search({ limit: 1 })).status).toBe(200);
  });

  it('of an unavailable service sends Retry-After only on request', async () => {
    await mock.faults.add({ effect: 'service-unavailable', times: 1 });
    expect((await client.search({ limit: 1 })).headers.get('retry-after')).toBeNull();
    await mock.faults.add({ effect: 'service-unavailable', retryAfterSeconds: 2 });
    const { status, headers } = await client.search({ limit: 1 });
    expect([status, headers.get('retry-after')]).toEqual([503, '2']);
  });

  it('has the form of the legacy endpoint on the legacy endpoint', async () => {
    await mock.faults.add({ effect: 'server-error', message: 'Out of cheese' });
    const { status, body } = await client.post('searchCompanyJobsLegacy');
    expect([status, body.error]).toEqual([
      500,
      { code: 'server_error', message: 'Out of cheese', details: [] },
    ]);
  });

  it('names the unavailable resource', async () => {
    await mock.faults.add({ effect: 'service-unavailable', times: 2 });
    expect((await client.get('listLocations', '?q=abc')).body.detail).toMatch(/location suggestions/);
    expect((await client.get('getCreditBalance')).body.detail).toMatch(/account information/);
  });

  it('fails a search with 200 and success false, and charges nothing', async () => {
    await mock.faults.add({ effect: 'failed-search', message: 'Try later.' });
    const { status, body } = await client.search({ limit: 1 }, 'use_v1_failed');
    expect([status, body.success, body.error, body.data.jobs, body.data.credits_remaining]).toEqual([
      200,
      false,
      'Try later.',
      [],
      100,
    ]);
    expect((await client.search({ limit: 1 }, 'use_v1_failed')).body.data.credits_used).toBe(1);
  });

  it('drops the connection before the charge', async () => {
    await mock.faults.add({ effect: 'drop-before-charge' });
    await expect(client.search({ limit: 3 }, 'use_v1_drop')).rejects.toThrow();
    expect(await client.balance()).toBe(100);
    expect((await client.search({ limit: 3 }, 'use_v1_drop')).body.data.credits_used).toBe(3);
  });

  it('drops the connection after the charge, and the retry recovers the lost answer for free', async () => {
    await mock.faults.add({ effect: 'drop-after-charge', account: client.key });
    await expect(client.search({ limit: 3 }, 'use_v1_lost')).rejects.toThrow();
    expect(mock.journal().at(-1)).toMatchObject({ status: null, creditsUsed: 3 });
    expect(await client.balance()).toBe(97);
    const retry = await client.search({ limit: 3 }, 'use_v1_lost');
    expect([retry.status, retry.body.data.jobs.length, retry.body.data.credits_used]).toEqual([200, 3, 3]);
    expect(await client.balance()).toBe(97);
    expect((await client.search({ limit: 3 }, 'use_v1_lost')).text).toBe(retry.text);
  });

  it('waits for a request with an answer if its effect is on the answer', async () => {
    await mock.faults.add({ effect: 'drop-after-charge' });
    expect((await client.search({ limit: 1 }, 'misshapen')).status).toBe(400);
    expect((await client.search({ limit: 0 })).status).toBe(422);
    expect(mock.journal().at(-1)).toMatchObject({ status: 422, fault: null });
    expect(mock.faults.list()).toMatchObject([{ seen: 2, hits: 0 }]);
    await expect(client.search({ limit: 1 })).rejects.toThrow();
    expect((await client.search({ limit: 1 })).status).toBe(200);
  });

  it('counts no hit of concurrent requests without an answer', async () => {
    await mock.faults.add({ effect: 'truncate', times: 2 });
    const sent = [1, 2].map(() => {
      const search = httpRequest(mock.url + mock.world.contract.operation('searchJobs').path, {
        method: 'POST',
        headers: { authorization: `Bearer ${client.key}` },
      });
      search.write('{"limit": ');
      return search;
    });
    await expect.poll(() => mock.faults.list()[0]?.hits).toBe(2);
    for (const search of sent) {
      search.end('0}');
      const [{ statusCode }] = (await once(search, 'response')) as [IncomingMessage];
      expect(statusCode).toBe(422);
    }
    expect(mock.faults.list()).toMatchObject([{ hits: 0 }]);
  });

  it.each([
    ['truncate', 'lost'],
    ['server-error-after-charge', 500],
  ] as const)('of effect %s keeps the charge, and the retry is free', async (effect, met) => {
    await mock.faults.add({ effect });
    const first = client.search({ limit: 3 }, 'use_v1_cut');
    expect(await first.then(({ status }) => status).catch(() => 'lost')).toBe(met);
    expect(await client.balance()).toBe(97);
    const retry = await client.search({ limit: 3 }, 'use_v1_cut');
    expect([retry.body.data.credits_remaining, await client.balance()]).toEqual([97, 97]);
    expect(mock.faults.list()).toMatchObject([{ hits: 1 }]);
  });

  it('stops in the middle of the body, after the charge, until the caller disconnects', async () => {
    await mock.faults.add({ effect: 'stall' });
    const giveUp = new AbortController();
    const { body } = await fetch(`${mock.url}/api/v1/jobs-search/search`, {
      method: 'POST',
      headers: { authorization: `Bearer ${client.key}`, 'idempotency-key': 'use_v1_stalled' },
      body: '{"limit":3}',
      signal: giveUp.signal,
    });
    expect((await body!.getReader().read()).value!.length).toBeGreaterThan(100);
    giveUp.abort();
    const retry = await client.search({ limit: 3 }, 'use_v1_stalled');
    expect([retry.body.data.credits_used, await client.balance()]).toEqual([3, 97]);
    await expect.poll(() => mock.faults.list()[0]?.hits).toBe(1);
  });

  it('leaves half of a page to the next page, for the price of the jobs on it, and in replays, too', async () => {
    const urls = ({ body }: Answer): string[] =>
      body.data.jobs.map((job: Record<string, string>) => job['Job URL']);
    await mock.faults.add({ effect: 'short-page' });
    expect((await client.search({ limit: 0 })).status).toBe(422);
    const short = await client.search({ limit: 5 }, 'use_v1_short');
    const { credits_used, total, search_after } = short.body.data;
    expect([credits_used, total, urls(short).length]).toEqual([3, 3, 3]);
    await mock.importState(mock.exportState());
    expect((await client.search({ limit: 5 }, 'use_v1_short')).text).toBe(short.text);
    const next = await client.search({ limit: 2, search_after });
    expect([...urls(short), ...urls(next)]).toEqual(urls(await client.search({ limit: 5 })));
    expect(await client.balance()).toBe(95);
  });

  it('adds members that the contract does not have, and changes no others', async () => {
    await mock.faults.add({ effect: 'unknown-fields' });
    const { body } = await client.search({ limit: 1 }, 'use_v1_more');
    const plain = await client.search({ limit: 1 }, 'use_v1_more');
    expect(body.x_added_later).toBeDefined();
    expect(body.data.jobs[0].x_added_later).toBeDefined();
    expect(body).toMatchObject(plain.body);
  });

  it('moves the clock of its account once the request is over', async () => {
    const now = () => mock.world.accounts.byKey(client.key)!.clock.now();
    await mock.faults.add({ effect: 'delay', delayMs: 0, account: client.key, advanceDays: 31 });
    const before = now();
    await client.search({ limit: 1 });
    expect(now() - before).toBe(31 * 86_400_000);
    await client.search({ limit: 1 });
    expect(now() - before).toBe(31 * 86_400_000);
  });

  it('delays the answer, and a mock that closes does not wait for it', async () => {
    const other = await startCheckedMock({ shared: await testData({ jobs: 10 }) });
    await other.faults.add({ effect: 'delay', delayMs: 5, operation: 'listDepartments' });
    await other.faults.add({ effect: 'delay', delayMs: 600_000 });
    const demo = clientOf(other, 'key_demo');
    expect((await demo.get('listDepartments')).status).toBe(200);
    const answer = demo.search({ limit: 1 });
    await expect.poll(() => other.faults.list()[1]?.hits).toBe(1);
    await other.close();
    expect((await answer).status).toBe(200);
  });

  it('hits only matching requests, in order', async () => {
    const header = { name: 'X-Case', value: 'b' };
    const fault = { effect: 'server-error', operation: 'searchJobs', account: client.key, skip: 1, header };
    await mock.faults.add(fault as NewFault);
    const send = async (value: string, by = client, operation: OperationId = 'searchJobs') =>
      (await by.post(operation, { limit: 1 }, { 'x-case': value })).status;
    const first = [await send('b'), await send('a'), (await client.search({ limit: 1 })).status];
    const others = [
      await send('b', clientOf(mock, 'key_demo')),
      await send('b', client, 'searchJobsHistorical'),
    ];
    expect([...first, ...others, await send('b'), await send('b')]).toEqual([
      200, 200, 200, 200, 200, 500, 200,
    ]);
  });

  it('is rejected if its operation can never answer so', async () => {
    await expect(mock.faults.add({ effect: 'unaffordable', operation: 'listDepartments' })).rejects.toThrow(
      'listDepartments never answers as "unaffordable" would have it.',
    );
    await expect(mock.faults.add({ effect: 'delay', operation: 'search' as 'searchJobs' })).rejects.toThrow(
      'faults.add: "operation" must be one of: searchJobs, searchCompanyJobs,',
    );
    expect(mock.faults.list()).toEqual([]);
  });

  it('does not hit a request without an account', async () => {
    await mock.faults.add({ effect: 'server-error' });
    expect((await clientOf(mock, 'nobody').search()).status).toBe(403);
    expect(mock.faults.list()[0]?.hits).toBe(0);
  });
});
