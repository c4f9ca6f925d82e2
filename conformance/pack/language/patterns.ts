/** Regular expressions of packs, with a time limit: some, such as `(a+)+$`, would run for hours. */
import { messageOf } from '../../values/text.js';
import { TookTooLong, withinTime } from '../../values/time-limit.js';

/** Limit for one search in one text or answer. */
export const MOST_SECONDS = 2;

/** True if the expression (ECMAScript, flag `u`) matches somewhere in the text. Throws TookTooLong. */
export function finds(pattern: string, text: string, ignoringCase = false): boolean {
  return withinTime(MOST_SECONDS, `/${pattern}/`, () =>
    new RegExp(pattern, ignoringCase ? 'iu' : 'u').test(text),
  );
}

/** Characters of each sample text. */
const TRIED = 1_000;

/**
 * Returns why an expression cannot be used, or null: it is invalid, or it needs more than `mostSeconds` for short texts that
 * nearly match. This does not find every slow expression; `finds` stops the others. `{$…}` can become any text.
 */
export function flawOf(pattern: string, mostSeconds = MOST_SECONDS): string | null {
  const sample = pattern.replace(/\{\$[^{}]+\}/g, '0');
  try {
    new RegExp(sample, 'u');
  } catch (error) {
    return `is no regular expression: ${messageOf(error)}`;
  }
  try {
    withinTime(mostSeconds, '', () => tryOut(sample));
    return null;
  } catch (error) {
    if (!(error instanceof TookTooLong)) throw error;
    return (
      `takes more than ${mostSeconds} s over texts of ${TRIED} characters. ` +
      'Write it so that each character fits one part alone, such as a+ for (a+)+'
    );
  }
}

/** Searches repetitive texts that fail at their last character, with the expression and with each of its repeated groups. */
function tryOut(pattern: string): void {
  for (const part of new Set([pattern, ...repeatedGroups(pattern).map((group) => `^${group}$`)])) {
    const expression = expressionOf(part);
    if (expression === null) continue;
    for (const pump of pumpsOf(part))
      expression.test(`${pump.repeat(Math.ceil(TRIED / pump.length)).slice(0, TRIED)}\u0001`);
  }
}

/** Null if the part is invalid alone, because it refers to groups outside it. */
function expressionOf(part: string): RegExp | null {
  try {
    return new RegExp(part, 'u');
  } catch {
    return null;
  }
}

/** Texts to repeat: characters of the expression, common characters, pairs of them, and words of the expression. */
function pumpsOf(pattern: string): string[] {
  const chars = new Set([...pattern.replace(/\\[a-zA-Z]/g, ''), ...'a0_ -.é']);
  const few = [...chars].filter((char) => /[\p{L}\p{N}\s]/u.test(char)).slice(0, 8);
  const pairs = few.flatMap((first) => few.map((second) => first + second));
  return [...chars, ...pairs, ...(pattern.match(/[\p{L}\p{N}]{3,20}/gu) ?? [])].slice(0, 200);
}

/** The groups that `*`, `+` or `{` repeats, each with its quantifier. */
function repeatedGroups(pattern: string): string[] {
  const groups: string[] = [];
  const open: number[] = [];
  let isClass = false;
  for (let at = 0; at < pattern.length; at += 1) {
    const char = pattern[at];
    if (char === '\\') at += 1;
    else if (isClass) isClass = char !== ']';
    else if (char === '[') isClass = true;
    else if (char === '(') open.push(at);
    else if (char === ')') {
      const group = pattern.slice(open.pop(), at + 1);
      const [times] = /^(?:[*+]|\{\d+(?:,\d*)?\})\??/.exec(pattern.slice(at + 1)) ?? [];
      if (times !== undefined) groups.push(group + times);
    }
  }
  return groups;
}
