/**
 * The parts of a request that the journal stores beside its line, for judging its caller and for exports. They are
 * only references. Everything is computed on demand. Secrets are redacted on output.
 */

import type { Sent } from '../../conformance/record/traffic.js';
import type { Company } from '../../fixtures/index.js';

/** A page that was delivered or lost: the postings never change, so its bytes can be made again. */
export interface TracedPage {
  /** Null if they were dropped. */
  ordinals: ArrayLike<number> | null;
  /** Matches on all pages. */
  found: number;
  /** Of the next page; null on the last. */
  cursor: unknown;
  /** The company whose details are in the answer; undefined if the operation has none, null if it is unknown. */
  company: Company | null | undefined;
  /** Why there are no jobs. */
  note: string | null;
  creditsUsed: number;
  creditsRemaining: number;
}

/** Between the headers of a trace; no line of HTTP holds it. */
export const BETWEEN_LINES = '\n';

export interface Trace {
  /** The request line's target. */
  target: string;
  /** Operation key as sent. */
  key: string | null;
  answerKey: string | null;
  /** SHA-256 of the body's JSON value in base64url, if the search computed it. */
  digest: string | null;
  /** Names and values in turn, as one text: the garbage collector copies hundreds of long-lived traces piece by piece. */
  headers: string;
  /** The part of the request's body that was read; null if none was, or if it was dropped. */
  body: string | null;
  /** Its length; null if it was not read. */
  bodyBytes: number | null;
  /** Status of the answer, sent or not; null if there was none. */
  status: number | null;
  answerType: string | null;
  retryAfter: number | null;
  /** The body of a short answer that is no page. */
  answer: Buffer | string | null;
  answerBytes: number;
  page: TracedPage | null;
  /** For a search; null for other operations. */
  served: 'anew' | 'stored' | 'nothing' | null;
  sent: Sent;
  aborted: boolean;
  connection: number;
  /** Milliseconds on the process's monotonic clock; the end before the last byte is handed to the connection. */
  arrivedAt: number;
  endedAt: number;
  /** Start of the billing cycle; null without an account. */
  cycle: number | null;
}

/** Longer bodies are not kept. */
export const MOST_BODY_BYTES = 64 * 1024;
/** Longer answers that are no pages are not kept. */
export const MOST_ANSWER_BYTES = 4 * 1024;

/** Bytes of a trace in the memory for bodies. */
export function bytesOf({ body, page, answer }: Trace): number {
  return (body?.length ?? 0) + 8 * (page?.ordinals?.length ?? 0) + (answer?.length ?? 0);
}

/** Lets go of bodies and pages; what is left still says who asked what, and when. */
export function forgetBodies(trace: Trace): void {
  trace.body = null;
  trace.answer = null;
  if (trace.page !== null) trace.page = { ...trace.page, ordinals: null };
}
