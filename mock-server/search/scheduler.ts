import type { Scratch } from './scratch.js';
import type { Steps } from './steps.js';

/**
 * Runs searches in time slices. Nearly all searches end within one slice and need no promise. The others run one after
 * the other, and between two slices the event loop handles other events. At most two searches are in progress at any
 * time, so two scratch memories are enough.
 */
export class Scheduler {
  readonly #free: Scratch[];
  /** Whether a search of more than one slice is in progress or is next. */
  #isBusy = false;
  readonly #waiting: (() => void)[] = [];
  readonly #sliceMs: number;
  readonly #now: () => number;

  /** `sliceMs` is the shortest time of a slice, and `now` returns the time; both in milliseconds. */
  constructor(
    scratches: readonly [Scratch, Scratch],
    sliceMs: number,
    now: () => number = () => performance.now(),
  ) {
    this.#free = [...scratches];
    this.#sliceMs = sliceMs;
    this.#now = now;
  }

  /** Runs a search. Returns its result, or a promise of it if it takes more than one slice. */
  run<T>(start: (scratch: Scratch) => Steps<T>): T | Promise<T> {
    const scratch = this.#free.pop()!;
    const steps = start(scratch);
    let step: IteratorResult<undefined, T>;
    try {
      step = this.#runSlice(steps);
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
    // Drop its partial result. It starts again when the other long searches have ended.
    steps.return(undefined as T);
    this.#free.push(scratch);
    return new Promise<void>((resolve) => this.#waiting.push(resolve)).then(() => {
      const own = this.#free.pop()!;
      return this.#finish(start(own), own);
    });
  }

  async #finish<T>(steps: Steps<T>, scratch: Scratch): Promise<T> {
    try {
      for (;;) {
        await new Promise((resolve) => setImmediate(resolve));
        const step = this.#runSlice(steps);
        if (step.done) return step.value;
      }
    } finally {
      this.#free.push(scratch);
      const next = this.#waiting.shift();
      if (next === undefined) this.#isBusy = false;
      else next();
    }
  }

  /** Runs steps until the search or the slice ends. Returns the last step. */
  #runSlice<T>(steps: Steps<T>): IteratorResult<undefined, T> {
    const end = this.#now() + this.#sliceMs;
    let step = steps.next();
    while (!step.done && this.#now() < end) step = steps.next();
    return step;
  }
}
