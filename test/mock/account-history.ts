import { vi } from 'vitest';
import type { OperationId } from '../../spec/index.js';
import type { CheckedMock } from './checked-mock.js';
import type { Attempt, History } from './one-order.js';

/** The history of an account for `disorderIn`: the answers to its callers, and its stored state. Waits until that can be read. */
export async function historyOf(
  { world, accounts }: Pick<CheckedMock, 'world' | 'accounts'>,
  key: string,
  seen: { attempts: readonly Attempt[]; limit?: number; operation?: OperationId },
): Promise<History> {
  // After a failover, other mocks may answer callers while this one still reconnects.
  await vi.waitFor(() => world.keeper.refresh('all'), { timeout: 60_000 });
  const { limit, attempts } = seen;
  const operation = world.contract.operation(seen.operation ?? 'searchJobs');
  return {
    attempts,
    ledger: accounts.ledger(key),
    stored: Array.from(world.accounts.byKey(key)!.operations.after(), (each) => each.key),
    cost: operation.kind === 'search' ? operation.creditCost : 0,
    ...(limit !== undefined && { limit: { searches: limit, clock: 'stands still' as const } }),
  };
}
