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

/** Sleeps, and counts the time in which at least one caller sleeps. */
function countWaits(time: Time, onWait?: (until: number) => void) {
  let waitedMs = 0;
  let waiting = 0;
  let since = 0;
  return {
    async sleep(ms: number): Promise<void> {
      if (waiting === 0) since = time.now();
      waiting += 1;
      onWait?.(time.now() + ms);
      try {
        await time.sleep(ms);
      } finally {
        waiting -= 1;
        if (waiting === 0) waitedMs += time.now() - since;
      }
    },
    get waitedMs() {
      return waitedMs;
    },
  };
}

/**
 * `sent`: times of sent requests, in order. `taken`: the number of requests that the target accepted in a window before it
 * refused one.
 */
const newLane = () => ({ sent: [] as number[], heldUntil: 0, queue: Promise.resolve(), taken: Infinity });

/** Makes a pacer. `onWait` is called with the end of each wait, in the time of `time`. */
export function createPacer(time: Time, onWait?: (until: number) => void) {
  const lanes = new Map<string, ReturnType<typeof newLane>>();
  const began = time.now();
  const waits = countWaits(time, onWait);
  const laneNamed = (name: string) => {
    const lane = lanes.get(name) ?? newLane();
    lanes.set(name, lane);
    return lane;
  };

  /** Returns the milliseconds until `count` more requests make no more than `most` in the window. */
  const waitFor = (name: string, limit: RateLimit, count: number, most: number): number => {
    const lane = laneNamed(name);
    // A second longer than the target's window, which may start at the end of a request.
    const windowMs = limit.seconds * 1000 + 1000;
    const now = time.now();
    const counting = lane.sent.findIndex((at) => at > now - windowMs);
    if (counting !== 0) lane.sent.splice(0, counting < 0 ? Infinity : counting);
    const crowd = lane.sent.length + count - most;
    const freeAt = crowd > 0 ? (lane.sent[crowd - 1] ?? now) + windowMs : now;
    return Math.max(0, freeAt - now, lane.heldUntil - now);
  };
  const roomFor = async (name: string, limit: RateLimit, count: number, most: number): Promise<void> => {
    for (;;) {
      const wait = waitFor(name, limit, count, most);
      if (wait === 0) break;
      await waits.sleep(wait);
    }
  };
  /** Counts requests that were sent without `admit`. */
  const note = (name: string, count: number): void => {
    const now = time.now();
    for (let i = 0; i < count; i += 1) laneNamed(name).sent.push(now);
  };
  /** Returns a number below the limit, because the target's windows may differ. */
  const most = (name: string, { requests }: RateLimit): number =>
    Math.max(1, Math.floor(Math.min(requests, laneNamed(name).taken) * 0.95));
  const admitNow = async (name: string, limit: RateLimit, count: number): Promise<void> => {
    await roomFor(name, limit, count, Math.max(most(name, limit), count));
    note(name, count);
  };

  return {
    /** Waits until `count` requests may be sent together, and counts them as sent. */
    admit(name: string, limit: RateLimit, count: number): Promise<void> {
      // One at a time in a lane, so that two waiting scenarios cannot use the same free requests.
      const lane = laneNamed(name);
      const turn = lane.queue.then(() => admitNow(name, limit, count));
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
    /** Milliseconds during which at least one request was waiting. */
    get waitedMs() {
      return waits.waitedMs;
    },
  };
}

/** Returns `Retry-After` (seconds, or a date relative to the header `Date`) in milliseconds; null if it is absent or invalid. */
export function retryAfterMs(headers: Readonly<Record<string, string>>, now: number): number | null {
  const value = headers['retry-after']?.trim();
  if (value === undefined || value === '') return null;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const until = Date.parse(value);
  if (Number.isNaN(until)) return null;
  const said = Date.parse(headers['date'] ?? '');
  return Math.max(0, until - (Number.isNaN(said) ? now : said));
}
