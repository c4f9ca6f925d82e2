import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { Contract, OperationId } from '../spec/index.js';
import { startCheckedMock, testData } from '../test/mock/checked-mock.js';
import { clientOf, type Client } from '../test/mock/client.js';

const data = await testData();
const mock = await startCheckedMock({ shared: data });
const client = clientOf(mock, await mock.accounts.create({ id: 'acc_life', credits: 1_000 }));
afterEach(() => expect(mock.violations).toEqual([]));
afterAll(() => mock.close());

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Returns a client whose requests get a 429, the first check after authentication. */
async function limited(): Promise<Client> {
  return clientOf(mock, await mock.accounts.create({ rateLimits: { searchJobs: 0, searchCompanyJobs: 0 } }));
}

describe('every response', () => {
  it('has its own request id, whatever id the caller sends', async () => {
    const id = '0b0c4b1e-9a53-4f0e-8a57-0d7f6f1f3c55';
    const ids = [
      await client.search({ limit: 1 }),
      await client.post('searchJobs', {}, { 'x-request-id': id }),
      await clientOf(mock, 'nobody').search(),
      await client.get('listDepartments'),
    ].map(({ headers }) => headers.get('x-request-id'));
    for (const one of ids) expect(one).toMatch(UUID);
    expect(new Set([...ids, id]).size).toBe(5);
  });

  it('names the reason of a refusal in a header, unless that is switched off', async () => {
    const reason = async (path: string, init?: RequestInit, on = mock.url) =>
      (await fetch(on + path, init)).headers.get('x-mock-reason');
    expect(await reason('/api/v1/departments')).toBe('there is no Authorization header (AUTH-6)');
    expect(
      await reason('/api/v1/jobs-search/search', {
        method: 'POST',
        headers: { Authorization: 'Bearer key_demo' },
        body: '{"department": ["légal"]}',
      }),
    ).toMatch(/^department\.0 must be .*; did you mean "Legal"\?/);
    expect(await reason('/jobs-search/search')).toBe(
      'the contract has no such path; did you mean /api/v1/jobs-search/search?',
    );
    expect(await reason('/api/v1/job-search/search')).toContain('did you mean /api/v1/jobs-search/search?');
    expect(await reason('/nothing/like/it')).toBe('the contract has no such path');
    await using plain = await startCheckedMock({ shared: data, mark: false });
    expect(await reason('/api/v1/departments', undefined, plain.url)).toBeNull();
  });

  it('is marked as an answer of the mock, unless that is switched off', async () => {
    expect((await client.get('listDepartments')).headers.get('x-mock-server')).toMatch(/^job-search-kit\/\d/);
    await using plain = await startCheckedMock({ shared: data, mark: false });
    for (const path of ['/api/v1/departments', '/nowhere', '/']) {
      expect((await fetch(plain.url + path)).headers.get('x-mock-server')).toBeNull();
    }
  });

  it("shows the time of the account's clock in Date", async () => {
    await using still = await startCheckedMock({ shared: data, now: '2026-03-01T12:00:00Z', frozen: true });
    const demo = clientOf(still, 'key_demo');
    await still.clock.advance({ days: 1 });
    const preflight = await fetch(`${still.url}/api/v1/departments`, { method: 'OPTIONS' });
    for (const { headers } of [await demo.get('listDepartments'), await demo.search({ limit: 0 }), preflight])
      expect(headers.get('date')).toBe('Mon, 02 Mar 2026 12:00:00 GMT');
  });

  it('does not reveal the software of the server', async () => {
    const { headers } = await client.search({ limit: 1 });
    for (const name of ['x-powered-by', 'server', 'etag']) expect(headers.get(name)).toBeNull();
  });
});

