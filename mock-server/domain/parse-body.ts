/** From the bytes of a request body to a JSON value, safe against bodies that are made to do harm. */

import type { Issue } from '../../spec/index.js';

export const MAX_BODY_BYTES = 1024 * 1024;

/** Deeper than any keyword group that a person would write, and safe for checks that recurse. */
export const MAX_DEPTH = 64;

/** Members and items in all: several thousand terms and places, yet nothing that takes long to parse or to check. */
export const MAX_VALUES = 10_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;

/** The object that the bytes hold, or what is wrong with them. The content type is ignored. */
export function parseBody(bytes: Buffer): { body: Record<string, unknown> } | { issue: Issue } {
  const excess = excessOf(bytes);
  if (excess === 'depth') return invalid(`must not be nested deeper than ${MAX_DEPTH} levels`);
  if (excess === 'values') return invalid(`must not have more than ${MAX_VALUES} members and items in all`);
  let body: unknown;
  try {
    body = JSON.parse(bytes.toString('utf8'));
  } catch {
    return invalid(bytes.length === 0 ? 'is required, as JSON' : 'is not valid JSON');
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return invalid('must be a JSON object');
  }
  return { body: body as Record<string, unknown> };
}

function invalid(msg: string): { issue: Issue } {
  return { issue: { loc: ['body'], msg, type: 'json_invalid' } };
}

/** Counts brackets and commas outside strings, before a parser makes objects of them; for bytes that are not JSON the result does not matter. */
function excessOf(bytes: Buffer): 'depth' | 'values' | null {
  if (bytes.length <= MAX_DEPTH) return null;
  let depth = 0;
  let values = 0;
  for (let i = 0; i < bytes.length; i += 1) {
    const byte = bytes[i]!;
    if (byte === QUOTE) {
      i += 1;
      while (i < bytes.length && bytes[i] !== QUOTE) i += bytes[i] === BACKSLASH ? 2 : 1;
    } else if (byte === COMMA) {
      values += 1;
    } else if (byte === 0x5b || byte === 0x7b) {
      depth += 1;
      // The first value of a list or object stands behind its bracket, all others behind a comma.
      values += 1;
      if (depth > MAX_DEPTH) return 'depth';
    } else if (byte === 0x5d || byte === 0x7d) {
      depth -= 1;
    }
    if (values > MAX_VALUES) return 'values';
  }
  return null;
}
