/**
 * The stored form of traffic: exchanges that others than the suite sent. Traffic comes from the journal of the mock, a HAR file
 * or a proxy. None of them observes everything: an absent member was not observed, and anything that depends on it is unknown.
 * Null is a fact: the source observed that there is none.
 */
import type { OperationId } from '../../spec/contract.js';
import { kitVersion } from '../../common/kit-version.js';
import { createKeeper } from './kept-bodies.js';
import { checkVersion, parsedAs, restoreBodies } from './message.js';
import { UnreadableText } from '../values/split-json.js';

/** How much of a response was sent to the caller; `whole` includes the last byte. */
export type Sent = 'whole' | 'cut' | 'never' | 'unknown';

/** SHA-256 in base64url. */
export interface Digests {
  /** Of the bytes. */
  raw?: string;
  /** Of the JSON value, whatever its order of members and white space; null if the body is not JSON. */
  canonical?: string | null;
}

/** Response headers that rules read. */
export const JUDGED_RESPONSE_HEADERS = [
  'content-type',
  'idempotency-key',
  'retry-after',
  'x-request-id',
] as const;

/** Headers whose values traffic holds, since rules read them or a reader needs them. It holds only the names of others. */
export const SHOWN_HEADERS: ReadonlySet<string> = new Set([
  ...JUDGED_RESPONSE_HEADERS,
  ...(
    'accept accept-encoding age cache-control connection content-encoding content-length date etag expect expires host ' +
    'if-none-match origin server transfer-encoding user-agent vary via x-mock-server'
  ).split(' '),
]);

interface Message {
  /** Lower-case names. A value is null if it is withheld. Absent if headers were not observed. */
  headers?: Record<string, string | null>;
  /** Null if there was no body. Absent if it was not observed or not kept. */
  bodyText?: string | null;
  /** Length of the whole body in bytes; also known of some bodies that were not kept. */
  bodyBytes?: number;
  /** The body parsed as JSON; undefined if it is not JSON. Not stored, but parsed from `bodyText` again. */
  body?: unknown;
  digests?: Digests;
}

export interface TrafficRequest extends Message {
  method: string;
  /** Path and query as sent, or an absolute address if the source has one. Secrets are redacted. */
  url: string;
  path: string;
  /** If a parameter occurs twice, the last value counts. */
  query: Record<string, string>;
  /** The operation key as sent. Different keys stay different, even if a secret in them was redacted. */
  key?: string | null;
  /** The cursor as sent (`search_after` or `next_cursor`), null for a first page. Absent for other requests. */
  cursor?: unknown;
  /** Places of the API key beside `Authorization`, such as `query`, `body`, `header x-key`, `operation key`. */
  leaks?: string[];
}

export interface TrafficResponse extends Message {
  status: number;
  /** The effective operation key according to the response. */
  key?: string | null;
  /** `Retry-After` in seconds. */
  retryAfter?: number | null;
  requestId?: string | null;
}

/** The results of a search, whether or not the caller received them. */
export interface Delivery {
  /** `Job URL` of each job, in order; null for a job without one. */
  jobs?: (string | null)[];
  /** The cursor of the next page; null on the last. */
  cursor?: unknown;
  /** Credits that this request itself cost. */
  credits?: number;
}

export interface TrafficExchange {
  /** Increases in the order of arrival, or of the responses if the source numbers them so. */
  id: number;
  /** The alias of an API key in the whole history; null if no key was sent. Absent if it was not observed. */
  account?: string | null;
  /** Null for paths outside the contract. */
  operation: OperationId | null;
  request: TrafficRequest;
  /** The response, even if it was lost on the way; null if the service made none. Absent if it was not observed. */
  response?: TrafficResponse | null;
  sent: Sent;
  /** Whether the caller closed the connection before it received the whole response. */
  aborted?: boolean;
  /** Distinguishes connections. */
  connection?: string;
  /** Milliseconds on a monotonic clock of the history, with fractions. */
  arrivedAt?: number;
  /** Taken before the last byte of the response was sent, or when the service gave up. */
  endedAt?: number;
  /** Milliseconds since 1970 on the service's clock, by which days, windows and billing cycles are determined. */
  at?: number;
  /** How the service served the search: by executing it, by a stored response, or by neither. */
  served?: 'anew' | 'stored' | 'nothing';
  /** Start of the billing cycle, milliseconds since 1970. */
  cycle?: number;
  delivered?: Delivery;
  /** True if a fault was injected. */
  fault?: boolean;
}

/** Facts about an account that its exchanges do not show. */
export interface TrafficAccount {
  alias: string;
  /** Whether the history contains every request of this key. Default: true if nothing was dropped. */
  isComplete?: boolean;
  /** By the owner of the account, in order; `before`: the id of the next exchange; `credits` were added. Absent if unknown. */
  changes?: { before: number; credits: number }[];
}

export type TrafficSource = 'mock' | 'har' | 'proxy' | 'run';

export interface TrafficHistory {
  format: 'job-search-kit/traffic';
  version: 1;
  kitVersion: string;
  source: TrafficSource;
  /** The number of older exchanges that are missing; absent if it is unknown. */
  dropped?: number;
  accounts: TrafficAccount[];
  /** The time of the export on the clock of `arrivedAt`; absent if it is unknown. */
  takenAt?: number;
  /** In the order of arrival, without secrets. */
  exchanges: TrafficExchange[];
}

/** The deployment that got a request: its address without the path of the API. Empty if the source has paths alone. */
export function serviceOf({ url, path }: Pick<TrafficRequest, 'url' | 'path'>): string {
  return url.slice(0, url.indexOf(path));
}

/** A history that this kit makes: `accounts` are aliases, and `dropped` is absent if it is unknown. */
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
