/** Errors of the admin API: makes those about invalid input, and turns each error into a response. */
import type { Issue } from '../../spec/index.js';
import { StateError } from '../state/errors.js';

/** Makes an error from issues of the document's validators. Its message names every field. */
export function invalidInput(found: readonly Issue[]): StateError {
  const issues = found.map(({ loc, msg }) => ({
    field: loc.slice(1).join('.') || String(loc[0]),
    message: msg,
  }));
  const text = issues.map(({ field, message }) => `${field}: ${message}`).join('; ');
  return new StateError('invalid', text, issues);
}

/** Returns the response for an error, or null if the error is a defect of the mock. */
export function answerOf(error: unknown) {
  if (!(error instanceof StateError)) return null;
  const { status, code, message, issues, headers } = error;
  return { status, headers, body: { error: { code, message, issues } } };
}
