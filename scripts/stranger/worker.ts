/** One of the processes behind `npm run stranger`: a server for each task, and a whole run with one key against it. */
import { runConformance } from '../../conformance/index.js';
import { loadContract } from '../../spec/contract.js';
import { serve } from '../workers.js';
import { habitsOf, setHabit } from '../../test/independent-service/habits.js';
import { resultOf, type Result, type Task } from './result.js';
import { startServer } from '../../test/independent-service/server.js';

/** An ordinary day. */
const NOW = Date.parse('2026-03-18T10:30:00Z');

serve(async (task: Task): Promise<Result> => {
  const began = performance.now();
  const { department: departments, industry: industries } = loadContract().enums;
  // Limits are waited out by moving the clock of both.
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
    const report = await runConformance({ target: server.url, apiKey: server.key, environment: {}, time });
    return resultOf(task, report, performance.now() - began);
  } finally {
    await server.close();
  }
});
