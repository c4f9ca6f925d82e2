/** One mutant under judgement: a proxy with its rule in front of a target, and what the suite says of it. */
import type { Oracle } from '../../conformance/judge/oracle.js';
import type { ClauseResult, RunReport } from '../../conformance/judge/report.js';
import type { Documents } from '../../conformance/pack/model/documents.js';
import { loadPacks } from '../../conformance/pack/load-packs.js';
import { PREDICATES } from '../../conformance/pack/predicates/index.js';
import { said, type Predicates } from '../../conformance/pack/predicates/predicate.js';
import { oracles as allOracles } from '../../conformance/judge/oracles/index.js';
import { packPaths, scenariosOf, type Scenario } from '../../conformance/run/scenarios.js';
import { run } from '../../conformance/run/run.js';
import { TargetRefuses } from '../../conformance/run/recognize.js';
import type { Time } from '../../conformance/wire/pacer.js';
import { makeProfile } from '../../conformance/run/profile.js';
import type { Rule } from './mutant.js';
import type { PairMutant } from './pairs.js';
import { startProxy } from './proxy.js';
import { faithful } from './rules.js';

/** A conforming target, and how the suite may reach it. */
export interface Bench {
  documents: Documents;
  /** Scenarios of all packs. */
  scenarios: readonly Scenario[];
  url: string;
  /** Null: as on a live target, with the one key and nothing else. */
  adminUrl: string | null;
  key: string;
  /** What a profile of the target would say. */
  profile: Record<string, unknown>;
  time?: Time;
  /** The target's time, ms since 1970; unsaid, that of this machine. */
  now?: () => number;
  /** Whether the limits of the key may be reached. */
  allowThrottling?: boolean;
}

/** What speaks in a run. Left out one at a time, they show what each is worth. */
export interface Judges {
  oracles: readonly Oracle[];
  predicates: Predicates;
}

export interface Trial {
  /** Clauses turned red, each with the judges that turned it: oracles, predicates, or criteria of scenarios. */
  red: Map<string, Set<string>>;
  /** Pairs of clause and operation that are red: `FILT-1 searchJobs`. */
  redPairs: string[];
  /** Scenarios and oracles of the suite that broke over it. */
  broken: string[];
  /** How many exchanges the rule changed. */
  fired: number;
  faults: readonly string[];
  /** Choices of readings that were reported: `bad-cursor=400`. */
  seen: string[];
  /** One failure of each clause, in words. */
  words: Map<string, string>;
  /** What the run came to, in its own words; null where it ended before the first scenario. */
  verdict: Pick<RunReport, 'exitCode' | 'headline'> | null;
  scenarios: number;
  requests: number;
  durationMs: number;
}

export const allJudges: Judges = { oracles: allOracles, predicates: PREDICATES };

export function loadScenarios(documents: Documents): Scenario[] {
  return scenariosOf(loadPacks(packPaths([]), documents), documents);
}

/** Scenarios that can speak of a clause: those that cite it or a clause of its group; all, where none does. */
export function speakingOf(clause: string, scenarios: readonly Scenario[]): Scenario[] {
  const group = groupOf(clause);
  const near = scenarios.filter(({ facts }) => facts.clauses.some((each) => groupOf(each) === group));
  return citingClause(clause, near).length > 0 ? near : [...scenarios];
}

export function citingClause(clause: string, scenarios: readonly Scenario[]): Scenario[] {
  return scenarios.filter(({ facts }) => facts.clauses.includes(clause));
}

/** Scenarios that cite the clause on the operation. */
export function citing({ clause, operation }: PairMutant, scenarios: readonly Scenario[]): Scenario[] {
  return scenarios.filter(({ facts }) => facts.pairs[clause]?.includes(operation) === true);
}

export function groupOf(clause: string): string {
  return clause.replace(/-\d+$/, '');
}

