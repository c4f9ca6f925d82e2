/** The report of a run: its record, and the conclusions from it. */
import type { Clause, ClauseSet, Reading } from '../../spec/clauses.js';
import type { OperationId } from '../../spec/contract.js';
import type { ScenarioRecord } from '../record/facts.js';
import type { Judgement, Observation } from '../record/judgement.js';
import type { Confirmation, EarlierRun, RunRecord } from '../record/run-record.js';
import type { CallerResult } from './callers.js';
import type { RunVerdict, Verdict } from './verdicts.js';

interface Result {
  verdict: Verdict;
  /** Why the verdict is not a plain pass or fail; empty for those. */
  reason: string;
  passes: number;
  failures: number;
}

/** A clause on one of its operations. */
export interface PairResult extends Result {
  operation: OperationId;
  /** The only reason why the pair was not checked: a missing requirement, as in a scenario's `requires`. */
  needs?: string[];
  /** Set if an inference failed and was not confirmed; `reason` describes it. */
  seenOnce?: true;
  /** Set if the run repeated the failure to confirm it. */
  confirmation?: Confirmation;
}

/** Clauses that the run could not check with its options. */
export interface Unseen {
  /** The requirements that would let a run check them, as in the `requires` of scenarios: `throttling`, `key:zero`, `admin`. */
  needs: string[];
  clauses: string[];
}

/** A clause passes if it holds on each operation that can show it. */
export interface ClauseResult extends Result {
  clause: Clause;
  /** The results on those of its operations that were requested. */
  pairs: PairResult[];
  /** The first failures (at most 50), and the first pass on each operation. */
  evidence: Judgement[];
  /** Ids of scenarios that cite the clause, and of oracles that can judge it. */
  scenarios: string[];
  oracles: string[];
}

export interface ScenarioResult extends ScenarioRecord {
  verdict: Verdict;
  /** For not-applicable, inconclusive and error: why. For fail: the first failure, in one line. Empty for pass. */
  reason: string;
  /** Failures that oracles found in its exchanges. Results of its own checks are in `outcome`. */
  against: Judgement[];
  /** Ids of its exchanges. */
  exchanges: number[];
  /** How many of these exchanges went to the target itself. */
  requests: number;
}

export interface ReadingResult {
  reading: Reading;
  /** Observed choices, with the exchanges that showed them. */
  seen: { choice: Observation['choice']; exchanges: number[] }[];
  /** True if the target made several choices. */
  inconsistent: boolean;
}

export interface OracleResult {
  id: string;
  passes: number;
  failures: number;
  /** Message of the exception if the oracle threw one, else null. */
  error: string | null;
}

/** Entries of the baseline, in words. */
export interface BaselineResult {
  /** Known failures that occurred again. */
  matched: string[];
  /** No longer failing: the clause held, and the scenario that the entry names ran to its end. */
  stale: string[];
  /** Not checked by this run, so their state is unknown. */
  notLookedAt: string[];
}

/** Differences from an earlier run: clauses, each with its operations if only some of them changed. */
export interface Changes {
  since: Omit<EarlierRun, 'verdicts' | 'keys'>;
  newlyFailing: string[];
  newlyPassing: string[];
  /** Clauses that the earlier run observed, and this run was to check but did not observe. */
  noLongerLookedAt: string[];
}

/** The JSON report is this object. `recordPieces` packs its outcomes and exchanges. */
export interface RunReport extends RunRecord {
  /** The set of clauses by which the run was judged. */
  clauseSet: ClauseSet;
  verdict: RunVerdict;
  exitCode: number;
  /** One sentence that explains the verdict. */
  headline: string;
  counts: Record<'pairs' | 'clauses' | 'scenarios', Record<Verdict, number>>;
  clauses: ClauseResult[];
  /** *Must* clauses that the run could not check with its options. */
  unseen: Unseen[];
  scenarios: ScenarioResult[];
  readings: ReadingResult[];
  oracles: OracleResult[];
  baseline: BaselineResult | null;
  /** Results on the callers of traffic; absent for a run. */
  callers?: CallerResult[];
  /** Absent if the run is not compared with an earlier one. */
  changes?: Changes;
}
