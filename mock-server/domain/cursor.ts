/** Cursors as callers see them: an array of two on the current searches, an opaque text on the legacy one (§4.1, §4.6). */

import type { SearchOperation } from '../../spec/index.js';
import type { Cursor } from '../search/index.js';

type CursorField = SearchOperation['cursorField'];

/** Clients that apply percent encoding to the text change it, and get an error. */
const TEXT_END = '%3D';

/** The cursor as a JSON value of the answer. */
export function encodeCursor(field: CursorField, { timestamp, id }: Cursor): [number, number] | string {
  return field === 'search_after'
    ? [timestamp, id]
    : Buffer.from(`${timestamp}:${id}`).toString('base64url') + TEXT_END;
}

/** The cursor that a caller passed back, or null if the value is not a cursor. */
export function decodeCursor(field: CursorField, value: unknown): Cursor | null {
  const parts = field === 'search_after' ? value : partsOf(value);
  if (!Array.isArray(parts) || parts.length !== 2) return null;
  const [timestamp, id] = parts as unknown[];
  return Number.isSafeInteger(timestamp) && Number.isSafeInteger(id)
    ? { timestamp: timestamp as number, id: id as number }
    : null;
}

/** Two numbers of 16 digits with a sign and a colon, in base64, and the end. */
const LONGEST_TEXT = 46 + TEXT_END.length;

function partsOf(value: unknown): number[] | null {
  if (typeof value !== 'string' || value.length > LONGEST_TEXT || !value.endsWith(TEXT_END)) return null;
  const text = Buffer.from(value.slice(0, -TEXT_END.length), 'base64url').toString('latin1');
  return /^-?\d{1,16}:\d{1,16}$/.test(text) ? text.split(':').map(Number) : null;
}
