/**
 * Decides when to read balances. With a ceiling, the run checks that the target charges no more than its responses state.
 * Reading is free. The run reads a balance:
 * - before the next request that can cost credits,
 * - after the first request to each operation,
 * - if charges that the target may have hidden could exceed the ceiling.
 */
import type { Spending } from '../model/spending.js';
import { count } from '../values/text.js';
import { MOST_TIMES, unlessSpent, type Budget } from './budget.js';

export interface BalanceReader {
  /** Reads the balance of an account, by its alias. */
  read(alias: string): Promise<void>;
  /** Whether reading would have to wait for a rate limit. */
  waits(alias: string): boolean;
}

/** The most free requests in a row without reading the balance. */
const MOST_UNREAD = 20;
/** After this many readings in a row with a loss after free requests, the target may be charging for them. */
const MOST_LOSSES = 3;
/** After this many failed readings in a row, a balance is not read again. */
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
  /** Reads a balance. Returns by how much it fell more than requests can have cost. */
  const lossAt = async (account: Spending): Promise<number> => {
    const before = budget.unexplained;
    reads += 1;
    // A successful reading resets this counter.
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
      // Losses by other users of the key vary. If the target charges for readings, each one costs the same.
      const idle = new Set<number>();
      for (let i = 0; i < (isSuspect ? MOST_LOSSES : 1); i += 1) idle.add(await lossAt(account));
      budget.noteLoss(['getCreditBalance'], Math.max(...idle));
      if (isSuspect && idle.size === 1) budget.blame();
    }
  };
  /** True after the first request to an operation, after many requests, and between two requests that may cost credits. */
  const isDue = ({ unchecked }: Spending, credits: number): boolean =>
    unchecked.isNew ||
    unchecked.requests >= (budget.unexplained > 0 ? 1 : MOST_UNREAD) ||
    (credits > 0 && unchecked.credits > 0);
  return {
    /** Reads balances if necessary, before requests that can cost `credits`. */
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
    /** Reads balances at the end of a run, if there is a ceiling or some charges are unknown. */
    async atEnd(): Promise<void> {
      if (reader === null || (budget.room === null && budget.creditsUsed === budget.creditsTold)) return;
      // If the budget does not allow further requests, it counts the most that unknown charges can be.
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
          `The balance of ${unread.map(({ alias }) => alias).join(', ')} could not be read, or it rose: where the target says that a request cost nothing, it was taken at its word.`,
        );
      return notes;
    },
  };
}
