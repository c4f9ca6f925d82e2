/**
 * Decides when to read balances. Under a ceiling, a target must not charge more than its answers say. A reading is free.
 * The run reads a balance:
 * - before the next request that can cost credits,
 * - after the first request to each operation,
 * - if the charges that the target may have hidden do not fit under the ceiling.
 */
import type { Spending } from '../model/spending.js';
import { count } from '../values/text.js';
import { MOST_TIMES, unlessSpent, type Budget } from './budget.js';

export interface BalanceReader {
  /** Asks for the balance of an account by its alias. */
  read(alias: string): Promise<void>;
  /** True if the reading would have to wait for a rate limit. */
  waits(alias: string): boolean;
}

/** The most free requests in a row without a reading. */
const MOST_UNREAD = 20;
/** Readings in a row that find a loss after free requests only, or after those to one operation. After that many, the target may be charging for them. */
const MOST_LOSSES = 3;
/** Failed readings in a row, after which a balance is not read again. */
const MOST_FAILED = 3;

/** `reader` is null if the target has no balance operation. */
export function createBalanceChecks(budget: Budget, reader: BalanceReader | null) {
  let reads = 0;
  let losses = 0;
  const isUnreadable = ({ failedReadings }: Spending): boolean => failedReadings >= MOST_FAILED;
  const open = (): Spending[] =>
    budget.accounts.filter(
      (each) => each.unproven + each.unchecked.requests > 0 && !isUnreadable(each) && !each.isShared,
    );
  /** Reads a balance. Returns the credits that are gone beyond what requests can have cost. */
  const lossAt = async (account: Spending): Promise<number> => {
    const before = budget.unexplained;
    reads += 1;
    // A successful reading sets it to 0.
    account.failedReadings = reader === null ? MOST_FAILED : account.failedReadings + 1;
    await reader?.read(account.alias);
    return budget.unexplained - before;
  };
  const readAll = async (accounts: readonly Spending[]): Promise<void> => {
    for (const account of accounts) {
      const { requests, credits, operations } = account.unchecked;
      const loss = await lossAt(account);
      if (requests === 0 || credits > 0) continue;
      losses = loss > 0 ? losses + 1 : 0;
      const times = budget.noteLoss(operations, loss);
      const isSuspect = [times, losses].includes(MOST_LOSSES);
      if (times !== 1 && !isSuspect) continue;
      // Losses by other users of the key vary. If the target charges for readings, each one loses the same.
      const idle = new Set<number>();
      for (let i = 0; i < (isSuspect ? MOST_LOSSES : 1); i += 1) idle.add(await lossAt(account));
      budget.noteLoss(['getCreditBalance'], Math.max(...idle));
      if (isSuspect && idle.size === 1) budget.blame();
    }
  };
  /** True after a first request to an operation, after many requests, and between two requests that may cost credits. */
  const isDue = ({ unchecked }: Spending, credits: number): boolean =>
    unchecked.isNew ||
    unchecked.requests >= (budget.unexplained > 0 ? 1 : MOST_UNREAD) ||
    (credits > 0 && unchecked.credits > 0);
  return {
    /** Reads balances if necessary before requests that can cost or take so many credits. */
    async before(credits: number): Promise<void> {
      const { room } = budget;
      if (room === null) return;
      for (const account of budget.accounts) if (reader === null || isUnreadable(account)) account.distrust();
      const all = open();
      const hidden = all.reduce(
        (sum, { unproven, unchecked: { requests, credits: read } }) =>
          sum + unproven + read * (MOST_TIMES - 1) + requests * budget.mostTaken,
        0,
      );
      const isTight = credits > 0 && hidden > 0 && credits + hidden > room;
      await readAll(
        all.filter((each) => isTight || (isDue(each, credits) && reader?.waits(each.alias) === false)),
      );
    },
    /** Reads balances at the end of a run with a ceiling, or if some charges are unknown. */
    async atEnd(): Promise<void> {
      if (reader === null || (budget.room === null && budget.creditsUsed === budget.creditsTold)) return;
      // If no request is left, the budget keeps counting the most that unread charges can be.
      await unlessSpent(() => readAll(open()));
    },
    /** Remarks for the report. */
    notes(): string[] {
      const unread = budget.accounts.filter(({ failedReadings }) => failedReadings > 0);
      const notes =
        reads === 0 || budget.room === null || reader === null
          ? []
          : [`Read the balance ${count(reads, 'time')} to keep to --max-credits.`];
      if (unread.length > 0)
        notes.push(
          `The balance of ${unread.map(({ alias }) => alias).join(', ')} could not be read: where the target says that a request cost nothing, it was taken at its word.`,
        );
      return notes;
    },
  };
}