describe('a path or method outside the contract', () => {
  it('gets 405 with the allowed methods', async () => {
    const response = await fetch(`${mock.url}/api/v1/jobs-search/search`);
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
    for (const method of ['POST', 'HEAD']) {
      const { status, headers } = await fetch(`${mock.url}/api/v1/departments`, { method });
      expect([status, headers.get('allow')]).toEqual([405, 'GET']);
    }
  });

  it('reaches historical company search at the v3 path only with the reading', async () => {
    const url = '/api/v3/company-jobs/search';
    const init = { method: 'POST', body: '{}', headers: { authorization: 'Bearer key_demo' } };
    expect((await fetch(mock.url + url, init)).status).toBe(404);
    await using alias = await startCheckedMock({ shared: data, readings: { 'v3-path': 'alias' } });
    const response = await fetch(alias.url + url, init);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ detail: 'company_network_url is required' });
  });
});

describe('a missing, unknown or inactive key', () => {
  const send = (operation: OperationId, authorization?: string) => {
    const { method, path } = mock.world.contract.operation(operation);
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
    return fetch(mock.url + path, { method, headers, ...(method === 'POST' ? { body: '{}' } : {}) });
  };

  it('is refused with 403, or on the legacy endpoint with 401 in the envelope', async () => {
    const schemes = '|Bearer|bearer|Basic key_demo|Token key_demo|key_demo|Bearer, key_demo'.split('|');
    const keys = ['nobody', '__proto__', 'key_demox', 'key_demo key_demo', '"key_demo"', 'x'.repeat(8_000)];
    for (const authorization of [undefined, ...schemes, ...keys.map((key) => `Bearer ${key}`)]) {
      const search = await send('searchJobs', authorization);
      expect(search.status, authorization).toBe(403);
      expect(await search.json()).toEqual({ detail: 'Invalid or inactive API key' });
      expect((await send('getCreditBalance', authorization)).status).toBe(403);
      const legacy = await send('searchCompanyJobsLegacy', authorization);
      expect(legacy.status).toBe(401);
      expect(await legacy.json()).toMatchObject({ success: false, error: { code: 'unauthorized' } });
    }
  });

  it('is refused with 403 everywhere when inactive', async () => {
    const inactive = clientOf(mock, 'key_inactive');
    expect((await inactive.search()).body).toEqual({ detail: 'Invalid or inactive API key' });
    expect((await inactive.get('listDepartments')).status).toBe(403);
    const legacy = await inactive.post('searchCompanyJobsLegacy');
    expect([legacy.status, legacy.body.error.code]).toEqual([403, 'forbidden']);
  });

  it('can get 401 on the searches and 403 on the legacy endpoint, by readings', async () => {
    const readings = { 'auth-status': '401', 'legacy-auth-status': '403' } as const;
    await using other = await startCheckedMock({ shared: data, readings });
    const nobody = clientOf(other, 'nobody');
    expect((await nobody.search()).body).toEqual({
      success: false,
      data: null,
      error: { code: 'unauthorized', message: 'Missing or invalid API key', details: [] },
    });
    expect((await nobody.get('listDepartments')).status).toBe(403);
    expect((await nobody.post('searchCompanyJobsLegacy')).status).toBe(403);
    expect((await clientOf(other, 'key_inactive').search()).status).toBe(403);
  });

  it('is shown in the journal by its account, never as the key', async () => {
    await clientOf(mock, 'key_inactive').search();
    await clientOf(mock, 'secret_of_nobody').search();
    expect(mock.journal().slice(-2)).toMatchObject([
      { account: 'acc_inactive', reason: 'the key is inactive', clause: 'AUTH-5' },
      { account: null, reason: 'no account has this key', reading: 'auth-status=403' },
    ]);
    expect(JSON.stringify(mock.journal())).not.toMatch(/secret_of_nobody|key_inactive/);
  });
});

describe('when several errors apply', () => {
  it.each<[order: string, caller: () => Client | Promise<Client>, status: number]>([
    ['the key is checked before the rate', () => clientOf(mock, 'nobody'), 403],
    ['the rate is checked before the operation key', limited, 429],
    ['the operation key is checked before the body', () => client, 400],
  ])('%s', async (_, caller, status) => {
    const headers = { 'idempotency-key': 'nonsense' };
    expect((await (await caller()).post('searchJobs', '[', headers)).status).toBe(status);
  });

  it('the body is checked before a conflict of operation keys', async () => {
    await client.search({ limit: 1 }, 'use_v1_order');
    expect((await client.search({ limit: 101 }, 'use_v1_order')).status).toBe(422);
    expect((await client.search({ limit: 2 }, 'use_v1_order')).status).toBe(409);
  });
});

