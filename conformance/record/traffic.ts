/**
 * The stored form of traffic: exchanges of clients other than the suite, from the journal of the mock, a HAR file or a proxy.
 * None of these sources observes everything. An absent member was not observed, so anything that depends on it is unknown.
 * Null is an observation: the source observed that there is none.
 */
import type { OperationId } from '../../spec/contract.js';
import { holds } from '../../common/encodings.js';
import { kitVersion } from '../../common/kit-version.js';
import { MOST_SHOWN, type Redactor } from '../../common/redact.js';
import type { Message, RecordedRequest, RecordedResponse } from './exchange.js';
import { createKeeper } from './kept-bodies.js';
import { checkVersion, parsedAs, restoreBodies } from './message.js';
import { UnreadableText } from '../values/split-json.js';

/** How much of a response was sent to the caller; `whole` includes the last byte. */
export type Sent = 'whole' | 'cut' | 'never' | 'unknown';

/** Response headers that rules read. */
export const JUDGED_RESPONSE_HEADERS = [
  'content-type',
  'idempotency-key',
  'retry-after',
  'x-request-id',
] as const;

/** Headers whose values are stored, because rules or users need them. Of other headers only the names are stored. */
export const SHOWN_HEADERS: ReadonlySet<string> = new Set([
  ...JUDGED_RESPONSE_HEADERS,
  ...(
    'accept accept-encoding age cache-control connection content-encoding content-length date etag expect expires host ' +
    'if-none-match origin server transfer-encoding user-agent vary via x-mock-server'
  ).split(' '),
]);

export interface TrafficRequest extends Message, Omit<RecordedRequest, keyof Message> {
  /** The operation key as sent. Different keys stay different, even if a secret in them was redacted. */
  key?: string | null;
  /** Places of the API key other than `Authorization`, such as `query`, `body`, `header x-key`, `operation key`. */
  leaks?: string[];
}

export interface TrafficResponse extends Message, Omit<RecordedResponse, keyof Message> {
  /** The effective operation key according to the response. */
  key?: string | null;
  /** `Retry-After` in seconds. */
  retryAfter?: number | null;
  requestId?: string | null;
}

/** The results of a search, even if the caller did not receive them. */
export interface Delivery {
  /** `Job URL` of each job, in order; null for a job without one. */
  jobs?: (string | null)[];
  /** The cursor of the next page; null on the last. */
  cursor?: unknown;
  /** Credits that this request cost. */
  credits?: number;
}

export interface TrafficExchange {
  /** Increases in the order of arrival, or of responses, depending on the source. */
  id: number;
  /** The alias of an API key in the whole history; null if no key was sent. Absent if it was not observed. */
  account?: string | null;
  /** Null for paths outside the contract. */
  operation: OperationId | null;
  request: TrafficRequest;
  /** The response, even if the caller did not receive it; null if the service made none. Absent if it was not observed. */
  response?: TrafficResponse | null;
  sent: Sent;
  /** Whether the caller closed the connection before it received the whole response. */
  aborted?: boolean;
  /** Distinguishes connections. */
  connection?: string;
  /** Milliseconds on a monotonic clock of the history, with fractions. */
  arrivedAt?: number;
  /** Time just before the last byte of the response was sent, or when the service gave up. */
  endedAt?: number;
  /** Milliseconds since 1970 on the service's clock, which determines days, windows and billing cycles. */
  at?: number;
  /** How the service answered the search: by executing it, by a stored response, or by neither. */
  served?: 'anew' | 'stored' | 'nothing';
  /** Start of the billing cycle, milliseconds since 1970. */
  cycle?: number;
  delivered?: Delivery;
  /** True if a fault was injected. */
  fault?: boolean;
}

/** Facts about an account that its exchanges do not contain. */
export interface TrafficAccount {
  alias: string;
  /** Whether the history contains every request of this key. Default: true if nothing was dropped. */
  isComplete?: boolean;
  /** Changes by the owner, in order: the id of the next exchange, and the added credits. Absent if unknown. */
  changes?: { before: number; credits: number }[];
}

export type TrafficSource = 'mock' | 'har' | 'proxy' | 'run';

export interface TrafficHistory {
  format: 'job-search-kit/traffic';
  version: 1;
  kitVersion: string;
  source: TrafficSource;
  /** The number of older exchanges that are missing; absent if unknown. */
  dropped?: number;
  accounts: TrafficAccount[];
  /** The time of the export on the clock of `arrivedAt`; absent if unknown. */
  takenAt?: number;
  /** All exchanges in the order of arrival, without secrets. */
  exchanges: TrafficExchange[];
}

/** Returns the deployment of a request: its address without the API's path. Empty if the source has only paths. */
export function serviceOf({ url, path }: Pick<TrafficRequest, 'url' | 'path'>): string {
  return url.slice(0, url.indexOf(path));
}

/** Returns the places of a request, other than `Authorization`, that contain the API key. Short keys may be ordinary words. */
export function leaksOf(
  apiKey: string,
  url: string,
  headers: Iterable<readonly [name: string, value: string]>,
  body: string | null | undefined,
  redactor: Redactor,
): string[] {
  if (apiKey.length < MOST_SHOWN) return [];
  const leaks = [holds(url, apiKey) && 'query', holds(body ?? '', apiKey) && 'body'];
  for (const [name, value] of headers) {
    // Also if only a part was redacted, because the form of the operation key is unknown then.
    if (name === 'idempotency-key') leaks.push(redactor.text(value) !== value && 'operation key');
    else leaks.push(name !== 'authorization' && holds(value, apiKey) && `header ${name}`);
  }
  return leaks.filter((place) => typeof place === 'string');
}

/** Makes a history. `accounts` are aliases; `dropped` is absent if unknown. */
export function madeHistory(
  source: TrafficSource,
  accounts: readonly string[],
  exchanges: TrafficExchange[],
  dropped?: number,
): TrafficHistory {
  return {
    format: 'job-search-kit/traffic',
    version: 1,
    kitVersion: kitVersion(),
    source,
    dropped,
    accounts: accounts.map((alias) => ({ alias })),
    exchanges,
  };
}

/** Reads a stored history. Throws UnreadableText. */
export function readTraffic(text: string): TrafficHistory {
  const history = parsedAs<Partial<TrafficHistory> | null>(text);
  if (history?.format !== 'job-search-kit/traffic' || !Array.isArray(history.exchanges))
    throw new UnreadableText('It is not a history of traffic. The mock gives one: GET /__admin/traffic.');
  checkVersion(history, [1], 'history');
  const keeper = createKeeper(Infinity);
  for (const exchange of history.exchanges) restoreBodies(exchange, keeper);
  return history as TrafficHistory;
}
