import type { Scratch } from './scratch.js';
import type { Steps } from './steps.js';

/**
 * Runs searches in time slices. Nearly all searches end within one slice and need no promise. The others run one after
 * the other, a slice at a time, and between two slices the event loop handles other events. So at most two searches are
 * in progress, and two scratch memories are enough.
 */
export class Scheduler {
  readonly #free: Scratch[];
  /** Whether a search of more than one slice is in progress, or about to be. */
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

  /** The result, or a promise of it if it takes more than one slice. */
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
    // Its partial work is dropped: it starts again when the others have ended.
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

  /** Steps until the search ends or the slice is over. */
  #runSlice<T>(steps: Steps<T>): IteratorResult<undefined, T> {
    const end = this.#now() + this.#sliceMs;
    let step = steps.next();
    while (!step.done && this.#now() < end) step = steps.next();
    return step;
  }
}
