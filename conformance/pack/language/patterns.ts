/** Regular expressions of packs. Most are harmless; some, such as `(a+)+$`, would take for ever, and are ended. */
import { withinTime } from '../../values/time-limit.js';

/** For one look at one text or answer. */
const MOST_SECONDS = 2;

/** Whether the expression (ECMAScript, `u`) finds something in the text. Throws TookTooLong. */
export function finds(pattern: string, text: string, ignoringCase = false): boolean {
  return withinPatience(`/${pattern}/`, () => new RegExp(pattern, ignoringCase ? 'iu' : 'u').test(text));
}

/** What `look` returns; `what` names what it looks with. Throws TookTooLong. */
export function withinPatience<T>(what: string, look: () => T): T {
  return withinTime(MOST_SECONDS, what, look);
}
