import type { Scratch } from './scratch.js';
import { runSteps, type Steps } from './steps.js';

/**
 * Runs searches. Nearly all searches end within one turn and need no promise. The others run one after the other, a
 * turn at a time, and between two turns the process does what else there is to do. So there are never more than two
 * searches under way, and memory to compute in for two is enough.
 */
export class Turns {
  readonly #free: Scratch[];
  /** Whether a search that takes more than one turn is under way, or about to be. */
  #isBusy = false;
  readonly #waiting: (() => void)[] = [];
  readonly #turnMs: number;
  readonly #now: () => number;

  /** `turnMs` is how long a turn takes at least, `now` tells the time; both in milliseconds. */
  constructor(
    scratches: readonly [Scratch, Scratch],
    turnMs: number,
    now: () => number = () => performance.now(),
  ) {
    this.#free = [...scratches];
    this.#turnMs = turnMs;
    this.#now = now;
  }

  /** The result, or a promise of it if it takes more than one turn. */
  run<T>(start: (scratch: Scratch) => Steps<T>): T | Promise<T> {
    const scratch = this.#free.pop()!;
    const steps = start(scratch);
    let step: IteratorResult<undefined, T>;
    try {
      step = this.#turn(steps);
    } catch (error) {
      this.#free.push(scratch);
      throw error;
    }
    if (step.done) {
      this.#free.push(scratch);
      return step.value;
    }
    if (!this.#isBusy) {
      this.#isBusy = true;
      return this.#finish(steps, scratch);
    }
    // Its partial work is dropped: it starts again when the others have ended.
    steps.return(undefined as T);
    this.#free.push(scratch);
    return this.#wait().then(() => {
      const own = this.#free.pop()!;
      return this.#finish(start(own), own);
    });
  }

  /** Runs all steps without a break. */
  runNow<T>(start: (scratch: Scratch) => Steps<T>): T {
    const scratch = this.#free.pop()!;
    try {
      return runSteps(start(scratch));
    } finally {
      this.#free.push(scratch);
    }
  }

  #wait(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  async #finish<T>(steps: Steps<T>, scratch: Scratch): Promise<T> {
    try {
      for (;;) {
        await new Promise((resolve) => setImmediate(resolve));
        const step = this.#turn(steps);
        if (step.done) return step.value;
      }
    } finally {
      this.#free.push(scratch);
      const next = this.#waiting.shift();
      if (next === undefined) this.#isBusy = false;
      else next();
    }
  }

  /** Steps until the work is done or the turn is over. */
  #turn<T>(steps: Steps<T>): IteratorResult<undefined, T> {
    const end = this.#now() + this.#turnMs;
    let step = steps.next();
    while (!step.done && this.#now() < end) step = steps.next();
    return step;
  }
}
