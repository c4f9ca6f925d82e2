/** One of the processes behind `npm run worlds`: a mock for each task, and a whole run against it. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runConformance, type RunReport } from '../../conformance/index.js';
import { startMock, type Mock } from '../../mock-server/index.js';
import { serve } from '../workers.js';
import type { Result, Task } from './result.js';
import { linesOf, WORLDS } from './worlds.js';

/** Of a reason, which may quote an answer. */
const MOST_SIGNS = 200;

serve(async ({ row, access }: Task): Promise<Result> => {
  const began = performance.now();
  const mock = await start(row, access === 'admin');
  try {
    return resultOf({ row, access }, await judge(mock, access), performance.now() - began);
  } finally {
    await mock.close();
  }
});

async function start({ name, options }: Task['row'], admin: boolean): Promise<Mock> {
  const world = WORLDS.find((each) => each.name === name);
  if (world === undefined) return startMock({ ...options, admin });
  const folder = await mkdtemp(join(tmpdir(), 'job-search-kit-world-'));
  try {
    const data = join(folder, `${name}.ndjson`);
    await writeFile(data, linesOf(world, options.now));
    return await startMock({ ...options, data, admin });
  } finally {
    await rm(folder, { recursive: true });
  }
}

function judge(mock: Mock, access: Task['access']): Promise<RunReport> {
  if (access === 'admin') return runConformance({ target: mock.url, adminUrl: mock.url, environment: {} });
  // The limits of a live target are waited out; here the clock of the mock is moved instead.
  const time = {
    now: () => mock.clock.now(),
    sleep: async (ms: number) => void mock.clock.advance({ milliseconds: Math.ceil(ms) }),
  };
  return runConformance({ target: mock.url, apiKey: 'key_demo', environment: {}, time });
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
