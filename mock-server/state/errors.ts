/** Errors of calls by the owner of a mock, from the rows of refusals.yaml. */

import { template, type WordsIn } from '../../fixtures/text.js';
import type { Issue } from '../../spec/index.js';
import { REFUSALS, STATUSES } from './generated/refusals.js';

/** `field` is a path such as `clock.now`. */
type FieldIssue = { field: string; message: string };

/** The message says what failed, why, and what to do. */
export class StateError extends Error {
  override name = 'StateError';
  readonly code: keyof typeof STATUSES;
  readonly issues: readonly FieldIssue[];
  /** Headers of the admin API's response. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: StateError['code'],
    message: string,
    issues: StateError['issues'] = [],
    headers: StateError['headers'] = {},
  ) {
    super(message);
    this.code = code;
    this.issues = issues;
    this.headers = headers;
  }

  /** Status of the admin API's response. */
  get status(): number {
    return STATUSES[this.code];
  }
}

/** Makes an error from a row and the words for its placeholders. */
export function refused<Name extends keyof typeof REFUSALS>(
  name: Name,
  words: Record<WordsIn<(typeof REFUSALS)[Name][1]>, string | number>,
  headers?: StateError['headers'],
): StateError {
  const [code, text, field]: readonly [StateError['code'], string, string?] = REFUSALS[name];
  const message = template(text)(words);
  const said = code === 'taken' ? 'is taken' : message;
  return new StateError(code, message, field === undefined ? [] : [{ field, message: said }], headers);
}

/** Makes an error about invalid input. `what` is the input, such as `accounts.create`; `where` names its documentation. */
export function badInput(what: string, { loc, msg }: Issue, where: string): StateError {
  const field = loc.slice(1).join('.');
  const end = msg.endsWith('?') ? '' : '.';
  const message = `${what}: ${field ? `"${field}"` : 'it'} ${msg}${end} See ${where}.`;
  return new StateError('invalid', message, [{ field, message }]);
}
