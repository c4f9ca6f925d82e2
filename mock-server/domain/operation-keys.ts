/** Operation keys (§5.2): when two requests are the same, and what a key that is sent again gets. */

import { OPERATION_KEY_PREFIX } from '../../spec/operation-key.js';
import type { OperationId } from '../../spec/index.js';

/** A key for a search that came without one; `id` is a UUID. */
export function makeOperationKey(id: string): string {
  return `${OPERATION_KEY_PREFIX}${id}`;
}

/** A search as an operation key remembers it. */
export interface KeyedRequest {
  operation: OperationId;
  /** Of the JSON value of its body (reading `unchanged-body`). */
  digest: string;
  /** ms */
  executedAt: number;
}

/**
 * The outcome for a request with a known key: the stored answer; a conflict, if the key belongs to another
 * endpoint or body; or `expired`, if the key's billing period has ended. `cycleStart` is that of the current
 * cycle, `storedCycleStart` that of the cycle in which the stored one was executed.
 */
export function decideReuse(
  stored: KeyedRequest,
  operation: OperationId,
  digest: string,
  cycleStart: number,
  storedCycleStart: number,
): 'replay' | 'conflict' | 'expired' {
  if (stored.operation !== operation || stored.digest !== digest) return 'conflict';
  return cycleStart === storedCycleStart ? 'replay' : 'expired';
}
