/**
 * Every refusal of a contract request, in one catalogue: status, code, sentence, and what the journal says of it. The
 * steps of a request throw them; the answer has the form of the operation (§7.1 `detail`, §7.3 envelope). The reason
 * in more words, the clause and the reading go to the journal and the log, never into the body.
 *
 * Elsewhere: what is wrong with one field (the items of a 422) is worded by the rule that checks the field; the admin
 * API has its own catalogue, `admin/problems.ts`; why a mock cannot start is in `start-errors.ts`.
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

/** What the journal says beside the answer. */
export interface Why {
  reason?: string;
  clause?: ClauseId;
  reading?: ReadingAssignment;
}

/** `detail` and `envelope` as the operation has them; a few problems have a form of their own. */
export type ProblemForm = Operation['errorForm'] | 'text';

interface ProblemParts {
  status: number;
  /** Of the envelope form. */
  code: string;
  message: string;
  why?: Why;
  /** What is wrong with single fields. */
  issues?: readonly Issue[] | null;
  /** Null where the operation decides. */
  form?: ProblemForm | null;
  /** Whole seconds for the header `Retry-After`. */
  retryAfter?: number | null;
  /** Methods for the header `Allow`. */
  allow?: readonly string[] | null;
}

export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  readonly why: Why;
  readonly issues: readonly Issue[] | null;
  readonly form: ProblemForm | null;
  readonly retryAfter: number | null;
  readonly allow: readonly string[] | null;

  constructor(parts: ProblemParts) {
    super(parts.message);
    this.name = 'Problem';
    this.status = parts.status;
    this.code = parts.code;
    this.why = parts.why ?? {};
    this.issues = parts.issues ?? null;
    this.form = parts.form ?? null;
    this.retryAfter = parts.retryAfter ?? null;
    this.allow = parts.allow ?? null;
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

// Before there is a request of the contract

/** Bytes that are no HTTP request. */
export const notHttp = () => badRequest('Bad Request');
export const requestTimeout = () =>
  new Problem({ status: 408, code: 'request_timeout', message: 'Request Timeout' });
export const expectationFailed = () =>
  new Problem({ status: 417, code: 'expectation_failed', message: 'Expectation Failed' });
export const headersTooLarge = () =>
  new Problem({ status: 431, code: 'headers_too_large', message: 'Request Header Fields Too Large' });

export const hostMissing = () =>
  badRequest('A Host header is required', { reason: 'HTTP/1.1 asks for a Host header (RFC 9112)' });

export const unknownPath = () =>
  new Problem({
    status: 404,
    code: 'not_found',
    message: 'Not Found',
    why: { reason: 'the contract has no such path', reading: 'unknown-path=not-found' },
  });

export const methodNotAllowed = (allow: readonly string[]) =>
  new Problem({
    status: 405,
    code: 'method_not_allowed',
    message: 'Method Not Allowed',
    why: { reason: `the contract takes ${allow.join(', ')} here`, reading: 'unknown-path=not-found' },
    allow,
  });

/** What Express or a page reports: a 4xx with its own sentence, else our own error. In plain text. */
export function pageProblem(error: unknown): Problem {
  const status = Number((error as { status?: unknown }).status);
  return status >= 400 && status < 500
    ? new Problem({ status, code: 'bad_request', message: (error as Error).message, form: 'text' })
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

const forbidden = (message: string, why: Why) =>
  new Problem({ status: 403, code: 'forbidden', message, why });

/** `why` replaces what is usually said of the fault, such as its clause. */
export const keyForbidden = (fault: KeyFault, why: Why = {}) =>
  forbidden('Invalid or inactive API key', { ...KEY_FAULTS[fault], ...why });

/** The 401 of §7.3, in the envelope form wherever it is chosen. */
export const keyUnauthorized = (fault: KeyFault, reading: ReadingAssignment) =>
  new Problem({
    status: 401,
    code: 'unauthorized',
    message: 'Missing or invalid API key',
    why: { ...KEY_FAULTS[fault], reading },
    form: 'envelope',
  });

// Rates (§8)

/** `stated` is whether the source names the limit. */
export const rateLimited = (limit: number, retryAfter: number, stated: boolean) =>
  new Problem({
    status: 429,
    code: 'rate_limit_exceeded',
    message: `Rate limit exceeded: ${limit} requests per minute`,
    why: {
      reason: `${limit} requests passed within the last 60 seconds; the next can pass in ${retryAfter} s`,
      ...(stated ? { clause: 'RATE-2' } : { clause: 'RATE-9', reading: 'rate-others=default' }),
    },
    retryAfter,
  });

// The request itself

const badRequest = (message: string, why: Why = {}) =>
  new Problem({ status: 400, code: 'bad_request', message, why });

export const badOperationKey = (sent: string) =>
  badRequest(`The Idempotency-Key must be ${OPERATION_KEY_FORM}`, {
    reason: `the Idempotency-Key has ${sent.length} characters and does not fit`,
    clause: 'IDEM-12',
  });

export const payloadTooLarge = (limit: number) =>
  new Problem({ status: 413, code: 'payload_too_large', message: `The body is larger than ${limit} bytes` });

/** Lists the first 20 of the issues: more help nobody. */
export const validationFailed = (issues: readonly Issue[], why: Why = {}) =>
  new Problem({
    status: 422,
    code: 'validation_error',
    message: 'The request is not valid',
    why: { reason: summary(issues), ...why },
    issues: issues.slice(0, MOST_ISSUES),
  });

export const malformedJson = (issue: Issue) =>
  validationFailed([issue], { clause: 'VALID-15', reading: 'malformed-json=422' });

function summary(issues: readonly Issue[]): string {
  return issues
    .map(({ loc, msg }) => `${loc.slice(1).join('.') || loc[0]} ${msg}`)
    .join('; ')
    .slice(0, 500);
}

export const profileUrlMissing = () => badRequest('company_network_url is required', { clause: 'COMP-1' });

/** Without the prefix or the identifier; `choice` is that of the reading `profile-url-shape`. */
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

/** §4.6: the legacy endpoint takes any of three. */
export const identityMissing = () =>
  badRequest('One of company_name, company_domain and company_network_url is required', {
    clause: 'LEG-4',
    reading: 'legacy-missing-identity=400',
  });

/** §4.3: an unknown job board on a company search is 400. */
export const unknownJobBoard = ({ loc, msg }: Issue) =>
  badRequest(`${loc[1]}: ${msg}`, { clause: 'COMP-13' });

// Operation keys (§5.2); `usedAt` in ms

const conflict = (message: string, usedAt: number, rest: string, clause: ClauseId) =>
  new Problem({
    status: 409,
    code: 'conflict',
    message,
    why: { reason: `the key was used at ${new Date(usedAt).toISOString()}${rest}`, clause },
  });

const OTHER_REQUEST = 'This operation key was used for a different request';

export const keyReusedForOtherBody = (usedAt: number) =>
  conflict(OTHER_REQUEST, usedAt, ' with another body', 'IDEM-19');

export const keyReusedElsewhere = (usedAt: number, operation: OperationId) =>
  conflict(OTHER_REQUEST, usedAt, ` for ${operation}`, 'IDEM-21');

export const keyExpired = (usedAt: number) =>
  conflict(
    'The billing period of this operation key has ended',
    usedAt,
    ', in a billing period that is over',
    'IDEM-24',
  );

// Access and credits

export const noHistoricalAccess = () =>
  forbidden('This API key has no access to historical search', {
    reason: 'the account has no grant for historical search',
    clause: 'HIST-12',
    reading: 'historical-access=granted',
  });

/** What a page costs, in credits, and what is there to pay for it. */
export interface Shortfall {
  newJobs: number;
  cost: number;
  balance: number;
}

const reasonOf = ({ newJobs, cost, balance }: Shortfall) =>
  `${newJobs} new jobs cost ${cost} credits, the balance is ${balance}`;

/** `why` replaces the usual clause; without a shortfall nothing is known of the price. */
export const unaffordable = (short: Shortfall | null, why: Why = {}) =>
  new Problem({
    status: 402,
    code: 'insufficient_credits',
    message:
      short === null
        ? 'Not enough credits for this page'
        : `Not enough credits: this page costs ${short.cost}, the balance is ${short.balance}`,
    why: short === null ? why : { reason: reasonOf(short), clause: 'BILL-12', ...why },
  });

/** §4.4 lists this 403 too; `why` names clause and reading. */
export const noCreditsRemaining = (short: Shortfall, why: Why) =>
  forbidden('API key has no credits remaining', { reason: reasonOf(short), ...why });

// The service (§7.1)

/** The contract knows no `Retry-After` here; what stands in front of a deployment may send one. */
export const serviceUnavailable = (
  { kind, id }: Pick<Operation, 'kind' | 'id'>,
  why: Why = {},
  retryAfter: number | null = null,
) =>
  new Problem({
    status: 503,
    retryAfter,
    code: 'service_unavailable',
    message:
      kind === 'search'
        ? 'search is temporarily unavailable'
        : id === 'listLocations'
          ? 'location suggestions are temporarily unavailable'
          : 'account information is temporarily unavailable',
    why,
  });

/** A search that cannot be stored under its operation key could not be recovered, so it is not made. */
export const operationsFull = (operation: Pick<Operation, 'kind' | 'id'>, stored: number) =>
  serviceUnavailable(operation, {
    reason:
      `the account has ${stored} stored operations of this billing cycle, and no room for another; it takes new ones ` +
      'when the cycle turns, or after a reset of the account',
  });

/** `bytes` is the size of the result, where there is one. */
export const invalidResult = (bytes: number | null = null) =>
  new Problem({
    status: 503,
    code: 'invalid_result',
    message: 'the complete result exceeds 4 MiB',
    why:
      bytes === null
        ? {}
        : {
            reason: `the result has ${bytes} bytes, too many to store; ask for a smaller limit`,
            clause: 'ERR-11',
          },
  });

/** §7.1 gives a 500 as plain text; the legacy endpoint has a code for it. */
export const serverError = (form: Operation['errorForm']) =>
  new Problem({
    status: 500,
    code: 'server_error',
    message: 'Internal Server Error',
    form: form === 'envelope' ? null : 'text',
  });

/** What `error` says in a 200 with `success: false` (§2.3). */
export const FAILED_SEARCH = 'The search could not be completed.';

/** The same refusal, as a fault on demand asks for it: with its sentence, if it has one, and its name as the reason. */
export const asFault = (problem: Problem, message: string | undefined, why: Why) =>
  new Problem({ ...problem, message: message ?? problem.message, why });
