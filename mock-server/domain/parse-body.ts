/** Parses the text of a request body, with limits against malicious bodies. */

import type { Issue } from '../../spec/index.js';

export const MAX_BODY_BYTES = 1024 * 1024;

/** Deeper than any useful keyword group, and small enough for recursive checks. */
export const MAX_DEPTH = 64;

/** The most members and items in total: enough for several thousand terms and places, and quick to parse and check. */
export const MAX_VALUES = 10_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;

/** Returns the JSON object in the text, or an issue. The content type does not matter. */
export function parseBody(text: string): { body: Record<string, unknown> } | { issue: Issue } {
  const excess = excessOf(text);
  if (excess === 'depth') return invalid(`must not be nested deeper than ${MAX_DEPTH} levels`);
  if (excess === 'values') return invalid(`must not have more than ${MAX_VALUES} members and items in all`);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return invalid(text.length === 0 ? 'is required, as JSON' : 'is not valid JSON');
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return invalid('must be a JSON object');
  }
  return { body: body as Record<string, unknown> };
}

export function invalid(msg: string): { issue: Issue } {
  return { issue: { loc: ['body'], msg, type: 'json_invalid' } };
}

/** Counts brackets and commas outside strings, before a parser allocates objects. Any result will do for invalid JSON. */
function excessOf(text: string): 'depth' | 'values' | null {
  if (text.length <= MAX_DEPTH) return null;
  let depth = 0;
  let values = 0;
  for (let i = 0; i < text.length; i += 1) {
    const char = text.charCodeAt(i);
    if (char === QUOTE) {
      i += 1;
      while (i < text.length && text.charCodeAt(i) !== QUOTE) i += text.charCodeAt(i) === BACKSLASH ? 2 : 1;
    } else if (char === COMMA) {
      values += 1;
    } else if (char === 0x5b || char === 0x7b) {
      depth += 1;
      // The first value of a list or object follows its bracket, all others follow a comma.
      values += 1;
      if (depth > MAX_DEPTH) return 'depth';
    } else if (char === 0x5d || char === 0x7d) {
      depth -= 1;
    }
    if (values > MAX_VALUES) return 'values';
  }
  return null;
}
