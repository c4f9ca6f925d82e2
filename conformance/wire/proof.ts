/**
 * Keeps a target to its word: a refusal, a repeat and a job that is said to be paid for already cost nothing, says the
 * target. Before such words could hide that the ceiling is met, the balance is read, which costs nothing.
 */
import { count } from '../values/text.js';
import type { Books } from './books.js';
import type { Budget } from './budget.js';

export interface Proof {
  /** Reads balances where requests that can cost so many credits would fit only if the target's word holds. */
  before(credits: number): Promise<void>;
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
  return {
    async before(credits) {
      const open = [...books.unproven].filter(([alias]) => !unreadable.has(alias));
      const believed = open.reduce((sum, [, each]) => sum + each, 0);
      if (budget.room === null || credits === 0 || believed === 0) return;
      if (credits + believed <= budget.room) return;
      for (const [alias] of open) {
        if (read === null) unreadable.add(alias);
        else {
          reads += 1;
          await read(alias);
          if (books.unproven.has(alias)) unreadable.add(alias);
        }
      }
    },
    notes: () => [
      ...(reads === 0 ? [] : [`Read the balance ${count(reads, 'time')} to keep to --max-credits.`]),
      ...(unreadable.size === 0
        ? []
        : [
            `The balance of ${[...unreadable].join(', ')} could not be read: where the target says that a request cost nothing, it was taken at its word.`,
          ]),
    ],
  };
}
