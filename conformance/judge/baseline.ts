/** Known failures: which judgements they excuse, and whether each entry still occurs. */
import type { Judgement } from '../record/judgement.js';
import type { KnownFailure } from '../record/run-record.js';
import type { BaselineResult, ClauseResult, ScenarioResult } from './report.js';

/** The judgement; `known` is the reason of the baseline entry that names it, if one does. */
export function excused(judgement: Judgement, baseline: readonly KnownFailure[]): Judgement {
  const entry = baseline.find((each) => names(each, judgement));
  return { ...judgement, known: entry?.reason ?? null };
}

function names({ clause, scenario }: KnownFailure, judgement: Judgement): boolean {
  return (
    judgement.verdict === 'fail' &&
    judgement.clauses.includes(clause) &&
    (scenario === null || scenario === judgement.scenario)
  );
}

export function baselineResult(
  baseline: readonly KnownFailure[],
  judgements: readonly Judgement[],
  clauses: readonly ClauseResult[],
  scenarios: readonly ScenarioResult[],
): BaselineResult {
  const result: BaselineResult = { matched: [], stale: [], notLookedAt: [] };
  for (const entry of baseline) {
    const name = `${entry.clause}${entry.scenario === null ? '' : ` in ${entry.scenario}`}: ${entry.reason}`;
    const clause = clauses.find((each) => each.clause.id === entry.clause);
    const scenario = scenarios.find(({ id }) => id === entry.scenario);
    const holds = clause !== undefined && clause.passes > 0;
    const wasRun = entry.scenario === null || scenario?.outcome.end === 'completed';
    if (judgements.some((each) => names(entry, each))) result.matched.push(name);
    else if (holds && wasRun) result.stale.push(name);
    else result.notLookedAt.push(name);
  }
  return result;
}
