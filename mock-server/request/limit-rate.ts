import { keyRefused, rateLimited, type Problem } from '../domain/problems.js';
import { waitFor } from '../domain/rate-limit.js';
import type { Decision } from '../state/keeper.js';
import type { Authenticated } from './call.js';

/** Lets as many requests of a key and operation pass in any 60 seconds as the contract or the account allows (§8). */
export function limitRate({ account, operation, world }: Authenticated): void | Promise<void> {
  const { keeper } = world;
  if (!keeper.isShared && world.rateLimit(account, operation) === 'none') return;
  const refused = keeper.commit(account, (): Decision<Problem | null> => {
    // The knowledge of a shared account is current only here.
    if (!account.active) throw keyRefused('inactive');
    const limit = world.rateLimit(account, operation);
    if (limit === 'none') return { entries: [], result: null };
    const at = account.clock.now();
    const seconds = waitFor(account.rateWindow(operation.id), limit, at);
    return {
      entries: [{ account: account.id, changes: [{ does: 'pass', operation: operation.id, limit, at }] }],
      result: seconds > 0 ? rateLimited(limit, seconds, operation.rateLimit.stated) : null,
    };
  });
  return refused instanceof Promise ? refused.then(refuse) : refuse(refused);
}

function refuse(problem: Problem | null): void {
  if (problem !== null) throw problem;
}
