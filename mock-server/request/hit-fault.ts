import { setTimeout as sleep } from 'node:timers/promises';
import { FAULT_EFFECTS } from '../domain/fault-effects.js';
import type { Fault } from '../state/faults.js';
import type { Authenticated, Call } from './call.js';
import { keepBody } from './read-input.js';

/** Waits so many real milliseconds, or until the mock closes or the caller disconnects. */
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

/** Finds the fault that hits this request, of those that a test has added. */
export async function findFault(call: Authenticated): Promise<Fault | null> {
  const { world, operation, account } = call;
  const header = (name: string) => call.header(name);
  call.fault = await world.owner.hitFault({ operation, account: account.id, header });
  const kept = call.fault === null ? null : world.keeper.settled();
  call.faultKept =
    kept?.then(
      () => true,
      () => false,
    ) ?? null;
  return call.fault;
}

/** Applies the immediate effect of a fault, or throws the fault's answer. Effects of later stages wait in `call.fault`. */
export async function meetFault(call: Authenticated, fault: Fault): Promise<void> {
  const { operation, account, world } = call;
  const effect = FAULT_EFFECTS[fault.effect];
  if (effect.stage !== 'request') return;
  await effect.act(fault, {
    operation,
    uncount: () =>
      world.keeper.commit(account, () => ({
        entries: [{ account: account.id, changes: [{ does: 'unpass', operation: operation.id }] }],
        result: undefined,
      })),
    wait: async (ms) => {
      void keepBody(call);
      await pause(call, ms);
      if (call.req.socket.destroyed) throw new Error('aborted');
    },
  });
}

/** A refused request does not reach the stage of a later effect, so the fault stays for a request that does. */
export async function keepFault(call: Call): Promise<void> {
  const { world, fault } = call;
  if (fault === null || FAULT_EFFECTS[fault.effect].stage === 'request') return;
  // It had its effect: the search was charged.
  if (call.page !== null) return;
  call.fault = null;
  // If the hit could not be stored, it does not count.
  if (call.faultKept !== null && !(await call.faultKept)) return;
  const takenBack = takeBack(call, fault.id);
  if (world.keeper.recovered === null) await takenBack;
}

/** Takes a hit back when the state can be kept again. */
async function takeBack({ world }: Call, id: string): Promise<void> {
  try {
    await world.keeper.recovered;
    await world.owner.takeBackHit(id);
  } catch {
    // The mock closes, or cannot keep the state again.
  }
}
