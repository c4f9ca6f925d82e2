/** One mutant under judgement: a proxy with its rule in front of a target, and what the suite says of it. */
import type { Oracle } from '../judge/oracle.js';
import type { RunReport } from '../judge/report.js';
import { loadPacks, type Documents } from '../pack/check-pack.js';
import { PREDICATES, type Predicate, type Predicates } from '../pack/predicates.js';
import { oracles as allOracles } from '../judge/oracles/index.js';
import { packPaths, scenariosOf, type Scenario } from '../run/plan.js';
import { run } from '../run/run.js';
import { TargetRefuses } from '../run/target.js';
import type { Time } from '../wire/pacer.js';
import { makeProfile } from '../run/profile.js';
import type { Rule } from './mutant.js';
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
}

/** What speaks in a run. Left out one at a time, they show what each is worth. */
export interface Judges {
  oracles: readonly Oracle[];
  predicates: Predicates;
}

export interface Trial {
  /** Clauses turned red, each with the judges that turned it: oracles, predicates, or `criteria` of scenarios. */
  red: Map<string, Set<string>>;
  /** Scenarios and oracles of the suite that broke over it. */
  broken: string[];
  /** How many exchanges the rule changed. */
  fired: number;
  faults: readonly string[];
  /** Choices of readings that were reported: `bad-cursor=400`. */
  seen: string[];
  /** One failure of each clause, in words. */
  words: Map<string, string>;
  scenarios: number;
  requests: number;
  durationMs: number;
}

export const allJudges: Judges = { oracles: allOracles, predicates: PREDICATES };

export function loadScenarios(documents: Documents): Scenario[] {
  return scenariosOf(loadPacks(packPaths([]), documents));
}

/** Scenarios that can speak of a clause: those that cite it or a clause of its group; all, where none does. */
export function speakingOf(clause: string, scenarios: readonly Scenario[]): Scenario[] {
  const group = groupOf(clause);
  const near = scenarios.filter(({ clauses }) => clauses.some((each) => groupOf(each) === group));
  return near.some(({ clauses }) => clauses.includes(clause)) ? near : [...scenarios];
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
  const proxy = await startProxy(bench.documents.contract, bench.url, rule);
  const said: Refutation[] = [];
  const begun = performance.now();
  const trial = (report: RunReport | null, words: [string, string][] = []): Trial => ({
    red: report === null ? new Map() : redClauses(report, said),
    broken: report === null ? [] : brokenParts(report),
    fired: proxy.fired(),
    faults: proxy.faults(),
    seen:
      report?.readings.flatMap(({ reading, seen }) => seen.map(({ choice }) => `${reading.id}=${choice}`)) ??
      [],
    words: new Map(words),
    scenarios: scenarios.length,
    requests: report?.budget.requests ?? 0,
    durationMs: Math.round(performance.now() - begun),
  });
  try {
    const report = await run({
      profile: makeProfile(
        {
          target: proxy.url,
          ...(bench.adminUrl === null ? { apiKey: bench.key } : { adminUrl: bench.adminUrl }),
          profile: bench.profile,
        },
        {},
      ),
      scenarios,
      documents: bench.documents,
      oracles: judges.oracles,
      predicates: listening(judges.predicates, said),
      ...(bench.time === undefined ? {} : { time: bench.time }),
    });
    return trial(
      report,
      report.clauses
        .filter(({ verdict }) => verdict === 'fail')
        .map(({ clause, evidence }) => {
          const first = evidence[0];
          return [clause.id, `${first?.scenario ?? ''}: expected ${first?.expected}; ${first?.actual}`];
        }),
    );
  } catch (error) {
    // A target that refuses the key at the door is told so and not judged: that, too, is noticed.
    if (error instanceof TargetRefuses)
      return { ...trial(null), red: new Map([['AUTH-1', new Set(['preflight'])]]) };
    throw error;
  } finally {
    await proxy.close();
  }
}

/** A predicate that did not hold, by what it said. */
interface Refutation {
  predicate: string;
  expected: string;
  actual: string;
}

/** The same predicates, each failure of theirs noted. */
function listening(predicates: Predicates, said: Refutation[]): Predicates {
  return Object.fromEntries(
    Object.entries(predicates).map(([name, predicate]): [string, Predicate] => [
      name,
      (args, answers, context) => {
        const judged = predicate(args, answers, context);
        if (!judged.holds) said.push({ predicate: name, expected: judged.expected, actual: judged.actual });
        return judged;
      },
    ]),
  );
}

function redClauses(report: RunReport, said: readonly Refutation[]): Map<string, Set<string>> {
  return new Map(
    report.clauses
      .filter(({ verdict }) => verdict === 'fail')
      .map(({ clause, evidence }) => [
        clause.id,
        new Set(
          evidence
            .filter(({ verdict }) => verdict === 'fail')
            .map(({ source, expected, actual }) => {
              if (source.kind === 'oracle') return `oracle ${source.id}`;
              const by = said.find((each) => each.expected === expected && actual.startsWith(each.actual));
              return by === undefined ? 'criteria' : `predicate ${by.predicate}`;
            }),
        ),
      ]),
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
  const blind: Predicate = (_args, answers) => ({
    ...{ holds: true, expected: 'anything', actual: 'not looked at' },
    exchanges: answers.map((answer) => answer.id),
  });
  return { ...judges, predicates: { ...judges.predicates, [id]: blind } };
}
