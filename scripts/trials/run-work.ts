/** Runs the whole suite against a mock with the data of a row, or against an independent service. */
import { runConformance, type RunReport } from '../../conformance/index.js';
import { binds } from '../../spec/clauses.js';
import { loadContract } from '../../spec/contract.js';
import { habitsOf, setHabit } from '../../test/independent-service/habits.js';
import { startServer } from '../../test/independent-service/server.js';
import { startProxy } from '../../test/mutants/proxy.js';
import { faultRule } from '../../test/mutants/stranger-faults.js';
import { findingsOf } from '../../test/mutants/trial.js';
import { movedTime, startWorld } from '../../test/worlds/rows.js';
import { strangerOutcome, type StrangerTask } from './stranger-trials.js';
import type { Outcome } from './trials.js';
import { worldOutcome, type WorldTask } from './world-trials.js';

type Target = Parameters<typeof runConformance>[0] & { close(): Promise<void> };

/** Not near the end of a day, a month or a year. */
const NOW = Date.parse('2026-03-18T10:30:00Z');
/** Maximum length of a reason, which may quote a whole answer. */
const MOST_CHARACTERS = 200;

export async function perform(task: StrangerTask | WorldTask): Promise<Outcome> {
  const { close, ...target } = await ('row' in task ? worldOf(task) : strangerOf(task));
  const began = performance.now();
  const report = await runConformance({ environment: {}, ...target }).finally(close);
  const run = { ...suiteRun(report), seconds: Math.round((performance.now() - began) / 1000) };
  return 'row' in task ? worldOutcome(task, run) : strangerOutcome(task, run);
}

/** The result of a whole run of the suite against a conforming target. */
export type SuiteRun = ReturnType<typeof suiteRun> & { seconds: number };

function suiteRun(report: RunReport) {
  const { counts, budget, clauses } = report;
  const open = clauses.filter(
    ({ clause, pairs }) => binds(clause) && pairs.every((each) => each.verdict !== 'pass'),
  );
  return {
    ...findingsOf(report),
    // Numbers of verified clauses, and of verified pairs of clause and operation.
    clauses: counts.clauses.pass,
    pairs: counts.pairs.pass,
    credits: budget.creditsUsed,
    requests: budget.requests,
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
export async function strangerOf(task: Omit<StrangerTask, 'kind' | 'names'>): Promise<Target> {
  const { seed, habits, breaks, hasAllKeys } = task;
  const began = performance.now();
  const contract = loadContract();
  const { department: departments, industry: industries } = contract.enums;
  // Instead of waiting for rate limits, the suite advances the clock that both sides use.
  let moved = 0;
  const now = (): number => NOW + performance.now() - began + moved;
  const server = await startServer({
    seed,
    habits: habits.reduce(setHabit, habitsOf(seed)),
    accepted: { departments, industries },
    now,
  });
  const proxy = breaks === null ? null : await startProxy(contract, server.url, faultRule(breaks), now);
  const sleep = async (ms: number): Promise<void> => void (moved += ms);
  const { keys } = server;
  const given = hasAllKeys === true ? { keys } : { apiKey: keys.active };
  return {
    target: proxy?.url ?? server.url,
    ...given,
    time: { now, sleep },
    async close() {
      await proxy?.close();
      await server.close();
      const [error] = proxy?.faults() ?? [];
      if (error !== undefined) throw new Error(`The rule of ${breaks} broke: ${error}`);
      if (proxy?.fired() === 0) throw new Error(`The rule of ${breaks} never fired.`);
    },
  };
}
