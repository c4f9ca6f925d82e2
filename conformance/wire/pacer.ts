/** Keeps a run below rate limits: uses 95% of each window, by key and operation, and waits for `Retry-After`. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { OperationId } from '../../spec/contract.js';

export interface RateLimit {
  requests: number;
  seconds: number;
}

export type Pacer = ReturnType<typeof createPacer>;

export interface Time {
  now(): number;
  /** Ends early, without an error, if the signal is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Calls back after `ms`, unless the returned function is called first. Absent if time passes only in `sleep`. */
  alarm?(ms: number, callback: () => void): () => void;
}

/** The longest timer of Node. */
const LONGEST_MS = 2 ** 31 - 1;

export const realTime: Time = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    sleep(Math.min(Math.max(0, ms), LONGEST_MS), undefined, { signal }).catch(() => undefined),
  alarm(ms, callback) {
    const timer = setTimeout(callback, Math.min(ms, LONGEST_MS)).unref();
    return () => clearTimeout(timer);
  },
};

export function laneOf(account: string, operation: OperationId | null): string {
  return `${account} ${operation}`;
}

/** The lowest value of `taken`, even if a target accepts fewer, because other callers may have used the rest. */
const LEAST_TAKEN = 20;

/**
 * `sent`: times of sent requests, in order. `taken`: the number of requests that the target accepted in a window before it
 * refused one.
 */
const newLane = () => ({ sent: [] as number[], heldUntil: 0, queue: Promise.resolve(), taken: Infinity });

type Lane = ReturnType<typeof newLane>;

/** Returns the milliseconds until `count` more requests make no more than `most` in the window. */
function waitIn(lane: Lane, { seconds }: RateLimit, count: number, most: number, now: number): number {
  // A second longer than the target's window, which may start at the end of a request.
  const windowMs = seconds * 1000 + 1000;
  lane.sent = lane.sent.filter((at) => at > now - windowMs);
  const crowd = lane.sent.length + count - most;
  const freeAt = crowd > 0 ? (lane.sent[crowd - 1] ?? now) + windowMs : now;
  return Math.max(0, freeAt - now, lane.heldUntil - now);
}

/** Called with the end of each wait, in ms since 1970, and its reason, such as `for the rate limit`. */
export type OnWait = (until: number, why: string) => void;

export function createPacer(time: Time, onWait?: OnWait) {
  const lanes = new Map<string, Lane>();
  const began = time.now();
  let waitedMs = 0;
  /** Number of requests that wait now, and when the first of them began. */
  let waiting = 0;
  let since = 0;
  const laneNamed = (name: string) => {
    const lane = lanes.get(name) ?? newLane();
    lanes.set(name, lane);
    return lane;
  };

  const waitFor = (name: string, limit: RateLimit, count: number, most: number): number =>
    waitIn(laneNamed(name), limit, count, most, time.now());
  const roomFor = async (name: string, limit: RateLimit, count: number, most: number): Promise<void> => {
    for (;;) {
      const wait = waitFor(name, limit, count, most);
      if (wait === 0) return;
      if (waiting === 0) since = time.now();
      waiting += 1;
      onWait?.(time.now() + wait, 'for the rate limit');
      try {
        await time.sleep(wait);
      } finally {
        waiting -= 1;
        if (waiting === 0) waitedMs += time.now() - since;
      }
    }
  };
  /** Counts requests that were sent without `admit`. */
  const note = (name: string, count: number): void => {
    laneNamed(name).sent.push(...Array<number>(count).fill(time.now()));
  };
  /** Returns a number below the limit, because the target's windows may differ. */
  const most = (name: string, { requests }: RateLimit): number =>
    Math.max(1, Math.floor(Math.min(requests, laneNamed(name).taken) * 0.95));

  return {
    /** Waits until `count` requests may be sent together, and counts them as sent. */
    admit(name: string, limit: RateLimit, count: number): Promise<void> {
      // One at a time in a lane, so that two waiting scenarios cannot use the same free requests.
      const lane = laneNamed(name);
      const turn = lane.queue
        .then(() => roomFor(name, limit, count, Math.max(most(name, limit), count)))
        .then(() => note(name, count));
      lane.queue = turn.catch(() => undefined);
      return turn;
    },
    /** Returns the milliseconds until `count` requests, or as many as ever possible, may be sent. */
    wait: (name: string, limit: RateLimit, count: number) =>
      waitFor(name, limit, Math.min(count, most(name, limit)), most(name, limit)),
    note,
    /** Call it if the target refused `count` of the latest requests. The lane then uses a lower limit. */
    refused(name: string, { seconds }: RateLimit, count: number): void {
      const lane = laneNamed(name);
      // Refused requests do not count (reading rate-counting).
      lane.sent.splice(-count);
      const since = time.now() - seconds * 1000;
      // In the first window of this run, requests of an earlier run may also count.
      if (since < began) return;
      const taken = lane.sent.filter((at) => at > since).length;
      lane.taken = Math.min(lane.taken, Math.max(LEAST_TAKEN, taken));
    },
    /** Waits until no sent request of the lane is in the window. */
    settle: (name: string, limit: RateLimit) => roomFor(name, limit, 0, 0),
    /** Suspends the lane for `ms`. */
    holdBack(name: string, ms: number): void {
      const lane = laneNamed(name);
      lane.heldUntil = Math.max(lane.heldUntil, time.now() + ms);
    },
    /** Milliseconds of ended waits. Waits at the same time count once. */
    get waitedMs() {
      return waitedMs;
    },
  };
}
