import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { loadContract } from '../../spec/contract.js';
import { Redactor } from '../../common/redact.js';
import { inOrder, observedIn } from './har.js';
import { harOf, harPieces } from './har-out.js';
import { casesOf } from '../../test/support/cases.js';
import { createKeeper } from './kept-bodies.js';
import { redactedExchange } from './message.js';
import { createRecorder } from './recorder.js';
import type { TrafficExchange, TrafficHistory } from './traffic.js';

const contract = loadContract();
type Headers = Record<string, string>;
const cases = casesOf<{
  usual: Record<'request' | 'response', { headers: Headers; content?: object }>;
  ignored: [why: string, change: object][];
  unknown: [what: string, change: object][];
  requests: [text: string, length: string, known: string | null][];
  keys: string[];
  broken: [text: string, got: Record<string, string>][];
  rounded: [what: string, times: number[], order: string[]][];
  failures: [failure: { status: number }, sent: string, aborted: boolean][];
}>(import.meta.filename);
const list = (headers: Headers) => Object.entries(headers).map(([name, value]) => ({ name, value }));

/** A usual entry; the arguments replace parts of it. */
function entry({
  request = {},
  response = {},
  content = {},
  sent = {},
  got = {},
  ...rest
}: Record<string, Record<string, unknown>> & { rest?: never } = {}): object {
  const { request: asked, response: answered, ...usual } = cases.usual;
  return {
    ...usual,
    request: { ...asked, headers: list({ ...asked.headers, ...(sent as Headers) }), ...request },
    response: {
      ...answered,
      headers: list({ ...answered.headers, ...(got as Headers) }),
      content: { ...answered.content, ...content },
      ...response,
    },
    ...rest,
  };
}

function recorded(each: object): TrafficExchange | string {
  const seen = observedIn(each, contract);
  if (typeof seen === 'string') return seen;
  const redactor = new Redactor();
  const keeper = createKeeper();
  const recorder = createRecorder({ contract, redactor, keeper, seesAllHeaders: false });
  return redactedExchange(recorder.record(seen)!, redactor, keeper);
}

const exchangeOf = (change?: Parameters<typeof entry>[0]): TrafficExchange =>
  recorded(entry(change)) as TrafficExchange;

const historyOf = (source: TrafficHistory['source'], ...exchanges: TrafficExchange[]): TrafficHistory => ({
  format: 'job-search-kit/traffic',
  version: 1,
  kitVersion: '0',
  source,
  accounts: [],
  exchanges,
});

