import { rateLimited } from '../domain/problems.js';
import { takeSlot } from '../domain/rate-limit.js';
import type { Authenticated } from './call.js';

/** Lets as many requests of a key and operation pass in any 60 seconds as the contract or the account allows (§8). */
export function limitRate(call: Authenticated): void {
  const { account, operation } = call;
  // Where the source names no limit, the mock can be told to have none (reading `rate-others`).
  const isOpen = !operation.rateLimit.stated && account.rateLimits[operation.id] === undefined;
  if (isOpen && call.world.readings['rate-others'] === 'none') return;
  const limit = account.rateLimit(operation);
  const wait = takeSlot(account.rateWindow(operation.id), limit, account.clock.now());
  if (wait > 0) throw rateLimited(limit, wait, operation.rateLimit.stated);
}
