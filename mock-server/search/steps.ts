/** Work in steps. At each `yield`, the caller may do other work. */
export type Steps<T> = Generator<undefined, T, undefined>;

export function runSteps<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