describe('a body', () => {
  it('is read as JSON with any content type, and the journal notes another type', async () => {
    const reason = async (headers: Record<string, string>, body = '{"limit":1}') => {
      const { method, path } = mock.world.contract.operation('searchJobs');
      const authorization = `Bearer ${client.key}`;
      // A Buffer, so that fetch adds no content type.
      const init = { method, body: Buffer.from(body), headers: { authorization, ...headers } };
      return [(await fetch(mock.url + path, init)).status, mock.journal().at(-1)!.reason];
    };
    const advice = 'a deployment may refuse such a body';
    const other = `not application/json; ${advice}`;
    expect(await reason({})).toEqual([200, `there is no Content-Type; ${advice}`]);
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'nonsense']) {
      const note = `the Content-Type is "${type}", ${other}`;
      expect(await reason({ 'content-type': type })).toEqual([200, note]);
      const refused = await reason({ 'content-type': type }, '{"limit":0}');
      expect(refused).toEqual([422, `limit must be >= 1; ${note}`]);
    }
    for (const type of ['Application/JSON ; charset=latin1', 'application/json', 'application/vnd.x+json'])
      expect(await reason({ 'content-type': type })).toEqual([200, null]);
  });

  it('is refused with 413 beyond 1 MiB', async () => {
    const fits = JSON.stringify({ limit: 1, padding: 'x'.repeat(1024 * 1024 - 25) });
    expect((await client.post('searchJobs', fits)).status).toBe(200);
    expect((await client.post('searchJobs', `${fits}${' '.repeat(30)}`)).status).toBe(413);
    const large = await client.post('searchJobs', 'x'.repeat(10 * 1024 * 1024));
    expect([large.status, large.body]).toEqual([413, { detail: 'The body is larger than 1048576 bytes' }]);
    const legacy = await client.post('searchCompanyJobsLegacy', 'x'.repeat(2 * 1024 * 1024));
    expect([legacy.status, legacy.body.error.code]).toEqual([413, 'payload_too_large']);
  });
});

function namesOfResponseHeaders({ operations }: Contract): Set<string> {
  const responses = operations.flatMap((operation) => [...operation.responses.values()]);
  return new Set(responses.flatMap(({ headers }) => headers.map(({ name }) => name)));
}

describe('a browser client', () => {
  const origin = 'https://app.example';
  const asking = { origin, 'access-control-request-method': 'POST' };

  it('may send a preflight without a key', async () => {
    const { status, headers } = await fetch(`${mock.url}/api/v1/jobs-search/search`, {
      method: 'OPTIONS',
      headers: { ...asking, 'access-control-request-headers': 'authorization' },
    });
    expect(status).toBe(204);
    expect(Object.fromEntries(headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'Authorization, *',
    });
  });

  it('may send a preflight to an unknown path, and can then read the 404', async () => {
    const path = `${mock.url}/api/v1/job-search`;
    const asked = await fetch(path, { method: 'OPTIONS', headers: asking });
    expect([asked.status, asked.headers.get('access-control-allow-methods')]).toEqual([204, '*']);
    const missing = await fetch(path, { method: 'POST', headers: { origin } });
    expect([missing.status, missing.headers.get('access-control-allow-origin')]).toEqual([404, '*']);
    expect((await fetch(path, { method: 'OPTIONS' })).status).toBe(404);
  });

  it('can read the headers of the contract, also on errors', async () => {
    for (const one of [client, clientOf(mock, 'nobody'), await limited()]) {
      const { headers } = await one.post('searchJobs', { limit: 1 }, { origin });
      expect(headers.get('access-control-allow-origin')).toBe('*');
      const exposed = headers.get('access-control-expose-headers')!.split(', ');
      for (const name of namesOfResponseHeaders(mock.world.contract)) expect(exposed).toContain(name);
    }
  });

  it('gets no CORS headers from the admin API', async () => {
    const response = await fetch(`${mock.url}/__admin/health`, { headers: { origin } });
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });
});