describe('an entry of a HAR file', () => {
  it('shows that an operation key contains a part of the API key, which is redacted', () => {
    const { request } = exchangeOf({ sent: { 'Idempotency-Key': 'use_v1_live_4711_sec-1' } });
    expect([request.leaks, request.key]).toEqual([
      ['operation key'],
      expect.not.stringContaining('live_4711'),
    ]);
  });

  it('contains the request and the answer without secrets', () => {
    const exchange = exchangeOf();
    expect(exchange).toMatchObject({
      account: 'caller-1',
      operation: 'searchJobs',
      request: {
        path: '/api/v1/jobs-search/search',
        headers: { authorization: 'Bearer [key caller-1]', cookie: null, 'idempotency-key': 'use_v1_a' },
        key: 'use_v1_a',
        body: { limit: 10 },
      },
      response: { status: 200, requestId: 'r1', body: { success: true } },
      sent: 'whole',
      endedAt: Date.parse('2026-03-01T12:00:00.250Z') + 40.5,
      at: Date.parse('2026-03-01T12:00:00Z'),
    });
    expect(exchange.request.headers).not.toHaveProperty(':authority');
    expect(JSON.stringify(exchange)).not.toMatch(/4711|session=1/);
  });

  it.each([
    ['https://api.example/gateway/v9/api/v1/jobs-search/search', undefined],
    ['https://me:pw@api.example/api/v1/jobs-search/search?token=s3', '?token=[not kept]'],
  ])('finds the path of the API in %s', (url, kept) => {
    const shown = kept === undefined ? url : `https://api.example/api/v1/jobs-search/search${kept}`;
    const found = { operation: 'searchJobs', request: { url: shown } };
    expect(recorded(entry({ request: { url } }))).toMatchObject(found);
  });

  it.each(cases.ignored)('is ignored with the reason: %s', (why, change) => {
    expect(recorded(entry(change as never))).toBe(why);
  });

  const packed = gzipSync('{"a": 1}').toString('base64');
  const chunks = Buffer.from('5\r\n{"a":\r\n3;x=y\r\n 1}\r\n0\r\n\r\n').toString('base64');
  const chunked = { text: chunks, encoding: 'base64' };
  it.each([
    ['base64', { content: { text: Buffer.from('{"a": 1}').toString('base64'), encoding: 'base64' } }],
    ['compressed', { content: { text: packed, encoding: 'base64' }, got: { 'content-encoding': 'gzip' } }],
    ['in chunks', { content: chunked, got: { 'transfer-encoding': 'chunked' } }],
    ['of another size than stated', { content: { text: '{"a": 1}', size: 70 } }],
    ['compressed, as a text of bytes', { content: { text: gzipSync('{"a": 1}').toString('latin1') } }],
  ])('has a known body if it is %s', (_what, change) => {
    expect(recorded(entry(change))).toMatchObject({ response: { bodyText: '{"a": 1}', body: { a: 1 } } });
  });

  it.each([
    ...cases.unknown,
    ['left out', { content: { text: undefined } }],
    ['compressed, and cut', { content: { text: packed.slice(0, 20), encoding: 'base64' } }],
  ])('has an unknown body if it is %s', (_what, change) => {
    expect(exchangeOf(change as never).response).not.toHaveProperty('bodyText');
  });

  it('may have numbers or padded texts as values of headers, and a method in small letters', () => {
    const ofTool = entry({
      request: { method: 'post' },
      sent: { 'Idempotency-Key': ' use_v1_a ' },
      response: { headers: [{ name: 'Retry-After', value: 2 }] },
    });
    const request = { method: 'POST', key: 'use_v1_a' };
    expect(recorded(ofTool)).toMatchObject({ request, response: { retryAfter: 2 } });
  });

  it.each(cases.requests)(
    'with the request text %s and the length %s has the request body %s',
    (body, length, known) => {
      const sent: Record<string, string> = length === '' ? {} : { 'Content-Length': length };
      const { bodyText = 'unknown' } = exchangeOf({ request: { postData: { text: body } }, sent }).request;
      expect(bodyText).toBe(known);
    },
  );

  it('keeps a response text as it is if the recorded size confirms it, and Content-Length does not disagree', () => {
    const text = '{"a":"SociÃ©tÃ©"}';
    const bodyText = (size: number) => exchangeOf({ content: { text, size } }).response!.bodyText;
    expect([Buffer.byteLength(text), text.length].map(bodyText)).toEqual([text, undefined]);
    const got = { 'content-length': String(text.length) };
    const both = exchangeOf({ got, content: { text, size: Buffer.byteLength(text) } });
    expect(both.response!.bodyText).toBe('{"a":"Société"}');
  });

  it('has the query that a tool writes only as a list', () => {
    const url = 'https://api.example/api/v1/locations';
    const request = { method: 'GET', url, queryString: list({ q: 'São' }) };
    expect(exchangeOf({ request }).request.query).toEqual({ q: 'São' });
  });

  it('has no end time if the request took no time', () => {
    expect(exchangeOf({ time: 0 } as never).endedAt).toBeUndefined();
  });

  it('of mitmproxy ends without the time of connecting, which it adds, and at an unknown time without a response', () => {
    const timings = { connect: 2, ssl: 30, send: 0.5, receive: 1, wait: 7 };
    const ofMitmproxy = { time: 40.5, timings } as never;
    const { arrivedAt, endedAt } = exchangeOf(ofMitmproxy);
    expect(endedAt! - arrivedAt!).toBe(8.5);
    const reused = exchangeOf({ time: 8.5, timings: { ...timings, connect: -1, ssl: -1 } } as never);
    expect(reused.endedAt! - reused.arrivedAt!).toBe(8.5);
    const lost = { status: 0, headers: [], _error: 'server disconnected' };
    expect(exchangeOf({ time: 32.5, timings, response: lost } as never).endedAt).toBeUndefined();
    const ofBrowser = exchangeOf({ time: 40.5, timings: { ...timings, blocked: 0, dns: 0 } } as never);
    expect(ofBrowser.endedAt! - ofBrowser.arrivedAt!).toBe(40.5);
  });

  it.each(['base64', 'hex'] as const)('finds an API key in another header as %s', (encoding) => {
    const value = `Basic ${Buffer.from('sk_live_4711_secret:').toString(encoding)}`;
    expect(exchangeOf({ sent: { 'X-Debug': value } }).request.leaks).toEqual(['header x-debug']);
  });

  it('does not find a short API key inside a word', () => {
    const postData = { text: '{"job_keywords":{"title":["test"]}}' };
    const { leaks } = exchangeOf({ sent: { Authorization: 'Bearer test' }, request: { postData } }).request;
    expect(leaks).toBeUndefined();
  });

  it.each(cases.broken)('accepts the broken text %s if its size is right', (broken, got) => {
    const { response } = exchangeOf({ content: { text: broken, size: 6 }, got });
    expect(response).toMatchObject({ bodyText: broken });
  });

  it.each([
    ['a key that a tool redacts', { sent: { Authorization: 'Bearer [REDACTED]' } }],
    ['a header that a browser leaves out', { request: { headers: list({ accept: '*/*' }) } }],
  ])('has an unknown caller with %s', (_what, change) => {
    expect(exchangeOf(change as never).account).toBeUndefined();
  });

  it('has no values and headers that were not recorded', () => {
    const withheld = exchangeOf({
      got: { 'X-Request-ID': '***' },
      sent: { 'Idempotency-Key': '[redacted]' },
    });
    expect(withheld).toMatchObject({
      request: { headers: { 'idempotency-key': null } },
      response: { headers: { 'x-request-id': null } },
    });
    const safelisted = { headers: list({ 'content-type': 'application/json' }) };
    const { response } = exchangeOf({ response: safelisted });
    expect(response).toMatchObject({ status: 200 });
    expect(response!.headers).toBeUndefined();
    expect(
      exchangeOf({ request: { postData: undefined, bodySize: -1 } as never }).request,
    ).not.toHaveProperty('bodyText');
  });

  it.each(cases.keys)('has an unknown operation key if a part of it is redacted: %s', (key) => {
    expect(exchangeOf({ sent: { 'Idempotency-Key': key } }).request.key).toBeUndefined();
  });

  it('has the connection of Chrome, which writes the port of the server in its place', () => {
    const ofChrome = { ...entry(), _connectionId: '31', connection: '443' };
    expect(recorded(ofChrome)).toMatchObject({ connection: '31' });
    expect(recorded({ ...entry(), connection: '52' })).toMatchObject({ connection: '52' });
  });

  it.each(cases.failures)('has no whole answer if the browser reports %j', (failure, sent, aborted) => {
    const lost = exchangeOf({ response: failure });
    expect([lost.sent, lost.aborted === true]).toEqual([sent, aborted]);
    expect(lost.response?.status).toBe(failure.status > 0 ? failure.status : undefined);
    expect(lost.response?.bodyText).toBeUndefined();
  });
});

