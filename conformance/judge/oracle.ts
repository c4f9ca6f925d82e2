/** An oracle judges the whole history of a run; `oracles/` holds those of the kit. */
import type { Clause, ClauseId, Reading } from '../../spec/clauses.js';
import type { Exchange, ExchangePart } from '../record/exchange.js';
import type { HistoryContext, Turn } from '../model/context.js';
import type { Judgement, Observation } from '../record/judgement.js';
import type { Passed } from '../record/passing.js';

/** The most failures of a clause, and observations of a choice, that are kept, so that the report of a long run stays small. */
export const FAILURES_KEPT = 50;
export const OBSERVATIONS_KEPT = 5;

/** Everything that an oracle may know besides the history. */
export interface OracleContext extends HistoryContext {
  clauses: readonly Clause[];
  readings: readonly Reading[];
  /** Temporary failures by exchange. In the history, failures of intermediaries and failed searches are lost answers. */
  passed: ReadonlyMap<number, Passed>;
  /** Operation keys that answers assigned to requests without one, each with the id of the first such exchange. */
  named: ReadonlyMap<string, number>;
}

export interface Findings {
  judgements: Judgement[];
  observations: Observation[];
  /** Unannounced ends of billing cycles, by account. */
  turns?: ReadonlyMap<string, Turn>;
}

/** A pure function over the whole history. It reports passes as well as failures, so that each pass rests on an observation. */
export interface Oracle {
  id: string;
  clauses: ClauseId[];
  /** The clauses whose failures are inferences, since they compare answers. Its other failures are proofs. */
  infers?: readonly ClauseId[];
  /** The parts of an exchange that the oracle reads; all by default. If one was not recorded, the answer counts as lost. */
  reads?: readonly ExchangePart[];
  /** Whether the oracle also judges answers that may come from an intermediary. */
  readsAnyAnswer?: true;
  judge(history: readonly Exchange[], context: OracleContext): Findings;
}
