import { once } from 'node:events';
import http from 'node:http';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { readTraffic, type TrafficHistory } from '../../conformance/record/traffic.js';
import { loadClientRules } from '../../spec/index.js';
import { startCheckedMock, testData } from '../../test/mock/checked-mock.js';
import { callAdmin, clientOf, type Client } from '../../test/mock/client.js';
import { historyOf } from './findings.js';

let client: Client;
const mock = await startCheckedMock({ shared: await testData() });
afterAll(() => mock.close());
beforeEach(async () => {
  await mock.reset();
  client = clientOf(mock, await mock.accounts.create({ credits: 500 }));
});

async function traffic(query = '', key = client.key): Promise<TrafficHistory> {
  const response = await fetch(`${mock.url}/__admin/traffic${query}`, { headers: { 'X-Account-Key': key } });
  expect(response.status).toBe(200);
  const text = await response.text();
  return query.includes('har') ? (JSON.parse(text) as TrafficHistory) : readTraffic(text);
}

async function findings(): Promise<string[]> {
  const { body } = await callAdmin(mock, 'GET', `/journal?account=${mock.accounts.read(client.key).id}`);
  const entries = body.entries as { findings: { rule: string; verdict: string }[] }[];
  return entries.flatMap((entry) => entry.findings.map(({ rule, verdict }) => `${rule} ${verdict}`));
}

async function searchOn(
  agent: http.Agent,
  key: string,
  others: http.OutgoingHttpHeaders = {},
): Promise<void> {
  const headers = {
    ...others,
    authorization: `Bearer ${client.key}`,
    'content-type': 'application/json',
    'idempotency-key': key,
  };
  const request = http.request(`${mock.url}/api/v1/jobs-search/search`, { method: 'POST', agent, headers });
  request.end('{"limit":3}');
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  response.resume();
  await once(response, 'end');
}

const lost = { operation: 'searchJobs', times: 1 } as const;

