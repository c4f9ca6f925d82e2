/**
 * Every refusal of a contract request, a row each: status, code, sentence and, for journal and log only, the reason, the
 * clause and the reading. The steps of a request throw them. The operation decides the form of the body (§7.1 `detail`,
 * §7.3 envelope).
 *
 * The rule that checks a field words the items of a 422. The admin API has its own catalogue, `admin/problems.ts`.
 * `start-errors.ts` says why a mock cannot start.
 */

import { OPERATION_KEY_FORM } from '../../spec/operation-key.js';
import {
  MOST_ISSUES,
  type ClauseId,
  type Issue,
  type Operation,
  type OperationId,
  type ReadingAssignment,
  type ReadingChoices,
} from '../../spec/index.js';

/** The reason of an answer, for the journal. */
export interface Why {
  reason?: string;
  clause?: ClauseId;
  reading?: ReadingAssignment;
}

export class Problem extends Error {
  override name = 'Problem';
  readonly status: number;
  /** Of the envelope form. */
  readonly code: string;
  readonly why: Why;
  /** The mistakes in single fields. */
  readonly issues: readonly Issue[] | null = null;
  /** Null if the operation decides. */
  readonly form: Operation['errorForm'] | 'text' | null = null;
  /** Whole seconds for the header `Retry-After`. */
  readonly retryAfter: number | null = null;
  /** Methods for the header `Allow`. */
  readonly allow: readonly string[] | null = null;

  constructor(
    status: number,
    code: string,
    message: string,
    why: Why = {},
    rest: Partial<Pick<Problem, 'issues' | 'form' | 'retryAfter' | 'allow'>> = {},
  ) {
    super(message);
    Object.assign(this, rest);
    this.status = status;
    this.code = code;
    this.why = why;
  }
}

/** The body of a problem in the form of the operation; paths outside the contract answer with `detail`. */
export function renderProblem(problem: Problem, operationForm: Operation['errorForm'] = 'detail') {
  const form = problem.form ?? operationForm;
  if (form === 'text') return { contentType: 'text/plain; charset=utf-8', body: problem.message };
  return { contentType: 'application/json; charset=utf-8', body: JSON.stringify(bodyOf(problem, form)) };
}

function bodyOf({ status, code, message, issues }: Problem, form: 'detail' | 'envelope'): unknown {
  if (form === 'envelope')
    return { success: false, data: null, error: { code, message, details: issues ?? [] } };
  return { detail: issues ?? (status === 503 ? `${code}: ${message}` : message) };
}

const badRequest = (message: string, why?: Why) => new Problem(400, 'bad_request', message, why);
const forbidden = (message: string, why: Why) => new Problem(403, 'forbidden', message, why);

// Before the operation is known

/** Bytes that are not an HTTP request. */
export const notHttp = () => badRequest('Bad Request');
export const requestTimeout = () => new Problem(408, 'request_timeout', 'Request Timeout');
export const expectationFailed = () => new Problem(417, 'expectation_failed', 'Expectation Failed');
export const headersTooLarge = () => new Problem(431, 'headers_too_large', 'Request Header Fields Too Large');

export const hostMissing = () =>
  badRequest('A Host header is required', { reason: 'HTTP/1.1 asks for a Host header (RFC 9112)' });

/** `hint` is empty, or suggests another path. */
export const unknownPath = (hint = '') =>
  new Problem(404, 'not_found', 'Not Found', {
    reason: `the contract has no such path${hint}`,
    reading: 'unknown-path=not-found',
  });

export const methodNotAllowed = (allow: readonly string[]) => {
  const reason = `the contract takes ${allow.join(', ')} here`;
  const why: Why = { reason, reading: 'unknown-path=not-found' };
  return new Problem(405, 'method_not_allowed', 'Method Not Allowed', why, { allow });
};

/** In plain text: a 4xx that Express or a page throws, with its own sentence; for any other error, a 500. */
export function pageProblem(error: unknown): Problem {
  const { status, message } = error as { status?: unknown; message: string };
  const number = Number(status);
  return number >= 400 && number < 500
    ? new Problem(number, 'bad_request', message, {}, { form: 'text' })
    : serverError('detail');
}

