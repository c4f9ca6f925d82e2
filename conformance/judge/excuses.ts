/** Failures that do not count: a baseline names them, or they are inferences that did not fail again. */
import type { Judgement } from '../record/judgement.js';
import type { KnownFailure, Confirmation, RunRecord } from '../record/run-record.js';
import type { BaselineResult, ClauseResult, ScenarioResult } from './report.js';
import { counts, type Clause } from '../../spec/clauses.js';
import { isOn, operationsIn } from './pairs.js';

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

/** A failure that does not count, and why. */
export interface Doubt {
  judgement: Judgement;
  reason: string;
  isSeenOnce: boolean;
}

/** Returns the doubt about a failure; null if it counts: a proof, or an inference that failed again each time it was repeated alone. */
export function unconfirmedIn(record: RunRecord, clauses: readonly Clause[]) {
  const wanted = record.run.confirm ?? 0;
  const { confirmations = [] } = record;
  const operationsOf = operationsIn(record);
  const texts = new Map<string, Clause>(clauses.map((clause) => [clause.id, clause]));
  return (judgement: Judgement): Doubt | null => {
    const { kind, clauses: named, known, expected, actual } = judgement;
    if (wanted === 0 || kind !== 'inference' || known !== null) return null;
    const pairs = named.flatMap((id) => {
      const clause = texts.get(id);
      if (clause === undefined || !counts(clause)) return [];
      return operationsOf(judgement, clause).map((operation) => confirmations.find(isOn(clause, operation)));
    });
    if (pairs.length === 0 || pairs.some((each) => (each?.again ?? 0) >= wanted)) return null;
    const tried = pairs.find((each) => each !== undefined);
    const words = tried === undefined ? 'not tried again' : againIn(tried);
    return { judgement, isSeenOnce: true, reason: `seen once (${words}): expected ${expected}; ${actual}` };
  };
}

const TIMES = ['never', 'once', 'twice'];

/** `again each time`, `again once of 3` */
export function againIn({ tries, again }: Pick<Confirmation, 'tries' | 'again'>): string {
  if (tries === 0) return 'could not be tried again';
  if (again === tries) return `again each time, ${again} of ${tries}`;
  return `again ${TIMES[again] ?? again} of ${tries}`;
}
