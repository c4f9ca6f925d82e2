/**
 * Keeps a target to its word: a refusal, a repeat and a job that is said to be paid for already cost nothing, says the
 * target. Before such words could hide that the ceiling is met, the balance is read, which costs nothing.
 */
import { count } from '../values/text.js';
import type { Books } from './books.js';
import { BudgetSpent, type Budget } from './budget.js';

export interface Proof {
  /** Reads balances where requests that can cost so many credits would fit only if the target's word holds. */
  before(credits: number): Promise<void>;
  /** Reads them once more at the end, where what is counted as used is not all told, or a ceiling was to be kept. */
  atEnd(): Promise<void>;
  /** Remarks for the report. */
  notes(): string[];
}

/** `read` asks for the balance of an account by its alias; null where the target tells none. */
export function createProof(
  budget: Budget,
  books: Books,
  read: ((alias: string) => Promise<void>) | null,
): Proof {
  const unreadable = new Set<string>();
  let reads = 0;
  const open = (): string[] => [...books.unproven.keys()].filter((alias) => !unreadable.has(alias));
  const readAll = async (aliases: readonly string[]): Promise<void> => {
    for (const alias of aliases) {
      if (read === null) unreadable.add(alias);
      else {
        reads += 1;
        await read(alias);
        if (books.unproven.has(alias)) unreadable.add(alias);
      }
    }
  };
  return {
    async before(credits) {
      const believed = open().reduce((sum, alias) => sum + (books.unproven.get(alias) ?? 0), 0);
      if (budget.room === null || credits === 0 || believed === 0) return;
      if (credits + believed <= budget.room) return;
      await readAll(open());
    },
    async atEnd() {
      if (read === null || (budget.room === null && budget.creditsUsed === budget.creditsTold)) return;
      try {
        await readAll(open());
      } catch (error) {
        // No request is left for it: what was not read counts as the most that it can be.
        if (!(error instanceof BudgetSpent)) throw error;
      }
    },
    notes: () => [
      ...(reads === 0 || budget.room === null
        ? []
        : [`Read the balance ${count(reads, 'time')} to keep to --max-credits.`]),
      ...(unreadable.size === 0
        ? []
        : [
            `The balance of ${[...unreadable].join(', ')} could not be read: where the target says that a request cost nothing, it was taken at its word.`,
          ]),
    ],
  };
}
