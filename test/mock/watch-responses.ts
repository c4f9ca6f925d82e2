/** Checks every response of a mock against the contract. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Contract, Issue } from '../../spec/index.js';
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
      const { headers, body } = sent();
      for (const fault of faultsOf(contract, req, res.statusCode, headers, body, seen)) {
        report(`${method} ${url.slice(0, 100)} ${res.statusCode}: ${fault} in ${body.slice(0, 300)}`);
      }
    });
    void listener(req, res);
  };
}

function faultsOf(
  contract: Contract,
  req: IncomingMessage,
  status: number,
  headers: Record<string, string>,
  body: string,
  seen: Set<string>,
): string[] {
  const { method = 'GET', url = '/' } = req;
  let path = url.replace(/\?.*$/s, '');
  if (path === '/api/v3/company-jobs/search' && status !== 404)
    path = '/api/v1/company-jobs/historical/search';
  const faults: string[] = [];
  const id = headers['x-request-id'];
  if (id === undefined || !UUID.test(id)) faults.push(`X-Request-ID is ${String(id)}`);
  else if (seen.has(id)) faults.push(`X-Request-ID ${id} was used before`);
  else seen.add(id);
  if (!path.startsWith('/api/') || method === 'OPTIONS') return faults;

  const match = contract.match(method, path);
  if (match === null || 'allow' in match) {
    const expected = match === null ? 404 : 405;
    if (status !== expected && status !== 400) faults.push(`expected ${expected}`);
    if (expected === 405 && status === 405 && headers['allow'] === undefined) faults.push('no Allow header');
    if (method !== 'HEAD') faults.push(...detailFaults(body));
    return faults;
  }
  const { operation } = match;
  const response = operation.responses.get(status);
  if (response === undefined) {
    if (!HTTP_STATUSES.has(status)) faults.push(`${operation.id} has no status ${status}`);
    return faults;
  }
  const [mediaType = ''] = (headers['content-type'] ?? '').split(';');
  const parsed: unknown = mediaType === 'application/json' ? parsedJson(body) : body;
  faults.push(...response.validateHeaders(headers).map(wordOf));
  faults.push(...response.validateBody(parsed, mediaType).map(wordOf));
  if (operation.id === 'searchCompanyJobsLegacy' && 'idempotency-key' in headers) {
    faults.push('the legacy endpoint must not send an Idempotency-Key');
  }
  return faults;
}

function detailFaults(body: string): string[] {
  const parsed = parsedJson(body) as { detail?: unknown } | undefined;
  return typeof parsed?.detail === 'string' ? [] : ['the body is not {detail: string}'];
}

function wordOf({ loc, msg }: Issue): string {
  return `${loc.join('.')} ${msg}`;
}

/** Records a response. The returned function returns it, after it has ended. */
function capture(res: ServerResponse): () => { headers: Record<string, string>; body: string } {
  const chunks: Buffer[] = [];
  let head: string[] = [];
  const { writeHead } = res;
  const keep = (chunk: unknown): void => {
    if (typeof chunk === 'string' || Buffer.isBuffer(chunk)) chunks.push(Buffer.from(chunk));
  };
  res.writeHead = function (this: ServerResponse, ...args: unknown[]) {
    const given = args.find((arg) => typeof arg === 'object' && arg !== null);
    if (Array.isArray(given)) head = given.map(String);
    else if (given) head = Object.entries(given).flat().map(String);
    return Reflect.apply(writeHead, this, args) as ServerResponse;
  } as typeof res.writeHead;
  for (const name of ['write', 'end'] as const) {
    const send = res[name];
    res[name] = function (this: ServerResponse, ...args: unknown[]) {
      keep(args[0]);
      return Reflect.apply(send, this, args) as never;
    };
  }
  return () => {
    const headers: Record<string, string> = {};
    for (const [name, value] of Object.entries(res.getHeaders())) headers[name] = String(value);
    for (let i = 0; i < head.length; i += 2) headers[head[i]!.toLowerCase()] = head[i + 1]!;
    return { headers, body: Buffer.concat(chunks).toString('utf8') };
  };
}
