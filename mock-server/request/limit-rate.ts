import type { Operation } from '../../spec/index.js';
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
  if (wait instanceof Promise) return wait.then((seconds) => refuse(seconds, limit, operation));
  refuse(wait, limit, operation);
}

function refuse(seconds: number, limit: number, { rateLimit }: Operation): void {
  if (seconds > 0) throw rateLimited(limit, seconds, rateLimit.stated);
}
