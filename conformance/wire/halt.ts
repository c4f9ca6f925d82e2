/** Ends a run before its time: it was interrupted, or its time is up. Requests under way may still finish. */
import { setMaxListeners } from 'node:events';
import { BudgetSpent } from './budget.js';
import type { Time } from './pacer.js';

/** The run is ending: nothing was sent, nothing more is waited for. */
export class RunHalted extends BudgetSpent {
  override name = 'RunHalted';
}

export type Halt = ReturnType<typeof createHalt>;

/** Of the time that a run may take, this part is for judging and reports: a share, and at most so much, in milliseconds. */
const SHARE_FOR_REPORTS = 0.2;
const MOST_FOR_REPORTS = 30_000;

/** Time in which an ending run still searches its responses for secrets, in milliseconds. */
const GRACE = 2000;

export interface HaltOptions {
  /** How long the run may take, with judging and reports; null for as long as it likes. */
  minutes: number | null;
  /** When the time of the run began; now by default. */
  begunAt?: number | undefined;
  /** Interrupts the run; its reason, if it is an Error, is why. */
  signal: AbortSignal | undefined;
}

/** Watches the clock from now on, and the signal. */
export function createHalt(time: Time, { minutes, signal, begunAt = time.now() }: HaltOptions) {
  // Declaration files cannot name the type that Node's own declarations infer here.
  const controller: { signal: AbortSignal; abort(): void } = new AbortController();
  // Every request under way listens, hundreds at a time.
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
    /** Why the run is ending; null while it goes on. */
    get reason() {
      return why();
    },
    /** Aborts when the run is ending. */
    signal: controller.signal,
    check,
    /** True if the run has been ending for longer than `GRACE`, counted from the first call. */
    isOverdue() {
      if (why() === null) return false;
      endingSince ??= performance.now();
      return performance.now() - endingSince > GRACE;
    },
    /** The run's time, in which a sleep ends with RunHalted as soon as the run does. */
    time: {
      now: () => time.now(),
      async sleep(ms: number) {
        check();
        await time.sleep(Math.min(ms, Math.max(0, deadline - time.now())), controller.signal);
        check();
      },
    },
    /** Leaves nothing behind that could keep the process. */
    release() {
      disarm?.();
      signal?.removeEventListener('abort', interrupt);
    },
  };
}
