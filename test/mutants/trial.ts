/** Runs the suite against a target whose traffic a rule changes, and returns its findings. */
import type { ClauseResult, RunReport } from '../../conformance/judge/report.js';
import type { Documents } from '../../conformance/pack/model/documents.js';
import { loadPacks, packPaths } from '../../conformance/pack/load-packs.js';
import { oracles } from '../../conformance/judge/oracles/index.js';
import { scenariosOf, type Scenario } from '../../conformance/run/plan/scenarios.js';
import { run } from '../../conformance/run/run.js';
import { TargetRefuses } from '../../conformance/run/target/recognize.js';
import type { Time } from '../../conformance/wire/pacer.js';
import { makeProfile } from '../../conformance/run/target/profile.js';
import type { Rule } from './mutant.js';
import type { PairMutant } from './pairs.js';
import { startProxy } from './proxy.js';
import { faithful } from './rules.js';

/** A conforming target, and how the suite reaches it. */
export interface Bench {
  documents: Documents;
  scenarios: readonly Scenario[];
  url: string;
  /** Null: the suite has only the key, as on a live target. */
  adminUrl: string | null;
  key: string;
  profile: Record<string, unknown>;
  time?: Time;
  /** The target's time, ms since 1970; by default, this machine's. */
  now?: () => number;
  /** Whether the limits of the key may be reached. */
  allowThrottling?: boolean;
}

export interface Trial {
  /** Red clauses, each with the judges that failed it: oracles, predicates, or criteria of scenarios. */
  red: Map<string, Set<string>>;
  /** Pairs of clause and operation that are red: `FILT-1 searchJobs`. */
  redPairs: string[];
  passedPairs: string[];
  /** Scenarios and oracles that stopped with an error. */
  broken: string[];
  /** Number of requests and answers that the rule changed. */
  fired: number;
  faults: readonly string[];
  /** Reported choices of readings: `bad-cursor=400`. */
  seen: string[];
  /** By red clause: the text of its first failure. */
  words: Map<string, string>;
  /** Null if the run stopped before the first scenario. */
  verdict: Pick<RunReport, 'exitCode' | 'headline'> | null;
}

export function loadScenarios(documents: Documents): Scenario[] {
  return scenariosOf(loadPacks(packPaths([]), documents), documents);
}

/** Scenarios that cite a clause or another clause of its group. If none cites the clause itself, all scenarios. */
export function speakingOf(clause: string, scenarios: readonly Scenario[]): Scenario[] {
  const group = groupOf(clause);
  const near = scenarios.filter(({ facts }) => facts.clauses.some((each) => groupOf(each) === group));
  return citingClause(clause, near).length > 0 ? near : [...scenarios];
}

export function citingClause(clause: string, scenarios: readonly Scenario[]): Scenario[] {
  return scenarios.filter(({ facts }) => facts.clauses.includes(clause));
}

export function citing({ clause, operation }: PairMutant, scenarios: readonly Scenario[]): Scenario[] {
  return scenarios.filter(({ facts }) => facts.pairs[clause]?.includes(operation) === true);
}

/** Whether the clause can be judged only if a run reaches a rate limit, which takes hundreds of requests. */
export function needsThrottling(clause: string, scenarios: readonly Scenario[]): boolean {
  return citingClause(clause, scenarios).some(({ facts }) => facts.requires.includes('throttling'));
}

export function groupOf(clause: string): string {
  return clause.replace(/-\d+$/, '');
}

/** Runs scenarios against a target whose traffic a rule changes. */
export async function tryRule(
  bench: Bench,
  rule: Rule = faithful,
  scenarios: readonly Scenario[] = bench.scenarios,
): Promise<Trial> {
  const proxy = await startProxy(bench.documents.contract, bench.url, rule, bench.now);
  const trial = (found: Omit<Trial, 'fired' | 'faults'>): Trial => ({
    ...found,
    fired: proxy.fired(),
    faults: proxy.faults(),
  });
  try {
    const access = bench.adminUrl === null ? { apiKey: bench.key } : { adminUrl: bench.adminUrl };
    const { allowThrottling, time, documents } = bench;
    const report = await run(
      {
        profile: makeProfile({ target: proxy.url, ...access, allowThrottling, profile: bench.profile }, {}),
        oracles,
        // One try is enough, since most mutants fail each time, and many trials take long.
        confirm: 1,
        // Concurrent scenarios would move each other's clock while they wait.
        ...(allowThrottling === true ? { concurrency: 1 } : {}),
        ...(time === undefined ? {} : { time }),
      },
      { scenarios, documents },
    );
    return trial(findingsOf(report));
  } catch (error) {
    // The preflight stops if the target refuses the key. This counts as detected.
    if (error instanceof TargetRefuses)
      return trial({ ...NO_FINDINGS, red: new Map([['AUTH-1', new Set(['preflight'])]]) });
    throw error;
  } finally {
    await proxy.close();
  }
}

export const NO_FINDINGS = {
  red: new Map(),
  redPairs: [],
  passedPairs: [],
  broken: [],
  seen: [],
  words: new Map(),
  verdict: null,
};

function findingsOf(report: RunReport): Omit<Trial, 'fired' | 'faults'> {
  const { clauses, readings, scenarios, oracles, exitCode, headline } = report;
  // Includes broken recommendations: the suite must report them, although they fail no run.
  const red = clauses.filter(({ failures }) => failures > 0);
  return {
    red: new Map(
      red.map(({ clause, evidence }) => [
        clause.id,
        new Set(evidence.filter(({ verdict }) => verdict === 'fail').map(({ by }) => by)),
      ]),
    ),
    redPairs: pairsIn(clauses, ({ failures }) => failures > 0),
    passedPairs: pairsIn(clauses, ({ verdict }) => verdict === 'pass'),
    broken: [
      ...scenarios.filter(({ verdict }) => verdict === 'error').map(({ id, reason }) => `${id}: ${reason}`),
      ...oracles.filter(({ error }) => error !== null).map(({ id, error }) => `oracle ${id}: ${error}`),
    ],
    seen: readings.flatMap(({ reading, seen }) => seen.map(({ choice }) => `${reading.id}=${choice}`)),
    words: new Map(
      red.map(({ clause, evidence: [first] }) => [
        clause.id,
        `${first?.scenario ?? ''}: expected ${first?.expected}; ${first?.actual}`,
      ]),
    ),
    verdict: { exitCode, headline },
  };
}

/** The pairs of clause and operation that satisfy a condition: `FILT-1 searchJobs`. */
function pairsIn(
  clauses: readonly ClauseResult[],
  is: (pair: ClauseResult['pairs'][number]) => boolean,
): string[] {
  return clauses.flatMap(({ clause, pairs }) =>
    pairs.filter(is).map(({ operation }) => `${clause.id} ${operation}`),
  );
}
