/** The body of a step, as far as it is known before the run. */
import { parsedJson } from '../../values/json.js';
import { follow, parsePointer, replaceAt } from '../../values/pointers.js';
import { expressionsIn } from '../language/expressions.js';
import type { RequestBody, Step } from './pack.js';

/**
 * The payload with its replacements, and with its expressions as they are. If the whole payload is an expression, only the replaced
 * members are known. Throws PointerError.
 */
export function payloadOf({ payload, replacements }: RequestBody): unknown {
  return replacements.reduce<unknown>(
    (whole, { target, value }) => replaceAt(whole, parsePointer(target), value),
    isFilledIn(payload) && replacements.length > 0 ? {} : payload,
  );
}

/** A limit that only the run knows: more than any page has. */
const UNTOLD = Number.MAX_SAFE_INTEGER;

/** The largest `limit` of the step's requests; undefined without one. */
export function limitOf({ body, repeat }: Pick<Step, 'body' | 'repeat'>): unknown {
  if (body === null || body.absent) return undefined;
  if (repeat?.carry.some(({ target }) => target === '' || target === '/limit') === true) return UNTOLD;
  const { raw } = body;
  if (raw !== null && typeof raw !== 'string') return UNTOLD;
  const sent = raw ?? payloadOf(body);
  if (raw === null && isFilledIn(sent)) return UNTOLD;
  const limit = follow(typeof sent === 'string' ? parsedJson(sent) : sent, ['limit']);
  return raw === null && isFilledIn(limit) ? UNTOLD : limit;
}

function isFilledIn(value: unknown): boolean {
  return typeof value === 'string' && expressionsIn(value).length > 0;
}
