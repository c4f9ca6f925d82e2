/**
 * Traffic: a history of exchanges that others than the suite sent. It comes from the journal of the mock, a HAR file or a
 * proxy, and none of them observes everything: an absent member was not observed, and anything that depends on it is unknown.
 * A null is a fact: it was looked for, and there was none.
 */
import type { OperationId } from '../../spec/contract.js';
import { kitVersion } from '../../common/kit-version.js';
import { createKeeper } from './kept-bodies.js';
import { checkVersion, parsedAs, restoreBodies } from './message.js';
import { UnreadableText } from '../values/json-elements.js';

/** How much of an answer left for the caller, up to its last byte. */
export type Sent = 'whole' | 'cut' | 'never' | 'unknown';

/** SHA-256 in base64url: of the bytes, and of the JSON value whatever its order of members and white space. */
export interface Digests {
  raw?: string;
  /** Null where the body is no JSON. */
  canonical?: string | null;
}

interface Message {
  /** Lower-case names; the value is null where only the name may be told. Absent where headers were not seen at all. */
  headers?: Record<string, string | null>;
  /** The body, null when there was none; absent where it was not seen or not kept. */
  bodyText?: string | null;
  /** Length of the whole body in bytes, where that is known of one that was not kept. */
  bodyBytes?: number;
  /** The body parsed as JSON; undefined where there is none or it is not JSON. Not stored: reading makes it from `bodyText`. */
  body?: unknown;
  digests?: Digests;
}

export interface TrafficRequest extends Message {
  method: string;
  /** Path and query as sent, or an absolute address where the source has one. Secrets are struck out. */
  url: string;
  path: string;
  /** A parameter that came twice has the last value. */
  query: Record<string, string>;
  /** The operation key as sent. Two that differ are told apart even where a secret in them was struck out. */
  key?: string | null;
  /** The cursor as sent (`search_after` or `next_cursor`), null for a first page. Absent for what is no search. */
  cursor?: unknown;
  /** Where the API key stood beside `Authorization`, such as `query`, `body`, `header x-key`, `operation key`. */
  leaks?: string[];
}

export interface TrafficResponse extends Message {
  status: number;
  /** The operation key that the answer names as the effective one. */
  key?: string | null;
  /** Seconds that `Retry-After` asks for. */
  retryAfter?: number | null;
  requestId?: string | null;
}

/** What a search delivered, whether or not the caller got to see it. */
export interface Delivery {
  /** `Job URL` of each job, in order; null where a job has none. */
  jobs?: (string | null)[];
  /** The cursor of the next page; null on the last. */
  cursor?: unknown;
  /** Credits that this very request cost. */
  credits?: number;
}

export interface TrafficExchange {
  /** Counts up in the order of arrival, or of the answers where the source numbers them so. */
  id: number;
  /** An alias that one API key has over the whole history; null where no key was sent. Absent where it was not seen. */
  account?: string | null;
  /** Null for paths outside the contract. */
  operation: OperationId | null;
  request: TrafficRequest;
  /** What was sent, or what would have been sent where the answer was lost; null where none was made. Absent where it was not seen. */
  response?: TrafficResponse | null;
  sent: Sent;
  /** Whether the caller closed the connection before the answer was wholly sent. */
  aborted?: boolean;
  /** Tells connections apart. */
  connection?: string;
  /** Milliseconds on a monotonic clock that is one for the history, to a fraction. */
  arrivedAt?: number;
  /** Taken before the last byte of the answer was handed to the connection, or when it was given up. */
  endedAt?: number;
  /** Milliseconds since 1970 on the service's clock: days, windows and billing cycles are reckoned by it. */
  at?: number;
  /** What the service did: `anew` executed the search, `stored` gave an answer again, `nothing` refused it or never began. */
  served?: 'anew' | 'stored' | 'nothing';
  /** Start of the billing cycle, milliseconds since 1970. */
  cycle?: number;
  delivered?: Delivery;
  /** True where the answer was made to fail on purpose. */
  fault?: boolean;
}

/** What is known of an account beside its exchanges. */
export interface TrafficAccount {
  alias: string;
  /** Whether the history holds all that its key ever sent. Absent: as `dropped` says. */
  isComplete?: boolean;
  /**
   * Changes that the owner made to it, in the order of the history: `before` is the id of the next exchange, `credits` what
   * they added. Absent where nobody knows.
   */
  changes?: { before: number; credits: number }[];
}

export interface TrafficHistory {
  format: 'job-search-kit/traffic';
  version: 1;
  kitVersion: string;
  source: 'mock' | 'har' | 'proxy' | 'run';
  /** Older exchanges that are gone; absent where nobody knows. */
  dropped?: number;
  accounts: TrafficAccount[];
  /** When it was taken, on the clock of `arrivedAt`; absent where that clock is not at hand. */
  takenAt?: number;
  /** In the order of arrival, secrets struck out. */
  exchanges: TrafficExchange[];
}

/** A history that this kit makes: `accounts` are aliases, and `dropped` is absent if it is unknown. */
export function madeHistory(
  source: TrafficHistory['source'],
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
  checkVersion(history, 1, 'history');
  const keeper = createKeeper(Infinity);
  for (const exchange of history.exchanges) restoreBodies(exchange, keeper);
  return history as TrafficHistory;
}
