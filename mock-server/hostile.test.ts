/**
 * Hostile requests: each must get an error of the contract, never a 500, a hang or a leak.
 * `startCheckedMock` checks every response against the contract; this file adds checks that a contract cannot express.
 */
import net from 'node:net';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import type { OperationId } from '../spec/index.js';
import { SearchIndex } from './search/index.js';
import { startCheckedMock, testData } from '../test/mock/checked-mock.js';
import { clientOf } from '../test/mock/client.js';
import { casesOf } from '../test/support/cases.js';
import { isThorough } from '../test/support/thorough.js';

const TOKEN = 'token-that-must-not-show';
const KEY = 'key-that-must-not-show';
const { bodies, fields, urls, keys, queries, paths, packets } = casesOf<
  Record<'bodies' | 'keys' | 'queries' | 'paths', string[]> & {
    urls: unknown[];
    fields: Record<string, unknown[]>;
    packets: [what: string, packet: string, status: number][];
  }
>(import.meta.filename);
const lines: string[] = [];

const mock = await startCheckedMock({
  shared: await testData(),
  readings: { 'rate-others': 'none' },
  adminToken: TOKEN,
  log: 'pretty',
  write: (line) => lines.push(line),
});
const rateLimits = { searchJobs: 1_000_000, searchCompanyJobsHistorical: 1_000_000 };
const client = clientOf(mock, await mock.accounts.create({ key: KEY, credits: 100_000, rateLimits }));
afterEach(() => expect(mock.violations).toEqual([]));
afterAll(() => mock.close());

/** One search operation of each form; in thorough runs, all of them. */
const SEARCHES: OperationId[] = ['searchJobs', 'searchCompanyJobs', 'searchCompanyJobsLegacy'];
if (isThorough) SEARCHES.push('searchJobsHistorical', 'searchCompanyJobsHistorical');
const nested = (depth: number, open: string, close: string): string =>
  open.repeat(depth) + close.repeat(depth);
const groups = (depth: number): unknown =>
  depth === 0 ? { title: { terms: ['engineer'] } } : { mode: 'or', groups: [groups(depth - 1)] };

