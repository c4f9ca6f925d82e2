/** The result of each clause, on each of its operations. */
import type { Judgement } from '../record/judgement.js';
import type { RunRecord } from '../record/run-record.js';
import { collected } from '../values/grouped.js';
import type { Law } from './ask-oracles.js';
import { clauseVerdict } from './conclude.js';
import type { Doubt } from './confirmed.js';
import { FAILURES_KEPT } from './oracle.js';
import { operationsIn, pairResults } from './pairs.js';
import type { ClauseResult, OracleResult, ScenarioResult } from './report.js';

export interface Evidence {
  judgements: readonly Judgement[];
  doubts: readonly Doubt[];
  scenarios: readonly ScenarioResult[];
  oracles: readonly OracleResult[];
}

/** In the order of the clauses. Traffic was not sent to check clauses, so only clauses that it shows have a result. */
export function clauseResults(
  record: RunRecord,
  { clauses: { clauses, readings }, oracles }: Law,
  evidence: Evidence,
): ClauseResult[] {
  const byClause = collected(
    evidence.judgements.flatMap((each) => each.clauses.map((id) => [id, each] as const)),
  );
  const doubtsByClause = collected(
    evidence.doubts.flatMap((each) => each.judgement.clauses.map((id) => [id, each] as const)),
  );
  const operationsOf = operationsIn(record);
  const granted = readings.find(({ id }) => id === 'historical-access')?.operations ?? [];
  return clauses.flatMap((clause): ClauseResult[] => {
    const mine = byClause.get(clause.id) ?? [];
    const citing = evidence.scenarios.filter((each) => each.clauses.includes(clause.id));
    const speaking = oracles.filter((oracle) => oracle.clauses.includes(clause.id)).map(({ id }) => id);
    const all = pairResults(
      {
        clause,
        evidence: mine,
        doubts: doubtsByClause.get(clause.id) ?? [],
        confirmations: record.confirmations ?? [],
        scenarios: citing,
        allScenarios: evidence.scenarios,
        oracles: evidence.oracles.filter(({ id }) => speaking.includes(id)),
        granted,
      },
      record,
      operationsOf,
    );
    const pairs = all.filter(({ operation, verdict, passes: held, failures: broken }) => {
      const isShown = verdict === 'error' || held + broken > 0;
      const isAsked = record.asked === null || record.asked[clause.id]?.includes(operation) === true;
      return record.traffic === undefined || (isShown && isAsked);
    });
    if (pairs.length === 0) return [];
    const failures = mine.filter(({ verdict }) => verdict === 'fail');
    const passes = mine.filter(({ verdict }) => verdict === 'pass');
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
        scenarios: citing.map(({ id }) => id),
        oracles: speaking,
      },
    ];
  });
}
