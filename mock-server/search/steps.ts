/** Work in steps: at each `yield` whoever runs it may do something else before it goes on. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Runs all steps, one after the other. */
export function runSteps<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
