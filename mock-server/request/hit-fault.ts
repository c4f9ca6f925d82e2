import { setTimeout as sleep } from 'node:timers/promises';
import { FAULT_EFFECTS } from '../domain/fault-effects.js';
import type { Fault } from '../state/faults.js';
import { decided } from '../state/keeper.js';
import type { Authenticated, Call } from './call.js';
import { keepBody } from './read-input.js';

/** Waits `ms` real milliseconds, or until the mock closes or the caller disconnects. */
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

/** Returns the first fault that matches this request, and counts the hit. */
export async function findFault(call: Authenticated): Promise<Fault | null> {
  const { world, operation, account } = call;
  const header = (name: string) => call.header(name);
  call.fault = await world.owner.hitFault({ operation, account: account.id, header });
  const kept = call.fault && world.keeper.settled();
  call.faultKept =
    kept?.then(
      () => true,
      () => false,
    ) ?? null;
  return call.fault;
}

/** Applies the effect of a fault of the stage `request`, which may throw a Problem. Later stages read `call.fault`. */
export async function meetFault(call: Authenticated, fault: Fault): Promise<void> {
  const { operation, account, world } = call;
  const effect = FAULT_EFFECTS[fault.effect];
  if (effect.stage !== 'request') return;
  await effect.act(fault, {
    operation,
    uncount: () =>
      world.keeper.commit(account, () =>
        decided(account, [{ does: 'unpass', operation: operation.id }], undefined),
      ),
    wait: async (ms) => {
      void keepBody(call);
      await pause(call, ms);
      if (call.req.socket.destroyed) throw new Error('aborted');
    },
  });
}

/** Takes back the hit of a fault whose stage a refused request did not reach, so that it hits a later request. */
export async function keepFault(call: Call): Promise<void> {
  const { fault } = call;
  const { keeper, owner } = call.world;
  if (fault === null || FAULT_EFFECTS[fault.effect].stage === 'request') return;
  // The search was charged, so the fault had its effect.
  if (call.page !== null) return;
  call.fault = null;
  // If the hit could not be stored, it does not count.
  if (call.faultKept !== null && !(await call.faultKept)) return;
  const { recovered } = keeper;
  const takenBack = Promise.resolve(recovered)
    .then(() => owner.takeBackHit(fault.id))
    // The mock closes, or the state cannot be stored.
    .catch(() => undefined);
  // Do not wait until the state can be stored again.
  if (recovered === null) await takenBack;
}
