/** Regular expressions of packs. Most are harmless; some, such as `(a+)+$`, would take for ever, and are ended. */
import { messageOf } from '../../values/text.js';
import { TookTooLong, withinTime } from '../../values/time-limit.js';

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

/** Characters of the texts on which an expression is tried. */
const TRIED = 1_000;

/**
 * Why an expression cannot be used, null where nothing is wrong: it is none, or it already takes too long over short texts
 * that nearly fit. Not every slow one is found so; the others are ended when they are. `{$…}` stands for any text.
 */
export function flawOf(pattern: string): string | null {
  const sample = pattern.replace(/\{\$[^{}]+\}/g, '0');
  try {
    new RegExp(sample, 'u');
  } catch (error) {
    return `is no regular expression: ${messageOf(error)}`;
  }
  try {
    withinPatience('', () => tryOut(sample));
    return null;
  } catch (error) {
    if (!(error instanceof TookTooLong)) throw error;
    return (
      `takes more than ${MOST_SECONDS} s over texts of ${TRIED} characters. ` +
      'Write it so that each character fits one part alone, such as a+ for (a+)+'
    );
  }
}

/** Looks with the expression, and with each repeated group of it by itself, into texts that go on alike and end otherwise. */
function tryOut(pattern: string): void {
  for (const part of new Set([pattern, ...repeatedGroups(pattern).map((group) => `^${group}$`)])) {
    const expression = expressionOf(part);
    if (expression === null) continue;
    for (const pump of pumpsOf(part))
      expression.test(`${pump.repeat(Math.ceil(TRIED / pump.length)).slice(0, TRIED)}\u0001`);
  }
}

/** Null for a part that means nothing by itself, since it names groups that stand elsewhere. */
function expressionOf(part: string): RegExp | null {
  try {
    return new RegExp(part, 'u');
  } catch {
    return null;
  }
}

/** What a text can go on with: each character of the expression, some of each class, each two of them, each word. */
function pumpsOf(pattern: string): string[] {
  const chars = new Set([...pattern.replace(/\\[a-zA-Z]/g, ''), ...'a0_ -.é']);
  const few = [...chars].filter((char) => /[\p{L}\p{N}\s]/u.test(char)).slice(0, 8);
  const pairs = few.flatMap((first) => few.map((second) => first + second));
  return [...chars, ...pairs, ...(pattern.match(/[\p{L}\p{N}]{3,20}/gu) ?? [])].slice(0, 200);
}

/** The groups that `*`, `+` or `{` repeats, with that. */
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
