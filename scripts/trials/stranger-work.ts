/** Runs the whole suite, with one key, against an independent service of a seed. */
import { runConformance } from '../../conformance/index.js';
import { loadContract } from '../../spec/contract.js';
import { habitsOf, setHabit } from '../../test/independent-service/habits.js';
import { startServer } from '../../test/independent-service/server.js';
import type { StrangerResult, StrangerTask } from './stranger-trials.js';
import { suiteRunOf } from './suite-run.js';

/** An ordinary day. */
const NOW = Date.parse('2026-03-18T10:30:00Z');

export async function perform(task: StrangerTask): Promise<StrangerResult> {
  const began = performance.now();
  const { department: departments, industry: industries } = loadContract().enums;
  // The suite waits for rate limits by moving the clock of both sides.
  let moved = 0;
  const now = (): number => NOW + performance.now() - began + moved;
  const server = await startServer({
    seed: task.seed,
    habits: task.habits.reduce(setHabit, habitsOf(task.seed)),
    accepted: { departments, industries },
    breaks: task.breaks,
    now,
  });
  try {
    const sleep = async (ms: number): Promise<void> => void (moved += ms);
    const time = { now, sleep };
    const target = { target: server.url, apiKey: server.key, environment: {}, time };
    return { task, ...(await suiteRunOf(() => runConformance(target))) };
  } finally {
    await server.close();
  }
}
