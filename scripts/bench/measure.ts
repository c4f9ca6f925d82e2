/** Durations of many calls, in milliseconds. */
export type Timing = ReturnType<typeof timingOf>;

const BUDGET_MS = 1500;
const ROUNDS = 5;
const WARM_UP = 2;

/** Times the tasks in turn, for `BUDGET_MS` and at least `ROUNDS`, so that all are affected if the machine slows down. */
export function timeEach(tasks: readonly (() => unknown)[]): Timing[] {
  return samplesOf(tasks).map(timingOf);
}

export function time(tasks: readonly (() => unknown)[]): Timing {
  return timingOf(samplesOf(tasks).flat());
}

function samplesOf(tasks: readonly (() => unknown)[]): number[][] {
  for (let round = 0; round < WARM_UP; round += 1) for (const task of tasks) task();
  const samples: number[][] = tasks.map(() => []);
  const end = performance.now() + BUDGET_MS;
  for (let round = 0; round < ROUNDS || performance.now() < end; round += 1)
    tasks.forEach((task, at) => {
      const start = performance.now();
      task();
      samples[at]!.push(performance.now() - start);
    });
  return samples;
}

function timingOf(samples: number[]) {
  samples.sort((a, b) => a - b);
  return { median: samples[samples.length >> 1]!, p99: samples[Math.floor(samples.length * 0.99)]! };
}

export function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[numbers.length >> 1]!;
}

/** A duration as a text such as `0.042 ms` or `1.3 s`, with two digits, since measurements are not more precise. */
export function inWords(ms: number): string {
  if (ms >= 1000) return `${(ms / 1000).toFixed(ms >= 10_000 ? 0 : 1)} s`;
  return `${ms >= 100 ? ms.toFixed(0) : ms.toPrecision(2)} ms`;
}
