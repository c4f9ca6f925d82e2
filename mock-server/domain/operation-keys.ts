/** Operation keys (§5.2): decides whether two requests are equal, and the outcome of a repeated key. */

import { OPERATION_KEY_PREFIX } from '../../spec/operation-key.js';
import { hash } from 'node:crypto';
import type { AdminSchemas } from '../../spec/admin.js';
import type { OperationId } from '../../spec/index.js';
import { isIn, type Cycle } from './cycle.js';
import { refuse } from './problems.js';

/** Returns a key for a search without one; `id` is a UUID. */
export function makeOperationKey(id: string): string {
  return `${OPERATION_KEY_PREFIX}${id}`;
}

/**
 * Returns a digest that is equal for equal JSON values (reading `unchanged-body`). The order of members and white space do
 * not matter, the order of items does: `{"limit": 10, "a": 1}` and `{"a":1,"limit":1e1}` are equal requests.
 */
export function digestBody(body: unknown): string {
  return hash('sha256', canonicalJson(body), 'base64url');
}

/** Returns JSON with sorted members. May recurse, since `parse-body.ts` limits the depth. A loop is a third faster than `join`. */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'string' && PLAIN.test(value)) return `"${value}"`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const isList = Array.isArray(value);
  const names = Object.keys(value);
  if (!isList && names.length > 1) names.sort();
  let text = isList ? '[' : '{';
  for (let i = 0; i < names.length; i += 1) {
    if (i > 0) text += ',';
    if (!isList) text += `${canonicalJson(names[i])}:`;
    text += canonicalJson((value as Record<string, unknown>)[names[i]!]);
  }
  return text + (isList ? ']' : '}');
}

/** Printable ASCII without escapes, for which a call of `JSON.stringify` takes longer. */
const PLAIN = /^[ !#-[\]-~]*$/;

/** The search that is stored with an operation key; `executedAt` is in ms. */
export type KeyedRequest = NonNullable<AdminSchemas['AccountState']['attempts']>[number]['attempt'];

/**
 * Decides the outcome of a search with a known key in a billing cycle: `replay` of the stored result, or `conflict` if the key
 * belongs to another endpoint or body. Throws 409 if the key's billing cycle has ended.
 */
export function decideReuse(stored: KeyedRequest, operation: OperationId, digest: string, cycle: Cycle) {
  if (stored.operation !== operation || stored.digest !== digest) return 'conflict';
  if (isIn(cycle, stored.executedAt)) return 'replay';
  throw refuse('key-expired', { at: new Date(stored.executedAt).toISOString() });
}
