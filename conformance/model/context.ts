/** The circumstances of a history: how much of it was recorded, and what is known of the target and its accounts. */
import type { AdminContract } from '../../spec/admin.js';
import type { Contract } from '../../spec/contract.js';
import type { AccountFacts, TargetFacts } from '../record/facts.js';

/**
 * How much of what happened is in a history: `all` of it, as in a run of the suite; `alone`, traffic of others on accounts
 * that nothing else used or changed meanwhile; `part`, if anything may have happened in between. A conclusion that rests on
 * something unrecorded is unknown, and never a failure.
 */
export type Seen = 'all' | 'alone' | 'part';

/** A turn of the billing cycle of an account within the history. */
export interface Turn {
  /** Id of the first exchange of the new cycle, or of the first that was under way when it began. */
  from: number;
  /** Ids of exchanges that may have taken effect before or after the turn. */
  apart: ReadonlySet<number>;
}

export interface HistoryContext {
  seen: Seen;
  contract: Contract;
  /** Tells what the admin calls of scenarios change. */
  admin: AdminContract;
  target: TargetFacts;
  accounts: ReadonlyMap<string, AccountFacts>;
  /** By account, where its billing cycle turned within the history without an announcement. */
  turns: ReadonlyMap<string, Turn>;
}
