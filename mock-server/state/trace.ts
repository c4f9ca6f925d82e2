/**
 * The parts of a request that the journal stores in addition to its entry, for judging the caller and for exports. They
 * are only references, from which everything else is computed on demand. Secrets are redacted on output.
 */

import type { TrafficExchange } from '../../conformance/record/traffic.js';
import type { Company } from '../../fixtures/index.js';

/** A page of a search, sent or not. Its bytes can be rendered again, because the postings never change. */
export interface TracedPage {
  /** The jobs; null if they were dropped. */
  ordinals: ArrayLike<number> | null;
  /** Matches on all pages. */
  found: number;
  /** Cursor of the next page; null on the last page. */
  cursor: unknown;
  /** The company in the response; undefined if the operation has none, null if it is unknown. */
  company: Company | null | undefined;
  /** The reason if there are no jobs. */
  note: string | null;
  creditsUsed: number;
  creditsRemaining: number;
}

/** Separates the headers of a trace; headers cannot contain it. */
export const BETWEEN_LINES = '\n';

/** The clock of `arrivedAt` and `endedAt` is the monotonic one of the process. */
export interface Trace
  extends
    Required<Pick<TrafficExchange, 'sent' | 'aborted' | 'arrivedAt' | 'endedAt'>>,
    Pick<TrafficExchange, 'served' | 'cycle'> {
  /** The request line's target. */
  target: string;
  /** Operation key as sent. */
  key: string | null;
  answerKey: string | null;
  /** SHA-256 of the body's JSON value in base64url, if the search computed it. */
  digest: string | null;
  /** Alternating names and values as one text, because the garbage collector has to copy each text of long-lived traces. */
  headers: string;
  /** The request's body as far as it was read; null if it was not read, or was dropped. */
  body: string | null;
  /** The body's length; null if it was not read. */
  bodyBytes: number | null;
  /** Status of the response, sent or not; null if there was none. */
  status: number | null;
  answerType: string | null;
  retryAfter: number | null;
  /** The body of a short response without a page. */
  answer: Buffer | string | null;
  answerBytes: number;
  page: TracedPage | null;
  connection: number;
}

/** Longer bodies are not stored. */
export const MOST_BODY_BYTES = 64 * 1024;
/** Longer responses without a page are not stored. */
export const MOST_ANSWER_BYTES = 4 * 1024;

/** Bytes of a trace that count against the limit for bodies. */
export function bytesOf({ body, page, answer }: Trace): number {
  return (body?.length ?? 0) + 8 * (page?.ordinals?.length ?? 0) + (answer?.length ?? 0);
}

/** Drops bodies and jobs. The trace still has the caller, the target and the times. */
export function forgetBodies(trace: Trace): void {
  trace.body = null;
  trace.answer = null;
  if (trace.page !== null) trace.page = { ...trace.page, ordinals: null };
}
