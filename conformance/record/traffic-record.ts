/** Converts traffic of others to the record of a run, and marks the parts that were not observed. */
import type { Contract, OperationId } from '../../spec/contract.js';
import { kitVersion } from '../../common/kit-version.js';
import type { Exchange, ExchangePart, Message, RecordedResponse } from './exchange.js';
import { UNKNOWN_ACCOUNT } from './facts.js';
import { bodyGivenTo, withBody } from './kept-bodies.js';
import type { RunRecord, TrafficFacts } from './run-record.js';
import { JUDGED_RESPONSE_HEADERS, serviceOf } from './traffic.js';
import type { TrafficExchange, TrafficHistory } from './traffic.js';

/** The source of a history, and facts for the report. */
export interface Origin extends Omit<TrafficFacts, 'source' | 'requests' | 'callers'> {
  /** The command that judges the history again, without `--only`. */
  command: string;
  notes: string[];
  asked: RunRecord['asked'];
  knownFailures: RunRecord['knownFailures'];
}

/** The alias in requests whose caller was not observed. */
const UNSEEN = 'unseen';

/** Makes a record from a history, so that it can be judged like a run. `callers` are the judgements of the clients. */
export function recordOf(
  history: TrafficHistory,
  origin: Origin,
  callers: TrafficFacts['callers'],
  contract: Contract,
): RunRecord {
  const { from, alone, aside, command, notes, asked, knownFailures } = origin;
  const exchanges = history.exchanges.flatMap((each) => exchangeOf(each, contract) ?? []);
  const times = history.exchanges
    .flatMap(({ arrivedAt, endedAt }) => [arrivedAt ?? [], endedAt ?? []].flat())
    .sort((a, b) => a - b);
  const [first, last] = [times[0] ?? 0, times.at(-1) ?? 0];
  const credits = history.exchanges.reduce((sum, { delivered }) => sum + (delivered?.credits ?? 0), 0);
  const throttled = exchanges.filter(({ response }) => response?.status === 429).length;
  const services = new Set(exchanges.map(({ request }) => serviceOf(request)));
  return {
    format: 'job-search-kit/conformance-report',
    version: 4,
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
    traffic: { source: history.source, from, alone, requests: exchanges.length, aside, callers },
    notes,
    scenarios: [],
    accounts: history.accounts.map(({ alias }) => ({ alias, role: 'caller', ...UNKNOWN_ACCOUNT })),
    exchanges,
  };
}

/**
 * Assigns searches without a recorded API key to a caller, with `--alone`: to the only known caller, or to a new one if none is
 * known. Returns null if several callers are known or a tool masked the key, because any of several may have sent these searches.
 */
export function attributed(history: TrafficHistory, contract: Contract): TrafficHistory | null {
  const { accounts, exchanges } = history;
  const isUnseen = ({ account, operation, response }: TrafficExchange): boolean =>
    account === undefined &&
    operation !== null &&
    contract.operation(operation).kind === 'search' &&
    !(response && [401, 403].includes(response.status));
  // A mask may replace the keys of several callers.
  const isMasked = ({ request }: TrafficExchange): boolean => request.headers?.['authorization'] === null;
  if (exchanges.some((each) => isUnseen(each) && isMasked(each))) return null;
  if (accounts.length === 0 || !exchanges.some(isUnseen)) return history;
  if (accounts.length > 1) return null;
  const { alias } = accounts[0]!;
  return {
    ...history,
    exchanges: exchanges.map((each) => (isUnseen(each) ? { ...each, account: alias } : each)),
  };
}

/** Marks a history as complete: with `--alone`, nothing else used or changed these accounts. */
export function asComplete(history: TrafficHistory): TrafficHistory {
  const { dropped = 0, accounts, exchanges } = history;
  return {
    ...history,
    dropped,
    accounts: [...accounts, { alias: UNSEEN }].map((each) => ({ changes: [], ...each })),
    exchanges: exchanges.map((each) => (each.account === undefined ? { ...each, account: UNSEEN } : each)),
  };
}

function dateOf(time: number): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? new Date(0).toISOString() : date.toISOString();
}

