/** From the record of a run to its report. The same record gives the same report, at the end of the run or later. */
import type { AdminContract } from '../../spec/admin.js';
import type { Clause, Clauses } from '../../spec/clauses.js';
import type { Contract } from '../../spec/contract.js';
import type { Turn } from '../model/context.js';
import type { Exchange } from '../record/exchange.js';
import type { ScenarioFacts, ScenarioOutcome, ScenarioRecord } from '../record/facts.js';
import type { Judgement, Observation } from '../record/judgement.js';
import { passedIn } from '../record/passing.js';
import type { RunRecord } from '../record/run-record.js';
import { grouped } from '../values/grouped.js';
import { messageOf } from '../values/text.js';
import { baselineResult, excused } from './baseline.js';
import { callerResults } from './callers.js';
import { changesSince } from './changes.js';
import { FAILURES_KEPT, SIGHTINGS_KEPT, type Oracle, type OracleContext } from './oracle.js';
import type {
  ClauseResult,
  OracleResult,
  PairResult,
  ReadingResult,
  RunReport,
  ScenarioResult,
} from './report.js';
import { OTHER_CALLER, sharedAccounts, sift as siftAll } from './shared-keys.js';
import { clauseVerdict, endedEarly, ofTraffic, runVerdict, scenarioVerdict } from './conclude.js';
import { pairResults, placed, whereaboutsIn } from './pairs.js';
import { unseenIn } from './unseen.js';
import { VERDICTS, type Verdict } from './verdicts.js';

/** What a record is judged by. */
export interface Law {
  contract: Contract;
  admin: AdminContract;
  clauses: Clauses;
  oracles: readonly Oracle[];
}

