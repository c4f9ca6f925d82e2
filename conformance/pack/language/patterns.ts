/** Regular expressions of packs, with a time limit, because some, such as `(a+)+$`, would run for hours. */
import { messageOf } from '../../values/text.js';
import { withinTime } from '../../values/time-limit.js';

/** Time limit for a search in one text or response. */
export const MOST_SECONDS = 2;

/** True if the expression (ECMAScript, flag `u`) matches somewhere in the text. Throws TookTooLong. */
export function finds(pattern: string, text: string, ignoringCase = false): boolean {
  return withinTime(MOST_SECONDS, `/${pattern}/`, () =>
    new RegExp(pattern, ignoringCase ? 'iu' : 'u').test(text),
  );
}

/** Returns why an expression is invalid, or null. `{$…}` can become any text. */
export function flawOf(pattern: string): string | null {
  try {
    new RegExp(pattern.replace(/\{\$[^{}]+\}/g, '0'), 'u');
    return null;
  } catch (error) {
    return `is not a regular expression: ${messageOf(error)}`;
  }
}