describe('a hostile body', () => {
  const raw = [
    ...bodies,
    nested(100_000, '[', ']'),
    nested(100_000, '{"a":', '}'),
    `{"a":${nested(400_000, '[', ']')}}`,
    `{"job_keywords":{"title":["${'x'.repeat(2_000_000)}"]}}`,
  ];

  it('is refused by every search', async () => {
    for (const operation of SEARCHES) {
      for (const body of raw) {
        const { status, text } = await client.post(operation, body);
        expect(status, `${operation} ${body.slice(0, 20)}`).toBe(body.length > 1_048_576 ? 413 : 422);
        if (status === 422) expect(text).toContain('"json_invalid"');
      }
    }
  });

  it('is refused unless it is UTF-8 text, whatever its header declares', async () => {
    const body = Buffer.from('{"jobs_locations":[{"city":"Zürich"}]}', 'latin1');
    const headers = { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json; charset=latin1' };
    const answer = await fetch(`${mock.url}/api/v1/jobs-search/search`, { method: 'POST', headers, body });
    expect([answer.status, await answer.text()]).toEqual([
      422,
      '{"detail":[{"loc":["body"],"msg":"is not UTF-8 text","type":"json_invalid"}]}',
    ]);
  });

  const deep = [[groups(30)], [{ groups: [groups(1_000)] }]];
  const many = Array.from({ length: 3_000 }, () => ({ title: { terms: ['x'] }, mode: 'or' }));
  const wrong: object[] = [
    { published_after: '2026-03-10', published_before: '2026-03-01' },
    ...Object.entries(fields).flatMap(([field, values]) => values.map((value) => ({ [field]: value }))),
    ...[...deep, many].map((value) => ({ advanced_job_keywords: value })),
  ];

  it('with wrong fields is refused without side effects', async () => {
    for (const body of wrong) {
      const { status } = await client.search(body);
      const isDeepButLawful = 'advanced_job_keywords' in body && status === 200;
      if (!isDeepButLawful) expect(status, JSON.stringify(body).slice(0, 80)).toBe(422);
      const company = { company_network_url: `${mock.world.dataset.networkUrl}/company/nobody`, ...body };
      expect([200, 400, 422]).toContain((await client.post('searchCompanyJobs', company)).status);
    }
  });

  it('with any profile URL gets an answer of the contract', async () => {
    for (const url of [...urls, `https://network.example/company/${'x'.repeat(100_000)}`]) {
      for (const operation of SEARCHES.filter((id) => id.includes('Company'))) {
        const { status } = await client.post(operation, { company_network_url: url, limit: 10 });
        expect([200, 400, 422]).toContain(status);
      }
    }
  });

  it('cannot reach inherited members of objects', async () => {
    const body =
      '{"__proto__":{"limit":1,"admin":true},"constructor":{"prototype":{"x":1}},"toString":1,"limit":2}';
    const { status, body: answer } = await client.search(body);
    expect([status, answer.data.total]).toEqual([200, 2]);
    expect(({} as Record<string, unknown>)['admin']).toBeUndefined();
    expect((await client.search('{"hasOwnProperty":1,"limit":2}')).status).toBe(200);
  });

  it('beyond a limit is refused before the search runs, with at most 20 issues', async () => {
    const run = vi.spyOn(mock.world.index.scheduler, 'run');
    const many = (size: number, item: (i: number) => unknown) =>
      Array.from({ length: size }, (_, i) => item(i));
    for (const body of [
      { job_keywords: { title: many(100_000, (i) => `t${i}`) } },
      { job_keywords: { title: many(600, (i) => `t${i}`), description: many(600, (i) => `t${i}`) } },
      { job_keywords: { title: [`a${'\u0316\u0301'.repeat(85_000)}`] } },
      { job_keywords: { title: many(174_700, () => 'a a') } },
      { advanced_job_keywords: many(1_001, () => ({ title: { terms: ['x'] } })) },
      { jobs_locations: many(30_000, (i) => ({ city: `c${i}` })) },
      { department: many(9_000, () => 'Nope') },
      { job_keywords: { title: many(200, (i) => '+'.repeat(i + 1)) }, department: [] },
      { x: many(340_000, () => []) },
    ]) {
      const { status, body: answer } = await client.search(body);
      expect(status).toBe(422);
      expect(answer.detail.length).toBeLessThanOrEqual(20);
    }
    for (const field of ['company_name', 'company_domain']) {
      const { status } = await client.post('searchCompanyJobsLegacy', { [field]: `a${' '.repeat(80_000)}a` });
      expect(status).toBe(422);
    }
    expect(run).not.toHaveBeenCalled();
    run.mockRestore();
  });

  it('with the highest number of terms is answered, and later lookups are answered before it', async () => {
    const data = await testData();
    const shared = { ...data, index: new SearchIndex(data.dataset, { sliceMs: 0 }) };
    await using patient = await startCheckedMock({ shared });
    const demo = clientOf(patient, 'key_demo');
    const common = 'the and to of a in for with you we our will is are on as'.split(' ');
    const description = common.flatMap((one) => common.map((other) => `${one} ${other}`));
    const run = vi.spyOn(shared.index.scheduler, 'run');
    const order: string[] = [];
    const search = demo
      .search({ job_keywords: { description } })
      .then(({ status }) => order.push(`search ${status}`));
    await expect.poll(() => run.mock.calls.length).toBe(1);
    for (let i = 0; i < 5; i += 1) order.push(`lookup ${(await demo.get('listDepartments')).status}`);
    await search;
    expect(order).toEqual([...Array<string>(5).fill('lookup 200'), 'search 200']);
  });
});

describe('a hostile header, query or path', () => {
  it('with a wrong operation key is refused with 400', async () => {
    for (const key of [...keys, ...[122, 8_000].map((length) => `use_v1_${'x'.repeat(length)}`)]) {
      const { status, headers } = await client.search({ limit: 1 }, key);
      expect([status, headers.get('idempotency-key')], key.slice(0, 20)).toEqual([400, null]);
    }
    for (const key of ['use_v1___proto__', `use_v1_${'aZ0_-'.repeat(24)}x`])
      expect((await client.search({ limit: 1 }, key)).status).toBe(200);
  });

  it('in a lookup is refused with 422 or ignored', async () => {
    const lookups = ['listJobBoards', 'listDepartments', 'listLocations', 'getCreditBalance'] as const;
    for (const query of [
      ...queries,
      '&q=a'.repeat(3_000).replace('&', '?'),
      `?q=${'x'.repeat(8_000)}`,
      `?q=${encodeURIComponent('(a+)+$'.repeat(20))}`,
    ]) {
      for (const operation of lookups) {
        expect([200, 422]).toContain((await client.get(operation, query)).status);
      }
    }
  });

  it('as a path or method is refused with 404 or 405', async () => {
    for (const path of [...paths, `/api/v1/${KEY}/x`, `/api/v1/${'x'.repeat(4_000)}`]) {
      const response = await fetch(mock.url + path, { headers: { authorization: `Bearer ${KEY}` } });
      expect(response.status, path.slice(0, 30)).toBe(404);
      expect(await response.json()).toEqual({ detail: 'Not Found' });
    }
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'M-SEARCH', 'PURGE']) {
      expect((await fetch(`${mock.url}/api/v1/jobs-search/search`, { method })).status, method).toBe(405);
    }
  });
});

/** Returns the response to raw bytes, up to the end of the connection or `silence` milliseconds without data. */
function exchange(bytes: string | Buffer, silence = 1_000): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(mock.port, '127.0.0.1');
    let text = '';
    socket.setTimeout(silence, () => socket.destroy());
    socket.on('data', (chunk) => (text += chunk.toString('latin1')));
    socket.on('close', () => resolve(text));
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' ? undefined : reject(error),
    );
    socket.write(bytes);
  });
}

