/** From the bytes of a request body to a JSON value, safe against bodies that are made to do harm. */

import type { Issue } from '../../spec/index.js';

export const MAX_BODY_BYTES = 1024 * 1024;

/** Deeper than any keyword group that a person would write, and safe for checks that recurse. */
export const MAX_DEPTH = 64;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** The object that the bytes hold, or what is wrong with them. The content type is ignored. */
export function parseBody(bytes: Buffer): { body: Record<string, unknown> } | { issue: Issue } {
  if (isDeeperThan(bytes, MAX_DEPTH)) return invalid(`must not be nested deeper than ${MAX_DEPTH} levels`);
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

/** Counts brackets outside strings; for bytes that are not JSON the result does not matter. */
function isDeeperThan(bytes: Buffer, limit: number): boolean {
  if (bytes.length <= limit) return false;
  let depth = 0;
  for (let i = 0; i < bytes.length; i += 1) {
    const byte = bytes[i]!;
    if (byte === QUOTE) {
      i += 1;
      while (i < bytes.length && bytes[i] !== QUOTE) i += bytes[i] === BACKSLASH ? 2 : 1;
    } else if (byte === 0x5b || byte === 0x7b) {
      depth += 1;
      if (depth > limit) return true;
    } else if (byte === 0x5d || byte === 0x7d) {
      depth -= 1;
    }
  }
  return false;
}
