/** From the record of a run to its report. The same record gives the same report, at the end of the run or later. */
import type { Clauses } from '../../spec/clauses.js';
import type { ScenarioOutcome } from '../record/facts.js';
import type { Judgement, Observation } from '../record/judgement.js';
import type { RunRecord } from '../record/run-record.js';
import { askOracles, type Law } from './ask-oracles.js';
import { baselineResult, excused } from './baseline.js';
import { callerResults } from './callers.js';
import { changesSince } from './changes.js';
import { clauseResults } from './clause-results.js';
import { concluded } from './conclude.js';
import { SIGHTINGS_KEPT } from './oracle.js';
import type { ReadingResult, RunReport } from './report.js';
import { scenarioResults } from './scenario-results.js';
import { disputedIn, OTHER_CALLER } from './shared-keys.js';
import { unseenIn } from './unseen.js';
import { VERDICTS, type Verdict } from './verdicts.js';

export type { Law } from './ask-oracles.js';

export function judge(record: RunRecord, law: Law): RunReport {
  const known = record.knownFailures ?? [];
  const found = askOracles(record, law);
  const isDisputed = disputedIn(record);
  const excuse = (judgements: readonly Judgement[]): Judgement[] =>
    judgements.map((judgement) => excused(judgement, known));
  const undisputed = (judgements: readonly Judgement[]): Judgement[] =>
    excuse(judgements).filter((each) => !isDisputed(each));
  const records = record.scenarios.map((each) => ({
    ...each,
    outcome: withJudgements(each.outcome, undisputed(each.outcome.judgements)),
  }));
  const byOracles = undisputed(found.judgements);
  const judgements = [...records.flatMap(({ outcome }) => outcome.judgements), ...byOracles];
  const all = [...record.scenarios.flatMap(({ outcome }) => outcome.judgements), ...found.judgements];

  const scenarios = scenarioResults(records, record.exchanges, byOracles, law.clauses.clauses);
  const clauses = clauseResults(record, law, {
    judgements,
    disputed: excuse(all).filter(isDisputed),
    scenarios,
    oracles: found.results,
  });
  const callers = callerResults(record);
  const unseen = unseenIn(clauses);
  const verdict = concluded(record, law, { clauses, scenarios, oracles: found.results, callers, unseen });
  const { format, version, ...rest } = record;
  return {
    format,
    version,
    // Near the top for a reader of the file, and again because a stored report brings the verdict of its own time.
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
    ...(record.earlier === undefined ? {} : { changes: changesSince(record.earlier, clauses) }),
  };
}

/** The outcome without the disputed judgements: if none of the others fails, a failed scenario is inconclusive. */
function withJudgements(outcome: ScenarioOutcome, judgements: Judgement[]): ScenarioOutcome {
  const hasDisputed = judgements.length < outcome.judgements.length;
  const isFailed = judgements.some(({ verdict }) => verdict === 'fail');
  if (!hasDisputed || isFailed || outcome.end !== 'failed') return { ...outcome, judgements };
  return { ...outcome, end: 'inconclusive', reason: OTHER_CALLER, judgements };
}

function readingResults({ readings }: Clauses, observations: readonly Observation[]): ReadingResult[] {
  return readings.map((reading) => {
    const seen = new Map<Observation['choice'], number[]>();
    for (const { reading: id, choice, exchanges } of observations)
      if (id === reading.id)
        seen.set(choice, [...(seen.get(choice) ?? []), ...exchanges].slice(0, SIGHTINGS_KEPT));
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
