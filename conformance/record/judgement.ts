/** Conclusions from exchanges, as checks, oracles and rules for clients make them and reports show them. */
import type { ClientRuleId } from '../../spec/clients.js';

/**
 * The judge: an oracle or predicate, by name; a criterion of a step; the wait for a response (`answer`); the end of
 * a repetition (`rounds`); or a scenario in which every check held.
 */
export type Judge =
  `oracle ${string}` | `predicate ${string}` | 'criterion' | 'answer' | 'rounds' | 'scenario';

/** A proof needs only the recorded exchanges. An inference assumes unchanged data, clocks and users: it counts if confirmed. */
export type Kind = 'proof' | 'inference';

export interface Judgement {
  /** The clauses for which it is evidence; empty if the check holds and cites none. */
  clauses: string[];
  verdict: 'pass' | 'fail';
  by: Judge;
  /** The kind of a failure. Absent if the check holds, and in records of older kits. */
  kind?: Kind;
  /** Scenario and step of the decisive exchange; `preflight` for requests of the runner. */
  scenario: string;
  step: string;
  /** Ids of the exchanges that determine it, the decisive one last. */
  exchanges: number[];
  expected: string;
  actual: string;
  /** Why the author of the pack expects this; null if the pack states no reason. */
  because: string | null;
  /** The reason in the baseline for this failure, which then does not count; null if the baseline does not contain it. */
  known: string | null;
}

/** The observed choice of a reading. */
export interface Observation {
  reading: string;
  /** Null if the behavior of the target matches no choice of the reading. */
  choice: string | null;
  exchanges: number[];
}

/** `warn`: seems a breach, but a conforming client may do the same. `unknown`: facts that the rule needs were not observed. */
export type ClientVerdict = 'pass' | 'fail' | 'warn' | 'unknown';

export interface ClientJudgement extends Pick<Judgement, 'exchanges' | 'expected' | 'actual'> {
  side: 'client';
  rule: ClientRuleId;
  verdict: ClientVerdict;
  /** Alias of the account; null if it is unknown. */
  account: string | null;
  /** Credits that a correct client would not have paid; null if they were not observed. */
  credits: number | null;
  /** Name of the course; absent for traffic. */
  course?: string;
}
