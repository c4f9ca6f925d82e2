import { isOperationKey, OPERATION_KEY_FORM } from '../../spec/operation-key.js';
import { makeOperationKey } from '../domain/operation-keys.js';
import { refuse } from '../domain/problems.js';
import type { Located } from './call.js';

/**
 * Reads the operation key before all other checks, so that error responses include it (reading
 * `effective-key-on-errors`). Makes one for a search without it (§5.2, 2). The legacy endpoint and the lookups
 * ignore this header.
 */
export function readOperationKey(call: Located): void {
  if (!call.operation.acceptsOperationKey) return;
  const sent = call.header('idempotency-key');
  if (sent === undefined) {
    call.operationKey = call.shownOperationKey = makeOperationKey(call.world.newId());
  } else if (isOperationKey(sent)) {
    call.operationKey = call.callerKey = sent;
    call.shownOperationKey = call.world.secrets.text(sent);
  }
}

/** Throws a 400 if the key has the wrong form or is empty (§5.2, 1). */
export function checkOperationKey(call: Located): void {
  if (!call.operation.acceptsOperationKey) return;
  const sent = call.header('idempotency-key');
  if (sent !== undefined && !isOperationKey(sent))
    throw refuse('bad-operation-key', { form: OPERATION_KEY_FORM, length: sent.length });
}
