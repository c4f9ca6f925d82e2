/** Determines the body of a step, as far as it is known before the run. */
import { parsedJson } from '../../values/json.js';
import { follow, parsePointer, replaceAt } from '../../values/pointers.js';
import { expressionTexts } from '../language/expressions.js';
import type { RequestBody, Step } from './pack.js';

/**
 * Returns the payload with its replacements. Does not evaluate expressions; if the whole payload is an expression, only the
 * replaced members are known. Throws PointerError.
 */
export function payloadOf({ payload, replacements }: RequestBody): unknown {
  return replacements.reduce<unknown>(
    (whole, { target, value }) => replaceAt(whole, parsePointer(target), value),
    isFilledIn(payload) && replacements.length > 0 ? {} : payload,
  );
}

/** Represents a limit that is unknown before the run. It is larger than any page. */
const UNKNOWN_LIMIT = Number.MAX_SAFE_INTEGER;

/** Returns the largest `limit` of the step's requests; undefined if there is none. */
export function limitOf({ body, repeat }: Pick<Step, 'body' | 'repeat'>): unknown {
  if (body === null || body.absent) return undefined;
  if (repeat?.carry.some(({ target }) => target === '' || target === '/limit') === true) return UNKNOWN_LIMIT;
  const { raw } = body;
  if (raw !== null && typeof raw !== 'string') return UNKNOWN_LIMIT;
  const sent = raw ?? payloadOf(body);
  if (raw === null && isFilledIn(sent)) return UNKNOWN_LIMIT;
  const limit = follow(typeof sent === 'string' ? parsedJson(sent) : sent, ['limit']);
  return raw === null && isFilledIn(limit) ? UNKNOWN_LIMIT : limit;
}

function isFilledIn(value: unknown): boolean {
  return typeof value === 'string' && expressionTexts(value).length > 0;
}