// The API key (§5.1)

const KEY_FAULTS = {
  missing: { reason: 'there is no Authorization header', clause: 'AUTH-2' },
  malformed: { reason: 'the Authorization header is not of the form "Bearer KEY"', clause: 'AUTH-4' },
  unknown: { reason: 'no account has this key', clause: 'AUTH-3' },
  inactive: { reason: 'the key is inactive', clause: 'AUTH-5' },
} as const;

export type KeyFault = keyof typeof KEY_FAULTS;

/** `why` overrides what the fault implies, such as its clause. */
export const keyForbidden = (fault: KeyFault, why: Why = {}) =>
  forbidden('Invalid or inactive API key', { ...KEY_FAULTS[fault], ...why });

/** The 401 of §7.3: always in the envelope form. */
export const keyUnauthorized = (fault: KeyFault, reading: ReadingAssignment) => {
  const why = { ...KEY_FAULTS[fault], reading };
  return new Problem(401, 'unauthorized', 'Missing or invalid API key', why, { form: 'envelope' });
};

// Rates (§8)

/** `stated` is false if the source does not name the limit. */
export const rateLimited = (limit: number, retryAfter: number, stated: boolean) => {
  const reason = `${limit} requests passed within the last 60 seconds; the next can pass in ${retryAfter} s`;
  const source: Why = stated ? { clause: 'RATE-2' } : { clause: 'RATE-9', reading: 'rate-others=default' };
  const message = `Rate limit exceeded: ${limit} requests per minute`;
  return new Problem(429, 'rate_limit_exceeded', message, { reason, ...source }, { retryAfter });
};

// The request itself

export const badOperationKey = (sent: string) =>
  badRequest(`The Idempotency-Key must be ${OPERATION_KEY_FORM}`, {
    reason: `the Idempotency-Key has ${sent.length} characters and does not fit`,
    clause: 'IDEM-12',
  });

export const payloadTooLarge = (limit: number) =>
  new Problem(413, 'payload_too_large', `The body is larger than ${limit} bytes`);

/** Lists the first 20 of the issues. */
export function validationFailed(issues: readonly Issue[], why: Why = {}): Problem {
  const told = issues.map(({ loc, msg }) => `${loc.slice(1).join('.') || loc[0]} ${msg}`).join('; ');
  const reasons = { reason: told.slice(0, 500), ...why };
  const rest = { issues: issues.slice(0, MOST_ISSUES) };
  return new Problem(422, 'validation_error', 'The request is not valid', reasons, rest);
}

export const malformedJson = (issue: Issue) =>
  validationFailed([issue], { clause: 'VALID-15', reading: 'malformed-json=422' });

export const profileUrlMissing = () => badRequest('company_network_url is required', { clause: 'COMP-1' });

/** For a URL without the prefix or the identifier; `choice` is that of the reading `profile-url-shape`. */
export function profileUrlMalformed(
  networkUrl: string,
  choice: ReadingChoices['profile-url-shape'],
): Problem {
  const msg = `must start with ${networkUrl}/company/ and include the company identifier`;
  const why = { clause: 'COMP-5', reading: `profile-url-shape=${choice}` } as const;
  return choice === '422'
    ? validationFailed([{ loc: ['body', 'company_network_url'], msg, type: 'profile_url' }], why)
    : badRequest(`company_network_url ${msg}`, why);
}

/** §4.6: the legacy endpoint takes any of the three. */
export const identityMissing = () =>
  badRequest('One of company_name, company_domain and company_network_url is required', {
    clause: 'LEG-4',
    reading: 'legacy-missing-identity=400',
  });

/** §4.3: an unknown job board on a company search is 400. */
export const unknownJobBoard = ({ loc, msg }: Issue) =>
  badRequest(`${loc[1]}: ${msg}`, { clause: 'COMP-13' });

// Operation keys (§5.2); `usedAt` in ms

function conflict(message: string, usedAt: number, rest: string, clause: ClauseId): Problem {
  const reason = `the key was used at ${new Date(usedAt).toISOString()}${rest}`;
  return new Problem(409, 'conflict', message, { reason, clause });
}

