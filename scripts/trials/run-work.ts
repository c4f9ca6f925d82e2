/** Runs the whole suite against a mock with the data of a row, or against an independent service. */
import { runConformance, type RunReport } from '../../conformance/index.js';
import { binds } from '../../spec/clauses.js';
import { loadContract } from '../../spec/contract.js';
import { habitsOf, setHabit } from '../../test/independent-service/habits.js';
import { startServer } from '../../test/independent-service/server.js';
import { movedTime, startWorld } from '../../test/worlds/start.js';
import type { StrangerResult, StrangerTask } from './stranger-trials.js';
import type { WorldResult, WorldTask } from './world-trials.js';

type Target = Parameters<typeof runConformance>[0] & { close(): Promise<void> };

/** Not near the end of a day, a month or a year. */
const NOW = Date.parse('2026-03-18T10:30:00Z');
/** Maximum length of a reason, which may quote a whole answer. */
const MOST_CHARACTERS = 200;

export async function perform(task: StrangerTask | WorldTask): Promise<StrangerResult | WorldResult> {
  const { close, ...target } = await ('row' in task ? worldOf(task) : strangerOf(task));
  try {
    const began = performance.now();
    const report = await runConformance({ environment: {}, ...target });
    return { task, ...suiteRun(report), durationMs: performance.now() - began } as
      StrangerResult | WorldResult;
  } finally {
    await close();
  }
}

/** The result of a whole run of the suite against a conforming target. */
export type SuiteRun = ReturnType<typeof suiteRun> & { durationMs: number };

function suiteRun({ exitCode, headline, counts, budget, clauses, scenarios, oracles }: RunReport) {
  const open = clauses.filter(
    ({ clause, pairs }) => binds(clause) && pairs.every((each) => each.verdict !== 'pass'),
  );
  return {
    exitCode,
    headline,
    // Numbers of verified clauses, and of verified pairs of clause and operation.
    clauses: counts.clauses.pass,
    pairs: counts.pairs.pass,
    credits: budget.creditsUsed,
    requests: budget.requests,
    // Failed clauses, recommendations included, with the first evidence.
    against: clauses.flatMap(({ clause, evidence }) =>
      evidence
        .filter((each) => each.verdict === 'fail')
        .slice(0, 1)
        .map(({ by, scenario, expected, actual }) => ({
          clause: clause.id as string,
          isMust: binds(clause),
          words: `by ${by} in ${scenario}: expected ${expected}; ${actual}`,
        })),
    ),
    // Scenarios and oracles that threw an error.
    errors: [
      ...scenarios
        .filter((each) => each.verdict === 'error')
        .map(({ id, reason }) => `${id} broke: ${reason}`),
      ...oracles.filter(({ error }) => error !== null).map(({ id, error }) => `oracle ${id} broke: ${error}`),
    ],
    // Binding clauses that were verified on no operation, with the reason. They prevent the verdict "conforms".
    open: open.flatMap(({ clause, pairs }) =>
      pairs
        .filter((each) => each.verdict === 'inconclusive')
        .map(({ operation, reason }) => `${clause.id} on ${operation}: ${reason.slice(0, MOST_CHARACTERS)}`),
    ),
  };
}

async function worldOf({ row, access }: WorldTask): Promise<Target> {
  const mock = await startWorld(row.name, row.options, access === 'admin');
  const reached = access === 'admin' ? { adminUrl: mock.url } : { apiKey: 'key_demo', time: movedTime(mock) };
  return { target: mock.url, ...reached, close: () => mock.close() };
}

/** Starts the independent service with a clock that advances when the suite waits. */
export async function strangerOf({ seed, habits, breaks, hasAllKeys }: StrangerTask): Promise<Target> {
  const began = performance.now();
  const { department: departments, industry: industries } = loadContract().enums;
  // Instead of waiting for rate limits, the suite advances the clock that both sides use.
  let moved = 0;
  const now = (): number => NOW + performance.now() - began + moved;
  const server = await startServer({
    seed,
    habits: habits.reduce(setHabit, habitsOf(seed)),
    accepted: { departments, industries },
    breaks,
    now,
  });
  const sleep = async (ms: number): Promise<void> => void (moved += ms);
  const { url: target, keys } = server;
  const given = hasAllKeys === true ? { keys } : { apiKey: keys.active };
  return { target, ...given, time: { now, sleep }, close: () => server.close() };
}
