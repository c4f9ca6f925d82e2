/** What was sent and what came of it, one request at a time. */
import type { OperationId } from '../../spec/contract.js';

/** Why an exchange has no usable response: `aborted` was cut short, `garbled` is not HTTP. A redirect is a response. */
export interface ExchangeFailure {
  kind: 'timeout' | 'connection' | 'too-large' | 'garbled' | 'aborted';
  message: string;
  /** What to check, where the cause is known. */
  remedy?: string;
}

/** The message of a failure if the run itself cut the answer off. */
export const CUT = 'broken off by the suite itself, when the answer began';

export interface RecordedRequest {
  method: string;
  /** Absolute, with its query. */
  url: string;
  /** Path alone, such as `/api/v1/jobs-search/search`. */
  path: string;
  query: Record<string, string>;
  /** Lower-case names, as sent. */
  headers: Record<string, string>;
  /** The exact body, null when none was sent. */
  bodyText: string | null;
  /** The body parsed as JSON; undefined when there was none or it is not JSON. */
  body: unknown;
}

export interface RecordedResponse {
  status: number;
  /** Lower-case names. A header that came twice is joined with `, `. */
  headers: Record<string, string>;
  bodyText: string;
  /** Length of the whole body in bytes, where only its beginning was kept; then nothing is concluded from it. */
  bodyCut?: number;
  /** The body parsed as JSON whatever its content type; undefined when it is not JSON. */
  body: unknown;
}

/** A part of an exchange that nobody recorded. */
export type Part = 'answer' | 'request headers' | 'request body' | 'response headers' | 'response body';

/** One request and what came of it, in the order of sending (`id` counts up from 1 in a run). */
export interface Exchange {
  id: number;
  /** Scenario id, `<pack>/<workflowId>`; `preflight` for what the runner asks on its own account. */
  scenario: string;
  /** Step id inside the scenario. Copies and repeats of a step share it; see `copy` and `round`. */
  step: string;
  /** `contract` for the target itself, `admin` for its admin API (only where the profile names one). */
  channel: 'contract' | 'admin';
  /** The contract's operation, null for admin calls and for paths outside the contract. */
  operation: OperationId | null;
  /** The admin document's operation id on the `admin` channel, else null. */
  adminOperation: string | null;
  /** Alias of the account whose key was sent (`OracleContext.accounts`), `none` without a key, `unknown` for a made-up one, `refused` for one that the target took once and no more, `unseen` where nobody recorded it. */
  account: string;
  request: RecordedRequest;
  /** Null exactly when `failure` is set. */
  response: RecordedResponse | null;
  failure: ExchangeFailure | null;
  /** Milliseconds since 1970 on the runner's clock; the target's clock may differ. */
  sentAt: number;
  receivedAt: number;
  /** The target's time when the request was sent (from its `Date` header or admin clock), null while unknown. */
  targetNow: number | null;
  /** Which of several copies sent behind one barrier, from 0; 0 alone without `x-kit-parallel`. */
  copy: number;
  /** Exchanges sent behind one barrier share a group; null outside `x-kit-parallel`. */
  group: number | null;
  /** Which round of a repeated or retried step, from 0. */
  round: number;
  /** True where the scenario asks for refusals (`x-kit-throttle: expect`): a 429 here suspends nothing. */
  throttleExpected: boolean;
  /** True where the response is under a fault that the scenario planted through the admin API. */
  faultPlanted: boolean;
  /** What was not seen of traffic that the suite did not send; `answer`: whether it is the service's own. Absent where all was seen. */
  unseen?: Part[];
}
