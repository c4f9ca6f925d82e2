import { digestBody } from '../domain/operation-keys.js';
import { parseBody } from '../domain/parse-body.js';
import { Problem } from '../domain/problems.js';
import { decided } from '../state/keeper.js';
import { isSearch, type Authenticated, type Call } from './call.js';

/** Statuses after which a search can be sent again under its operation key (§7.1). */
const FAILURES = [402, 422, 429, 500, 503];

/**
 * Remembers the request of a search that failed under the caller's operation key, so that the key is refused for another body
 * (reading `changed-after-failure`). The first failure decides. `digest` is that of the body; by default it is computed from it.
 */
export function noteAttempt(call: Call, digest = digestOf(call)): void | Promise<void> {
  const { account, callerKey: key, operation, world } = call;
  if (account === null || operation === null || key === null) return;
  if (digest === null || !isSearch(call as Authenticated)) return;
  if (world.readings['changed-after-failure'] === 'accepted') return;
  return world.keeper.commit(account, () => {
    const now = account.clock.now();
    const isKnown = account.operations.get(key) !== undefined || account.attemptUnder(key, now) !== undefined;
    const attempt = { operation: operation.id, digest, executedAt: now };
    return decided(account, isKnown ? [] : [{ does: 'attempt', key, attempt }], undefined);
  });
}

/** Remembers the attempt of a refused request. If it cannot be stored, `settled` makes the response a 503. */
export async function noteRefusal(call: Call, error: unknown): Promise<void> {
  if (!(error instanceof Problem) || !FAILURES.includes(error.status)) return;
  try {
    await noteAttempt(call);
  } catch {
    // `settled` reports the failure before the response is sent.
  }
}

function digestOf({ body }: Call): string | null {
  if (body === null) return null;
  const parsed = parseBody(body);
  return digestBody('issue' in parsed ? body : parsed.body);
}
