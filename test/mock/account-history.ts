import { vi } from 'vitest';
import type { OperationId } from '../../spec/index.js';
import type { CheckedMock } from './checked-mock.js';
import type { Attempt, History } from './one-order.js';

/**
 * What is to be checked of an account, once nothing is under way any more and this mock can use its state: what its callers
 * saw, and what is kept of it.
 */
export async function historyOf(
  { world, accounts }: Pick<CheckedMock, 'world' | 'accounts'>,
  key: string,
  seen: { attempts: readonly Attempt[]; limit?: number; operation?: OperationId },
): Promise<History> {
  // After a failover the callers were perhaps answered by another mock, while this one still finds its way.
  await vi.waitFor(() => world.keeper.refresh('all'), { timeout: 60_000 });
  const { limit, attempts } = seen;
  const operation = world.contract.operation(seen.operation ?? 'searchJobs');
  return {
    attempts,
    ledger: accounts.ledger(key),
    stored: Array.from(world.accounts.byKey(key)!.operations.entries(), ([each]) => each),
    cost: operation.kind === 'search' ? operation.creditCost : 0,
    ...(limit !== undefined && { limit: { searches: limit, clock: 'stands still' as const } }),
  };
}
