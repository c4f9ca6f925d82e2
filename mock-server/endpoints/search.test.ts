import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { operationIds, type OperationId } from '../../spec/index.js';
import type { Entry } from '../state/log.js';
import type { StoredOperation } from '../state/operation-store.js';
import type { NewAccount } from '../index.js';
import { SpaceFull } from '../search/index.js';
import { NOON, startCheckedMock, testData, type CheckedMock } from '../../test/mock/checked-mock.js';
import { clientOf, type Answer, type Client } from '../../test/mock/client.js';

const data = await testData();
const mock = await startCheckedMock({ shared: data });
beforeEach(() => mock.reset());
afterEach(() => expect(mock.violations).toEqual([]));
afterAll(() => mock.close());

const account = async (settings: NewAccount = {}, on: CheckedMock = mock): Promise<Client> =>
  clientOf(on, await on.accounts.create(settings));
const credits = ({ body }: Answer): [number, number] => [body.data.credits_used, body.data.credits_remaining];
const postings = ({ body }: Answer): string[] =>
  body.data.jobs.map((job: Record<string, string>) => job['Job URL']);
const company = (): string => data.dataset.wellKnown[0]!.profileUrl;
const searchCompany = (
  client: Client,
  body: object = {},
  operation: OperationId = 'searchCompanyJobs',
  operationKey?: string,
): Promise<Answer> =>
  client.post(
    operation,
    { company_network_url: company(), ...body },
    operationKey === undefined ? {} : { 'idempotency-key': operationKey },
  );
/** Returns status and `detail` of a refusal, such as `402 Not enough credits`. */
const refusal = ({ status, body }: Answer): string => {
  expect(Object.keys(body)).toEqual(['detail']);
  return `${status} ${body.detail}`;
};

