/** Keeps a run below rate limits: 95 of 100 in any window, by key and operation, and no sooner than `Retry-After` allows. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { OperationId } from '../../spec/contract.js';

export interface RateLimit {
  requests: number;
  seconds: number;
}

export type Pacer = ReturnType<typeof createPacer>;

export interface Time {
  now(): number;
  /** Ends early, without an error, when the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Calls back after so long, unless disarmed; keeps no process running. Absent where time passes only in sleep. */
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

interface Lane {
  /** Times, in order. */
  sent: number[];
  heldUntil: number;
  queue: Promise<void>;
  /** Requests that the target took in one window before it refused more. */
  taken: number;
}

/** The least number of requests, even if a target accepts fewer at one time. Other callers may have used the rest. */
const LEAST_TAKEN = 20;

/** Sleeps, and counts once where several do. */
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

/** `onWait` gets the end of each wait, as `time` counts. */
export function createPacer(time: Time, onWait?: (until: number) => void) {
  const lanes = new Map<string, Lane>();
  const began = time.now();
  const waits = countWaits(time, onWait);
  const laneNamed = (name: string): Lane => {
    const lane = lanes.get(name) ?? { sent: [], heldUntil: 0, queue: Promise.resolve(), taken: Infinity };
    lanes.set(name, lane);
    return lane;
  };

  /** Milliseconds until so many more leave no more than `most` in the window. */
  const waitFor = (name: string, limit: RateLimit, count: number, most: number): number => {
    const lane = laneNamed(name);
    // A second more than the target's: it may count from the end of its own work.
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
  /** Counts requests that were sent without asking. */
  const note = (name: string, count: number): void => {
    const now = time.now();
    for (let i = 0; i < count; i += 1) laneNamed(name).sent.push(now);
  };
  /** Leaves room below the limit, because the target's windows need not be ours. */
  const most = (name: string, { requests }: RateLimit): number =>
    Math.max(1, Math.floor(Math.min(requests, laneNamed(name).taken) * 0.95));
  const admitNow = async (name: string, limit: RateLimit, count: number): Promise<void> => {
    await roomFor(name, limit, count, Math.max(most(name, limit), count));
    note(name, count);
  };

  return {
    /** Waits until `count` requests may go out together, and counts them as sent. */
    admit(name: string, limit: RateLimit, count: number): Promise<void> {
      // One at a time in a lane, so that two waiting scenarios cannot take the same room.
      const lane = laneNamed(name);
      const turn = lane.queue.then(() => admitNow(name, limit, count));
      lane.queue = turn.catch(() => undefined);
      return turn;
    },
    /** Milliseconds until so many more may go out one after the other, or as many as ever may. */
    wait: (name: string, limit: RateLimit, count: number) =>
      waitFor(name, limit, Math.min(count, most(name, limit)), most(name, limit)),
    note,
    /** The target refused so many of those just sent: it allows fewer than was thought, and the lane keeps to that. */
    refused(name: string, { seconds }: RateLimit, count: number): void {
      const lane = laneNamed(name);
      // Refused requests do not count (reading rate-counting).
      lane.sent.splice(-count);
      const since = time.now() - seconds * 1000;
      // Requests of an earlier run may count, too, while this run is younger than the window.
      if (since < began) return;
      const taken = lane.sent.filter((at) => at > since).length;
      lane.taken = Math.min(lane.taken, Math.max(LEAST_TAKEN, taken));
    },
    /** Waits until nothing that was sent in the lane counts any more. */
    settle: (name: string, limit: RateLimit) => roomFor(name, limit, 0, 0),
    /** Nothing more in this lane for so long. */
    holdBack(name: string, ms: number): void {
      const lane = laneNamed(name);
      lane.heldUntil = Math.max(lane.heldUntil, time.now() + ms);
    },
    /** Milliseconds in which at least one request was waiting. */
    get waitedMs() {
      return waits.waitedMs;
    },
  };
}

/** `Retry-After` in milliseconds: seconds, or an HTTP date against the answer's own `Date`; null where unreadable. */
export function retryAfterMs(headers: Readonly<Record<string, string>>, now: number): number | null {
  const value = headers['retry-after']?.trim();
  if (value === undefined || value === '') return null;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const until = Date.parse(value);
  if (Number.isNaN(until)) return null;
  const said = Date.parse(headers['date'] ?? '');
  return Math.max(0, until - (Number.isNaN(said) ? now : said));
}
