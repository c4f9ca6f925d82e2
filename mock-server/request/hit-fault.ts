import { setTimeout as sleep } from 'node:timers/promises';
import { FAULT_EFFECTS } from '../domain/fault-effects.js';
import type { Fault } from '../state/faults.js';
import type { Authenticated, Call } from './call.js';

/** Waits so many real milliseconds, less where the mock closes or the caller goes away. */
export async function pause({ world, req }: Call, ms: number): Promise<void> {
  const ending = new AbortController();
  const end = (): void => ending.abort();
  req.socket.once('close', end);
  world.closing.addEventListener('abort', end);
  if (world.closing.aborted || req.socket.destroyed) end();
  await sleep(ms, undefined, { signal: ending.signal }).catch(() => undefined);
  req.socket.off('close', end);
  world.closing.removeEventListener('abort', end);
}

/** Finds the fault that hits this request, if a test has added one that does. */
export function findFault(call: Authenticated): Fault | null | Promise<Fault | null> {
  const { world, operation, account } = call;
  if (world.faults.list.length === 0) return null;
  const header = (name: string) => call.header(name);
  const hit = world.keeper.change(() => world.faults.hit({ operation, account: account.id, header }));
  if (hit.kept !== null) return hit.kept.then((fault) => (call.fault = fault));
  call.fault = hit.now;
  const kept = call.fault === null ? null : world.keeper.settled();
  call.faultKept =
    kept?.then(
      () => true,
      () => false,
    ) ?? null;
  return call.fault;
}

/** Does what the fault does at once; throws what it answers instead. Effects of later stages wait in `call.fault`. */
export async function meetFault(call: Authenticated, fault: Fault): Promise<void> {
  const { operation, account, world } = call;
  const effect = FAULT_EFFECTS[fault.effect];
  if (effect.stage !== 'request') return;
  await effect.act(fault, {
    operation,
    uncount: () =>
      world.keeper.commit(account, () => ({
        changes: [{ does: 'unpass', operation: operation.id }],
        result: undefined,
      })),
    wait: (ms) => pause(call, ms),
  });
}

/** A refused request never gets to the stage of a later effect: the fault is kept for one that does. */
export async function keepFault(call: Call): Promise<void> {
  const { world, fault } = call;
  if (fault === null || FAULT_EFFECTS[fault.effect].stage === 'request') return;
  // It had its effect: the search was charged.
  if (call.page !== null) return;
  call.fault = null;
  // Where the hit was lost, with what else could not be kept, it counts no more.
  if (call.faultKept !== null && !(await call.faultKept)) return;
  await world.keeper.change(() => world.faults.takeBack(fault.id)).kept?.catch(() => undefined);
}