describe('the traffic of the journal', () => {
  it('shows requests, delivered answers and times', async () => {
    const { body } = await client.search({ limit: 2 }, 'use_v1_a');
    await client.search({ limit: 2, search_after: body.data.search_after }, 'use_v1_b');
    const { exchanges, dropped, accounts } = await traffic();
    expect([dropped, accounts[0]?.isComplete]).toEqual([0, true]);
    expect(exchanges).toHaveLength(2);
    expect(exchanges[0]).toMatchObject({
      operation: 'searchJobs',
      request: { key: 'use_v1_a', bodyText: '{"limit":2}', leaks: [], headers: { authorization: null } },
      response: { status: 200, key: 'use_v1_a', bodyText: JSON.stringify(body) },
      delivered: {
        jobs: body.data.jobs.map((job: Record<string, unknown>) => job['Job URL']),
        cursor: body.data.search_after,
        credits: 2,
      },
      sent: 'whole',
      aborted: false,
      served: 'anew',
    });
    expect(exchanges[1]!.request.body).toMatchObject({ search_after: exchanges[0]!.delivered!.cursor });
    expect(exchanges[0]!.endedAt!).toBeGreaterThan(exchanges[0]!.arrivedAt!);
    expect(exchanges[1]!.arrivedAt!).toBeGreaterThan(exchanges[0]!.endedAt!);
  });

  it('shows lost answers, and whether their requests were executed', async () => {
    const account = client.key;
    for (const effect of ['drop-before-charge', 'drop-after-charge', 'truncate'] as const) {
      await mock.faults.add({ ...lost, account, effect });
      await expect(client.search({ limit: 3 }, 'use_v1_a')).rejects.toThrow();
    }
    await client.search({ limit: 3 }, 'use_v1_a');
    const { exchanges } = await traffic();
    expect(exchanges.map(({ sent, served }) => [sent, served])).toEqual([
      ['never', 'nothing'],
      ['never', 'anew'],
      ['cut', 'stored'],
      ['whole', 'stored'],
    ]);
    expect(exchanges.map(({ request }) => request.bodyText)).toEqual(Array(4).fill('{"limit":3}'));
    expect(exchanges.map(({ delivered }) => delivered?.credits)).toEqual([undefined, 3, 0, 0]);
  });

  it('shows requests that their clients aborted', async () => {
    await mock.faults.add({ ...lost, account: client.key, effect: 'delay', delayMs: 60_000 });
    const request = http.request(`${mock.url}/api/v1/jobs-search/search`, {
      method: 'POST',
      headers: { authorization: `Bearer ${client.key}` },
    });
    const broken = once(request, 'error');
    request.end('{"limit":1}');
    while (mock.faults.list()[0]!.hits === 0) await new Promise((done) => setImmediate(done));
    request.destroy();
    await broken;
    while (mock.journal({ account: mock.accounts.read(client.key).id }).length === 0)
      await new Promise((done) => setImmediate(done));
    expect((await traffic()).exchanges[0]).toMatchObject({
      request: { bodyText: '{"limit":1}' },
      sent: 'never',
      aborted: true,
      served: 'nothing',
    });
  });

  it('contains no API key, and names the parts that contained one', async () => {
    await client.post(
      'searchJobs',
      { limit: 1, note: client.key },
      { 'idempotency-key': `use_v1_${client.key}` },
    );
    const history = await traffic();
    expect(JSON.stringify(history)).not.toContain(client.key);
    expect(history.exchanges[0]!.request.leaks).toEqual(['body', 'operation key']);
  });

  it('joins the values of a repeated header, and names a leak in them once', async () => {
    const twice = [client.key, client.key];
    await searchOn(http.globalAgent, 'use_v1_a', { accept: ['text/html', '*/*'], 'x-own': twice });
    const { headers, leaks } = (await traffic()).exchanges[0]!.request;
    expect([headers, leaks]).toMatchObject([{ accept: 'text/html, */*', 'x-own': null }, ['header x-own']]);
  });

  it('finds no leak in an empty body, or in a path that contains a word equal to the key', async () => {
    const key = 'departments';
    await mock.accounts.create({ key });
    const headers = { authorization: `Bearer ${key}` };
    for (const [method, path] of Object.entries({ GET: 'departments', POST: 'jobs-search/search' }))
      await (await fetch(`${mock.url}/api/v1/${path}`, { method, headers })).text();
    const { exchanges } = await traffic('', key);
    expect(exchanges.map(({ request }) => request.leaks)).toEqual([[], []]);
  });

  it('names an operation key that contained part of the API key, without judging its form', async () => {
    await client.search({ limit: 1 }, `use_v1_${client.key.slice(0, 12)}-1`);
    const { request } = (await traffic()).exchanges[0]!;
    expect([request.key, request.leaks]).toEqual([
      expect.not.stringContaining(client.key.slice(0, 12)),
      ['operation key'],
    ]);
  });

  it('is available as HAR with the address of the mock', async () => {
    await client.search({ limit: 1 }, 'use_v1_a');
    const { log } = (await traffic('?format=har')) as unknown as {
      log: { entries: Record<string, never>[] };
    };
    expect(log.entries[0]).toMatchObject({
      request: {
        method: 'POST',
        url: `${mock.url}/api/v1/jobs-search/search`,
        postData: { text: '{"limit":1}' },
      },
      response: { status: 200, content: { mimeType: 'application/json; charset=utf-8' } },
    });
    expect(JSON.stringify(log)).not.toContain(client.key);
  });

  it('is refused for an unknown key', async () => {
    const headers = { 'X-Account-Key': 'key_nobody' };
    expect((await fetch(`${mock.url}/__admin/traffic`, { headers })).status).toBe(404);
  });
});

describe('findings in the journal', () => {
  it('are at the request that shows them', async () => {
    await mock.faults.add({ ...lost, account: client.key, effect: 'drop-after-charge' });
    await client.search({ limit: 3 }, 'use_v1_a').catch(() => undefined);
    await client.search({ limit: 3 }, 'use_v1_b');
    expect(await findings()).toEqual(['CLI-2 warn']);
  });

  it('depend on the body of a refused request, too, which no other part of the mock reads', async () => {
    await mock.faults.add({ ...lost, account: client.key, effect: 'rate-limited', retryAfterSeconds: 5 });
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    await searchOn(agent, 'use_v1_a');
    await searchOn(agent, 'use_v1_a');
    agent.destroy();
    expect(await findings()).toEqual(['CLI-19 fail']);
  });

  it('do not exist for a right client', async () => {
    const first = await client.search({ limit: 3 }, 'use_v1_a');
    await client.search({ limit: 3, search_after: first.body.data.search_after }, 'use_v1_b');
    await client.balance();
    await client.get('listLocations', '?q=Berlin');
    expect(await findings()).toEqual([]);
  });
});

