/** Runs the suite against a target whose traffic a rule changes, and returns its findings. */
import type { PairResult, RunReport } from '../../conformance/judge/report.js';
import { EXIT_CODES } from '../../conformance/judge/verdicts.js';
import { binds } from '../../spec/clauses.js';
import type { Documents } from '../../conformance/pack/model/documents.js';
import { loadPacks, packPaths } from '../../conformance/pack/load-packs.js';
import { oracles } from '../../conformance/judge/oracles/index.js';
import { scenariosOf, type Scenario } from '../../conformance/run/plan/scenarios.js';
import { run } from '../../conformance/run/run.js';
import { TargetRefuses } from '../../conformance/run/target/recognize.js';
import type { Time } from '../../conformance/wire/pacer.js';
import { makeProfile } from '../../conformance/run/target/profile.js';
import type { Rule } from './mutant.js';
import type { PairMutant } from './catalogue.js';
import { startProxy } from './proxy.js';
import { faithful } from './rules.js';

export type Scenarios = readonly Scenario[];

/** A conforming target, and how the suite reaches it. */
export interface Bench {
  documents: Documents;
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

/** The findings of a run, with broken recommendations: the suite must report them, although they fail no run. */
type Findings = ReturnType<typeof findingsOf>;

/** The findings on a target whose traffic a rule changed. `broken` also has the errors of the rule. */
export interface Trial extends Findings {
  /** Number of requests and answers that the rule changed. */
  fired: number;
}

export function loadScenarios(documents: Documents): Scenario[] {
  return scenariosOf(loadPacks(packPaths([]), documents), documents);
}

/** Scenarios that cite a clause or another clause of its group. If none cites the clause itself, all scenarios. */
export function speakingOf(clause: string, scenarios: Scenarios): Scenarios {
  const group = groupOf(clause);
  const near = scenarios.filter(({ facts }) => facts.clauses.some((each) => groupOf(each) === group));
  return citingClause(clause, near).length > 0 ? near : scenarios;
}

export function citingClause(clause: string, scenarios: Scenarios): Scenario[] {
  return scenarios.filter(({ facts }) => facts.clauses.includes(clause));
}

export function citing({ clause, operation }: PairMutant, scenarios: Scenarios): Scenario[] {
  return scenarios.filter(({ facts }) => facts.pairs[clause]?.includes(operation) === true);
}

/** Whether the clause can be judged only if a run reaches a rate limit, which takes hundreds of requests. */
export function needsThrottling(clause: string, scenarios: Scenarios): boolean {
  return citingClause(clause, scenarios).some(({ facts }) => facts.requires.includes('throttling'));
}

export function groupOf(clause: string): string {
  return clause.replace(/-\d+$/, '');
}

/** Runs scenarios against a target whose traffic a rule may change. */
export async function tryRule(bench: Bench, rule: Rule | undefined, scenarios: Scenarios): Promise<Trial> {
  const proxy = await startProxy(bench.documents.contract, bench.url, rule ?? faithful, bench.now);
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
    const found = findingsOf(report);
    return { ...found, broken: [...found.broken, ...proxy.faults()], fired: proxy.fired() };
  } catch (error) {
    if (error instanceof TargetRefuses) return { ...REFUSED, broken: proxy.faults(), fired: proxy.fired() };
    throw error;
  } finally {
    await proxy.close();
  }
}

/** The preflight stops if the target refuses the key. This counts as detected. */
const REFUSED: Omit<Findings, 'broken'> = {
  exitCode: EXIT_CODES.unreachable,
  headline: 'The target refuses the key.',
  red: [{ clause: 'AUTH-1', isMust: true, words: 'the target refuses the key' }],
  redPairs: [],
  passedPairs: [],
  seen: [],
};

export function findingsOf({ exitCode, headline, clauses, readings, scenarios, oracles }: RunReport) {
  const pairsThat = (matches: (pair: PairResult) => boolean): string[] =>
    clauses.flatMap(({ clause, pairs }) =>
      pairs.filter(matches).map(({ operation }) => `${clause.id} ${operation}`),
    );
  return {
    exitCode,
    headline,
    /** Each failed clause with its first failure. */
    red: clauses
      .filter(({ failures }) => failures > 0)
      .map(({ clause, evidence }) => {
        const { by, scenario, expected, actual } = evidence.find(({ verdict }) => verdict === 'fail')!;
        const words = `by ${by} in ${scenario}: expected ${expected}; ${actual}`;
        return { clause: clause.id as string, isMust: binds(clause), words };
      }),
    /** Pairs of clause and operation: `FILT-1 searchJobs`. */
    redPairs: pairsThat(({ failures }) => failures > 0),
    passedPairs: pairsThat(({ verdict }) => verdict === 'pass'),
    /** Scenarios and oracles that stopped with an error. */
    broken: [
      ...scenarios
        .filter(({ verdict }) => verdict === 'error')
        .map(({ id, reason }) => `${id} broke: ${reason}`),
      ...oracles.filter(({ error }) => error !== null).map(({ id, error }) => `oracle ${id} broke: ${error}`),
    ],
    /** Reported choices of readings: `bad-cursor=400`. */
    seen: readings.flatMap(({ reading, seen }) => seen.map(({ choice }) => `${reading.id}=${choice}`)),
  };
}