describe('a search', () => {
  it('pages through every match once', async () => {
    const client = await account({ credits: 10_000 });
    const body = { department: ['Engineering'], limit: 7 };
    const seen: string[] = [];
    let found: number;
    let cursor: unknown = null;
    do {
      const page = await client.search({ ...body, search_after: cursor });
      seen.push(...postings(page));
      found = page.body.data.total_jobs_found;
      cursor = page.body.data.search_after;
    } while (cursor !== null);
    expect(seen.length).toBe(found);
    expect(new Set(seen).size).toBe(found);
    expect(found).toBeGreaterThan(7);
  });

  it('explains an empty result', async () => {
    const { body } = await (await account()).search({ job_keywords: { title: ['zxqv'] } });
    const empty = { jobs: [], total: 0, total_jobs_found: 0, credits_used: 0, search_after: null };
    expect(body).toMatchObject({ success: true, error: 'No jobs match this search.', data: empty });
  });

  it('says in the journal that all postings are too old for the clock', async () => {
    const client = await account();
    const reason = async (): Promise<unknown> => {
      await client.search({});
      return mock.journal().at(-1)?.reason;
    };
    expect(await reason()).toBeNull();
    await mock.clock.advance({ months: 4 });
    expect(await reason()).toBe(
      'the search looks from 2026-05-15 to 2026-07-16, and the newest posting is of 2026-03-15: ' +
        'all postings are too old for this clock',
    );
  });

  it('says that its cursor is past the end, not that nothing matches', async () => {
    const { body } = await (await account()).search({ search_after: [0, 0] });
    expect(body.error).toMatch(/^No more jobs/);
    expect([body.success, body.data.total, body.data.search_after]).toEqual([true, 0, null]);
    expect(body.data.total_jobs_found).toBeGreaterThan(0);
  });

  it('of a company returns its details, without a tagline on the legacy search', async () => {
    const client = await account();
    const current = await searchCompany(client, { limit: 1 });
    expect(current.body.data.company_details).toMatchObject({ network_url: company() });
    expect(current.body.data.company_details).toHaveProperty('tagline');
    const legacy = await searchCompany(client, { limit: 1 }, 'searchCompanyJobsLegacy');
    expect(legacy.body.data.company_details).not.toHaveProperty('tagline');
    expect(JSON.stringify(current.body.data.company_details)).not.toContain('address_line1');
  });

  it.each(['searchCompanyJobs', 'searchCompanyJobsHistorical', 'searchCompanyJobsLegacy'] as const)(
    'by %s of an unknown company is an empty success',
    async (operation) => {
      const company_network_url = `${data.dataset.networkUrl}/company/nobody-knows-it`;
      const { status, body } = await (await account()).post(operation, { company_network_url });
      expect(status).toBe(200);
      expect(body).toMatchObject({ success: true, data: { company_details: null, jobs: [] } });
      expect(body.error).toMatch(/No company matches/);
    },
  );

  it('on the legacy endpoint pages with next_cursor and limits up to 500', async () => {
    const client = await account({ credits: 10_000 });
    const legacy = (body: object) => searchCompany(client, body, 'searchCompanyJobsLegacy');
    const { data: first } = (await legacy({ limit: 2 })).body;
    expect(first).toHaveProperty('next_cursor', expect.any(String));
    expect(first).not.toHaveProperty('search_after');
    const { data: rest } = (await legacy({ limit: 500, next_cursor: first.next_cursor })).body;
    expect([rest.next_cursor, rest.total]).toEqual([null, first.total_jobs_found - 2]);
    const above = await legacy({ limit: 501 });
    expect(above.status).toBe(422);
    const details = [{ loc: ['body', 'limit'] }];
    expect(above.body.error).toMatchObject({ code: 'validation_error', details });
  });

  it('on the legacy endpoint returns errors in the envelope', async () => {
    const client = await account({ credits: 0, rateLimits: { searchCompanyJobsLegacy: 2 } });
    const post = (body: unknown) => client.post('searchCompanyJobsLegacy', body);
    expect((await post({})).body.error.code).toBe('bad_request');
    expect((await post({ company_network_url: company() })).body.error.code).toBe('insufficient_credits');
    const { error } = (await post({})).body;
    expect(error.code).toBe('rate_limit_exceeded');
    expect(error.message).toMatch(/2 requests per minute/);
  });
});

