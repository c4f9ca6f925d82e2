/** `judge FILE` on traffic: files that it accepts and refuses, and exit statuses. */
import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { startMock } from '../../mock-server/index.js';
import { ended, runCommand } from '../../test/support/command.js';
import { casesOf } from '../../test/support/cases.js';
import { temporaryFolder } from '../../test/support/temporary-folder.js';
import { readJsonReport } from '../index.js';
import { FILE_KINDS } from '../reports/index.js';

type Entry = Record<'request' | 'response', Record<string, unknown>> & {
  startedDateTime: string;
  time: number;
};

const cases = casesOf<{ refused: [text: string, why: string][] }>(import.meta.filename);
let folder: string;

const mock = await startMock({ jobs: 3000 });
const body = { limit: 5, published_after: day(-60), published_before: day(-50) };
const entries = [
  await call('GET', '/api/v1/departments'),
  await call('POST', '/api/v1/jobs-search/search', body),
  await call('POST', '/api/v1/jobs-search/search', { ...body, job_type: ['Contract'] }),
];
afterAll(() => mock.close());
beforeEach(() => void (folder = temporaryFolder()));

function day(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

/** A request, and its entry as a browser would write it. Its body has no stated length, so tests can change it. */
async function call(method: string, path: string, body?: object): Promise<Entry> {
  const headers = { Authorization: 'Bearer key_demo', 'Content-Type': 'application/json' };
  const text = body === undefined ? undefined : JSON.stringify(body);
  const started = new Date().toISOString();
  const response = await fetch(mock.url + path, { method, headers, body: text ?? null });
  const answer = await response.text();
  const list = (all: Iterable<[string, string]>) => [...all].map(([name, value]) => ({ name, value }));
  return {
    startedDateTime: started,
    time: 1,
    request: {
      method,
      url: mock.url + path,
      headers: list(Object.entries(headers)),
      ...(text === undefined ? {} : { postData: { mimeType: 'application/json', text } }),
    },
    response: {
      status: response.status,
      headers: list(response.headers).filter(({ name }) => name !== 'content-length'),
      content: { size: Buffer.byteLength(answer), mimeType: 'application/json', text: answer },
    },
  };
}

function fileOf(text: string, name = 'history.json'): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

const har = (some: readonly object[]): string =>
  fileOf(JSON.stringify({ log: { version: '1.2', pages: [], entries: some } }), 'traffic.har');

const command = (...args: string[]) => runCommand(['judge', ...args]);

/** The entries with a change to the last answer. */
function spoilt(change: (body: { data: Record<string, unknown> }) => void): Entry[] {
  const last = structuredClone(entries.at(-1)!);
  const content = last['response']!['content'] as { text: string };
  const body = JSON.parse(content.text) as Parameters<typeof change>[0];
  change(body);
  content.text = JSON.stringify(body);
  return [...entries.slice(0, -1), last];
}

describe('traffic in a HAR file', () => {
  it('ends with 0 if nothing is broken, and says how many clauses it shows', async () => {
    const { status, out, err } = await command(har(entries));
    expect([status, err]).toEqual([0, '']);
    expect(out).toMatch(
      /^Conforms: This traffic shows \d+ of \d+ clauses, none broken; and \d+ rules for clients, none broken\.$/m,
    );
    expect(out).toContain('3 requests of 1 caller');
  });

  it('counts the parts that the file lacks, as if saved without content and sensitive data', async () => {
    const saved = structuredClone(entries);
    for (const { request, response } of saved) {
      request['headers'] = (request['headers'] as { name: string }[]).slice(1);
      response['content'] = { size: 5, mimeType: 'application/json' };
    }
    saved[0]!.response['status'] = 0;
    const { status, out } = await command(har(saved));
    expect(status).toBe(0);
    expect(out).toContain('3 requests without a recorded API key, from');
    expect(out).toContain(
      'not judged, since missing, redacted or not delivered: response of 1 request, response body of 2 requests',
    );
  });

  it.each<[clause: string, change: (data: Record<string, unknown>) => void]>([
    ['ENV-6', (data) => (data['total'] = 1000)],
    ['FILT-18', ({ jobs }) => ((jobs as Record<string, unknown>[])[0]!['Job Type'] = 'Full Time')],
  ])('finds %s in bodies if headers were removed or their values replaced', async (clause, change) => {
    const saved = structuredClone(spoilt(({ data }) => change(data)));
    for (const { request, response } of saved) {
      (request['headers'] as object[]).push({ name: 'Idempotency-Key', value: '[redacted]' });
      response['headers'] = [];
    }
    const { status, out } = await command(har(saved));
    expect([status, out]).toEqual([1, expect.stringContaining(`1 broken: ${clause}`)]);
  });

  it('ends with 1 if an answer breaks the contract; every report shows it, and none the key', async () => {
    const file = har(spoilt(({ data }) => (data['total'] = 99)));
    const reports = FILE_KINDS.map((kind) => `${kind}=${join(folder, `r.${kind}`)}`);
    const { status, out } = await command(file, '--report', reports.join());
    expect([status, out]).toEqual([1, expect.stringContaining('total 99')]);
    expect(out).toContain(`judge ${file} --only ENV-6`);
    for (const kind of FILE_KINDS) {
      const text = readFileSync(join(folder, `r.${kind}`), 'utf8');
      expect(text).toContain('total 99');
      expect(text).not.toContain('key_demo');
    }
    const report = readJsonReport(readFileSync(join(folder, 'r.json'), 'utf8'));
    expect(JSON.stringify(report)).not.toContain('key_demo');
    expect(report.traffic).toMatchObject({ source: 'har', requests: 3, alone: false });
    // A stored judgement is judged again as what it was.
    expect((await command(join(folder, 'r.json'))).status).toBe(1);
  });

  it('judges only clauses of --only, and refuses an unknown name', async () => {
    const file = har(spoilt(({ data }) => (data['total'] = 99)));
    expect((await command(file, '--only', 'req')).status).toBe(0);
    expect((await command(file, '--only', 'ENV-6')).status).toBe(1);
    expect(await command(file, '--only', 'ENVY')).toMatchObject(ended(2, '--only ENVY'));
  });

  it('judges clauses of a stored run on the operations on which the run checked them', async () => {
    const [run, file] = [['--target', mock.url, '--pack', 'smoke', '--quiet'], join(folder, 'run.json')];
    const environment = { JOB_SEARCH_API_KEY: 'key_demo' };
    expect((await runCommand([...run, '--report', `json=${file}`], { environment })).status).toBe(0);
    expect(await command(file, '--only', 'REQ-1')).toMatchObject(ended(0, 'Conforms: 1 of 1 clause checked'));
    expect((await command(file, '--only', 'FILT-8')).status).toBe(5);
  });

  it('does not count failures of the baseline', async () => {
    const known = join(folder, 'known.yaml');
    writeFileSync(known, 'known:\n  - { clause: ENV-6, reason: ticket 7 }\n');
    expect(await command(har(spoilt(({ data }) => (data['total'] = 99))), '--baseline', known)).toMatchObject(
      ended(0, /^Conforms: [^]*^Known failures, in the baseline\n+ENV-6 /m),
    );
  });

  it('judges money only with --alone', async () => {
    const dear = spoilt(({ data }) => (data['credits_remaining'] = 1));
    expect((await command(har(dear))).status).toBe(0);
    expect(await command(har(dear), '--alone')).toMatchObject(ended(1, 'BILL-11'));
  });

  it('also judges callers by the whole of their requests with --alone, even if the key was not recorded', async () => {
    const refused = structuredClone(entries[1]!);
    refused.request['headers'] = [{ name: 'Idempotency-Key', value: 'use_v1_a' }];
    refused.response['status'] = 409;
    refused.response['content'] = { text: '{"detail": "The key belongs to another request."}' };
    const startedDateTime = new Date(Date.parse(refused.startedDateTime) + 5_000).toISOString();
    const file = har([refused, { ...refused, startedDateTime }]);
    expect((await command(file)).out).not.toContain('CLI-15');
    expect((await command(file, '--alone')).out).toContain('CLI-15');
  });

  it('does not take a search without its key for one of another caller with --alone', async () => {
    const [, first, second] = entries as [Entry, Entry, Entry];
    const third = await call('POST', '/api/v1/jobs-search/search', { ...body, job_type: ['Internship'] });
    const searches = [first, { ...second, request: { ...second.request, headers: [] } }, third];
    expect(await command(har(searches), '--alone')).toMatchObject(ended(0, '3 requests of 1 caller'));
    const headers = [{ name: 'Authorization', value: 'Bearer key_of_another' }];
    const other = { ...entries[0]!, request: { ...entries[0]!.request, headers } };
    const { status, out } = await command(har([other, ...searches]), '--alone');
    expect([status, out]).toEqual([
      0,
      expect.stringContaining('Judged without --alone: some searches have no recorded API key'),
    ]);
  });

  it('does not take searches with a masked key for those of one caller with --alone', async () => {
    const headers = [{ name: 'Authorization', value: 'Bearer ***' }];
    const masked = structuredClone(spoilt(({ data }) => (data['credits_remaining'] = 1)));
    for (const { request } of masked) request['headers'] = headers;
    expect(await command(har(masked), '--alone')).toMatchObject(ended(0, 'Judged without --alone'));
  });

  it('judges only responses in a file of Insomnia, and says why', async () => {
    const rendered = structuredClone(entries);
    for (const { request } of rendered.slice(1))
      (request['headers'] as object[]).push({ name: 'Idempotency-Key', value: 'use_v1_of_now' });
    const fileBy = (name: string) =>
      fileOf(JSON.stringify({ log: { version: '1.2', creator: { name }, entries: rendered } }), 'by.har');
    const found = ended(1, /broken: IDEM-2.* broken: CLI-3/);
    expect(await command(fileBy('Another'))).toMatchObject(found);
    const silent = ended(0, 'as it would send it now');
    expect(await command(fileBy('Insomnia REST Client'), '--alone')).toMatchObject(silent);
  });

  it('counts copies of a request once, and says so', async () => {
    expect(await command(har([...entries, ...entries]))).toMatchObject(ended(0, '3 recorded twice'));
  });

  it('counts bodies with placeholders as not judged', async () => {
    const masked = structuredClone(entries);
    masked[0]!.response['content'] = { text: '{"departments":["***"]}', size: 23 };
    const { out } = await command(har(masked));
    expect(out).toContain('redacted or not delivered: response body of 1 request');
  });

  it('says that bodies are in other files', async () => {
    const { out } = await command(har(entries.map((each) => ({ ...each, postData: { _file: 'a.json' } }))));
    expect(out).toContain('Bodies of 3 requests are in other files');
  });

  it('judges each deployment separately, and skips requests of other APIs', async () => {
    const elsewhere = structuredClone(entries);
    for (const each of elsewhere)
      each['request']!['url'] = String(each['request']!['url']).replace('127.0.0.1', 'other.example');
    const others = [{ ...entries[0], request: { method: 'GET', url: 'https://x.example/logo.png' } }, {}];
    const { status, out } = await command(har([...others, ...entries, ...elsewhere.slice(0, 1)]));
    expect([status, out]).toEqual([
      0,
      expect.stringContaining('skipped: 1 not this API, 1 without a request'),
    ]);
    expect(out).toContain('http://other.example');
  });

  it('judges the whole requests of a truncated file, and says so', async () => {
    const whole = readFileSync(har(entries), 'utf8');
    const { status, out } = await command(fileOf(whole.slice(0, -60), 'cut.har'));
    expect([status, out]).toEqual([
      0,
      expect.stringContaining('The file ends in the middle: 2 requests before that were judged.'),
    ]);
  });

  it('ends with 5 if no request is of this API', async () => {
    expect(await command(har([{ request: { method: 'GET', url: 'https://x.example/' } }]))).toMatchObject(
      ended(5, 'None of its requests belongs to this API'),
    );
    expect(await command(har([]))).toMatchObject(ended(5, 'It contains no request.'));
  });
});

describe('a file of traffic', () => {
  const exchange = {
    id: 1,
    operation: 'listDepartments',
    sent: 'unknown',
    request: { method: 'GET', url: '/api/v1/departments', path: '/api/v1/departments', query: {} },
  };
  const origin = { kitVersion: '0', source: 'mock', accounts: [] };
  const around = { format: 'job-search-kit/traffic', version: 1, ...origin };
  const bodyText = '{"departments": [{"label": "Sales"}]}';
  const body = { bodyText, headers: { 'content-type': 'application/json' }, status: 200 };
  const answered = { ...exchange, sent: 'whole', response: body };

  it.each([
    ['JSON', JSON.stringify({ ...around, exchanges: [answered] })],
    ['one exchange a line', `${JSON.stringify(around)}\n${JSON.stringify(answered)}\n`],
  ])('is read as %s', async (_form, text) => {
    expect(await command(fileOf(text), '--only', 'look-4')).toMatchObject(ended(1, 'LOOK-4'));
  });

  it('blames no service for the form of an operation key from which a secret was redacted', async () => {
    const path = '/api/v1/jobs-search/search';
    const key = { key: 'use_v1_***~1', leaks: ['operation key'], headers: {} };
    const request = { method: 'POST', url: path, path, query: {}, ...key, bodyText: '{}' };
    const { text } = entries[1]!.response['content'] as { text: string };
    const headers = { ...body.headers, 'x-request-id': randomUUID() };
    const response = { status: 200, headers, bodyText: text };
    const search = { id: 1, account: 'one', operation: 'searchJobs', sent: 'whole', request, response };
    const { out } = await command(fileOf(JSON.stringify({ ...around, exchanges: [search] })));
    expect(out).toContain('CLI-9');
    expect(out).not.toContain('IDEM-12');
  });

  it.each([
    ...cases.refused,
    [JSON.stringify({ ...around, exchanges: null }), 'Its "exchanges" are not a list.'],
    [JSON.stringify({ ...around, version: 9, exchanges: [] }), 'It is a history of version 9'],
    [JSON.stringify({ ...around, exchanges: [{ id: 1 }] }), 'Number 1 of its exchanges lacks'],
    [JSON.stringify({ ...around, exchanges: [{ ...exchange, operation: 'x' }] }), 'Number 1'],
  ])('is refused if it is %j', async (text, why) => {
    const { status, out, err } = await command(fileOf(text, 'wrong.har'));
    const complaint = expect.stringContaining(`wrong.har cannot be judged: ${why}`) as string;
    expect([status, out, err]).toEqual([2, '', complaint]);
    expect(err.trim().split('\n')).toHaveLength(1);
  });

  it('can be a pipe, which is read once', async () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    spawn('cp', [har(entries), pipe]);
    expect(await command(pipe)).toMatchObject(ended(0, '3 requests of 1 caller'));
  });

  it('is refused if the file does not exist', async () => {
    expect(await command(join(folder, 'none.har'))).toMatchObject(ended(2, 'none.har cannot be judged'));
  });
});
