import { rateLimited } from '../domain/problems.js';
import { takeSlot } from '../domain/rate-limit.js';
import type { Call } from './call.js';

/** Lets as many requests of a key and operation pass in any 60 seconds as the contract or the account allows (§8). */
export function limitRate(call: Call): void {
  const account = call.account!;
  const operation = call.operation!;
  const own = account.rateLimits[operation.id];
  // Where the source names no limit, the mock can be told to have none (reading `rate-others`).
  const none =
    own === undefined && !operation.rateLimit.stated && call.world.readings['rate-others'] === 'none';
  if (none) return;
  const limit = own ?? operation.rateLimit.requests;
  const wait = takeSlot(account.rateWindow(operation.id), limit, account.clock.now());
  if (wait > 0) throw rateLimited(limit, wait, operation.rateLimit.stated);
}
