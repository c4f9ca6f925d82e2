/** Makes the report of a run from its record. The same record has the same report, at the end of the run or later. */
import type { Clauses } from '../../spec/clauses.js';
import type { ScenarioOutcome } from '../record/facts.js';
import type { Judgement, Observation } from '../record/judgement.js';
import type { RunRecord } from '../record/run-record.js';
import { askOracles, type Findings, type Law } from './ask-oracles.js';
import { baselineResult, excused } from './baseline.js';
import { callerResults } from './callers.js';
import { changesSince } from './changes.js';
import { clauseResults } from './clause-results.js';
import { concluded } from './conclude.js';
import { unconfirmedIn, type Doubt } from './confirmed.js';
import { OBSERVATIONS_KEPT } from './oracle.js';
import type { ReadingResult, RunReport } from './report.js';
import { scenarioResults } from './scenario-results.js';
import { disputedIn, OTHER_CALLER } from './shared-keys.js';
import { unseenIn } from './unseen.js';
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

function readingResults({ readings }: Clauses, observations: readonly Observation[]): ReadingResult[] {
  return readings.map((reading) => {
    const seen = new Map<Observation['choice'], number[]>();
    for (const { reading: id, choice, exchanges } of observations)
      if (id === reading.id)
        seen.set(choice, [...(seen.get(choice) ?? []), ...exchanges].slice(0, OBSERVATIONS_KEPT));
    return {
      reading,
      seen: [...seen].map(([choice, exchanges]) => ({ choice, exchanges })),
      inconsistent: seen.size > 1,
    };
  });
}

function tally(some: readonly { verdict: Verdict }[]): Record<Verdict, number> {
  const counts = Object.fromEntries(VERDICTS.map((verdict) => [verdict, 0])) as Record<Verdict, number>;
  for (const { verdict } of some) counts[verdict] += 1;
  return counts;
}
