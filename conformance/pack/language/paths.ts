/** JSONPath (RFC 9535). Its functions `match` and `search` hold regular expressions, of the small kind of RFC 9485. */
import { jsonpath } from 'json-p3';
import { messageOf } from '../../values/text.js';
import { withinTime } from '../../values/time-limit.js';
import { flawOf, MOST_SECONDS } from './patterns.js';

/** By RFC 9535 an invalid regular expression matches nothing, which would silently disable a check of a pack. */
const finding = new jsonpath.functions.Search({ throwErrors: true });

/** A text inserted into a path made one of its regular expressions invalid. */
export class BrokenPath extends Error {
  override name = 'BrokenPath';
}

/** Returns why a path cannot be used, or null. `{$…}` can become any text; `mostSeconds` limits each expression. */
export function flawOfPath(path: string, mostSeconds = MOST_SECONDS): string | null {
  const sample = path.replace(/\{\$[^{}]+\}/g, '0');
  let query: jsonpath.JSONPathQuery;
  try {
    query = jsonpath.compile(sample);
  } catch (error) {
    return `is no JSONPath: ${messageOf(error)}`;
  }
  for (const { name, pattern } of patternsIn(query)) {
    const why = brokenness(pattern);
    if (why !== null) return why;
    const flaw = flawOf(name === 'match' ? `^(?:${pattern})$` : pattern, mostSeconds);
    if (flaw !== null) return `holds ${name}() of "${pattern}", which ${flaw}`;
  }
  return null;
}

/** True if the path selects anything. Throws TookTooLong and BrokenPath. */
export function selects(path: string, value: unknown, mostSeconds = MOST_SECONDS): boolean {
  const query = jsonpath.compile(path);
  for (const { pattern } of patternsIn(query)) {
    const why = brokenness(pattern);
    if (why !== null) throw new BrokenPath(`"${path}" ${why}`);
  }
  return withinTime(mostSeconds, path, () => {
    for (const _ of query.lazyQuery(value as never)) return true;
    return false;
  });
}

function brokenness(pattern: string): string | null {
  try {
    finding.call('', pattern);
    return null;
  } catch (error) {
    return (
      `holds a regular expression that JSONPath does not know (RFC 9485): ${messageOf(error)}. ` +
      'It has no \\d, \\w or \\b, and no (?: ) or lookaround: write [0-9] for \\d'
    );
  }
}

interface HeldPattern {
  name: 'match' | 'search';
  pattern: string;
}

/** The literal regular expressions in the filters of a path. */
function patternsIn({ segments }: jsonpath.JSONPathQuery): HeldPattern[] {
  const found: HeldPattern[] = [];
  const visit = (part: unknown): void => {
    if (Array.isArray(part)) return part.forEach(visit);
    if (typeof part !== 'object' || part === null) return;
    if (part instanceof jsonpath.expressions.FunctionExtension) {
      const { name, args } = part;
      const [, pattern] = args;
      if ((name === 'match' || name === 'search') && pattern instanceof jsonpath.expressions.StringLiteral)
        found.push({ name, pattern: pattern.value });
    }
    // These two members lead back to the parent.
    for (const [name, member] of Object.entries(part))
      if (name !== 'environment' && name !== 'token') visit(member);
  };
  visit(segments);
  return found;
}
