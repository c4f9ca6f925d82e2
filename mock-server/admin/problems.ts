/**
 * Every refusal of the admin API, in one catalogue: status, code, sentence. Handlers throw them, or a StateError, whose
 * sentences are in `state/errors.ts`; router.ts answers.
 */
import type { Issue } from '../../spec/index.js';
import { StateError } from '../state/errors.js';
import { StateUnavailable } from '../state/keeper.js';

type FieldIssue = { field: string; message: string };

export class AdminProblem extends Error {
  readonly status: number;
  readonly code: string;
  /** `field` is a path such as `clock.now`. */
  readonly issues: readonly FieldIssue[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    code: string,
    message: string,
    rest: { issues?: AdminProblem['issues']; headers?: AdminProblem['headers'] } = {},
  ) {
    super(message);
    this.name = 'AdminProblem';
    this.status = status;
    this.code = code;
    this.issues = rest.issues ?? [];
    this.headers = rest.headers ?? {};
  }

  get body() {
    return { error: { code: this.code, message: this.message, issues: this.issues } };
  }
}

// Who calls

const forbidden = (code: string, message: string) => () => new AdminProblem(403, code, message);

export const foreignHost = forbidden(
  'foreign-host',
  'The admin API answers to the names of this machine only: use http://127.0.0.1 or http://localhost.',
);
export const foreignOrigin = forbidden('foreign-origin', 'The admin API takes no requests from other sites.');
export const notLocal = forbidden(
  'not-local',
  'Without an admin token, only programs on this machine may call the admin API.',
);

export const tokenRequired = () =>
  new AdminProblem(
    401,
    'token-required',
    'Send the admin token, as "Authorization: Bearer <token>" or "X-Admin-Token: <token>".',
    { headers: { 'WWW-Authenticate': 'Bearer realm="job-search-mock admin"' } },
  );

export const stateUnavailable = (why: string) =>
  new AdminProblem(
    503,
    'unavailable',
    `The state cannot be kept just now: ${why}. Nothing was changed. Try again.`,
  );

// What is called

const notFound = (message: string) => new AdminProblem(404, 'not-found', message);

export const unknownCall = (path: string) =>
  notFound(`There is no ${path} in the admin API. See /docs/admin.`);

export const noFault = (id: string) => notFound(`There is no fault "${id}".`);

export const noEntry = (id: string) =>
  notFound(`The journal has no entry "${id}". It keeps the newest 500 requests of each account.`);

export const methodNotAllowed = (path: string, allow: readonly string[]) =>
  new AdminProblem(405, 'method-not-allowed', `${path} takes ${allow.join(', ')}.`, {
    headers: { Allow: allow.join(', ') },
  });

export const tooManyStreams = (open: number) =>
  new AdminProblem(503, 'too-many-streams', `${open} event streams are open. Close one first.`);

// What is sent

const malformed = (message: string) => new AdminProblem(400, 'malformed-json', message);

export const bodyMissing = () => malformed('A JSON body is required.');
export const bodyNotJson = () => malformed('The body is not JSON.');
export const bodyUnreadable = () => malformed('The body could not be read.');

export const bodyTooLarge = (mebibytes: number) =>
  new AdminProblem(413, 'too-large', `The body is larger than ${mebibytes} MiB.`);

/** The message names every field, unless it is given; an issue names one. */
const invalid = (issues: readonly FieldIssue[], message?: string) =>
  new AdminProblem(
    422,
    'invalid',
    message ?? issues.map((issue) => `${issue.field}: ${issue.message}`).join('; '),
    { issues },
  );

/** From issues of the document's validators. */
export const invalidInput = (issues: readonly Issue[]) =>
  invalid(issues.map(({ loc, msg }) => ({ field: loc.slice(1).join('.') || String(loc[0]), message: msg })));

export const otherAccount = (id: string) =>
  invalid([{ field: 'account', message: `names another account than the path, "${id}"` }]);

/** The answer to the caller for any error, or null for a defect of the mock. */
export function problemOf(error: unknown): AdminProblem | null {
  if (error instanceof AdminProblem) return error;
  if (error instanceof StateUnavailable) return stateUnavailable(error.why);
  if (!(error instanceof StateError)) return null;
  const { code, message, field } = error;
  if (code === 'not-found') return notFound(message);
  if (code === 'conflict')
    return new AdminProblem(409, 'taken', message, {
      issues: field === null ? [] : [{ field, message: 'is taken' }],
    });
  if (code === 'full') return new AdminProblem(409, 'full', message);
  return invalid(field === null ? [] : [{ field, message }], message);
}

/** Waits for a change; a StateError that names no field is answered as one about this field. */
export async function naming<T>(field: string, change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    if (!(error instanceof StateError) || error.code !== 'invalid' || error.field !== null) throw error;
    throw invalid([{ field, message: error.message }], error.message);
  }
}