describe('the order of a HAR file', () => {
  const at = (...times: (number | undefined)[]): TrafficExchange[] =>
    times.map((arrivedAt, i) => ({
      ...exchangeOf({ got: { 'X-Request-ID': `r${i}` } }),
      connection: String(i),
      arrivedAt: arrivedAt as number,
      endedAt: (arrivedAt ?? 0) + 5,
    }));
  const places = (exchanges: TrafficExchange[]) =>
    exchanges.map(({ id, connection, arrivedAt }) => [id, connection, arrivedAt]);

  it('is that of arrival', () => {
    expect(places(inOrder(at(30, 10, 20)))).toEqual([
      [1, '1', 10],
      [2, '2', 20],
      [3, '0', 30],
    ]);
  });

  it('is that of the file if some entries have no time', () => {
    expect(places(inOrder(at(30, undefined)))).toEqual([
      [1, '0', undefined],
      [2, '1', undefined],
    ]);
  });

  it('leaves out overlapping copies, and no later ones', () => {
    const { response } = exchangeOf();
    const [one, other, later] = at(30, 32, 40).map((each) => ({ ...each, response })) as [
      TrafficExchange,
      TrafficExchange,
      TrafficExchange,
    ];
    expect(places(inOrder([one, other, later]))).toEqual([
      [1, '0', 30],
      [2, '2', 40],
    ]);
    const digests = { raw: 'another' };
    expect(inOrder([one, { ...other, response: { ...response!, digests } }])).toHaveLength(2);
  });

  it('has no end times from Playwright if a browser may have queued a request', () => {
    const ends = (count: number, isPlaywright: boolean) =>
      inOrder(at(...Array.from({ length: count }, (_, i) => 31 + i / 10)), isPlaywright).map(
        ({ endedAt }) => endedAt !== undefined,
      );
    expect([ends(6, true), ends(7, false)].flat()).not.toContain(false);
    expect(ends(7, true)).not.toContain(true);
    const copies = at(31, 32, 33, 34);
    expect(inOrder([...copies, ...copies], true).map(({ endedAt }) => endedAt)).toEqual([36, 37, 38, 39]);
  });

  it.each(cases.rounded)('has no times if they are %s', (_what, times, order) => {
    const ordered = inOrder(at(...times));
    expect(places(ordered)).toEqual(order.map((connection, i) => [i + 1, connection, undefined]));
    expect(ordered.map(({ endedAt }) => endedAt)).toEqual(order.map(() => undefined));
  });
});

