/** An oracle judges the whole history of a run; `oracles/` holds those of the kit. */
import type { AdminContract } from '../../spec/admin.js';
import type { Clause, ClauseId, Reading } from '../../spec/clauses.js';
import type { Contract } from '../../spec/contract.js';
import type { Exchange, Part } from '../record/exchange.js';
import type { AccountFacts, ScenarioFacts, TargetFacts } from '../record/facts.js';
import type { Judgement, Observation } from '../record/judgement.js';
import type { Passed } from '../record/passing.js';

/**
 * How much of what happened is in a history: `all` of it, as in a run of the suite; `alone`, traffic that others sent, on
 * accounts that nothing else used or changed meanwhile; `part`, where anything may have happened in between. What rests
 * on something that was not seen is unknown, and never a failure.
 */
export type Seen = 'all' | 'alone' | 'part';

/** The most failures of a clause that are kept, and sightings of a choice: enough to look at, and a long run stays small. */
export const FAILURES_KEPT = 50;
export const SIGHTINGS_KEPT = 5;

/** Where the billing cycle of an account turned within the history. */
export interface Turn {
  /** The first exchange of the new cycle, or of those that were under way when it began. */
  from: number;
  /** Those that may have taken effect before it or after. */
  apart: ReadonlySet<number>;
}

/** All that an oracle may know beside the history. */
export interface OracleContext {
  seen: Seen;
  contract: Contract;
  /** What admin calls of scenarios change. */
  admin: AdminContract;
  clauses: readonly Clause[];
  readings: readonly Reading[];
  target: TargetFacts;
  scenarios: ReadonlyMap<string, ScenarioFacts>;
  accounts: ReadonlyMap<string, AccountFacts>;
  /** Failures in passing, by exchange; in the history those that something in between or a failed search brought are lost answers. */
  passed: ReadonlyMap<number, Passed>;
  /** By account, where its billing cycle turned within the history at an instant that nobody announced. */
  turns: ReadonlyMap<string, Turn>;
}

/** What an oracle found. */
export interface Findings {
  judgements: Judgement[];
  observations: Observation[];
  /** Where the billing cycles of accounts turned without notice, if the oracle looks for that. */
  turns?: ReadonlyMap<string, Turn>;
}

/** A pure function over the whole history. It says both what held and what did not, so no green is vacuous. */
export interface Oracle {
  id: string;
  /** Every clause that it can speak to. */
  clauses: ClauseId[];
  /** What it has to see of an exchange; all, where it does not say. To the others an exchange without that is lost. */
  reads?: readonly Part[];
  /** Whether it looks at answers, too, that something between caller and service may have composed. */
  readsAnyAnswer?: true;
  judge(history: readonly Exchange[], context: OracleContext): Findings;
}
