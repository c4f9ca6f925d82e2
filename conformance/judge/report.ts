/** The report of a run: its record, and what was concluded from it. */
import type { Clause, ClauseSet, Reading } from '../../spec/clauses.js';
import type { OperationId } from '../../spec/contract.js';
import type { ScenarioRecord } from '../record/facts.js';
import type { Judgement, Observation } from '../record/judgement.js';
import type { Confirmation, EarlierRun, RunRecord } from '../record/run-record.js';
import type { CallerResult } from './callers.js';
import type { RunVerdict, Verdict } from './verdicts.js';

/** A clause on one of its operations. */
export interface PairResult {
  operation: OperationId;
  verdict: Verdict;
  /** Why it is not a plain pass or fail; empty for those. */
  reason: string;
  passes: number;
  failures: number;
  /** The only reason why it was not checked: a missing requirement, as in a scenario's `requires`. */
  needs?: string[];
  /** Set if an inference failed and was not confirmed; `reason` describes it. */
  seenOnce?: true;
  /** Set if the run tried its failure again. */
  confirmation?: Confirmation;
}

/** Clauses that cannot be seen with what the run was given. */
export interface Unseen {
  /** The requirements that would make them visible, as in the `requires` of scenarios: `throttling`, `key:zero`, `admin`. */
  needs: string[];
  clauses: string[];
}

export interface ClauseResult {
  clause: Clause;
  /** The verdict from its pairs: it passes if it holds on each operation that can show it. */
  verdict: Verdict;
  /** Why it is not a plain pass or fail; empty for those. */
  reason: string;
  /** On each of its operations that were asked for. */
  pairs: PairResult[];
  passes: number;
  failures: number;
  /** The first failures (at most 50), and the first pass on each operation. */
  evidence: Judgement[];
  /** Scenarios that cite it and oracles that speak to it. */
  scenarios: string[];
  oracles: string[];
}

export interface ScenarioResult extends ScenarioRecord {
  verdict: Verdict;
  /** Why, for not-applicable, inconclusive and error; the first failure in a line for fail; empty for pass. */
  reason: string;
  /** Failures that oracles found in its exchanges. Results of its own checks are in `outcome`. */
  against: Judgement[];
  /** Ids of its exchanges. */
  exchanges: number[];
  /** How many of them went to the target itself. */
  requests: number;
}

export interface ReadingResult {
  reading: Reading;
  /** Choices seen with the exchanges that showed them; empty when nothing showed. */
  seen: { choice: Observation['choice']; exchanges: number[] }[];
  /** Set when the target was seen to make several choices. */
  inconsistent: boolean;
}

export interface OracleResult {
  id: string;
  passes: number;
  failures: number;
  /** Message of the exception, when the oracle threw. */
  error: string | null;
}

/** Entries of the baseline, in words. */
export interface BaselineResult {
  /** Known failures met again. */
  matched: string[];
  /** No longer failing: the clause was seen to hold, and the scenario that the entry names came to its end. */
  stale: string[];
  /** Not checked by this run, so their state is unknown. */
  notLookedAt: string[];
}

/** Differences from an earlier run: clauses, each with its operations if only some of them changed. */
export interface Changes {
  since: Omit<EarlierRun, 'verdicts' | 'keys'>;
  newlyFailing: string[];
  newlyPassing: string[];
  /** Seen to hold or to be broken then, and not looked at by this run. */
  noLongerLookedAt: string[];
}

/** The JSON report is this object. `recordPieces` packs its outcomes and exchanges. */
export interface RunReport extends RunRecord {
  /** The clauses that it was judged by. */
  clauseSet: ClauseSet;
  verdict: RunVerdict;
  exitCode: number;
  /** One sentence that says why the verdict is what it is. */
  headline: string;
  counts: {
    pairs: Record<Verdict, number>;
    clauses: Record<Verdict, number>;
    scenarios: Record<Verdict, number>;
  };
  clauses: ClauseResult[];
  /** Clauses that the contract demands and that could not be seen with what the run was given. */
  unseen: Unseen[];
  scenarios: ScenarioResult[];
  readings: ReadingResult[];
  oracles: OracleResult[];
  baseline: BaselineResult | null;
  /** Results on the callers of traffic; absent for a run. */
  callers?: CallerResult[];
  /** Absent if the run is compared with none. */
  changes?: Changes;
}