const OTHER_REQUEST = 'This operation key was used for a different request';
const CYCLE_ENDED = 'The billing period of this operation key has ended';

export const keyReusedForOtherBody = (usedAt: number) =>
  conflict(OTHER_REQUEST, usedAt, ' with another body', 'IDEM-19');
export const keyReusedElsewhere = (usedAt: number, operation: OperationId) =>
  conflict(OTHER_REQUEST, usedAt, ` for ${operation}`, 'IDEM-21');
export const keyTriedForOtherBody = (triedAt: number) =>
  new Problem(409, 'conflict', OTHER_REQUEST, {
    reason: `a search with the key failed at ${new Date(triedAt).toISOString()}, and had another body`,
    clause: 'IDEM-37',
    reading: 'changed-after-failure=conflict',
  });
export const keyExpired = (usedAt: number) =>
  conflict(CYCLE_ENDED, usedAt, ', in a billing period that is over', 'IDEM-24');

// Access and credits

export const noHistoricalAccess = () =>
  forbidden('This API key has no access to historical search', {
    reason: 'the account has no grant for historical search',
    clause: 'HIST-12',
    reading: 'historical-access=granted',
  });

/** The price of a page, in credits, and the balance that does not cover it. */
export interface Shortfall {
  newJobs: number;
  cost: number;
  balance: number;
}

const reasonOf = ({ newJobs, cost, balance }: Shortfall) =>
  `${newJobs} new jobs cost ${cost} credits, the balance is ${balance}`;

/** `why` overrides the usual clause. `short` is null if the price is unknown. */
export function unaffordable(short: Shortfall | null, why: Why = {}): Problem {
  if (short === null)
    return new Problem(402, 'insufficient_credits', 'Not enough credits for this page', why);
  const message = `Not enough credits: this page costs ${short.cost}, the balance is ${short.balance}`;
  const reasons: Why = { reason: reasonOf(short), clause: 'BILL-12', ...why };
  return new Problem(402, 'insufficient_credits', message, reasons);
}

/** §4.4 lists this 403 too; `why` names clause and reading. */
export const noCreditsRemaining = (short: Shortfall, why: Why) =>
  forbidden('API key has no credits remaining', { reason: reasonOf(short), ...why });

// The service (§7.1)

/** The contract has no `Retry-After` here, but a proxy before a deployment may send one. */
export function serviceUnavailable(
  { kind, id }: Pick<Operation, 'kind' | 'id'>,
  why: Why = {},
  retryAfter: number | null = null,
): Problem {
  const others = id === 'listLocations' ? 'location suggestions are' : 'account information is';
  const message = `${kind === 'search' ? 'search is' : others} temporarily unavailable`;
  return new Problem(503, 'service_unavailable', message, why, { retryAfter });
}

/** A search that cannot be stored under its operation key could not be recovered, so the mock does not make it. */
export const operationsFull = (operation: Pick<Operation, 'kind' | 'id'>, stored: number) =>
  serviceUnavailable(operation, {
    reason:
      `the account has ${stored} stored operations of this billing cycle, and no room for another; it takes new ones ` +
      'when the cycle turns, or after a reset of the account',
  });

/** `bytes` is the size of the result; null if there is none. */
export function invalidResult(bytes: number | null = null): Problem {
  const reason = `the result has ${bytes} bytes, too many to store; ask for a smaller limit`;
  const why: Why = bytes === null ? {} : { reason, clause: 'ERR-11' };
  return new Problem(503, 'invalid_result', 'the complete result exceeds 4 MiB', why);
}

/** §7.1 gives a 500 as plain text; the legacy endpoint has a code for it. */
export const serverError = (form: Operation['errorForm']) =>
  new Problem(
    500,
    'server_error',
    'Internal Server Error',
    {},
    { form: form === 'envelope' ? null : 'text' },
  );

/** The `error` of a 200 with `success: false` (§2.3). */
export const FAILED_SEARCH = 'The search could not be completed.';

/** The same refusal with the sentence of a fault, if it has one, and the fault as the reason. */
export const asFault = (problem: Problem, message: string | undefined, why: Why) =>
  new Problem(problem.status, problem.code, message ?? problem.message, why, problem);
