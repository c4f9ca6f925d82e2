/** Makes the report of a run from its record. The same record has the same report, at the end of the run or later. */
import type { Clause, Clauses } from '../../spec/clauses.js';
import type { Exchange } from '../record/exchange.js';
import type { ScenarioOutcome, ScenarioRecord } from '../record/facts.js';
import type { Judgement, Observation } from '../record/judgement.js';
import type { RunRecord } from '../record/run-record.js';
import { grouped } from '../values/grouped.js';
import { askOracles, type Findings, type Law } from './ask-oracles.js';
import { baselineResult, excused, unconfirmedIn, type Doubt } from './excuses.js';
import { callerResults } from './callers.js';
import { changesSince } from './changes.js';
import { concluded, scenarioVerdict } from './conclude.js';
import { OBSERVATIONS_KEPT } from './oracle.js';
import { clauseResults, unseenIn } from './pairs.js';
import type { ReadingResult, RunReport, ScenarioResult } from './report.js';
import { disputedIn, OTHER_CALLER } from './shared-keys.js';
import { VERDICTS, type Verdict } from './verdicts.js';

export type { Law } from './ask-oracles.js';

/** `found`: the findings of oracles, if they were asked about these exchanges before. */
export function judge(record: RunRecord, law: Law, found: Findings = askOracles(record, law)): RunReport {
  const known = record.knownFailures ?? [];
  const isDisputed = disputedIn(record);
  const unconfirmed = unconfirmedIn(record, law.clauses.clauses);
  const doubts: Doubt[] = [];
  const certain = (judgements: readonly Judgement[]): Judgement[] =>
    judgements
      .map((each) => excused(each, known))
      .filter((judgement) => {
        const other = isDisputed(judgement) ? { judgement, reason: OTHER_CALLER, isSeenOnce: false } : null;
        const doubt = other ?? unconfirmed(judgement);
        if (doubt !== null) doubts.push(doubt);
        return doubt === null;
      });
  const records = record.scenarios.map((each) => {
    const before = doubts.length;
    const judgements = certain(each.outcome.judgements);
    return { ...each, outcome: withJudgements(each.outcome, judgements, doubts[before]) };
  });
  const byOracles = certain(found.judgements);
  const judgements = [...records.flatMap(({ outcome }) => outcome.judgements), ...byOracles];

  const scenarios = scenarioResults(records, record.exchanges, byOracles, law.clauses.clauses);
  const judged = { ...record, scenarios, oracles: found.results };
  const clauses = clauseResults(judged, law, judgements, doubts);
  const callers = callerResults(record);
  const unseen = unseenIn(clauses);
  const verdict = concluded({ ...judged, clauses, callers, unseen }, law.clauses);
  const { format, version, ...rest } = record;
  return {
    format,
    version,
    // Twice: first for readers of the file, and after `rest` because that of a stored report contains its old verdict.
    ...verdict,
    ...rest,
    ...verdict,
    clauseSet: law.clauses.set,
    counts: {
      pairs: tally(clauses.flatMap(({ pairs }) => pairs)),
      clauses: tally(clauses),
      scenarios: tally(scenarios),
    },
    clauses,
    unseen,
    scenarios,
    ...(record.traffic === undefined ? {} : { callers }),
    readings: readingResults(law.clauses, [
      ...records.flatMap(({ outcome }) => outcome.observations),
      ...found.observations,
    ]),
    oracles: found.results,
    baseline: record.knownFailures === null ? null : baselineResult(known, judgements, clauses, scenarios),
    ...(record.earlier === undefined
      ? {}
      : { changes: changesSince(record.earlier, { ...record, clauses }) }),
  };
}

/** The outcome without doubtful failures. If no failure is left, a failed scenario is inconclusive. */
function withJudgements(outcome: ScenarioOutcome, judgements: Judgement[], doubt?: Doubt): ScenarioOutcome {
  const isFailed = judgements.some(({ verdict }) => verdict === 'fail');
  if (doubt === undefined || isFailed || outcome.end !== 'failed') return { ...outcome, judgements };
  return { ...outcome, end: 'inconclusive', reason: doubt.reason, judgements };
}

/** The result of each scenario: its own checks, and the failures that oracles found on its exchanges. */
function scenarioResults(
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

function readingResults({ readings }: Clauses, observations: readonly Observation[]): ReadingResult[] {
  return readings.map((reading) => {
    const own = observations.filter((each) => each.reading === reading.id);
    const seen = [...grouped(own, ({ choice }) => choice)].map(([choice, all]) => ({
      choice,
      exchanges: all.flatMap(({ exchanges }) => exchanges).slice(0, OBSERVATIONS_KEPT),
    }));
    return { reading, seen, inconsistent: seen.length > 1 };
  });
}

function tally(some: readonly { verdict: Verdict }[]): Record<Verdict, number> {
  const countOf = (verdict: Verdict): number => some.filter((each) => each.verdict === verdict).length;
  return Object.fromEntries(VERDICTS.map((each) => [each, countOf(each)])) as Record<Verdict, number>;
}
