/** Makes the record of a run out of traffic that others sent, and marks the parts that were not observed. */
import type { Contract, Operation } from '../../spec/contract.js';
import { kitVersion } from '../../common/kit-version.js';
import type { Exchange, Part, RecordedResponse } from '../record/exchange.js';
import type { AccountFacts } from '../record/facts.js';
import { bodyGivenTo, withBody } from '../record/kept-bodies.js';
import type { RunRecord, TrafficFacts } from '../record/run-record.js';
import { judgeClients } from '../clients/rules/index.js';
import type { TrafficExchange, TrafficHistory, TrafficRequest, TrafficResponse } from '../record/traffic.js';

/** The source of a history, and facts for the reader of its report. */
export interface Origin extends Omit<TrafficFacts, 'source' | 'requests' | 'callers'> {
  /** The command that judges the history again, without `--only`. */
  command: string;
  notes: string[];
  asked: RunRecord['asked'];
  knownFailures: RunRecord['knownFailures'];
}

/** The record of a history, which is judged like the record of a run. */
export function recordOf(history: TrafficHistory, origin: Origin, contract: Contract): RunRecord {
  const { from, alone, aside, command, notes, asked, knownFailures } = origin;
  const exchanges = history.exchanges.flatMap((each) => exchangeOf(each, contract) ?? []);
  const times = history.exchanges
    .flatMap(({ arrivedAt, endedAt }) => [arrivedAt ?? [], endedAt ?? []].flat())
    .sort((a, b) => a - b);
  const [first, last] = [times[0] ?? 0, times.at(-1) ?? 0];
  const credits = history.exchanges.reduce((sum, { delivered }) => sum + (delivered?.credits ?? 0), 0);
  const throttled = exchanges.filter(({ response }) => response?.status === 429).length;
  const services = new Set(
    exchanges.map(({ request }) => request.url.slice(0, request.url.indexOf(request.path))),
  );
  return {
    format: 'job-search-kit/conformance-report',
    version: 3,
    kitVersion: kitVersion(),
    run: {
      id: 'traffic',
      seed: 0,
      startedAt: dateOf(first),
      finishedAt: dateOf(last),
      durationMs: last - first,
      command,
      stopped: null,
    },
    target: {
      url: [...services].join(', '),
      hasAdmin: false,
      server: null,
      keyRoles: [],
      networkUrl: null,
      companyUrl: null,
      balancePointer: null,
      rateLimits: {},
      absences: [],
    },
    asked,
    budget: {
      creditsAnnounced: 0,
      creditsUsed: credits,
      creditsTold: credits,
      creditsCeiling: null,
      requestsAnnounced: 0,
      requests: exchanges.length,
      requestsCeiling: null,
      throttledExpected: 0,
      throttledUnexpected: throttled,
      pacedMs: 0,
    },
    knownFailures,
    survey: null,
    traffic: {
      source: history.source,
      from,
      alone,
      requests: exchanges.length,
      aside,
      callers: judgeClients(history, { contract, askedOnce: false }),
    },
    notes,
    scenarios: [],
    accounts: history.accounts.map(({ alias }) => callerOf(alias)),
    exchanges,
  };
}

function dateOf(time: number): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? new Date(0).toISOString() : date.toISOString();
}

function callerOf(alias: string): AccountFacts {
  const unknown = { credits: null, active: null, historicalAccess: null, rateLimits: null };
  return { alias, role: 'caller', fresh: false, ...unknown };
}

