/** The result of a whole run of the suite against a conforming target. */
import type { RunReport, RunVerdict } from '../../conformance/index.js';

export interface SuiteRun {
  verdict: RunVerdict;
  exitCode: number;
  headline: string;
  /** Numbers of verified clauses, and of verified pairs of clause and operation. */
  clauses: number;
  pairs: number;
  /** Pairs that the data or the access cannot show. */
  notApplicable: number;
  credits: number;
  requests: number;
  /** Failed clauses, recommendations included, with the first evidence. */
  against: { clause: string; isMust: boolean; words: string }[];
  /** Scenarios and oracles that threw an error. */
  errors: string[];
  /** Clauses of level must that no operation shows, with the reason. They prevent the verdict "conforms". */
  open: string[];
  durationMs: number;
}

/** A reason may quote a whole answer. */
const MOST_CHARACTERS = 200;

/** Measures `run`, and summarizes its report. */
export async function suiteRunOf(run: () => Promise<RunReport>): Promise<SuiteRun> {
  const began = performance.now();
  const { verdict, exitCode, headline, counts, budget, clauses, scenarios, oracles } = await run();
  return {
    verdict,
    exitCode,
    headline,
    clauses: counts.clauses.pass,
    pairs: counts.pairs.pass,
    notApplicable: counts.pairs['not-applicable'],
    credits: budget.creditsUsed,
    requests: budget.requests,
    against: clauses.flatMap(({ clause, evidence }) => {
      const failed = evidence.find((each) => each.verdict === 'fail');
      if (failed === undefined) return [];
      const { by, scenario, expected, actual } = failed;
      const words = `by ${by} in ${scenario}: expected ${expected}; ${actual}`;
      return [{ clause: clause.id, isMust: clause.level === 'must', words }];
    }),
    errors: [
      ...scenarios
        .filter((each) => each.verdict === 'error')
        .map(({ id, reason }) => `${id} broke: ${reason}`),
      ...oracles.filter(({ error }) => error !== null).map(({ id, error }) => `oracle ${id} broke: ${error}`),
    ],
    open: clauses
      .filter(
        ({ clause, pairs }) => clause.level === 'must' && pairs.every((each) => each.verdict !== 'pass'),
      )
      .flatMap(({ clause, pairs }) =>
        pairs
          .filter((each) => each.verdict === 'inconclusive')
          .map(
            ({ operation, reason }) => `${clause.id} on ${operation}: ${reason.slice(0, MOST_CHARACTERS)}`,
          ),
      ),
    durationMs: performance.now() - began,
  };
}
