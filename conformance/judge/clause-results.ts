/** The result of each clause, on each of its operations. */
import type { Judgement } from '../record/judgement.js';
import { collected } from '../values/grouped.js';
import type { Law } from './ask-oracles.js';
import { clauseVerdict } from './conclude.js';
import type { Doubt } from './confirmed.js';
import { FAILURES_KEPT } from './oracle.js';
import { citing, operationsIn, pairResults, type Judged } from './pairs.js';
import type { ClauseResult, RunReport } from './report.js';

/** In the order of the clauses. Traffic was not sent to check clauses, so only clauses that it shows have a result. */
export function clauseResults(
  record: Judged & Pick<RunReport, 'oracles' | 'traffic'>,
  { clauses: { clauses, readings }, oracles }: Law,
  judgements: readonly Judgement[],
  doubts: readonly Doubt[],
): ClauseResult[] {
  const byClause = collected(judgements.flatMap((each) => each.clauses.map((id) => [id, each] as const)));
  const operationsOf = operationsIn(record);
  const granted = readings.find(({ id }) => id === 'historical-access')?.operations ?? [];
  return clauses.flatMap((clause): ClauseResult[] => {
    const evidence = byClause.get(clause.id) ?? [];
    const speaking = oracles.filter((oracle) => oracle.clauses.includes(clause.id)).map(({ id }) => id);
    const ofOracles = record.oracles.filter(({ id }) => speaking.includes(id));
    const gathered = { clause, evidence, doubts, oracles: ofOracles, granted };
    const pairs = pairResults(gathered, record, operationsOf).filter(
      ({ operation, verdict, passes: held, failures: broken }) => {
        const isShown = verdict === 'error' || held + broken > 0;
        const isAsked = record.asked === null || record.asked[clause.id]?.includes(operation) === true;
        return record.traffic === undefined || (isShown && isAsked);
      },
    );
    if (pairs.length === 0) return [];
    const failures = evidence.filter(({ verdict }) => verdict === 'fail');
    const passes = evidence.filter(({ verdict }) => verdict === 'pass');
    const firsts = pairs.flatMap(
      ({ operation }) => passes.find((pass) => operationsOf(pass, clause).includes(operation)) ?? [],
    );
    return [
      {
        clause,
        ...clauseVerdict(pairs),
        pairs,
        passes: passes.length,
        failures: failures.length,
        evidence: [...new Set([...failures.slice(0, FAILURES_KEPT), ...firsts])],
        scenarios: citing(clause, record).map(({ id }) => id),
        oracles: speaking,
      },
    ];
  });
}