/** Null for a request outside the contract. */
function exchangeOf(seen: TrafficExchange, contract: Contract): Exchange | null {
  const { id, operation, request, response, account } = seen;
  if (operation === null) return null;
  const unseen = unseenOf(seen);
  const { method, url, path, query, key } = request;
  const sent = headersOf(request);
  if (typeof key === 'string') sent['idempotency-key'] = key;
  const recorded = response
    ? withBodyOf(response, { status: response.status, headers: headersOf(response) }, '')
    : null;
  if (recorded !== null && isFromBetween(recorded, contract.operation(operation), unseen))
    unseen.push('answer');
  return {
    id,
    scenario: 'traffic',
    step: `request ${id}`,
    channel: 'contract',
    operation,
    adminOperation: null,
    account: account === undefined ? 'unseen' : (account ?? 'none'),
    request: withBodyOf(request, { method, url, path, query, headers: sent }, null),
    response: recorded,
    failure: recorded === null ? lossOf(seen) : null,
    sentAt: seen.arrivedAt ?? id,
    // Its end time is unknown, so treat it as overlapping every later request.
    receivedAt: seen.endedAt ?? Number.MAX_SAFE_INTEGER,
    targetNow: seen.at ?? null,
    copy: 0,
    group: null,
    round: 0,
    throttleExpected: false,
    faultPlanted: false,
    ...(unseen.length === 0 ? {} : { unseen }),
  };
}

function lossOf({ response, aborted }: TrafficExchange): Exchange['failure'] {
  if (response === undefined) return { kind: 'aborted', message: 'nobody recorded an answer' };
  const message = aborted === true ? 'the caller closed the connection' : 'no answer came';
  return { kind: 'connection', message };
}

/** Response headers that rules read. */
const READ = ['content-type', 'x-request-id', 'idempotency-key', 'retry-after'];

function unseenOf({ request, response, sent }: TrafficExchange): Part[] {
  const unseen: Part[] = [];
  const { headers } = request;
  if (headers === undefined || (headers['idempotency-key'] === null && request.key === undefined))
    unseen.push('request headers');
  if (request.bodyText === undefined) unseen.push('request body');
  if (!response) return unseen;
  const told = response.headers;
  if (told === undefined || READ.some((name) => told[name] === null)) unseen.push('response headers');
  if (response.bodyText === undefined || sent === 'cut' || sent === 'never') unseen.push('response body');
  return unseen;
}

function headersOf({ headers = {} }: Pick<TrafficRequest, 'headers'>): Record<string, string> {
  const told = Object.entries(headers).filter((each): each is [string, string] => each[1] !== null);
  return Object.fromEntries(told);
}

/** The message with the body of `seen`; `none` replaces a missing text. */
function withBodyOf<M extends object, N>(
  seen: TrafficRequest | TrafficResponse,
  message: M,
  none: N,
): M & { bodyText: string | N; body: unknown } {
  const kept = bodyGivenTo(seen);
  if (kept !== undefined) return withBody(message, kept);
  return { ...message, bodyText: seen.bodyText ?? none, body: seen.body };
}

/** Statuses that the contract defines. Any other may come from a gateway, or from HTTP itself. */
const OF_THE_CONTRACT = [400, 401, 402, 403, 409, 422, 429, 500, 503];
/** Statuses of the contract that gateways use, too. */
const OF_GATEWAYS = [401, 403, 429, 500, 503];

/**
 * True if something between caller and service may have composed the response: a gateway, a login page, a load balancer.
 * Responses of the service carry an `X-Request-ID` and have the form of the contract; those of a gateway may have either.
 */
function isFromBetween(
  { status, headers, body }: RecordedResponse,
  operation: Operation,
  unseen: readonly Part[],
): boolean {
  const type = headers['content-type'] ?? '';
  const hasId = headers['x-request-id'] !== undefined || unseen.includes('response headers');
  if (/\bhtml\b/i.test(type)) return !(status === 200 && headers['x-request-id'] !== undefined);
  if (status >= 200 && status < 300) return false;
  if (!OF_THE_CONTRACT.includes(status) || (status === 400 && operation.kind !== 'search')) return true;
  if (status === 500) return !/^text\/plain\b/i.test(type);
  const hasForm = body !== undefined && operation.responses.get(status)?.validateBody(body).length === 0;
  return !hasForm && (!hasId || body === undefined || OF_GATEWAYS.includes(status));
}