describe('new postings', () => {
  const urls = (body: { data: { jobs: Record<string, unknown>[] } }) =>
    body.data.jobs.map((job) => job['Job URL']);

  it('appear after the search with the fault, cost credits, and do not change its stored answer', async () => {
    await mock.faults.add({ ...lost, account: client.key, effect: 'new-postings', newPostings: 2 });
    const first = await client.search({ limit: 3 }, 'use_v1_a');
    const second = await client.search({ limit: 3 }, 'use_v1_b');
    expect(urls(second.body).slice(2)).toEqual(urls(first.body).slice(0, 1));
    expect([first.body.data.credits_used, second.body.data.credits_used]).toEqual([3, 2]);
    expect(second.body.data.total_jobs_found).toBe(first.body.data.total_jobs_found + 2);
    await mock.importState(JSON.parse(JSON.stringify(mock.exportState())));
    expect((await client.search({ limit: 3 }, 'use_v1_a')).text).toBe(first.text);
  });

  it('are visible only to the account of the fault', async () => {
    const other = clientOf(mock, await mock.accounts.create());
    await mock.faults.add({ ...lost, account: client.key, effect: 'new-postings' });
    const [mine, theirs] = [await client.search({ limit: 2 }), await other.search({ limit: 2 })];
    expect(urls(theirs.body).slice(1)).toEqual(urls(mine.body).slice(0, 1));
  });
});

describe('advice', () => {
  const reason = (): string | null =>
    mock.journal({ account: mock.accounts.read(client.key).id }).at(-1)!.reason;

  it('is in the journal at accepted requests', async () => {
    await client.search({ limit: 1, departement: ['Sales'] });
    expect(reason()).toContain(
      'field "departement" of the body is not known here and changes nothing. Did you mean',
    );
    await client.get('listJobBoards', '?query=a');
    expect(reason()).toContain('parameter "query" is not known here');
    await client.search({ limit: 1 });
    expect(reason()).toBeNull();
  });

  it('becomes a refusal with strict requests', async () => {
    await using strict = await startCheckedMock({ shared: await testData(), strictRequests: true });
    const its = clientOf(strict, 'key_demo');
    const { status, body } = await its.search({ limit: 1, departement: ['Sales'] });
    expect([status, body.detail[0].msg]).toEqual([
      422,
      expect.stringContaining('Did you mean "department"?'),
    ]);
    const misspelt = await its.search({ job_keywords: { titel: ['nurse'] } });
    expect([misspelt.status, misspelt.headers.get('x-mock-reason')]).toEqual([
      422,
      'the field "job_keywords.titel" of the body is not known here and changes nothing. Did you mean "title"?',
    ]);
    expect((await its.get('listJobBoards', '?query=a')).status).toBe(422);
    expect((await its.search({ limit: 1 })).status).toBe(200);
  });
});

it('advice on long bodies is computed a few at a time, so that other requests can run', async () => {
  for (let i = 0; i < 12; i += 1) await client.search({ x: `&#37;32%26#51;\\x37${i}`.repeat(3000) });
  let turns = 0;
  let isDone = false;
  const count = (): void => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const history = await historyOf(mock.world);
  isDone = true;
  expect(history.exchanges).toHaveLength(12);
  expect(turns).toBeGreaterThan(5);
});

it('the list of rules links to all their pages, which say what to do', async () => {
  const listing = await (await fetch(`${mock.url}/docs/clients`)).text();
  const links = [...listing.matchAll(/href="(\/docs\/clients\/CLI-\d+)"/g)].map(([, link]) => link!);
  expect(links).toHaveLength(loadClientRules().rules.length);
  const page = await (await fetch(mock.url + links[1]!)).text();
  expect(page).toContain('Make the key outside the loop that retries');
});
