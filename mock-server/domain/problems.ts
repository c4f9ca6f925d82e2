/**
 * Error responses to contract requests, from the rows of problems.yaml. The steps of a request throw them. The operation
 * determines the form of the body (§7.1 `detail`, §7.3 envelope).
 *
 * Texts for the items of a 422 are in the code that checks the field. Other errors: `admin/problems.ts` has those of the
 * admin API, and `server.ts` those of the start.
 */

import {
  MOST_ISSUES,
  type ClauseId,
  type Issue,
  type Operation,
  type ReadingAssignment,
  type ReadingChoices,
} from '../../spec/index.js';
import { template, type WordsIn } from '../../fixtures/text.js';
import { CODES, PROBLEMS } from './generated/problems.js';

/** The reason for a response, which the journal shows. */
export interface Why {
  reason?: string;
  clause?: ClauseId;
  reading?: ReadingAssignment;
}

export interface ProblemRow extends Why {
  status: number;
  code?: string;
  message: string;
  form?: 'envelope';
}

export class Problem extends Error {
  override name = 'Problem';
  readonly status: number;
  /** For the envelope form. */
  readonly code: string;
  readonly why: Why;
  /** Errors in single fields. */
  readonly issues: readonly Issue[] | null = null;
  /** The form of the body; null for that of the operation. */
  readonly form: Operation['errorForm'] | 'text' | null = null;
  /** Value of the header `Retry-After`, in whole seconds. */
  readonly retryAfter: number | null = null;
  /** Other headers of the response: names and values alternate. */
  readonly headers: readonly string[] = [];

  constructor(status: number, code: string, message: string, why: Why = {}, rest: Rest = {}) {
    super(message);
    Object.assign(this, rest);
    this.status = status;
    this.code = code;
    this.why = why;
  }
}

type Rest = Partial<Pick<Problem, 'issues' | 'form' | 'retryAfter' | 'headers'>>;

type TextsOf<Row> = Row[keyof Row & ('message' | 'reason')];
type Words<Name extends keyof typeof PROBLEMS> = Record<
  WordsIn<TextsOf<(typeof PROBLEMS)[Name]>>,
  string | number
>;

/** Makes a Problem from a row and the words for its placeholders. `why` overrides the row's reason for the journal. */
export function refuse<Name extends keyof typeof PROBLEMS>(
  name: Name,
  words: Words<Name>,
  { why, ...rest }: Rest & { why?: Why } = {},
): Problem {
  const {
    status,
    code = CODES[`${status}` as keyof typeof CODES],
    message,
    form,
    ...row
  }: ProblemRow = PROBLEMS[name];
  const fill = (text: string): string => template(text)(words);
  const filled = row.reason === undefined ? row : { ...row, reason: fill(row.reason) };
  return new Problem(status, code, fill(message), { ...filled, ...why }, { ...(form && { form }), ...rest });
}

/** Returns the body of a problem. `operationForm` is the form of the operation; paths outside the contract use `detail`. */
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

/** Converts an error of Express or a page to a problem in plain text: a 4xx keeps its message, any other error becomes a 500. */
export function pageProblem(error: unknown): Problem {
  const { status, message } = error as { status?: unknown; message: string };
  const number = Number(status);
  return number >= 400 && number < 500
    ? new Problem(number, 'bad_request', message, {}, { form: 'text' })
    : serverError('detail');
}

const KEY_FAULTS = {
  missing: { reason: 'there is no Authorization header', clause: 'AUTH-2' },
  malformed: { reason: 'the Authorization header is not of the form "Bearer KEY"', clause: 'AUTH-4' },
  unknown: { reason: 'no account has this key', clause: 'AUTH-3' },
  inactive: { reason: 'the key is inactive', clause: 'AUTH-5' },
} as const;

export type KeyFault = keyof typeof KEY_FAULTS;

/** Makes the 403 of §5.1 or the 401 of §7.3. `why` overrides the reason that the fault implies. */
export const keyRefused = (fault: KeyFault, why: Why = {}, status: '401' | '403' = '403') =>
  refuse(
    status === '401' ? 'key-unauthorized' : 'key-forbidden',
    {},
    { why: { ...KEY_FAULTS[fault], ...why } },
  );

/** `seconds` is for `Retry-After`; `stated` is false if the source does not define the limit. */
export function rateLimited(limit: number, seconds: number, stated: boolean): Problem {
  const why: Why = stated ? { clause: 'RATE-2' } : { clause: 'RATE-9', reading: 'rate-others=default' };
  return refuse('rate-limited', { limit, seconds }, { why, retryAfter: seconds });
}

/** Lists the first 20 of the issues. */
export function validationFailed(all: readonly Issue[], why: Why = {}): Problem {
  const issues = all.map(({ loc, msg }) => `${loc.slice(1).join('.') || loc[0]} ${msg}`).join('; ');
  return refuse(
    'validation-failed',
    { issues: issues.slice(0, 500) },
    { why, issues: all.slice(0, MOST_ISSUES) },
  );
}

/** Makes the problem of a URL without the prefix or the identifier. `choice` is that of the reading `profile-url-shape`. */
export function profileUrlMalformed(
  networkUrl: string,
  choice: ReadingChoices['profile-url-shape'],
): Problem {
  const msg = `must start with ${networkUrl}/company/ and include the company identifier`;
  const why = { clause: 'COMP-5', reading: `profile-url-shape=${choice}` } as const;
  return choice === '422'
    ? validationFailed([{ loc: ['body', 'company_network_url'], msg, type: 'profile_url' }], why)
    : refuse('profile-url-malformed', { issue: msg }, { why });
}

/** The price of a page and a balance that does not cover it, both in credits. */
export type Shortfall = Record<'newJobs' | 'cost' | 'balance', number>;

/** Makes a 503. The contract defines no `Retry-After` for it, but a proxy before the service may send one. */
export function serviceUnavailable(
  { kind, id }: Pick<Operation, 'kind' | 'id'>,
  why: Why = {},
  retryAfter: number | null = null,
): Problem {
  const others = id === 'listLocations' ? 'location suggestions are' : 'account information is';
  const what = kind === 'search' ? 'search is' : others;
  return refuse('service-unavailable', { what }, { why, retryAfter });
}

/** Makes a 500: plain text (§7.1), but an envelope with a code on the legacy endpoint. */
export const serverError = (form: Operation['errorForm']) =>
  refuse('server-error', {}, { form: form === 'envelope' ? null : 'text' });

/** Returns a copy of a problem with the message of a fault, if it has one, and the fault as the reason. */
export const asFault = (problem: Problem, message: string | undefined, why: Why) =>
  new Problem(problem.status, problem.code, message ?? problem.message, why, problem);
