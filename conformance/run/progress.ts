import type { Clause } from '../../spec/clauses.js';
import { excused } from '../judge/excuses.js';
import { scenarioVerdict } from '../judge/conclude.js';
import type { Verdict } from '../judge/verdicts.js';
import type { ScenarioOutcome } from '../record/facts.js';
import type { KnownFailure } from '../record/run-record.js';

export interface Progress {
  done: number;
  total: number;
  scenario: string;
  end: ScenarioOutcome['end'];
  /** The verdict without oracles, which judge only at the end of the run. */
  verdict: Verdict;
}

/** A scenario that ended, before its verdict is known. */
export type Done = Pick<Progress, 'done' | 'total' | 'scenario'> & { outcome: ScenarioOutcome };

export function progressOf(
  { outcome, ...rest }: Done,
  clauses: readonly Clause[],
  baseline: readonly KnownFailure[],
): Progress {
  const failures = outcome.judgements
    .filter(({ verdict }) => verdict === 'fail')
    .map((each) => excused(each, baseline));
  const byId = new Map<string, Clause>(clauses.map((clause) => [clause.id, clause]));
  const { verdict } = scenarioVerdict(outcome, failures, byId);
  return { ...rest, end: outcome.end, verdict };
}