describe('the charge', () => {
  it('is one credit for a new job, and none for a paid one', async () => {
    const client = await account({ credits: 50 });
    expect(credits(await client.search({ limit: 10 }))).toEqual([10, 40]);
    expect(credits(await client.search({ limit: 10 }))).toEqual([0, 40]);
    expect(credits(await client.search({ limit: 12 }))).toEqual([2, 38]);
    expect(await client.balance()).toBe(38);
  });

  it('is two credits on historical searches, and none for jobs that other searches paid for', async () => {
    const client = await account({ credits: 100 });
    const today = { published_after: '2026-02-01', published_before: '2026-03-01', limit: 10 };
    expect(credits(await client.post('searchJobsHistorical', today))).toEqual([20, 80]);
    expect(credits(await client.search(today))).toEqual([0, 80]);
    const history = { company_network_url: company(), salary_data_available: false, limit: 10 };
    const other = await account({ credits: 100 });
    expect(credits(await other.post('searchCompanyJobsHistorical', history))).toEqual([20, 80]);
  });

  it('is all or nothing', async () => {
    const client = await account({ credits: 9 });
    const refused = await client.search({ limit: 10 });
    expect(refusal(refused)).toBe('402 Not enough credits: this page costs 10, the balance is 9');
    expect(await client.balance()).toBe(9);
    expect(credits(await client.search({ limit: 9 }))).toEqual([9, 0]);
    const { headers } = await (await account({ credits: 0 })).search({ limit: 1 });
    expect(headers.get('x-mock-reason')).toBe('the new jobs (1) cost 1, the balance is 0 (BILL-12)');
    expect(credits(await client.search({ limit: 9 }))).toEqual([0, 0]);
    expect((await client.search({ limit: 10 })).status).toBe(402);
  });

  it('is refused if the balance is one credit below the price of two for each job', async () => {
    const client = await account({ credits: 7 });
    expect((await client.post('searchJobsHistorical', { limit: 4 })).status).toBe(402);
    expect(credits(await client.post('searchJobsHistorical', { limit: 3 }))).toEqual([6, 1]);
  });

  it('is one entry of the log of state, together with the stored answer', async () => {
    const client = await account();
    const { keeper } = mock.world;
    const entries: Entry[] = [];
    const { commit } = keeper;
    const spy = vi.spyOn(keeper, 'commit').mockImplementation((whose, decide) =>
      commit.call(keeper, whose, () => {
        const decision = decide();
        entries.push(...decision.entries);
        return decision;
      }),
    );
    await client.search({ limit: 100 }, 'use_v1_one-entry');
    spy.mockRestore();
    const changes = entries.map((entry) => ('changes' in entry ? entry.changes.map(({ does }) => does) : []));
    expect(changes).toEqual([['pass'], ['buy', 'store']]);
  });

  it('is none for paid jobs and free requests, which an account in debt can still use', async () => {
    const client = await account({ credits: 5 });
    await client.search({ limit: 5 });
    await mock.accounts.patch(client.key, { credits: -25 });
    expect(credits(await client.search({ limit: 5 }))).toEqual([0, -25]);
    expect((await client.search({ limit: 6 })).status).toBe(402);
    expect((await client.search({ job_keywords: { title: ['zxqv'] } })).status).toBe(200);
    expect((await client.get('listDepartments')).status).toBe(200);
    expect(await client.balance()).toBe(-25);
  });

  it('applies again in the next billing cycle', async () => {
    const client = await account({ credits: 50, anchorDay: 20 });
    const body = { published_after: '2026-03-01', published_before: '2026-03-10', limit: 10 };
    await client.search(body);
    await mock.clock.set('2026-03-19T23:59:59Z');
    expect(credits(await client.search(body))).toEqual([0, 40]);
    await mock.clock.set('2026-03-20T00:00:00Z');
    expect(credits(await client.search(body))).toEqual([10, 30]);
  });

  it('does not apply again after a restart, or in an earlier cycle after the clock was moved back', async () => {
    const client = await account({ credits: 100 });
    const dates = { published_after: '2026-02-10', published_before: '2026-03-01', limit: 5 };
    expect(credits(await client.search(dates))).toEqual([5, 95]);
    await mock.clock.advance({ months: 1 });
    expect(credits(await client.search(dates))).toEqual([5, 90]);
    await mock.clock.advance({ months: -1 });
    expect(credits(await client.search(dates))).toEqual([0, 90]);
    await using restarted = await startCheckedMock({ shared: data });
    await restarted.importState(mock.exportState());
    await restarted.clock.advance({ months: 1 });
    expect(credits(await clientOf(restarted, client.key).search(dates))).toEqual([0, 90]);
  });

  it('is explained by the ledger', async () => {
    const client = await account({ credits: 50 });
    const { headers } = await client.search({ limit: 10 }, 'use_v1_ledger');
    await mock.accounts.patch(client.key, { credits: 100 });
    const search = { operation: 'searchJobs', operationKey: 'use_v1_ledger' };
    expect(mock.accounts.ledger(client.key)).toMatchObject([
      { kind: 'opening', credits: 50 },
      { kind: 'charge', credits: -10, jobs: 10, requestId: headers.get('x-request-id'), ...search },
      { kind: 'adjustment', credits: 60, balance: 100 },
    ]);
  });

  it('applies to each account separately', async () => {
    const one = await account({ credits: 50 });
    const other = await account({ credits: 50 });
    await one.search({ limit: 10 });
    expect(credits(await other.search({ limit: 10 }))).toEqual([10, 40]);
  });
});

