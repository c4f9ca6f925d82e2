import { rateLimited } from '../domain/problems.js';
import { takeSlot } from '../domain/rate-limit.js';
import type { Authenticated } from './call.js';

/** Lets as many requests of a key and operation pass in any 60 seconds as the contract or the account allows (§8). */
export function limitRate(call: Authenticated): void {
  const { account, operation, world } = call;
  const limit = world.rateLimit(account, operation);
  if (limit === 'none') return;
  const wait = takeSlot(account.rateWindow(operation.id), limit, account.clock.now());
  if (wait > 0) throw rateLimited(limit, wait, operation.rateLimit.stated);
}
