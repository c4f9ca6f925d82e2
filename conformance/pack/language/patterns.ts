/** Regular expressions and JSONPath of packs, with a time limit, because some, such as `(a+)+$`, would run for hours. */
import { messageOf } from '../../values/text.js';
import { withinTime } from '../../values/time-limit.js';
import { jsonpath } from 'json-p3';

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

/** Throws on an invalid regular expression. By RFC 9535 it would match nothing, which would silently disable a check. */
const finding = new jsonpath.functions.Search({ throwErrors: true });

/** A regular expression of a path became invalid, because an expression in it was replaced by its value. */
export class BrokenPath extends Error {
  override name = 'BrokenPath';
}

/** Returns why a path is invalid, or null. `{$…}` can become any text. */
export function flawOfPath(path: string): string | null {
  try {
    return brokenness(jsonpath.compile(path.replace(/\{\$[^{}]+\}/g, '0')));
  } catch (error) {
    return `is not a JSONPath: ${messageOf(error)}`;
  }
}

/** True if the path selects anything. Throws TookTooLong and BrokenPath. */
export function selects(path: string, value: unknown, mostSeconds = MOST_SECONDS): boolean {
  const query = jsonpath.compile(path);
  const why = brokenness(query);
  if (why !== null) throw new BrokenPath(`"${path}" ${why}`);
  return withinTime(mostSeconds, path, () => {
    for (const _ of query.lazyQuery(value as never)) return true;
    return false;
  });
}

function brokenness({ segments }: jsonpath.JSONPathQuery): string | null {
  try {
    for (const pattern of patternsIn(segments)) finding.call('', pattern);
    return null;
  } catch (error) {
    return (
      `holds a regular expression that JSONPath does not know (RFC 9485): ${messageOf(error)}. ` +
      'It has no \\d, \\w or \\b, and no (?: ) or lookaround: write [0-9] for \\d'
    );
  }
}

/** Returns the literal regular expressions of `match` and `search` in a part of a path. */
function patternsIn(part: unknown): string[] {
  if (Array.isArray(part)) return part.flatMap(patternsIn);
  if (typeof part !== 'object' || part === null) return [];
  const { FunctionExtension, StringLiteral } = jsonpath.expressions;
  const [, pattern] =
    part instanceof FunctionExtension && /^(match|search)$/.test(part.name) ? part.args : [];
  // These two members refer back to the parent.
  const members = Object.entries(part).filter(([name]) => name !== 'environment' && name !== 'token');
  return [
    ...(pattern instanceof StringLiteral ? [pattern.value] : []),
    ...members.flatMap(([, member]) => patternsIn(member)),
  ];
}
