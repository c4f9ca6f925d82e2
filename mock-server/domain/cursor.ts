/** Cursors in requests and responses: an array of two numbers or, on the legacy search, an opaque text (§4.1, §4.6). */

import type { SearchOperation } from '../../spec/index.js';
import type { Cursor } from '../search/index.js';

type CursorField = SearchOperation['cursorField'];

/** Ends every text, so that clients that percent-encode or decode a cursor change it and get an error. */
const TEXT_END = '%3D';

/** Returns the cursor as a JSON value of the response. */
export function encodeCursor(field: CursorField, { timestamp, id }: Cursor): [number, number] | string {
  return field === 'search_after'
    ? [timestamp, id]
    : Buffer.from(`${timestamp}:${id}`).toString('base64url') + TEXT_END;
}

/** Returns the cursor that a caller sends, or null if the value is not a cursor. */
export function decodeCursor(field: CursorField, value: unknown): Cursor | null {
  const parts = field === 'search_after' ? value : partsOf(value);
  if (!Array.isArray(parts) || parts.length !== 2) return null;
  const [timestamp, id] = parts as unknown[];
  return Number.isSafeInteger(timestamp) && Number.isSafeInteger(id)
    ? { timestamp: timestamp as number, id: id as number }
    : null;
}

/** Length of two numbers of 16 digits, a sign and a colon in base64, then `TEXT_END`. */
const LONGEST_TEXT = 46 + TEXT_END.length;

function partsOf(value: unknown): number[] | null {
  if (typeof value !== 'string' || value.length > LONGEST_TEXT || !value.endsWith(TEXT_END)) return null;
  const text = Buffer.from(value.slice(0, -TEXT_END.length), 'base64url').toString('latin1');
  return /^-?\d{1,16}:\d{1,16}$/.test(text) ? text.split(':').map(Number) : null;
}
