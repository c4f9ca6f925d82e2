/**
 * Keeps a target to its word under a ceiling. What an answer says of its charge, and that a refusal, a repeat, a lookup or
 * a job that was paid for before cost nothing, only the balance shows, and to read that costs nothing. It is read before the next
 * request that can cost something, after each operation that is asked for the first time, and where what the word of the target
 * could hide would meet the ceiling.
 */
import { count } from '../values/text.js';
import type { Books } from './books.js';
import { BudgetSpent, MOST_TIMES, type Budget } from './budget.js';

export interface Proof {
  /** Reads balances before the next requests, which can cost so many credits, where what was sent has to be looked at first. */
  before(credits: number): Promise<void>;
  /** Reads them once more at the end, where what is counted as used is not all told, or a ceiling was to be kept. */
  atEnd(): Promise<void>;
  /** Remarks for the report. */
  notes(): string[];
}

export interface BalanceReader {
  /** Asks for the balance of an account by its alias. */
  read(alias: string): Promise<void>;
  /** Whether that would have to wait for a rate limit. */
  waits(alias: string): boolean;
}

/** So many requests that cost nothing are taken at their word, one after the other. */
const MOST_BELIEVED = 20;
/** Readings in a row before which nothing but free requests was sent, and each of which shows a loss: that is no chance. */
const MOST_LOSSES = 3;
/** Readings in a row that give no balance, until it is not asked for any more. */
const MOST_FAILED = 3;

/** `reader` is null where the target tells no balance. */
export function createProof(budget: Budget, books: Books, reader: BalanceReader | null): Proof {
  const failed = new Map<string, number>();
  let reads = 0;
  const isUnreadable = (alias: string): boolean => (failed.get(alias) ?? 0) >= MOST_FAILED;
  const open = (): string[] =>
    [...new Set([...books.unproven.keys(), ...books.untested.keys()])].filter(
      (alias) => !isUnreadable(alias) && !budget.isShared(alias),
    );
  /** Reads a balance, and gives what it fell by beyond what requests can have cost. */
  const lossAt = async (alias: string): Promise<number> => {
    const before = { loss: budget.unexplained, readings: books.readingsOf(alias) };
    reads += 1;
    await reader?.read(alias);
    const isRead = books.readingsOf(alias) > before.readings;
    failed.set(alias, isRead ? 0 : reader === null ? MOST_FAILED : (failed.get(alias) ?? 0) + 1);
    return budget.unexplained - before.loss;
  };
  let losses = 0;
  /** Others who use the key spend at any time; the target takes credits where it is asked. */
  const tellApart = async (alias: string): Promise<void> => {
    const idle = new Set<number>();
    for (let i = 0; i < MOST_LOSSES; i += 1) idle.add(await lossAt(alias));
    if (idle.size === 1) budget.blame();
  };
  const readAll = async (aliases: readonly string[]): Promise<void> => {
    for (const alias of aliases) {
      const wereFree = books.untested.get(alias)?.credits === 0;
      const loss = await lossAt(alias);
      if (wereFree) losses = loss > 0 ? losses + 1 : 0;
      if (wereFree && losses === MOST_LOSSES) await tellApart(alias);
    }
  };
  /** What the target may have taken without saying so: for what it says was free, and beyond what it says that it took. */
  const hidden = (alias: string): number =>
    (books.unproven.get(alias) ?? 0) + (books.untested.get(alias)?.credits ?? 0) * (MOST_TIMES - 1);

  /** Whether the account's last requests have to be looked at one by one: where they charged, were new, or free ones were charged before. */
  const isDue = (alias: string, credits: number): boolean => {
    const since = books.untested.get(alias);
    if (since === undefined) return false;
    const most = budget.unexplained > 0 ? 1 : MOST_BELIEVED;
    return since.isNew || since.requests >= most || (credits > 0 && since.credits > 0);
  };
  return {
    async before(credits) {
      const { room } = budget;
      if (room === null) return;
      for (const alias of books.unproven.keys())
        if (reader === null || isUnreadable(alias)) books.doubt(alias);
      const all = open();
      const doubted = all.reduce((sum, alias) => sum + hidden(alias), 0);
      const isTight = credits > 0 && doubted > 0 && credits + doubted > room;
      await readAll(
        all.filter((alias) => isTight || (isDue(alias, credits) && reader?.waits(alias) === false)),
      );
    },
    async atEnd() {
      if (reader === null || (budget.room === null && budget.creditsUsed === budget.creditsTold)) return;
      try {
        await readAll(open());
      } catch (error) {
        // No request is left for it: what was not read counts as the most that it can be.
        if (!(error instanceof BudgetSpent)) throw error;
      }
    },
    notes() {
      const unread = [...failed.keys()].filter((alias) => failed.get(alias) !== 0);
      return [
        ...(reads === 0 || budget.room === null || reader === null
          ? []
          : [`Read the balance ${count(reads, 'time')} to keep to --max-credits.`]),
        ...(unread.length === 0
          ? []
          : [
              `The balance of ${unread.join(', ')} could not be read: where the target says that a request cost nothing, it was taken at its word.`,
            ]),
      ];
    },
  };
}