describe('an operation key', () => {
  it('is returned, and generated if none was sent', async () => {
    const client = await account();
    const sent = await client.search({ limit: 1 }, 'use_v1_mine');
    expect(sent.headers.get('idempotency-key')).toBe('use_v1_mine');
    const [one, other] = [await client.search({ limit: 1 }), await client.search({ limit: 1 })];
    const made = one.headers.get('idempotency-key')!;
    expect(made).toMatch(/^use_v1_[A-Za-z0-9_-]{1,121}$/);
    expect(other.headers.get('idempotency-key')).not.toBe(made);
    expect((await client.search({ limit: 1 }, made)).text).toBe(one.text);
  });

  it('is generated independently of the request id, so that a client notices if it confuses them', async () => {
    const { headers } = await (await account()).search({ limit: 1 });
    expect(headers.get('idempotency-key')).not.toContain(headers.get('x-request-id'));
  });

  it('recovers the answer byte for byte without a charge', async () => {
    const client = await account({ credits: 10 });
    const first = await client.search({ limit: 10, is_remote: null }, 'use_v1_again');
    for (const body of [{ limit: 10, is_remote: null }, '{ "is_remote":null, "limit":1e1 }']) {
      const again = await client.search(body, 'use_v1_again');
      expect(again.text).toBe(first.text);
      expect(again.headers.get('idempotency-key')).toBe('use_v1_again');
    }
    expect(await client.balance()).toBe(0);
    expect(mock.journal().at(-2)).toMatchObject({ replayed: true, creditsUsed: 0 });
  });

  it('recovers the old answer, even days later and in debt', async () => {
    const client = await account({ credits: 100 });
    const first = await client.search({ limit: 10 }, 'use_v1_then');
    const ofCompany = () => searchCompany(client, { limit: 10 }, 'searchCompanyJobs', 'use_v1_company');
    const { text } = await ofCompany();
    await mock.clock.advance({ days: 10 });
    await mock.accounts.patch(client.key, { credits: -5 });
    expect((await client.search({ limit: 10 }, 'use_v1_then')).text).toBe(first.text);
    expect((await ofCompany()).text).toBe(text);
  });

  it('still recovers a request whose dates have become too old', async () => {
    const client = await account({ anchorDay: 15 });
    const body = { published_after: '2025-09-15', limit: 3 };
    const first = await client.search(body, 'use_v1_oldest');
    await mock.clock.advance({ days: 3 });
    expect((await client.search(body, 'use_v1_other')).status).toBe(422);
    expect((await client.search(body, 'use_v1_oldest')).text).toBe(first.text);
  });

  it('conflicts with a changed request, another page or another endpoint, and still recovers its answer', async () => {
    const client = await account();
    const first = await client.search({ limit: 3 }, 'use_v1_one');
    const changed: [OperationId, unknown][] = [
      ['searchJobs', { limit: 4 }],
      ['searchJobs', { limit: 3, search_after: first.body.data.search_after }],
      ['searchJobs', { limit: 3, search_after: null }],
      ['searchJobsHistorical', { limit: 3 }],
    ];
    const before = await client.balance();
    for (const [operation, body] of changed) {
      const { status, headers } = await client.post(operation, body, { 'idempotency-key': 'use_v1_one' });
      expect([status, headers.get('idempotency-key')], operation).toEqual([409, 'use_v1_one']);
    }
    expect(await client.balance()).toBe(before);
    expect((await client.search({ limit: 3 }, 'use_v1_one')).text).toBe(first.text);
  });

  it('ends with its billing period', async () => {
    const client = await account({ anchorDay: 16 });
    await client.search({ limit: 3 }, 'use_v1_march');
    await mock.clock.set('2026-03-15T23:59:59Z');
    expect((await client.search({ limit: 3 }, 'use_v1_march')).status).toBe(200);
    await mock.clock.set('2026-03-16T00:00:00Z');
    const expired = await client.search({ limit: 3 }, 'use_v1_march');
    expect(refusal(expired)).toBe('409 The billing period of this operation key has ended');
    expect(refusal(await client.search({ limit: 4 }, 'use_v1_march'))).toMatch(/^409 .* a different request/);
  });

  it('is refused for another body after a failure, unless a reading allows it', async () => {
    const tryChanged = async (on: CheckedMock): Promise<number[]> => {
      const client = await account({ credits: 2, rateLimits: { searchJobs: 9 } }, on);
      const statuses: number[] = [];
      const fails = async (body: object, key: string, effect?: 'server-error' | 'failed-search') => {
        if (effect !== undefined) await on.faults.add({ account: client.key, effect, times: 1 });
        const failed = await client.search(body, key);
        const changed = await client.search({ limit: 1 }, key);
        statuses.push(failed.status, changed.status);
      };
      await fails({ limit: 3 }, 'use_v1_poor');
      await fails({ limit: 0 }, 'use_v1_invalid');
      await fails({ limit: 2 }, 'use_v1_broken', 'server-error');
      await fails({ limit: 2 }, 'use_v1_failed', 'failed-search');
      return statuses;
    };
    expect(await tryChanged(mock)).toEqual([402, 409, 422, 409, 500, 409, 200, 409]);
    const readings = { 'changed-after-failure': 'accepted' } as const;
    await using accepting = await startCheckedMock({ shared: data, readings });
    expect(await tryChanged(accepting)).toEqual([402, 200, 422, 200, 500, 200, 200, 200]);
  });

  it('is not used up by a refusal', async () => {
    const client = await account({ credits: 2, rateLimits: { searchJobs: 2 } });
    expect((await client.search({ limit: 3 }, 'use_v1_r')).status).toBe(402);
    await mock.faults.add({ effect: 'service-unavailable' });
    expect((await client.search({ limit: 3 }, 'use_v1_r')).status).toBe(503);
    expect((await client.search({ limit: 3 }, 'use_v1_r')).status).toBe(429);
    await mock.accounts.patch(client.key, { credits: 3 });
    await mock.clock.advance({ minutes: 1 });
    expect(credits(await client.search({ limit: 3 }, 'use_v1_r'))).toEqual([3, 0]);
  });

  it('applies to one account only', async () => {
    const one = await account({ credits: 5 });
    const other = await account({ credits: 5 });
    await one.search({ limit: 5 }, 'use_v1_shared');
    expect(credits(await other.search({ limit: 4 }, 'use_v1_shared'))).toEqual([4, 1]);
  });

  it('has no effect on the legacy endpoint', async () => {
    const answer = await searchCompany(await account(), { limit: 1 }, 'searchCompanyJobsLegacy', 'nonsense');
    expect([answer.status, answer.headers.get('idempotency-key')]).toEqual([200, null]);
  });

  it('recovers the answer byte for byte after any number of other searches', async () => {
    const client = await account({ credits: 100, rateLimits: { searchJobs: 1_000_000 } });
    const first = await client.search({ limit: 3 }, 'use_v1_first');
    const held = mock.world.accounts.byKey(client.key)!.operations;
    const [{ operation }] = [...held.after()] as unknown as [{ operation: StoredOperation }];
    // More than an account once could store.
    for (let i = 0; i < 30_000; i += 1) held.put(`use_v1_other-${i}`, operation);
    expect((await client.search({ limit: 3 }, 'use_v1_first')).text).toBe(first.text);
    expect(await client.balance()).toBe(97);
  });
});