/** Runs scenarios against a target behind a rule. */
export async function tryRule(
  bench: Bench,
  rule: Rule = faithful,
  scenarios: readonly Scenario[] = bench.scenarios,
  judges: Judges = allJudges,
): Promise<Trial> {
  const proxy = await startProxy(bench.documents.contract, bench.url, rule, bench.now);
  const begun = performance.now();
  const trial = (report: RunReport | null, words: [string, string][] = []): Trial => ({
    red: report === null ? new Map() : redClauses(report),
    redPairs: report === null ? [] : redPairs(report),
    broken: report === null ? [] : brokenParts(report),
    fired: proxy.fired(),
    faults: proxy.faults(),
    seen:
      report?.readings.flatMap(({ reading, seen }) => seen.map(({ choice }) => `${reading.id}=${choice}`)) ??
      [],
    words: new Map(words),
    verdict: report === null ? null : { exitCode: report.exitCode, headline: report.headline },
    scenarios: scenarios.length,
    requests: report?.budget.requests ?? 0,
    durationMs: Math.round(performance.now() - begun),
  });
  try {
    const profile = makeProfile(
      {
        target: proxy.url,
        ...(bench.adminUrl === null ? { apiKey: bench.key } : { adminUrl: bench.adminUrl }),
        allowThrottling: bench.allowThrottling,
        profile: bench.profile,
      },
      {},
    );
    const report = await run(
      // Side by side, one that waits would move the clock of another.
      {
        profile,
        oracles: judges.oracles,
        ...(bench.allowThrottling === true ? { concurrency: 1 } : {}),
        ...(bench.time === undefined ? {} : { time: bench.time }),
      },
      { scenarios, documents: bench.documents, predicates: judges.predicates },
    );
    return trial(
      report,
      report.clauses.filter(isRed).map(({ clause, evidence }) => {
        const first = evidence[0];
        return [clause.id, `${first?.scenario ?? ''}: expected ${first?.expected}; ${first?.actual}`];
      }),
    );
  } catch (error) {
    // A target that refuses the key is not judged further: a rejection in the preflight counts as detected.
    if (error instanceof TargetRefuses)
      return { ...trial(null), red: new Map([['AUTH-1', new Set(['preflight'])]]) };
    throw error;
  } finally {
    await proxy.close();
  }
}

/** Broken recommendations are red, too: a suite must see them, though they fail no run. */
function isRed({ failures }: ClauseResult): boolean {
  return failures > 0;
}

function redClauses(report: RunReport): Map<string, Set<string>> {
  return new Map(
    report.clauses
      .filter(isRed)
      .map(({ clause, evidence }) => [
        clause.id,
        new Set(evidence.filter(({ verdict }) => verdict === 'fail').map(({ by }) => by)),
      ]),
  );
}

function redPairs(report: RunReport): string[] {
  return report.clauses.flatMap(({ clause, pairs }) =>
    pairs.filter(({ failures }) => failures > 0).map(({ operation }) => `${clause.id} ${operation}`),
  );
}

function brokenParts({ scenarios, oracles }: RunReport): string[] {
  return [
    ...scenarios.filter(({ verdict }) => verdict === 'error').map(({ id, reason }) => `${id}: ${reason}`),
    ...oracles.filter(({ error }) => error !== null).map(({ id, error }) => `oracle ${id}: ${error}`),
  ];
}

/** The judges without one of them: an oracle that says nothing, or a predicate that always holds. */
export function without(judge: string, judges: Judges = allJudges): Judges {
  const [kind, id = ''] = judge.split(' ');
  if (kind === 'oracle') return { ...judges, oracles: judges.oracles.filter((oracle) => oracle.id !== id) };
  const sighted = judges.predicates[id];
  if (sighted === undefined) throw new Error(`There is no predicate "${id}".`);
  const blind: typeof sighted.judge = (_args, answers) => said(true, 'anything', 'not looked at', answers);
  return { ...judges, predicates: { ...judges.predicates, [id]: { ...sighted, judge: blind } } };
}