export function judge(record: RunRecord, law: Law): RunReport {
  const known = record.knownFailures ?? [];
  const sift = sifter(record);
  const records = record.scenarios.map((each) => ({
    ...each,
    outcome: withoutDisputed(each.outcome, (judgements) =>
      sift.keep(judgements.map((judgement) => excused(judgement, known))),
    ),
  }));
  const found = askOracles(record, law);
  const byOracles = sift.keep(found.judgements.map((judgement) => excused(judgement, known)));
  const judgements = [...records.flatMap(({ outcome }) => outcome.judgements), ...byOracles];

  const texts = new Map(law.clauses.clauses.map((clause) => [clause.id as string, clause]));
  const scenarios = scenarioResults(records, record, byOracles, texts);
  const clauses = clauseResults(
    record,
    law,
    { judgements, disputed: sift.disputed },
    scenarios,
    found.results,
  );
  const pairs = clauses.flatMap((each) => each.pairs);
  const concluded = runVerdict(clauses, scenarios, found.results, {
    keys: record.target.keyRoles.length,
    strict: record.run.strict ?? false,
  });
  const callers = callerResults(record);
  const verdict = endedEarly(
    record.traffic === undefined
      ? concluded
      : ofTraffic(concluded, { shown: clauses, of: askedOf(record, law), callers }),
    record.run.stopped ?? null,
  );
  const { format, version, ...rest } = record;
  return {
    format,
    version,
    // Near the top for a reader of the file, and again because a stored report brings the verdict of its own time.
    ...verdict,
    ...rest,
    ...verdict,
    clauseSet: law.clauses.set,
    counts: { pairs: tally(pairs), clauses: tally(clauses), scenarios: tally(scenarios) },
    clauses,
    unseen: unseenIn(clauses),
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

/** Sets aside what nothing follows from, since somebody else used the account, and remembers it. */
function sifter({ exchanges, target, traffic }: RunRecord): {
  keep(judgements: readonly Judgement[]): Judgement[];
  disputed: readonly Judgement[];
} {
  const shared = traffic === undefined ? sharedAccounts(exchanges, target.balancePointer) : new Set<string>();
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  const disputed: Judgement[] = [];
  return {
    disputed,
    keep(judgements) {
      const sifted = siftAll(judgements, shared, byId);
      disputed.push(...sifted.disputed);
      return sifted.kept;
    },
  };
}

function withoutDisputed(
  outcome: ScenarioOutcome,
  keep: (judgements: readonly Judgement[]) => Judgement[],
): ScenarioOutcome {
  const judgements = keep(outcome.judgements);
  const isDisputed = judgements.length < outcome.judgements.length;
  const isFailed = judgements.some(({ verdict }) => verdict === 'fail');
  if (!isDisputed || isFailed || outcome.end !== 'failed') return { ...outcome, judgements };
  return { ...outcome, end: 'inconclusive', reason: OTHER_CALLER, judgements };
}

/** How many clauses were asked for. */
function askedOf({ asked }: RunRecord, { clauses: { clauses } }: Law): number {
  return asked === null ? clauses.length : clauses.filter(({ id }) => asked[id] !== undefined).length;
}

interface Found {
  judgements: Judgement[];
  observations: Observation[];
  results: OracleResult[];
  turns: Map<string, Turn>;
}

/** If a billing cycle turned without notice, everything is judged again by that knowledge. */
function askOracles(record: RunRecord, law: Law): Found {
  const context = contextOf(record, law);
  const found = askAll(record, law, context);
  return found.turns.size === 0 ? found : askAll(record, law, { ...context, turns: found.turns });
}

/** Where the billing cycles of accounts turned without notice, by what searches were charged. */
export function turnsSeen(record: Seeing, law: Law): ReadonlyMap<string, Turn> {
  return askAll(record, law, contextOf(record, law)).turns;
}

/** What oracles may know of a record. */
export type Seeing = Pick<RunRecord, 'exchanges' | 'accounts' | 'target' | 'traffic'> & {
  scenarios: readonly ScenarioFacts[];
};

function contextOf(record: Seeing, law: Law): OracleContext {
  return {
    seen: record.traffic === undefined ? 'all' : record.traffic.alone ? 'alone' : 'part',
    contract: law.contract,
    admin: law.admin,
    clauses: law.clauses.clauses,
    readings: law.clauses.readings,
    target: record.target,
    scenarios: new Map(record.scenarios.map((each) => [each.id, each])),
    accounts: new Map(record.accounts.map((each) => [each.alias, each])),
    passed: passedIn(record.exchanges),
    turns: new Map(),
  };
}

/** An oracle that throws is an error of the suite, and no failure of the target. */
function askAll(record: Seeing, law: Law, context: OracleContext): Found {
  const found: Found = { judgements: [], observations: [], results: [], turns: new Map() };
  const histories = byService(record).map((each) => asKnown(each, context));
  for (const { id, judge: ask, ...sees } of law.oracles) {
    try {
      const all = histories.map((history) =>
        ask(
          history.map((each) => asSeen(each, sees)),
          context,
        ),
      );
      const judgements = all.flatMap((each) => each.judgements);
      const observations = all.flatMap((each) => each.observations);
      found.judgements.push(...judgements);
      found.observations.push(...observations);
      for (const [account, turn] of all.flatMap(({ turns }) => [...(turns ?? [])]))
        found.turns.set(account, turn);
      const failures = judgements.filter(({ verdict }) => verdict === 'fail').length;
      found.results.push({ id, passes: judgements.length - failures, failures, error: null });
    } catch (error) {
      found.results.push({ id, passes: 0, failures: 0, error: messageOf(error) });
    }
  }
  return found;
}

/** Traffic may go to several deployments, which owe each other nothing. */
function byService({ exchanges, traffic }: Seeing): Exchange[][] {
  if (traffic === undefined) return [exchanges];
  const services = grouped(exchanges, ({ request: { url, path } }) => url.slice(0, url.indexOf(path)));
  return [...services.values()];
}

/** To an oracle that reads what nobody recorded, the answer was lost. */
function asSeen(
  exchange: Exchange,
  { reads, readsAnyAnswer }: Pick<Oracle, 'reads' | 'readsAnyAnswer'>,
): Exchange {
  const { unseen } = exchange;
  const isLost = unseen?.some((part) =>
    part === 'answer' ? readsAnyAnswer !== true : reads === undefined || reads.includes(part),
  );
  if (isLost !== true) return exchange;
  return lost(exchange, `not seen: ${unseen!.join(', ')}`);
}

/**
 * To an oracle, an answer that was not kept whole is one that was lost: it may say anything, and proves nothing. So is
 * one that failed in passing and was not seen to stay so.
 */
function asKnown(exchanges: readonly Exchange[], { passed, seen }: OracleContext): Exchange[] {
  return exchanges.map((exchange) => {
    const { id, response } = exchange;
    const failed = passed.get(id);
    if (response?.bodyCut !== undefined) return lost(exchange, `its ${response.bodyCut} bytes were not kept`);
    if (failed === undefined || failed.kind === 'unavailable') return exchange;
    // Of traffic nobody knows what the repetitions came to that were not recorded.
    if (failed.end === 'stays' && seen === 'all') return exchange;
    return lost(exchange, `a failure in passing (${response?.status})`);
  });
}

function lost(exchange: Exchange, message: string): Exchange {
  return { ...exchange, response: null, failure: { kind: 'aborted', message } };
}

function scenarioResults(
  records: readonly ScenarioRecord[],
  { exchanges }: RunRecord,
  byOracles: readonly Judgement[],
  clauses: ReadonlyMap<string, Clause>,
): ScenarioResult[] {
  const isFailure = ({ verdict }: Judgement): boolean => verdict === 'fail';
  const found = grouped(byOracles.filter(isFailure), ({ scenario }) => scenario);
  const sent = grouped(exchanges, ({ scenario }) => scenario);
  return records.map((record) => {
    const against = found.get(record.id) ?? [];
    const own = sent.get(record.id) ?? [];
    return {
      ...record,
      ...scenarioVerdict(
        record.outcome,
        [...record.outcome.judgements.filter(isFailure), ...against],
        clauses,
      ),
      against,
      exchanges: own.map(({ id }) => id),
      requests: own.filter(({ channel }) => channel === 'contract').length,
    };
  });
}

function clauseResults(
  record: RunRecord,
  { clauses: { clauses, readings }, oracles }: Law,
  { judgements, disputed }: { judgements: readonly Judgement[]; disputed: readonly Judgement[] },
  scenarios: readonly ScenarioResult[],
  results: readonly OracleResult[],
): ClauseResult[] {
  const evidence = new Map<string, Judgement[]>(clauses.map(({ id }) => [id, []]));
  for (const judgement of judgements) for (const id of judgement.clauses) evidence.get(id)?.push(judgement);
  const whereabouts = whereaboutsIn(record);
  const granted = readings.find(({ id }) => id === 'historical-access')?.operations ?? [];
  return clauses.flatMap((clause): ClauseResult[] => {
    const mine = (evidence.get(clause.id) ?? []).map((each) => placed(each, clause, whereabouts));
    const citing = scenarios.filter((each) => each.clauses.includes(clause.id));
    const speaking = oracles.filter((oracle) => oracle.clauses.includes(clause.id)).map(({ id }) => id);
    const asking = results.filter(({ id }) => speaking.includes(id));
    const open = disputed
      .filter((each) => each.clauses.includes(clause.id))
      .map((each) => placed(each, clause, whereabouts));
    const gathered = {
      clause,
      evidence: mine,
      disputed: open,
      scenarios: citing,
      allScenarios: scenarios,
      oracles: asking,
      granted,
    };
    const all = pairResults(gathered, record);
    // Traffic was made for no clause: what it does not show was not asked for, nor is what nobody wants to hear of.
    const pairs =
      record.traffic === undefined
        ? all
        : all.filter((pair) => isShown(pair) && isAsked(clause, pair, record));
    if (pairs.length === 0) return [];
    const failures = mine.filter(({ judgement }) => judgement.verdict === 'fail');
    const passes = mine.filter(({ judgement }) => judgement.verdict === 'pass');
    const firsts = pairs.flatMap(
      (pair) => passes.find(({ operations }) => operations.includes(pair.operation)) ?? [],
    );
    return [
      {
        clause,
        ...clauseVerdict(pairs),
        pairs,
        passes: passes.length,
        failures: failures.length,
        evidence: [...new Set([...failures.slice(0, FAILURES_KEPT), ...firsts])].map(
          ({ judgement }) => judgement,
        ),
        scenarios: citing.map(({ id }) => id),
        oracles: speaking,
      },
    ];
  });
}

function isAsked({ id }: Clause, { operation }: PairResult, { asked }: RunRecord): boolean {
  return asked === null || asked[id]?.includes(operation) === true;
}

function isShown({ verdict, passes, failures }: PairResult): boolean {
  return verdict === 'error' || passes + failures > 0;
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
