/** Types of the state and settings that all parts of the service share. */
import type { IncomingMessage } from 'node:http';
import type { Account, Operation } from './accounts.js';
import type { Endpoint } from './endpoints.js';
import type { Fault } from './faults.js';
import type { Habits } from './habits.js';
import type { Page } from './perform-search.js';
import type { Accepted, Market, Posting } from './postings.js';
import type { Random } from './random.js';
import type { Body, Raw } from './read-search.js';
import type { Refusal } from './refusal.js';

export interface Service {
  habits: Habits;
  breaks: Fault | null;
  market: Market;
  random: Random;
  accepted: Accepted;
  now(): number;
  searches: number;
  /** The changes that the fault makes; empty without a fault. */
  changes: Changes;
}

/** A search in progress. `body`, `found` and `page` are set as soon as they are known. */
export interface Search {
  service: Service;
  account: Account;
  endpoint: Endpoint;
  /** As sent, and as checked. */
  raw: Raw;
  body: Body;
  /** The text with which retries are compared. */
  counts: string;
  /** The name under which the account stores the operation; empty without a key. */
  slot: string;
  isKeyMade: boolean;
  /** The state of the account when the search arrived. */
  arrived: { paid: ReadonlySet<string>; credits: number };
  found: readonly Posting[];
  page: Page;
}

/** Takes a value and its search or lookup, and returns a replacement. */
type Change<Value, Context> = (value: Value, context: Context) => Value;

/** Functions with which a fault changes values. */
export type Changes = {
  [Name in keyof SearchValues]?: Change<SearchValues[Name], Search>;
} & {
  endpoint?: (endpoint: Endpoint) => Endpoint;
  apiKey?: (key: string) => string;
  query?: Change<URLSearchParams, Lookup>;
  /** The entries that a lookup returns. */
  options?: Change<object[], Lookup>;
  balance?: Change<number, { service: Service }>;
  headers?: Change<Record<string, string>, { request: IncomingMessage; status: number }>;
};

export interface Lookup {
  path: string;
  query: URLSearchParams;
}

interface SearchValues {
  raw: Raw;
  body: Body;
  counts: string;
  /** The operation key as the service compares it. */
  slot: string;
  stored: Operation | undefined;
  /** Null if the operation is forgotten. */
  kept: Operation | null;
  /** The text of a stored answer. */
  replay: string;
  refusal: Refusal;
  /** Milliseconds before the search reads the postings. */
  pause: number;
  found: readonly Posting[];
  page: Page;
  /** Jobs that the account has not paid for. */
  fresh: Posting[];
  /** Credits. */
  used: number;
  data: Record<string, unknown>;
}

export function changed<Name extends keyof SearchValues>(
  name: Name,
  value: SearchValues[Name],
  search: Search,
): SearchValues[Name] {
  const change = search.service.changes[name] as Change<SearchValues[Name], Search> | undefined;
  return change === undefined ? value : change(value, search);
}