it('records each request of a packet whose sender has disconnected', async () => {
  const own = await mock.accounts.create({ id: 'gone' });
  const head = `POST /api/v1/jobs-search/search HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${own}\r\n`;
  const socket = net.connect(mock.port, '127.0.0.1').on('error', () => undefined);
  socket.write(`${head}Content-Length: 2\r\n\r\n{}`.repeat(20), () => socket.destroy());
  await expect.poll(() => mock.journal({ account: 'gone' }).length).toBe(20);
});

describe('almost valid HTTP', () => {
  const head = 'GET /api/v1/departments HTTP/1.1\r\n';
  const good = `Host: x\r\nAuthorization: Bearer ${KEY}\r\n`;
  const post = `POST /api/v1/jobs-search/search HTTP/1.1\r\n${good}`;
  const oldHead = head.replace('1.1', '1.0');
  const parts: Record<string, string> = { head, oldHead, good, post, key: KEY, long: 'x'.repeat(20_000) };

  it.each(packets)('with %s gets a status and a request id', async (_, packet, status) => {
    const bytes = packet.replace(/{(\w+)}/g, (_, part: string) => parts[part]!);
    const text = await exchange(Buffer.from(bytes, 'latin1'));
    expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(text).toMatch(/\r\nX-Request-ID: [0-9a-f-]{36}\r\n/i);
    expect(text).toMatch(/\r\nContent-Type: application\/json/i);
  });

  it('after an answer on the same connection does not corrupt the answer', async () => {
    const text = await exchange(`${head}${good}\r\nnonsense\r\n\r\n`);
    expect(text).toMatch(/^HTTP\/1.1 200 /);
    expect(text).toContain('"departments"');
    expect(text.split('HTTP/1.1 ').length - 1).toBeLessThanOrEqual(2);
  });

  it('with thousands of chunks is read as one body, or refused as too large', async () => {
    const chunked = (body: string, path: string) =>
      `POST ${path} HTTP/1.1\r\n${good}Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n` +
      `${body.replace(/.{1,64}/g, (part) => `${part.length.toString(16)}\r\n${part}\r\n`)}0\r\n\r\n`;
    const search = '/api/v1/jobs-search/search';
    for (const [body, path, status] of [
      [`{"limit":1${' '.repeat(200_000)}}`, search, 200],
      [`{"limit":0${' '.repeat(200_000)}}`, search, 422],
      ['x'.repeat(1_100_000), search, 413],
      ['x'.repeat(200_000), '/api/v1/nowhere', 404],
    ] as const) {
      expect(await exchange(chunked(body, path), 5_000)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    }
  });

  it('with pipelined requests is answered in order, also with refusals', async () => {
    const search = `${post}Content-Length: 11\r\n\r\n{"limit":1}`;
    const text = await exchange(`${search}${head}Host: x\r\n\r\n${head}${good}Connection: close\r\n\r\n`);
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 403', 'HTTP/1.1 200']);
  });

  it('after a charged search does not affect its answer, and is refused in order', async () => {
    const buyer = clientOf(mock, await mock.accounts.create({ credits: 10 }));
    const own = `Host: x\r\nAuthorization: Bearer ${buyer.key}\r\n`;
    const search = (limit: number) =>
      `POST /api/v1/jobs-search/search HTTP/1.1\r\n${own}Content-Length: 11\r\n\r\n{"limit":${limit}}`;
    for (const [bytes, statuses] of [
      [`${search(1)}nonsense\r\n\r\n`, ['200', '400']],
      [`${search(2)}${search(3)}\u0000\u0001`, ['200', '200', '400']],
      [`${search(4)}${search(5).slice(0, 40)}\r\nno header\r\n\r\n`, ['200', '400']],
    ] as const) {
      const text = await exchange(bytes);
      expect(Array.from(text.matchAll(/HTTP\/1\.1 (\d+)/g), ([, status]) => status)).toEqual(statuses);
    }
    expect(mock.accounts.ledger(buyer.key).map(({ jobs }) => jobs)).toEqual([0, 1, 1, 1, 1]);
    expect(await buyer.balance()).toBe(6);
  });

  it('that stops in the middle of a body has no effect', async () => {
    const before = mock.accounts.read(KEY);
    await exchange(`${post}Content-Length: 100\r\n\r\n{"limit"`, 50);
    expect(mock.accounts.read(KEY)).toEqual(before);
    expect((await client.search({ limit: 1 })).status).toBe(200);
  });
});

it('none of these requests put a key or token into log or journal, or got a 500', () => {
  expect(lines.length).toBeGreaterThan(300);
  for (const text of [JSON.stringify(mock.world.journal()), lines.join('\n')]) {
    expect(text).not.toContain(KEY);
    expect(text).not.toContain(TOKEN);
  }
  for (const line of lines) {
    expect(line).not.toMatch(/[\r\n]/);
    expect(line).not.toMatch(/^\S+ 5\d\d /);
  }
});