it('a search without enough memory is refused with 503, neither charged nor stored, and the next one succeeds', async () => {
  const client = await account({ credits: 10 });
  vi.spyOn(mock.world.index.scheduler, 'run').mockImplementationOnce(() => {
    throw new SpaceFull('There is no memory.');
  });
  const refused = await client.search({ limit: 1 }, 'use_v1_full');
  expect(refusal(refused)).toBe('503 service_unavailable: search is temporarily unavailable');
  expect(mock.journal().at(-1)).toMatchObject({ reason: 'There is no memory.', creditsUsed: 0 });
  expect(await client.balance()).toBe(10);
  expect((await client.search({ limit: 1 }, 'use_v1_full')).status).toBe(200);
});

it('a result over 4 MiB is refused with 503, neither charged nor stored, if it would have to be stored', async () => {
  const large = data.dataset.wellKnown.find(({ role }) => role === 'huge-page')!;
  const client = await account({ credits: 1_000 });
  const ofLarge = (limit: number) => ({ company_network_url: large.profileUrl, limit });
  const search = (limit: number, operation?: OperationId) =>
    searchCompany(client, ofLarge(limit), operation, `use_v1_large-${limit}`);
  expect(refusal(await search(100))).toBe('503 invalid_result: the complete result exceeds 4 MiB');
  expect(await client.balance()).toBe(1_000);
  expect((await search(10)).status).toBe(200);
  const legacy = await search(100, 'searchCompanyJobsLegacy');
  expect(legacy.status).toBe(200);
  expect(Buffer.byteLength(legacy.text)).toBeGreaterThan(4 * 1024 * 1024);
});

