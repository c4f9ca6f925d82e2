/** The form of operation keys (§5.2). */

export const OPERATION_KEY_PREFIX = 'use_v1_';

/** The most characters after the prefix. */
export const MOST_OPERATION_KEY_CHARACTERS = 121;

/** A regular expression; `spec/openapi.yaml` has the same. */
export const OPERATION_KEY_PATTERN = `^${OPERATION_KEY_PREFIX}[A-Za-z0-9_-]{1,${MOST_OPERATION_KEY_CHARACTERS}}$`;

/** A description of the form, for messages. */
export const OPERATION_KEY_FORM = `${OPERATION_KEY_PREFIX} and 1 to ${MOST_OPERATION_KEY_CHARACTERS} letters, digits, underscores or hyphens`;

const OPERATION_KEY = new RegExp(OPERATION_KEY_PATTERN);

export function isOperationKey(text: string): boolean {
  return OPERATION_KEY.test(text);
}
