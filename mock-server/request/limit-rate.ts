import { keyRefused, rateLimited, type Problem } from '../domain/problems.js';
import { waitFor } from '../domain/rate-limit.js';
import { decided, type Decision } from '../state/keeper.js';
import type { Authenticated } from './call.js';

/** Throws a 429 if a key exceeds the rate limit of an operation (§8), which the contract or the account sets. */
export function limitRate({ account, operation, world }: Authenticated): void | Promise<void> {
  const { keeper } = world;
  if (!keeper.isShared && world.rateLimit(account, operation) === 'none') return;
  const refused = keeper.commit(account, (): Decision<Problem | null> => {
    // Check again, because a shared account is certainly up to date only within a commit.
    if (!account.active) throw keyRefused('inactive');
    const limit = world.rateLimit(account, operation);
    if (limit === 'none') return decided(account, [], null);
    const at = account.clock.now();
    const seconds = waitFor(account.rateWindow(operation.id), limit, at);
    const refusal = seconds > 0 ? rateLimited(limit, seconds, operation.rateLimit.stated) : null;
    return decided(account, [{ does: 'pass', operation: operation.id, limit, at }], refusal);
  });
  return refused instanceof Promise ? refused.then(refuse) : refuse(refused);
}

function refuse(problem: Problem | null): void {
  if (problem !== null) throw problem;
}
