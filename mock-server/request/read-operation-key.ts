import { isOperationKey, OPERATION_KEY_FORM } from '../../spec/operation-key.js';
import { makeOperationKey } from '../domain/operation-keys.js';
import { refuse } from '../domain/problems.js';
import type { Located } from './call.js';

/**
 * Reads the operation key before anything can go wrong, so that errors too can carry it (reading
 * `effective-key-on-errors`). A search that comes without one gets one (§5.2, 2); the legacy endpoint and the
 * lookups know no such header.
 */
export function readOperationKey(call: Located): void {
  if (!call.operation.acceptsOperationKey) return;
  const sent = call.header('idempotency-key');
  if (sent === undefined) {
    call.operationKey = call.shownOperationKey = makeOperationKey(call.world.newId());
    call.operationKeyIsMade = true;
  } else if (isOperationKey(sent)) {
    call.operationKey = sent;
    call.shownOperationKey = call.world.secrets.text(sent);
  }
}

/** Refuses a key of the wrong form, an empty one included (§5.2, 1). */
export function checkOperationKey(call: Located): void {
  if (!call.operation.acceptsOperationKey) return;
  const sent = call.header('idempotency-key');
  if (sent !== undefined && !isOperationKey(sent))
    throw refuse('bad-operation-key', { form: OPERATION_KEY_FORM, length: sent.length });
}
