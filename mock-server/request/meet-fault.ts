import { setTimeout as sleep } from 'node:timers/promises';
import { invalidResult, Problem, serverError, serviceUnavailable } from '../domain/problems.js';
import { giveBackSlot } from '../domain/rate-limit.js';
import type { Fault } from '../state/faults.js';
import type { Call } from './call.js';

/** Thrown when the answer is that the connection breaks. */
export class Dropped extends Error {}

/**
 * Strikes the request with the fault that a test has laid for it, if there is one. What happens after the search
 * (`failed-search`, `drop-after-charge`, `truncate`) is left in `call.fault` for the later steps.
 */
export function strikeFault(call: Call): Fault | null {
  if (call.world.faults.list.length === 0) return null;
  const fault = call.world.faults.strike({
    operation: call.operation!,
    account: call.account!.id,
    header: (name) => call.header(name),
  });
  call.fault = fault;
  return fault;
}

/** Refused requests have no answer to drop, to truncate or to fail: such a fault waits for one that has. */
export function spareFault(call: Call): void {
  if (call.fault === null || !isOfTheAnswer(call.fault)) return;
  call.world.faults.takeBack(call.fault);
  call.fault = null;
}

function isOfTheAnswer({ effect }: Fault): boolean {
  return effect === 'failed-search' || effect === 'drop-after-charge' || effect === 'truncate';
}

export async function meetFault(call: Call, fault: Fault): Promise<void> {
  if (isOfTheAnswer(fault)) return;
  switch (fault.effect) {
    case 'delay':
      await sleep(fault.delayMs ?? 1_000, undefined, { signal: call.world.closing }).catch(() => undefined);
      return;
    case 'drop-before-charge':
      throw new Dropped();
    case 'rate-limited':
      giveBackSlot(call.account!.rateWindow(call.operation!.id));
      throw problemOf(call, fault);
    default:
      throw problemOf(call, fault);
  }
}

function problemOf(call: Call, fault: Fault): Problem {
  const why = { reason: `fault ${fault.id}: ${fault.effect}` };
  const { message } = fault;
  switch (fault.effect) {
    case 'rate-limited': {
      const { requests } = call.operation!.rateLimit;
      const problem = new Problem(
        429,
        'rate_limit_exceeded',
        message ?? `Rate limit exceeded: ${requests} requests per minute`,
        why,
      );
      problem.retryAfter = fault.retryAfterSeconds ?? 1;
      return problem;
    }
    case 'unaffordable':
      return new Problem(402, 'insufficient_credits', message ?? 'Not enough credits for this page', why);
    case 'forbidden':
      return new Problem(403, 'forbidden', message ?? 'Invalid or inactive API key', why);
    case 'invalid-result':
      return invalidResult(message ?? 'the complete result exceeds 4 MiB', why);
    case 'service-unavailable':
      return serviceUnavailable(message ?? unavailableSentence(call), why);
    default:
      return serverError(call.operation!.errorForm === 'envelope', message, why);
  }
}

function unavailableSentence(call: Call): string {
  const operation = call.operation!;
  if (operation.kind === 'search') return 'search is temporarily unavailable';
  return operation.id === 'listLocations'
    ? 'location suggestions are temporarily unavailable'
    : 'account information is temporarily unavailable';
}