describe('historical access', () => {
  it('is for every key, or by a reading only for keys with a grant', async () => {
    const search = (on: CheckedMock) =>
      clientOf(on, 'key_ungranted').post('searchJobsHistorical', { limit: 10 });
    expect((await search(mock)).status).toBe(200);
    const readings = { 'historical-access': 'granted' } as const;
    await using granted = await startCheckedMock({ shared: data, readings });
    expect(refusal(await search(granted))).toBe('403 This API key has no access to historical search');
    expect((await clientOf(granted, 'key_ungranted').search({ limit: 10 })).status).toBe(200);
    await granted.accounts.patch('key_ungranted', { historicalAccess: true });
    expect((await search(granted)).status).toBe(200);
  });

  it('without credits is refused with 402, or by a reading with 403', async () => {
    const search = (on: CheckedMock, key: string) =>
      searchCompany(clientOf(on, key), { salary_data_available: false }, 'searchCompanyJobsHistorical');
    expect((await search(mock, 'key_zero')).status).toBe(402);
    const readings = { 'historical-no-credits': '403' } as const;
    await using other = await startCheckedMock({ shared: data, readings });
    expect(refusal(await search(other, 'key_zero'))).toBe('403 API key has no credits remaining');
    expect((await search(other, 'key_small')).status).toBe(402);
    expect((await clientOf(other, 'key_zero').post('searchJobsHistorical')).status).toBe(402);
  });
});

const simple = ['job_keywords', 'exclude_job_keywords'].map(
  (field) => [`${field}.title.1`, (term: string) => ({ [field]: { title: ['ok', term] } })] as const,
);
const advanced = ['advanced_job_keywords', 'advanced_exclude_job_keywords'].map(
  (field) =>
    [
      `${field}.0.groups.0.description.terms.0`,
      (term: string) => ({ [field]: [{ groups: [{ description: { terms: [term] } }] }] }),
    ] as const,
);

it.each(operationIds.filter((id) => id.startsWith('search')))(
  'a keyword term without a letter or digit is refused by %s in every keyword field',
  async (operation) => {
    const fields = operation === 'searchCompanyJobsLegacy' ? simple : [...simple, ...advanced];
    const client = await account({ rateLimits: 'none' });
    const identity = operation.includes('Company') ? { company_network_url: company() } : {};
    for (const [place, body] of fields) {
      for (const term of ['', ' ', '++', '🙂']) {
        const answer = await client.post(operation, { ...identity, limit: 10, ...body(term) });
        const [issue] = answer.body.detail ?? answer.body.error.details;
        const found = [answer.status, issue.loc.join('.'), issue.type];
        expect(found).toEqual([422, `body.${place}`, 'blank_term']);
      }
      for (const term of ['C++', '7', 'é', '软件', '🚀 ok'])
        expect((await client.post(operation, { ...identity, limit: 10, ...body(term) })).status).toBe(200);
    }
  },
);

