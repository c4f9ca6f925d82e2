/** A request and its outcome, in the form that every judge reads, for runs and for traffic. */
import type { OperationId } from '../../spec/contract.js';

/** Why an exchange has no usable response. `aborted`: it was truncated. `garbled`: it is not HTTP. A redirect is a response. */
export interface ExchangeFailure {
  kind: 'timeout' | 'connection' | 'too-large' | 'garbled' | 'aborted';
  message: string;
  /** Advice on what to check; absent if the cause is unknown. */
  remedy?: string;
}

/** The message of a failure if the run closed the connection on purpose. */
export const CUT = 'broken off by the suite itself, when the answer began';

/** A request or a response, for runs and for traffic. Absent members were not observed or not stored. */
export interface Message {
  /** By lower-case name. Null is a value that is withheld. */
  headers?: Record<string, string | null>;
  /** Null if there was no body. */
  bodyText?: string | null;
  /** Length of the whole body in bytes, which may be known even if the body was not stored. */
  bodyBytes?: number;
  /** Length of the whole body in bytes, if only its start was stored. Judges ignore such a response. */
  bodyCut?: number;
  /** The body parsed as JSON, with any content type; undefined if it is not JSON. Not stored, but parsed from `bodyText` again. */
  body?: unknown;
  digests?: Digests;
}

/** SHA-256 in base64url. */
export interface Digests {
  /** Digest of the bytes. */
  raw?: string;
  /** Digest of the JSON value, ignoring the order of members and white space; null if the body is not JSON. */
  canonical?: string | null;
}

export interface RecordedRequest {
  method: string;
  /** The absolute URL, with its query. The journal of a mock has only path and query. */
  url: string;
  /** The path without query, such as `/api/v1/jobs-search/search`. */
  path: string;
  /** If a parameter occurs twice, the last value counts. */
  query: Record<string, string>;
  /** Headers as sent, by lower-case name. */
  headers: Record<string, string>;
  /** The exact body; null if none was sent. */
  bodyText: string | null;
  body: unknown;
}

export interface RecordedResponse extends Pick<Message, 'bodyCut'> {
  status: number;
  /** Headers by lower-case name. Values of a repeated header are joined with `, `. */
  headers: Record<string, string>;
  bodyText: string;
  body: unknown;
}

/** A part of an exchange that was not observed. */
export type ExchangePart =
  'answer' | 'request headers' | 'request body' | 'response headers' | 'response body';

/** In a run, `id` counts from 1 in the order of sending. */
export interface Exchange {
  id: number;
  /** Scenario id, `<pack>/<workflowId>`; `preflight` for requests of the runner itself. */
  scenario: string;
  /** Step id inside the scenario. Copies and repeats of a step share it; see `copy` and `round`. */
  step: string;
  /** `contract` for the target, `admin` for its admin API (only if the profile has one). */
  channel: 'contract' | 'admin';
  /** The contract's operation, null for admin calls and for paths outside the contract. */
  operation: OperationId | null;
  /** The operation id of the admin document on the `admin` channel, else null. */
  adminOperation: string | null;
  /**
   * Alias of the account whose key was sent (`OracleContext.accounts`). `none`: without a key; `unknown`: an invented key;
   * `refused`: a key that the target no longer accepts; `unseen`: not observed.
   */
  account: string;
  request: RecordedRequest;
  /** Null exactly when `failure` is set. */
  response: RecordedResponse | null;
  failure: ExchangeFailure | null;
  /** Milliseconds since 1970 on the runner's clock; the target's clock may differ. */
  sentAt: number;
  receivedAt: number;
  /** The target's time when the request was sent, from its `Date` header or admin clock; null if unknown. */
  targetNow: number | null;
  /** Number of the copy among concurrent ones, from 0. */
  copy: number;
  /** Concurrent copies have the same group; null without `x-kit-parallel`. */
  group: number | null;
  /** Round of a repeated or retried step, from 0. */
  round: number;
  /** True if the scenario provokes refusals (`x-kit-throttle: expect`), so that a 429 does not delay the run. */
  throttleExpected: boolean;
  /** True if a fault of the scenario affects the response. */
  faultPlanted: boolean;
  /** Parts of traffic that were not observed; `answer`: it is unknown whether the service made the response. Absent if none. */
  unseen?: ExchangePart[];
}

/** True until the exchange has its answer or its failure. */
export function isInFlight({ response, failure }: Exchange): boolean {
  return response === null && failure === null;
}

/** Returns a copy without its response, as if it had been lost. */
export function asLost(exchange: Exchange, message: string): Exchange {
  return { ...exchange, response: null, failure: { kind: 'aborted', message } };
}
