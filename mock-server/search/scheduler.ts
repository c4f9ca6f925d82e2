import type { Scratch } from './scratch.js';
import type { Steps } from './steps.js';

/**
 * Runs searches in time slices. Nearly all searches end within one slice and need no promise. The others run one after
 * the other, and between two slices the event loop handles other events. At most two searches are in progress at any
 * time, so two scratch memories are enough.
 */
export class Scheduler {
  readonly #free: Scratch[];
  /** Resolves when all searches of more than one slice have ended; null if there is none. */
  #long: Promise<unknown> | null = null;
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
    const steps = start(this.#free[0]!);
    const step = this.#runSlice(steps);
    if (step.done) return step.value;
    let result: Promise<T>;
    if (this.#long === null) result = this.#finish(() => steps);
    else {
      // Drop its partial result. It starts again when the other long searches have ended.
      steps.return(undefined as T);
      result = this.#long.then(() => this.#finish(start));
    }
    const ended = result.catch(() => undefined);
    this.#long = ended;
    void ended.then(() => {
      if (this.#long === ended) this.#long = null;
    });
    return result;
  }

  /** Continues a search to its end. Until then no other search gets its memory. */
  async #finish<T>(start: (scratch: Scratch) => Steps<T>): Promise<T> {
    const scratch = this.#free.shift()!;
    const steps = start(scratch);
    try {
      for (;;) {
        await new Promise((resolve) => setImmediate(resolve));
        const step = this.#runSlice(steps);
        if (step.done) return step.value;
      }
    } finally {
      this.#free.push(scratch);
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
