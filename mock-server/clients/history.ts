/** The journal as a history of traffic: what the rules for clients judge, and what is exported. Secrets are struck out. */

import { hash } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import type {
  TrafficAccount,
  TrafficExchange,
  TrafficHistory,
  TrafficRequest,
  TrafficResponse,
} from '../../conformance/record/traffic.js';
import { parsedJson } from '../../conformance/values/json.js';
import type { Redactor } from '../../spec/redact.js';
import { renderPage } from '../endpoints/search-result.js';
import type { Account } from '../state/account.js';
import type { Recorded } from '../state/journal.js';
import type { Trace } from '../state/trace.js';
import type { World } from '../state/world.js';

/** Answers that are longer are told by their jobs' addresses and their length alone. */
const MOST_PAGE_BYTES = 16 * 1024;

/** The history of one account, or of all and of requests that named none, in the order of arrival. */
export function historyOf(world: World, account?: Account): TrafficHistory {
  const accounts = account === undefined ? world.accounts.list() : [account];
  const journals = accounts.map(({ journal }) => journal);
  if (account === undefined) journals.unshift(world.anonymous);
  const exchanges = journals
    .flatMap((journal) => journal.recorded)
    .filter(({ entry }) => entry.method !== 'OPTIONS')
    .sort((a, b) => a.trace.arrivedAt - b.trace.arrivedAt)
    .map((recorded) => toldExchange(world, recorded));
  return {
    format: 'job-search-kit/traffic',
    version: 1,
    kitVersion: world.version,
    source: 'mock',
    dropped: journals.reduce((sum, { dropped }) => sum + dropped, 0),
    accounts: accounts.map(factsOf),
    takenAt: performance.now(),
    exchanges,
  };
}

export function factsOf({ id, journal, changes }: Account): TrafficAccount {
  return { alias: id, isComplete: journal.isComplete, changes: [...changes] };
}

/** One exchange with both bodies, however long its page is. */
export function wholeExchange(world: World, recorded: Recorded): TrafficExchange {
  return toldExchange(world, recorded, Infinity);
}

/** All of an exchange, with what it delivered. */
function toldExchange(world: World, recorded: Recorded, mostPageBytes = MOST_PAGE_BYTES): TrafficExchange {
  const exchange = exchangeOf(world, recorded);
  const { page } = recorded.trace;
  const { response } = exchange;
  if (page === null || page.ordinals === null) return exchange;
  const { index } = world;
  const ordinals = Array.from(page.ordinals);
  exchange.delivered!.jobs = ordinals.map((ordinal) => index.posting(ordinal).job['Job URL']);
  const operation = world.contract.operations.find(({ id }) => id === exchange.operation);
  const isPage = response?.status === 200 && recorded.trace.answerBytes <= mostPageBytes;
  if (!isPage || operation?.kind !== 'search') return exchange;
  const jobs = ordinals.map((ordinal) => index.jobJson(ordinal));
  const text = renderPage(operation, { ...page, jobs }, page, world.slab).toString();
  response.bodyText = world.secrets.text(text);
  response.body = parsedJson(response.bodyText);
  return exchange;
}

/** What judging needs of an exchange. */
export function exchangeOf(world: World, { entry, trace }: Recorded): TrafficExchange {
  const account = entry.account === null ? undefined : world.accounts.find(entry.account);
  const told = trace.sent === 'whole' && trace.aborted ? 'cut' : trace.sent;
  return {
    id: entry.id,
    // Which of the unknown keys it was is not kept; a caller without any has no account.
    ...(entry.account === null ? {} : { account: entry.account }),
    operation: entry.operation,
    request: requestOf(world, entry, trace, account?.key),
    response: trace.status === null ? null : responseOf(world, entry, trace),
    sent: told,
    aborted: trace.aborted,
    connection: String(trace.connection),
    arrivedAt: trace.arrivedAt,
    endedAt: trace.endedAt,
    at: entry.at,
    ...(trace.served === null ? {} : { served: trace.served }),
    ...(trace.cycle === null ? {} : { cycle: trace.cycle }),
    ...(trace.page === null ? {} : { delivered: { cursor: trace.page.cursor, credits: entry.creditsUsed } }),
    ...(entry.fault === null ? {} : { fault: true }),
  };
}