/** Converts an exchange; null for a request outside the contract. */
function exchangeOf(observed: TrafficExchange, contract: Contract): Exchange | null {
  const { id, operation, request, response, account } = observed;
  if (operation === null) return null;
  const { method, url, path, query, key } = request;
  const sent = withKnown({ method, url, path, query }, request, null);
  if (typeof key === 'string') sent.headers['idempotency-key'] = key;
  const recorded = response ? withKnown({ status: response.status }, response, '') : null;
  const unseen = unseenOf(observed);
  if (recorded !== null && isFromBetween(recorded, contract, operation, unseen)) unseen.push('answer');
  return {
    id,
    scenario: 'traffic',
    step: `request ${id}`,
    channel: 'contract',
    operation,
    adminOperation: null,
    account: account === undefined ? UNSEEN : (account ?? 'none'),
    request: sent,
    response: recorded,
    failure: recorded === null ? lossOf(observed) : null,
    sentAt: observed.arrivedAt ?? id,
    // Its end time is unknown, so treat it as overlapping every later request.
    receivedAt: observed.endedAt ?? Number.MAX_SAFE_INTEGER,
    targetNow: observed.at ?? null,
    copy: 0,
    group: null,
    round: 0,
    throttleExpected: false,
    faultPlanted: false,
    ...(unseen.length === 0 ? {} : { unseen }),
  };
}

/** Adds the known headers and the body of `observed`; `none` replaces a missing text. */
function withKnown<M extends object, N>(message: M, observed: Message, none: N) {
  const known = Object.entries(observed.headers ?? {}).filter((each) => each[1] !== null);
  const all = { ...message, headers: Object.fromEntries(known) as Record<string, string> };
  const kept = bodyGivenTo(observed);
  return kept ? withBody(all, kept) : { ...all, bodyText: observed.bodyText ?? none, body: observed.body };
}

function lossOf({ response, aborted }: TrafficExchange): Exchange['failure'] {
  if (response === undefined) return { kind: 'aborted', message: 'no answer was recorded' };
  const message = aborted === true ? 'the caller closed the connection' : 'no answer came';
  return { kind: 'connection', message };
}

function unseenOf({ request, response, sent }: TrafficExchange): ExchangePart[] {
  const { headers: asked } = request;
  const received = response?.headers;
  // After redaction, the form of a value is unknown.
  const isRedacted = (place: string): boolean => request.leaks?.includes(place) === true;
  const missing: Record<Exclude<ExchangePart, 'answer'>, boolean> = {
    'request headers':
      asked === undefined ||
      (asked['idempotency-key'] === null && request.key === undefined) ||
      isRedacted('operation key'),
    'request body': request.bodyText === undefined || isRedacted('body'),
    'response headers':
      !!response &&
      (received === undefined || JUDGED_RESPONSE_HEADERS.some((name) => received[name] === null)),
    'response body': !!response && (response.bodyText === undefined || sent === 'cut' || sent === 'never'),
  };
  return (Object.keys(missing) as (keyof typeof missing)[]).filter((part) => missing[part]);
}

/** Statuses of the contract that gateways also send. */
const OF_GATEWAYS = [401, 403, 429, 500, 503];

/**
 * True if the response may come from something between caller and service: a gateway, a login page, a load balancer.
 * Responses of the service have an `X-Request-ID` and the form of the contract; those of a gateway may have one of both.
 */
function isFromBetween(
  { status, headers, body }: RecordedResponse,
  contract: Contract,
  id: OperationId,
  unseen: readonly ExchangePart[],
): boolean {
  const { kind, responses } = contract.operation(id);
  const type = headers['content-type'] ?? '';
  const hasId = headers['x-request-id'] !== undefined || unseen.includes('response headers');
  if (/\bhtml\b/i.test(type)) return !(status === 200 && headers['x-request-id'] !== undefined);
  if (status >= 200 && status < 300) return false;
  const isStated = contract.operations.some((each) => each.responses.get(status)?.stated);
  if (!isStated || (status === 400 && kind !== 'search')) return true;
  if (status === 500) return !/^text\/plain\b/i.test(type);
  const hasForm = body !== undefined && responses.get(status)?.validateBody(body).length === 0;
  return !hasForm && (!hasId || body === undefined || OF_GATEWAYS.includes(status));
}
