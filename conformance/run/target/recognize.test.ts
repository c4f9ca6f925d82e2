import type { RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import { startMock, type MockOptions } from '../../../mock-server/index.js';
import { operationIds, type OperationId } from '../../../spec/contract.js';
import { runConformance, TargetRefuses, type ConformanceOptions, type RunReport } from '../../index.js';
import { casesOf } from '../../../test/support/cases.js';
import { testData } from '../../../test/mock/checked-mock.js';
import { ConnectionLost, type Call, type ForwardedAnswer } from '../../../test/mutants/mutant.js';
import { startOneKey } from '../../../test/servers/one-key.js';
import { serve, serveRaw } from '../../../test/servers/servers.js';
import { sleptTime } from '../../../test/support/manual-time.js';
import { closing } from '../../../test/support/closing.js';

const cases = casesOf<{ others: [name: string, status: number, content: string, message: string][] }>(
  import.meta.filename,
);
const shared = await testData({ now: '2026-03-01T12:00:00Z' });

/** Returns why a run is refused, with `T` for the address of the target. */
async function refusalBy(url: string, path = '', more: Partial<ConformanceOptions> = {}): Promise<string> {
  const options = { apiKey: 'key_secret_1', packs: ['smoke'], time: sleptTime(), ...more };
  const error = await runConformance({ target: url + path, ...options }).catch((each: unknown) => each);
  expect(error).toBeInstanceOf(TargetRefuses);
  return (error as TargetRefuses).message.replaceAll(url, 'T');
}

async function refusalOf(
  listener: RequestListener,
  path = '',
): Promise<{ message: string; requests: number }> {
  const server = await serve(listener);
  return { message: await refusalBy(server.url, path), requests: server.requests.length };
}

/** Answers with a web page, JSON, a redirect to an address, or a text: whichever `content` is. */
const answering =
  (status: number, content: string): RequestListener =>
  (request, response) => {
    const type = { '<': 'text/html; charset=utf-8', '{': 'application/json' }[content[0]!] ?? 'text/plain';
    const location = content.startsWith('https:') ? { Location: content.replace('*', request.url!) } : {};
    response.writeHead(status, { 'Content-Type': type, ...location }).end(content);
  };

describe('an address without this API', () => {
  it.each(cases.others)('is refused: %s', async (_name, status, content, expected) => {
    const { message, requests } = await refusalOf(answering(status, content));
    expect(message).toBe(expected);
    expect(requests).toBeLessThanOrEqual(6);
  });

  it('is refused with the right address if a gateway knows no service for the path', async () => {
    const listener: RequestListener = (request, response) =>
      request.url!.startsWith('/v1/')
        ? answering(503, 'no healthy upstream')(request, response)
        : answering(403, '{"detail":"no"}')(request, response);
    expect((await refusalOf(listener, '/v1')).message).toMatch(
      /answers 503, and the API is at T\. Pass --target T,/,
    );
  });

  it('is refused if the server does not speak HTTP, or does not speak TLS', async () => {
    const plain = await serve((_request, response) => response.end());
    expect(await refusalBy((await serveRaw((socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'))).url)).toMatch(
      /^T is not the address of this API: the answer is not HTTP: .*\. Check the scheme \(http or https\) and the port of --target\.$/,
    );
    expect(await refusalBy((await serveRaw((socket) => socket.destroy())).url)).toBe(
      'T cannot be reached: the connection was closed without an answer. Check the scheme (http or https) and the port of --target, and that the service is up.',
    );
    expect(await refusalBy(plain.url.replace('http:', 'https:'))).toBe(
      'T cannot be reached: what listens there does not speak TLS. Write http:// in --target, or check the port.',
    );
  });

  it('is refused with the right address if part of the path is repeated', async () => {
    const mock = closing(await startMock({ shared, admin: false }));
    const key = await mock.accounts.create({ credits: 5 });
    for (const path of ['/api/v1', '/api/v1/', '/api', '/api/v1/jobs-search/search', '/docs'])
      expect(await refusalBy(mock.url, path, { apiKey: key })).toMatch(
        /^T\/\S+ is not the address of this API: GET T\S+ answers 404, and the API is at T\. Pass --target T, without the rest\.$/,
      );
    expect(await refusalBy(mock.url, '/api/v1', { apiKey: 'key_nobody_has' })).toContain('Pass --target T,');
    expect(mock.accounts.read(key).credits).toBe(5);
  });

  it('is distinguished from an API that refuses the key, with a hint if the form is not that of the API', async () => {
    expect((await refusalOf(answering(403, '{"detail":"no"}'))).message).toBe(
      'T refuses the key with 403: {"detail":"no"}. Check --api-key.',
    );
    expect((await refusalOf(answering(403, '{"message":"Missing Authentication Token"}'))).message).toBe(
      'T refuses the key with 403: {"message":"Missing Authentication Token"}. Check --api-key, and whether a gateway in front asks for something else.',
    );
  });
});

type Instead = (call: Call, nth: number) => Partial<ForwardedAnswer> | 'lost' | null;

/** Runs the smoke pack against a mock whose answers `instead` replaces. */
async function odd(
  instead: Instead,
  options: Partial<ConformanceOptions> & Pick<MockOptions, 'readings'> = {},
): Promise<{ report: RunReport; remarks: string[]; nth: number }> {
  const { readings = {}, ...more } = options;
  let nth = 0;
  const rule = async (call: Call): Promise<ForwardedAnswer> => {
    nth += 1;
    const answer = instead(call, nth);
    if (answer === 'lost') throw new ConnectionLost();
    return answer === null ? call.send() : { status: 200, headers: {}, body: Buffer.alloc(0), ...answer };
  };
  const { run } = await startOneKey(shared, rule, { readings });
  const remarks: string[] = [];
  const report = await run({ packs: ['smoke'], onRemark: (remark) => remarks.push(remark), ...more });
  return { report, remarks, nth };
}

const once =
  (status: number, body: string, headers: Record<string, string>): Instead =>
  (_call, nth) =>
    nth === 1 ? { status, headers, body: Buffer.from(body) } : null;
const own = (headers: Record<string, string> = {}): Record<string, string> => ({
  'content-type': 'application/json',
  'x-request-id': crypto.randomUUID(),
  ...headers,
});
const HTML = { 'content-type': 'text/html' };

describe('an unusual but valid deployment', () => {
  it.each<[string, Instead, (Partial<ConformanceOptions> & Pick<MockOptions, 'readings'>)?]>([
    ['refuses with 401', () => null, { readings: { 'auth-status': '401' } }],
    ['first answers 503', once(503, '{"detail":"service_unavailable: soon"}', own())],
    ['throttles the first request', once(429, '{"detail":"slow"}', own({ 'retry-after': '30' }))],
    ['loses the first answer', (_call, nth) => (nth === 1 ? 'lost' : null)],
  ])('conforms: it %s', async (_name, instead, more) => {
    const { report, remarks } = await odd(instead, more);
    expect([report.verdict, report.headline, remarks]).toEqual(['conforms', report.headline, []]);
  });

  const balance =
    (body: object): Instead =>
    (call) =>
      call.operation?.id === 'getCreditBalance' && call.key !== ''
        ? { headers: { 'content-type': 'application/json' }, body: Buffer.from(JSON.stringify(body)) }
        : null;
  it.each<[string, Instead, Partial<ConformanceOptions>]>([
    ['a load balancer that first answers 503', once(503, '<html>', HTML), {}],
    ['a proxy that first answers 502', once(502, 'Bad Gateway', {}), {}],
    ['a gateway that throttles in HTML', once(429, '<html>', HTML), {}],
    ['a balance under another name', balance({ left: 50 }), {}],
    ['a balance as text', balance({ left: 'fifty' }), {}],
    ['a balance under another name and no lookups', balance({ left: 50 }), { absent: ['lookups'] }],
    ['no balance and no lookups', () => null, { absent: ['balance', 'lookups'] }],
    ['no operation at all', () => null, { absent: [...operationIds] }],
  ])('is not refused: it has %s', async (_name, instead, more) => {
    expect((await odd(instead, more)).report.scenarios.length).toBeGreaterThan(0);
  });
});

describe('a deployment that has only some operations', () => {
  const without =
    (...ids: OperationId[]): Instead =>
    (call) =>
      ids.includes(call.operation?.id as OperationId)
        ? { status: 404, body: Buffer.from('{"detail":"Not Found"}') }
        : null;

  it('is reported as such, before anything else and in the report', async () => {
    const { report, remarks } = await odd(without('getCreditBalance', 'searchCompanyJobs'));
    const remark =
      'The target has 4 of the 6 operations that this run uses, and lacks searchCompanyJobs, getCreditBalance. ' +
      'If that is intended, declare them absent: --absent searchCompanyJobs,getCreditBalance.';
    expect(remarks).toEqual([remark]);
    expect(report.notes[0]).toBe(remark);
    expect(report.verdict).toBe('does-not-conform');
  });

  it('is reported without those that the profile declares absent', async () => {
    const { remarks } = await odd(without('searchCompanyJobs', 'searchCompanyJobsLegacy'), {
      absent: ['legacy'],
    });
    expect(remarks).toEqual([expect.stringContaining('lacks searchCompanyJobs.')]);
  });

  it('is not reported if a target answers 404 to every request without a key', async () => {
    expect((await odd((call) => (call.key === '' ? { status: 404 } : null))).remarks).toEqual([]);
  });

  it('is recognized without credits, and within the announced requests', async () => {
    let announced = 0;
    const { report, nth } = await odd(() => null, { onPlan: (plan) => (announced = plan.requestsAnnounced) });
    expect(report.budget.creditsUsed).toBe(0);
    expect(nth).toBeLessThanOrEqual(announced);
    expect(nth).toBeLessThan(30);
  });
});
