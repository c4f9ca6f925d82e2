/** One of the processes behind `npm run worlds`: a mock for each task, and a whole run against it. */
import { runConformance, type RunReport } from '../../conformance/index.js';
import type { Mock } from '../../mock-server/index.js';
import { serve } from '../workers.js';
import type { Result, Task } from './result.js';
import { movedTime, startWorld } from '../../test/worlds/start.js';

/** Of a reason, which may quote an answer. */
const MOST_SIGNS = 200;

serve(async ({ row, access }: Task): Promise<Result> => {
  const began = performance.now();
  const mock = await startWorld(row.name, row.options, access === 'admin');
  try {
    return resultOf({ row, access }, await judge(mock, access), performance.now() - began);
  } finally {
    await mock.close();
  }
});

function judge(mock: Mock, access: Task['access']): Promise<RunReport> {
  if (access === 'admin') return runConformance({ target: mock.url, adminUrl: mock.url, environment: {} });
  return runConformance({
    target: mock.url,
    apiKey: 'key_demo',
    environment: {},
    time: movedTime(mock),
  });
}

function resultOf(task: Task, report: RunReport, durationMs: number): Result {
  const { verdict, exitCode, headline, counts, budget, clauses, scenarios, oracles } = report;
  return {
    task,
    verdict,
    exitCode,
    headline,
    clauses: counts.clauses.pass,
    pairs: counts.pairs.pass,
    notApplicable: counts.pairs['not-applicable'],
    credits: budget.creditsUsed,
    against: [
      ...clauses.flatMap(({ clause, evidence }) =>
        evidence
          .filter((each) => each.verdict === 'fail')
          .slice(0, 3)
          .map(
            ({ by, scenario, expected, actual }) =>
              `${clause.id} by ${by} in ${scenario}: expected ${expected}; ${actual}`,
          ),
      ),
      ...scenarios
        .filter((each) => each.verdict === 'error')
        .map(({ id, reason }) => `${id} broke: ${reason}`),
      ...oracles.filter(({ error }) => error !== null).map(({ id, error }) => `oracle ${id} broke: ${error}`),
    ],
    open: clauses
      .filter(
        ({ clause, pairs }) => clause.level === 'must' && pairs.every(({ verdict }) => verdict !== 'pass'),
      )
      .flatMap(({ clause, pairs }) =>
        pairs
          .filter(({ verdict }) => verdict === 'inconclusive')
          .map(({ operation, reason }) => `${clause.id} on ${operation}: ${reason.slice(0, MOST_SIGNS)}`),
      ),
    durationMs,
  };
}
