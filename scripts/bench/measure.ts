/** Times of many calls, in milliseconds. */
export interface Timing {
  calls: number;
  median: number;
  p99: number;
}

interface Effort {
  budget?: number;
  rounds?: number;
  warmUp?: number;
}

/** Times of many calls of any of the tasks. */
export function time(tasks: readonly (() => unknown)[], effort: Effort = {}): Timing {
  return summary(samplesOf(tasks, effort).flat());
}

/** Times of each task, called in turn with the others, so that a machine that slows down slows all of them. */
export function timeEach(tasks: readonly (() => unknown)[], effort: Effort = {}): Timing[] {
  return samplesOf(tasks, effort).map(summary);
}

/**
 * Calls each of the tasks in turn, round after round, until `budget` milliseconds have passed and every task has
 * had its `rounds`. The first rounds only warm up. What is timed is one call, so a slow one shows in the p99.
 */
function samplesOf(
  tasks: readonly (() => unknown)[],
  { budget = 1500, rounds = 5, warmUp = 2 }: Effort,
): number[][] {
  for (let round = 0; round < warmUp; round += 1) for (const task of tasks) task();
  const samples: number[][] = tasks.map(() => []);
  const end = performance.now() + budget;
  for (let round = 0; round < rounds || performance.now() < end; round += 1) {
    tasks.forEach((task, at) => {
      const start = performance.now();
      task();
      samples[at]!.push(performance.now() - start);
    });
  }
  return samples;
}

function summary(samples: number[]): Timing {
  samples.sort((a, b) => a - b);
  const at = (share: number): number =>
    samples[Math.min(samples.length - 1, Math.floor(samples.length * share))]!;
  return { calls: samples.length, median: at(0.5), p99: at(0.99) };
}

/** `0.042 ms`, `1.3 s`: two figures are all that a benchmark on a shared machine can mean. */
export function inWords(ms: number): string {
  if (ms >= 10_000) return `${(ms / 1000).toFixed(0)} s`;
  if (ms >= 1000) return `${(ms / 1000).toFixed(1)} s`;
  return `${ms >= 100 ? ms.toFixed(0) : ms.toPrecision(2)} ms`;
}
