/** The circumstances of a history: how much of it was recorded, and what is known of the target and its accounts. */
import type { AdminContract } from '../../spec/admin.js';
import type { Contract } from '../../spec/contract.js';
import type { Exchange } from '../record/exchange.js';
import type { AccountFacts, TargetFacts } from '../record/facts.js';
import { oncePerPair } from '../values/once.js';

/**
 * How complete a history is: `all`, everything was recorded, as in a run of the suite; `alone`, recorded traffic on accounts
 * that nothing else used or changed meanwhile; `part`, unrecorded requests are possible. A conclusion that depends on
 * something unrecorded is unknown, never a failure.
 */
export type Seen = 'all' | 'alone' | 'part';

/** The start of a new billing cycle of an account within the history. */
export interface Turn {
  /** Id of the first exchange of the new cycle, or of the first that was under way when it started. */
  from: number;
  /** Ids of exchanges that may belong to either cycle. */
  apart: ReadonlySet<number>;
}

export interface HistoryContext {
  /** All exchanges with the service. The history may be a part of them, and may lack answers that count as lost. */
  whole?: readonly Exchange[] | undefined;
  seen: Seen;
  contract: Contract;
  /** States what admin calls of scenarios change. */
  admin: AdminContract;
  target: TargetFacts;
  accounts: ReadonlyMap<string, AccountFacts>;
  /** By account: the unannounced start of a new billing cycle within the history. */
  turns: ReadonlyMap<string, Turn>;
}

/** Reads a history once for all oracles that need the result. Neither the history nor the result may change afterwards. */
export function perHistory<Result>(
  read: (history: readonly Exchange[], context: HistoryContext) => Result,
): typeof read {
  return oncePerPair(read);
}
