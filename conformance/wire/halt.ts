/** Ends a run early, if it is interrupted or its time is up. Requests in flight may still finish. */
import { setMaxListeners } from 'node:events';
import { BudgetSpent } from './budget.js';
import type { Time } from './pacer.js';

/** The run is ending, so a request was not sent or a wait was ended. */
export class RunHalted extends BudgetSpent {
  override name = 'RunHalted';
}

export type Halt = ReturnType<typeof createHalt>;

/** The part of the run's time for judging and reports: a share, and at most `MOST_FOR_REPORTS` milliseconds. */
const SHARE_FOR_REPORTS = 0.2;
const MOST_FOR_REPORTS = 30_000;

/** Milliseconds for which an ending run still searches its responses for secrets. */
const GRACE = 2000;

export interface HaltOptions {
  /** The time limit of the run, including judging and reports; null for none. */
  minutes: number | null;
  /** Start time of the run; by default now. */
  begunAt?: number | undefined;
  /** Interrupts the run. If its reason is an Error, its message becomes the reason of the end. */
  signal: AbortSignal | undefined;
}

/** Watches the clock and the signal, until `release`. */
export function createHalt(time: Time, { minutes, signal, begunAt = time.now() }: HaltOptions) {
  // The inferred type cannot be written in declaration files.
  const controller: { signal: AbortSignal; abort(): void } = new AbortController();
  // Each request in flight adds a listener, perhaps hundreds.
  setMaxListeners(0, controller.signal);
  const whole = (minutes ?? Infinity) * 60_000;
  const left = whole - Math.min(SHARE_FOR_REPORTS * whole, MOST_FOR_REPORTS);
  const deadline = begunAt + left;
  let reason: string | null = null;
  let endingSince: number | null = null;
  const end = (why: string): void => {
    reason ??= why;
    controller.abort();
  };
  const interrupt = (): void => {
    const given: unknown = signal?.reason;
    const isTold = given instanceof Error && given.name !== 'AbortError';
    end(isTold ? given.message : 'the run was interrupted');
  };
  const outOfTime = (): void => end(`the time of the run was up (--max-time ${minutes})`);
  if (signal?.aborted === true) interrupt();
  signal?.addEventListener('abort', interrupt, { once: true });
  const disarm = minutes === null ? undefined : time.alarm?.(Math.max(0, deadline - time.now()), outOfTime);

  const why = (): string | null => {
    if (reason === null && time.now() >= deadline) outOfTime();
    return reason;
  };
  /** Throws RunHalted when the run is ending. */
  const check = (): void => {
    const now = why();
    if (now !== null) throw new RunHalted(now);
  };
  return {
    /** Why the run is ending; null if it is not. */
    get reason() {
      return why();
    },
    /** Aborted when the run is ending. */
    signal: controller.signal,
    check,
    /** True if the run has been ending for longer than `GRACE`, counted from the first call. */
    isOverdue() {
      if (why() === null) return false;
      endingSince ??= performance.now();
      return performance.now() - endingSince > GRACE;
    },
    /** The run's time. A sleep rejects with RunHalted as soon as the run is ending. */
    time: {
      now: () => time.now(),
      async sleep(ms: number) {
        check();
        await time.sleep(Math.min(ms, Math.max(0, deadline - time.now())), controller.signal);
        check();
      },
    },
    /** Stops the timer and the listener, so that the process can end. */
    release() {
      disarm?.();
      signal?.removeEventListener('abort', interrupt);
    },
  };
}