describe('a rate limit', () => {
  const empty = { job_keywords: { title: ['zxqv'] } };
  /** The statuses of concurrent requests, each once. */
  const statusesOf = async (count: number, send: () => Promise<Answer>): Promise<Set<number>> =>
    new Set((await Promise.all(Array.from({ length: count }, send))).map(({ status }) => status));

  it('admits as many requests as the contract says, and states when the next can pass', async () => {
    const client = await account({ credits: 0 });
    expect(await statusesOf(200, () => client.search(empty))).toEqual(new Set([200]));
    const refused = await client.search(empty);
    expect(refusal(refused)).toBe('429 Rate limit exceeded: 200 requests per minute');
    expect(refused.headers.get('retry-after')).toBe('60');
    await mock.clock.advance({ seconds: 59 });
    expect((await client.search(empty)).headers.get('retry-after')).toBe('1');
    await mock.clock.advance({ seconds: 1 });
    expect((await client.search(empty)).status).toBe(200);
  });

  it('applies to each key and operation separately', async () => {
    const client = await account({ rateLimits: { searchJobs: 1 } });
    await client.search({ limit: 1 });
    expect((await client.search({ limit: 1 })).status).toBe(429);
    expect((await client.post('searchJobsHistorical', { limit: 1 })).status).toBe(200);
    expect((await (await account()).search({ limit: 1 })).status).toBe(200);
  });

  it('counts requests that were refused for other reasons, but not those that it refused itself', async () => {
    const client = await account({ rateLimits: { searchJobs: 2 } });
    await client.search({ limit: 101 });
    await client.search('[');
    expect((await client.search({ limit: 1 })).status).toBe(429);
    await mock.clock.advance({ seconds: 60 });
    expect((await client.search({ limit: 1 })).status).toBe(200);
  });

  it('can be lifted if the source states none', async () => {
    await using free = await startCheckedMock({ shared: data, readings: { 'rate-others': 'none' } });
    const client = await account({}, free);
    expect(await statusesOf(601, () => client.get('getCreditBalance'))).toEqual(new Set([200]));
    expect(free.accounts.read(client.key).rateLimits).toMatchObject({ searchJobs: 200 });
  });

  it("can be lifted for load tests, for one account or for all; an account's own limit still applies", async () => {
    await using lifted = await startCheckedMock({ shared: data, rateLimits: 'none' });
    const free = [await account({ credits: 0 }, lifted), await account({ credits: 0, rateLimits: 'none' })];
    for (const client of free)
      expect(await statusesOf(201, () => client.search(empty))).toEqual(new Set([200]));
    const own = await account({ rateLimits: { searchJobs: 1 } }, lifted);
    await own.search(empty);
    expect((await own.search(empty)).status).toBe(429);
  });
});

it("the clock of an account moves its windows, cycles and rates, and no other account's", async () => {
  const clock = { now: '2026-05-15T12:00:00Z', frozen: true };
  const moved = await account({ credits: 100, clock, rateLimits: { searchJobs: 1 } });
  const still = await account({ credits: 100 });
  const body = { published_after: '2025-10-01', limit: 1 };
  expect((await moved.search(body)).status).toBe(422);
  expect((await moved.search(body)).status).toBe(429);
  await mock.accounts.patch(moved.key, { clock: { now: '2026-05-15T12:01:00Z' } });
  expect((await moved.search(body)).status).toBe(422);
  expect((await still.search(body)).status).toBe(200);
  expect((await moved.get('getCreditBalance')).body.cycle_start).toBe('2026-05-01');
  expect((await still.get('getCreditBalance')).body.cycle_start).toBe('2026-03-01');
  expect(new Date(mock.clock.now()).toISOString()).toBe(NOON);
});
