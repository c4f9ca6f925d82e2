import { rateLimited } from '../domain/problems.js';
import { waitFor } from '../domain/rate-limit.js';
import type { Authenticated } from './call.js';

/** Lets as many requests of a key and operation pass in any 60 seconds as the contract or the account allows (§8). */
export function limitRate({ account, operation, world }: Authenticated): void | Promise<void> {
  const limit = world.rateLimit(account, operation);
  if (limit === 'none') return;
  const wait = world.keeper.commit(account, () => {
    const at = account.clock.now();
    return {
      changes: [{ does: 'pass', operation: operation.id, limit, at }],
      result: waitFor(account.rateWindow(operation.id), limit, at),
    };
  });
  const refuse = (seconds: number): void => {
    if (seconds > 0) throw rateLimited(limit, seconds, operation.rateLimit.stated);
  };
  return wait instanceof Promise ? wait.then(refuse) : refuse(wait);
}
