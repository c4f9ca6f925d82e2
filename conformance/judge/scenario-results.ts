/** The result of each scenario: its own checks, and the failures that oracles found on its exchanges. */
import type { Clause } from '../../spec/clauses.js';
import type { Exchange } from '../record/exchange.js';
import type { ScenarioRecord } from '../record/facts.js';
import type { Judgement } from '../record/judgement.js';
import { scenarioVerdict } from './conclude.js';
import type { ScenarioResult } from './report.js';

export function scenarioResults(
  records: readonly ScenarioRecord[],
  exchanges: readonly Exchange[],
  byOracles: readonly Judgement[],
  clauses: readonly Clause[],
): ScenarioResult[] {
  const isFailure = ({ verdict }: Judgement): boolean => verdict === 'fail';
  const texts = new Map(clauses.map((clause) => [clause.id as string, clause]));
  const sent = new Map(records.map(({ id }): [string, Exchange[]] => [id, []]));
  for (const exchange of exchanges) sent.get(exchange.scenario)?.push(exchange);
  const failed = byOracles.filter(isFailure);
  return records.map((record) => {
    const against = failed.filter(({ scenario }) => scenario === record.id);
    const own = sent.get(record.id)!;
    const failures = [...record.outcome.judgements.filter(isFailure), ...against];
    return {
      ...record,
      ...scenarioVerdict(record.outcome, failures, texts),
      against,
      exchanges: own.map(({ id }) => id),
      requests: own.filter(({ channel }) => channel === 'contract').length,
    };
  });
}
