/** Checks every response of a mock against the contract. */
import type { RequestListener, ServerResponse } from 'node:http';
import type { Contract } from '../../spec/index.js';
import { parsedJson } from '../../conformance/values/json.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Statuses that the HTTP server itself sends, and that the contract does not define. */
const HTTP_STATUSES = new Set([400, 417]);

/** Calls `report` with a sentence for each violation in a response of `listener`. */
export function watchResponses(
  listener: RequestListener,
  contract: Contract,
  report: (violation: string) => void,
): RequestListener {
  const seen = new Set<string>();
  return (req, res) => {
    const sent = capture(res);
    const { method = 'GET', url = '/' } = req;
    res.on('finish', () => {
      const response: Sent = { status: res.statusCode, ...sent() };
      for (const fault of faultsOf(contract, { method, url }, response, seen))
        report(
          `${method} ${url.slice(0, 100)} ${res.statusCode}: ${fault} in ${response.body.slice(0, 300)}`,
        );
    });
    void listener(req, res);
  };
}

interface Sent {
  status: number;
  headers: Record<string, string>;
  body: string;
}

function* faultsOf(
  contract: Contract,
  { method, url }: { method: string; url: string },
  { status, headers, body }: Sent,
  seen: Set<string>,
): Iterable<string> {
  let path = url.replace(/\?.*$/s, '');
  if (path === '/api/v3/company-jobs/search' && status !== 404)
    path = '/api/v1/company-jobs/historical/search';
  const id = headers['x-request-id'];
  if (id === undefined || !UUID.test(id)) yield `X-Request-ID is ${String(id)}`;
  else if (seen.has(id)) yield `X-Request-ID ${id} was used before`;
  else seen.add(id);
  if (!path.startsWith('/api/') || method === 'OPTIONS') return;

  const match = contract.match(method, path);
  if (match === null || 'allow' in match) {
    const expected = match === null ? 404 : 405;
    if (status !== expected && status !== 400) yield `expected ${expected}`;
    if (expected === 405 && status === 405 && headers['allow'] === undefined) yield 'no Allow header';
    const { detail } = (parsedJson(body) ?? {}) as { detail?: unknown };
    if (method !== 'HEAD' && typeof detail !== 'string') yield 'the body is not {detail: string}';
    return;
  }
  const { operation } = match;
  const response = operation.responses.get(status);
  if (response === undefined) {
    if (!HTTP_STATUSES.has(status))
      yield `${operation.id} has no status ${status}; see HTTP_STATUSES in watch-responses.ts`;
    return;
  }
  const [mediaType = ''] = (headers['content-type'] ?? '').split(';');
  const parsed: unknown = mediaType === 'application/json' ? parsedJson(body) : body;
  const issues = [...response.validateHeaders(headers), ...response.validateBody(parsed, mediaType)];
  yield* issues.map(({ loc, msg }) => `${loc.join('.')} ${msg}`);
  if (operation.id === 'searchCompanyJobsLegacy' && 'idempotency-key' in headers)
    yield 'the legacy endpoint must not send an Idempotency-Key';
}

/** Records a response. The returned function returns it, after it has ended. */
function capture(res: ServerResponse): () => Omit<Sent, 'status'> {
  const chunks: Buffer[] = [];
  let head: unknown[] = [];
  const note = (name: 'writeHead' | 'write' | 'end', take: (args: unknown[]) => void): void => {
    const send = res[name] as (...args: unknown[]) => never;
    res[name] = (...args: unknown[]) => {
      take(args);
      return send.apply(res, args);
    };
  };
  const keep = ([chunk]: unknown[]): void => {
    if (typeof chunk === 'string' || Buffer.isBuffer(chunk)) chunks.push(Buffer.from(chunk));
  };
  note('write', keep);
  note('end', keep);
  note('writeHead', (args) => {
    const given = args.find((arg) => typeof arg === 'object' && arg !== null) ?? [];
    head = Array.isArray(given) ? given : Object.entries(given).flat();
  });
  return () => {
    const headers: Record<string, string> = {};
    for (const [name, value] of Object.entries(res.getHeaders())) headers[name] = String(value);
    for (let i = 0; i < head.length; i += 2) headers[String(head[i]).toLowerCase()] = String(head[i + 1]);
    return { headers, body: Buffer.concat(chunks).toString('utf8') };
  };
}