describe('a written HAR file', () => {
  const again = (exchange: TrafficExchange): TrafficExchange => {
    const history = { ...historyOf('proxy', exchange), accounts: [{ alias: 'caller-1' }] };
    return recorded(harOf(history).log.entries[0]!) as TrafficExchange;
  };

  it('is read back unchanged', () => {
    const { at, ...exchange } = exchangeOf();
    const { headers, ...request } = exchange.request;
    expect(headers).toHaveProperty('authorization');
    const endedAt = expect.closeTo(exchange.endedAt!, 3) as number;
    expect(again(exchange)).toMatchObject({ ...exchange, request, at, endedAt });
  });

  it.each([true, undefined])('says that an answer was lost; aborted by the caller: %s', (aborted) => {
    const lost = { response: null, sent: 'never', aborted } as const;
    const { endedAt } = exchangeOf();
    const time = expect.closeTo(endedAt!, 3) as number;
    expect(again({ ...exchangeOf(), ...lost })).toMatchObject({ ...lost, endedAt: time });
  });
});

it('a written HAR file has one joined body in memory at a time, and the same entries', () => {
  const joined: number[] = [];
  const exchanges = [1, 2].map((id) => {
    const { response, ...exchange } = exchangeOf();
    const body = { get: () => (joined.push(id), 'a body'), enumerable: true };
    return { ...exchange, response: Object.defineProperty({ ...response! }, 'bodyText', body) };
  });
  const history = historyOf('proxy', ...exchanges);
  const pieces = harPieces(history);
  const first = [pieces.next().value, pieces.next().value];
  expect(joined).toEqual([1]);
  expect(JSON.parse([...first, ...pieces].join(''))).toEqual(JSON.parse(JSON.stringify(harOf(history))));
});

it('exchanges in the HAR file of a mock keep their order and waits if its clock is frozen, and the first ends at the time that the mock recorded', () => {
  const at = Date.UTC(2026, 2, 1, 12);
  const first = { ...exchangeOf(), at, arrivedAt: 40, endedAt: 190 };
  const history = historyOf('mock', first, { ...exchangeOf(), at, arrivedAt: 1190, endedAt: 1590 });
  expect(harOf(history).log.entries).toMatchObject([
    { startedDateTime: '2026-03-01T11:59:59.850Z', time: 150 },
    { startedDateTime: '2026-03-01T12:00:01.000Z', time: 400 },
  ]);
});
