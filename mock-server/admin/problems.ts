/** Refusals of the admin API, beside those of the state. Handlers throw them; router.ts answers. */
import type { Issue } from '../../spec/index.js';
import { invalid, notFound, REFUSALS, StateError } from '../state/errors.js';
import { StateUnavailable } from '../state/keeper.js';

// Who calls

export const foreignHost = () =>
  new StateError(
    'foreign-host',
    'The admin API answers to the names of this machine only: use http://127.0.0.1 or http://localhost.',
  );
export const foreignOrigin = () =>
  new StateError('foreign-origin', 'The admin API takes no requests from other sites.');
export const notLocal = () =>
  new StateError(
    'not-local',
    'Without an admin token, only programs on this machine may call the admin API.',
  );

export const tokenRequired = () =>
  new StateError(
    'token-required',
    'Send the admin token, as "Authorization: Bearer <token>" or "X-Admin-Token: <token>".',
    [],
    { 'WWW-Authenticate': 'Bearer realm="job-search-mock admin"' },
  );

export const stateUnavailable = (why: string) =>
  new StateError('unavailable', `The state cannot be kept just now: ${why}. Nothing was changed. Try again.`);

// What is called

export const unknownCall = (path: string) =>
  notFound(`There is no ${path} in the admin API. See /docs/admin.`);

export const noFault = (id: string) => notFound(`There is no fault "${id}".`);

export const noEntry = (id: string) =>
  notFound(`The journal has no entry "${id}". It keeps the newest 500 requests of each account.`);

export const methodNotAllowed = (path: string, methods: readonly string[]) => {
  const allow = methods.join(', ');
  return new StateError('method-not-allowed', `${path} takes ${allow}.`, [], { Allow: allow });
};

export const tooManyStreams = (open: number) =>
  new StateError('too-many-streams', `${open} event streams are open. Close one first.`);

// What is sent

const malformed = (message: string) => new StateError('malformed-json', message);

export const bodyMissing = () => malformed('A JSON body is required.');
export const bodyNotJson = () => malformed('The body is not JSON.');
export const bodyUnreadable = () => malformed('The body could not be read.');

export const bodyTooLarge = (mebibytes: number) =>
  new StateError('too-large', `The body is larger than ${mebibytes} MiB.`);

/** From issues of the document's validators. The message names every field. */
export function invalidInput(issues: readonly Issue[]): StateError {
  const told = issues.map(({ loc, msg }) => ({
    field: loc.slice(1).join('.') || String(loc[0]),
    message: msg,
  }));
  return new StateError('invalid', told.map(({ field, message }) => `${field}: ${message}`).join('; '), told);
}

export const otherAccount = (id: string) =>
  invalidInput([{ loc: ['body', 'account'], msg: `names another account than the path, "${id}"`, type: '' }]);

/** The answer to the caller for any error, or null for a defect of the mock. */
export function answerOf(error: unknown) {
  const refusal = error instanceof StateUnavailable ? stateUnavailable(error.why) : error;
  if (!(refusal instanceof StateError)) return null;
  const { code, message, issues, headers } = refusal;
  return { status: REFUSALS[code], headers, body: { error: { code, message, issues } } };
}

/** Waits for a change; a refusal that names no field is answered as one about this field. */
export async function naming<T>(field: string, change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    const isNamed = !(error instanceof StateError) || error.code !== 'invalid' || error.issues.length > 0;
    throw isNamed ? error : invalid(error.message, field);
  }
}
