/**
 * Every refusal of the mock, in one catalogue: status, code, sentence. Steps of a request throw them; the answer has
 * the form of the operation (§7.1 `detail`, §7.3 envelope). Why a request was refused in more words, by which clause
 * and reading, goes to the journal and the log, never into the body.
 */

import type { ClauseId, Issue, Operation, ReadingAssignment } from '../../spec/index.js';

/** What the journal says beside the answer. */
export interface Why {
  reason?: string;
  clause?: ClauseId;
  reading?: ReadingAssignment;
}

/** `detail` and `envelope` as the operation has them; a few problems insist on a form of their own. */
export type ProblemForm = Operation['errorForm'] | 'text';

export class Problem extends Error {
  readonly status: number;
  /** Of the envelope form. */
  readonly code: string;
  readonly issues: readonly Issue[] | null;
  readonly why: Why;
  readonly form: ProblemForm | null;
  retryAfter: number | null = null;
  allow: readonly string[] | null = null;

  constructor(
    status: number,
    code: string,
    message: string,
    why: Why = {},
    more: { issues?: readonly Issue[]; form?: ProblemForm } = {},
  ) {
    super(message);
    this.name = 'Problem';
    this.status = status;
    this.code = code;
    this.why = why;
    this.issues = more.issues ?? null;
    this.form = more.form ?? null;
  }
}

export interface RenderedProblem {
  contentType: string;
  body: string;
}

/** The body of a problem in the form of the operation; paths outside the contract answer with `detail`. */
export function renderProblem(
  problem: Problem,
  operationForm: Operation['errorForm'] = 'detail',
): RenderedProblem {
  const form = problem.form ?? operationForm;
  if (form === 'text') return { contentType: 'text/plain; charset=utf-8', body: problem.message };
  return { contentType: 'application/json; charset=utf-8', body: JSON.stringify(bodyOf(problem, form)) };
}

function bodyOf(problem: Problem, form: 'detail' | 'envelope'): unknown {
  const { code, message, issues } = problem;
  if (form === 'envelope')
    return { success: false, data: null, error: { code, message, details: issues ?? [] } };
  if (issues !== null) return { detail: issues };
  return { detail: problem.status === 503 ? `${code}: ${message}` : message };
}

export const unknownPath = (): Problem =>
  new Problem(404, 'not_found', 'Not Found', {
    reason: 'the contract has no such path',
    reading: 'unknown-path=not-found',
  });

export function methodNotAllowed(allow: readonly string[]): Problem {
  const problem = new Problem(405, 'method_not_allowed', 'Method Not Allowed', {
    reason: `the contract takes ${allow.join(', ')} here`,
    reading: 'unknown-path=not-found',
  });
  problem.allow = allow;
  return problem;
}

export const badRequest = (message: string, why: Why = {}): Problem =>
  new Problem(400, 'bad_request', message, why);

export const badOperationKey = (sent: string): Problem =>
  badRequest('The Idempotency-Key must be use_v1_ and 1 to 121 letters, digits, underscores or hyphens', {
    reason: `the Idempotency-Key has ${sent.length} characters and does not fit`,
    clause: 'IDEM-12',
  });

export const validationFailed = (issues: readonly Issue[], why: Why = {}): Problem =>
  new Problem(
    422,
    'validation_error',
    'The request is not valid',
    { reason: summary(issues), ...why },
    { issues },
  );

function summary(issues: readonly Issue[]): string {
  return issues
    .map(({ loc, msg }) => `${loc.slice(1).join('.') || loc[0]} ${msg}`)
    .join('; ')
    .slice(0, 500);
}

export const payloadTooLarge = (limit: number): Problem =>
  new Problem(413, 'payload_too_large', `The body is larger than ${limit} bytes`);

/** `stated` is whether the source names the limit. */
export function rateLimited(limit: number, retryAfter: number, stated: boolean): Problem {
  const problem = new Problem(
    429,
    'rate_limit_exceeded',
    `Rate limit exceeded: ${limit} requests per minute`,
    {
      reason: `${limit} requests passed within the last 60 seconds; the next can pass in ${retryAfter} s`,
      ...(stated ? { clause: 'RATE-2' } : { clause: 'RATE-9', reading: 'rate-others=default' }),
    },
  );
  problem.retryAfter = retryAfter;
  return problem;
}

export const keyConflict = (why: Why): Problem =>
  new Problem(409, 'conflict', 'This operation key was used for a different request', why);

export const keyExpired = (why: Why): Problem =>
  new Problem(409, 'conflict', 'The billing period of this operation key has ended', why);

export const noHistoricalAccess = (why: Why): Problem =>
  new Problem(403, 'forbidden', 'This API key has no access to historical search', why);

export const noCreditsRemaining = (why: Why): Problem =>
  new Problem(403, 'forbidden', 'API key has no credits remaining', why);

export const unaffordable = (cost: number, balance: number, why: Why): Problem =>
  new Problem(
    402,
    'insufficient_credits',
    `Not enough credits: this page costs ${cost}, the balance is ${balance}`,
    why,
  );

export const serviceUnavailable = (message: string, why: Why = {}): Problem =>
  new Problem(503, 'service_unavailable', message, why);

export const invalidResult = (message: string, why: Why = {}): Problem =>
  new Problem(503, 'invalid_result', message, why);

/** §7.1 gives a 500 as plain text; the legacy endpoint has a code for it. */
export const serverError = (envelope: boolean, message = 'Internal Server Error', why: Why = {}): Problem =>
  new Problem(500, 'server_error', message, why, envelope ? {} : { form: 'text' });
