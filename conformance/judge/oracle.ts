/** An oracle judges the whole history of a run; `oracles/` holds those of the kit. */
import type { Clause, ClauseId, Reading } from '../../spec/clauses.js';
import type { Exchange, ExchangePart } from '../record/exchange.js';
import type { ScenarioFacts } from '../record/facts.js';
import type { HistoryContext, Turn } from '../model/context.js';
import type { Judgement, Observation } from '../record/judgement.js';
import type { Passed } from '../record/passing.js';

/** The most failures of a clause that are kept, and sightings of a choice: enough to look at, and a long run stays small. */
export const FAILURES_KEPT = 50;
export const SIGHTINGS_KEPT = 5;

/** Everything that an oracle may know besides the history. */
export interface OracleContext extends HistoryContext {
  clauses: readonly Clause[];
  readings: readonly Reading[];
  scenarios: ReadonlyMap<string, ScenarioFacts>;
  /** Temporary failures by exchange. In the history, failures of intermediaries and failed searches are lost answers. */
  passed: ReadonlyMap<number, Passed>;
  /** Operation keys that answers name to requests without them, each with the id of the first such exchange. */
  named: ReadonlyMap<string, number>;
}

export interface Findings {
  judgements: Judgement[];
  observations: Observation[];
  /** Unannounced turns of the billing cycles of accounts, if the oracle looks for them. */
  turns?: ReadonlyMap<string, Turn>;
}

/** A pure function over the whole history. It says both what held and what did not, so no green is vacuous. */
export interface Oracle {
  id: string;
  /** Every clause that it can speak to. */
  clauses: ClauseId[];
  /** The clauses whose failures are inferences, since they compare answers. Its other failures are proofs. */
  infers?: readonly ClauseId[];
  /** The parts of an exchange that it reads; all by default. To the others an exchange without that is lost. */
  reads?: readonly ExchangePart[];
  /** Whether it looks at answers, too, that something between caller and service may have composed. */
  readsAnyAnswer?: true;
  judge(history: readonly Exchange[], context: OracleContext): Findings;
}