function requestOf(
  { secrets }: World,
  { method, path }: Recorded['entry'],
  trace: Trace,
  apiKey: string | undefined,
): TrafficRequest {
  const url = secrets.text(trace.target);
  const mark = url.indexOf('?');
  const raw = trace.body || null;
  const bodyText = raw === null ? null : secrets.text(raw);
  const wasKept = trace.bodyBytes === null || trace.body !== null;
  return {
    method,
    url,
    path,
    query: Object.fromEntries(new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1))),
    headers: headersOf(trace.headers, (value) => secrets.text(value)),
    key: trace.key === null ? null : toldKey(trace.key, secrets.text(trace.key)),
    // Nobody has read the body of a request that was refused before; its form is not known then.
    ...(trace.bodyBytes === null && method !== 'GET' ? {} : wasKept ? { bodyText } : {}),
    ...(trace.bodyBytes === null ? {} : { bodyBytes: trace.bodyBytes }),
    ...(trace.digest === null ? {} : { digests: { canonical: trace.digest } }),
    ...(bodyText === null ? {} : { body: parsedJson(bodyText) }),
    ...(apiKey === undefined ? {} : { leaks: leaksOf(trace, raw, apiKey, secrets) }),
  };
}

/** Two keys that differ are told apart even where what differs was struck out. */
function toldKey(key: string, shown: string): string {
  return key === shown ? key : `${shown}~${hash('sha256', key, 'base64url').slice(0, 6)}`;
}

/** A shorter key is no different from an ordinary word. */
const SHORTEST_KEY = 8;

/** Where the API key stands beside `Authorization`. */
function leaksOf(trace: Trace, body: string | null, apiKey: string, secrets: Redactor): string[] {
  if (apiKey.length < SHORTEST_KEY) return [];
  const holds = (text: string): boolean => text.includes(apiKey);
  const leaks: string[] = [];
  const mark = trace.target.indexOf('?');
  if (mark >= 0 && holds(decoded(trace.target.slice(mark)))) leaks.push('query');
  if (body !== null && holds(body)) leaks.push('body');
  for (let i = 0; i < trace.headers.length; i += 2) {
    const name = trace.headers[i]!.toLowerCase();
    const value = trace.headers[i + 1]!;
    // Of an operation key a part is struck out, too: its form is not known any more.
    if (name === 'idempotency-key') leaks.push(...(secrets.text(value) === value ? [] : ['operation key']));
    else if (name !== 'authorization' && holds(value)) leaks.push(`header ${name}`);
  }
  return leaks;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Headers whose values may be told; of the others, the names. */
const TOLD = new Set(
  (
    'accept accept-encoding connection content-encoding content-length content-type expect host idempotency-key ' +
    'transfer-encoding user-agent'
  ).split(' '),
);

function headersOf(
  headers: readonly string[],
  strike: (value: string) => string,
): Record<string, string | null> {
  const told: Record<string, string | null> = {};
  for (let i = 0; i < headers.length; i += 2) {
    const name = strike(headers[i]!.toLowerCase());
    told[name] = TOLD.has(name) ? strike(headers[i + 1]!) : null;
  }
  return told;
}

function responseOf({ secrets }: World, { requestId }: Recorded['entry'], trace: Trace): TrafficResponse {
  const { answer, answerBytes, retryAfter } = trace;
  const text = answer === null ? null : secrets.text(answer.toString());
  const key = trace.answerKey === null ? null : toldKey(trace.answerKey, secrets.text(trace.answerKey));
  return {
    status: trace.status!,
    key,
    retryAfter,
    requestId,
    headers: {
      'x-request-id': requestId,
      ...(key === null ? {} : { 'idempotency-key': key }),
      ...(retryAfter === null ? {} : { 'retry-after': String(retryAfter) }),
      ...(trace.answerType === null ? {} : { 'content-type': trace.answerType }),
    },
    bodyBytes: answerBytes,
    ...(text === null ? {} : { bodyText: text, body: parsedJson(text) }),
  };
}
