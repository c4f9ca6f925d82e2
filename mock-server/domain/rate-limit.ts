/**
 * Rate limits: at most `limit` requests in any 60 seconds (readings `rate-window`, `rate-counting`).
 * A window drops the times of accepted requests some time after the 60 seconds.
 */

import type { Operation, ReadingChoices } from '../../spec/index.js';
import type { components } from '../generated/options.js';

/** Requests that pass in any 60 seconds; `none` for as many as come. */
export type RateLimit = number | 'none';

/** Whether the limits of the contract are kept, or lifted for load tests. */
export type RateLimitMode = NonNullable<components['schemas']['MockOptions']['rateLimits']>;

/** The limit of an account: its own, or the contract's unless `mode` lifts it, or `rate-others` if the source has none. */
export function limitInForce(
  { rateLimit }: Operation,
  own: RateLimit | undefined,
  mode: RateLimitMode,
  others: ReadingChoices['rate-others'],
): RateLimit {
  if (own !== undefined) return own;
  return mode === 'none' || (others === 'none' && !rateLimit.stated) ? 'none' : rateLimit.requests;
}

const RATE_WINDOW_MS = 60_000;

/** Old times are dropped when so many more have passed. */
const TRIM_EVERY = 64;

/** Times of requests that passed, ascending. Those before the index `from` no longer count. */
export interface RateWindow {
  times: number[];
  from: number;
}

export function rateWindowOf(times: readonly number[]): RateWindow {
  return { times: [...times], from: 0 };
}

/** Times of the requests that passed, oldest first. */
export function passedTimes({ times, from }: RateWindow): number[] {
  return times.slice(from);
}

/**
 * Whether a request would pass (0), or after how many whole seconds (`Retry-After`, at least 1). This is exact: a retry
 * after that many seconds passes, one a second earlier is refused. Changes nothing.
 */
export function waitFor(window: RateWindow, limit: number, now: number): number {
  const end = endAt(window, now);
  if (end - window.from < limit) return 0;
  const wait = limit === 0 ? RATE_WINDOW_MS : window.times[end - limit]! + RATE_WINDOW_MS - now;
  return wait > 0 ? Math.ceil(wait / 1_000) : 0;
}

/** Lets a request pass (0), or returns what `waitFor` says. A refused request does not count. */
export function takeSlot(window: RateWindow, limit: number, now: number): number {
  const wait = waitFor(window, limit, now);
  const { times } = window;
  times.length = endAt(window, now);
  window.from = Math.max(window.from, times.length - limit + (wait > 0 ? 0 : 1));
  if (wait > 0) return wait;
  times.push(now);
  if (times.length % TRIM_EVERY === 0) trim(window, now - RATE_WINDOW_MS);
  return 0;
}

/** Takes back the last slot, for a request that was refused with 429 by a fault. */
export function giveBackSlot({ times, from }: RateWindow): void {
  if (times.length > from) times.pop();
}

/** The clock may have been moved back: requests in its future do not count. */
function endAt({ times, from }: RateWindow, now: number): number {
  let end = times.length;
  while (end > from && times[end - 1]! > now) end -= 1;
  return end;
}

function trim(window: RateWindow, instant: number): void {
  const { times } = window;
  while (times[window.from]! <= instant) window.from += 1;
  times.splice(0, window.from);
  window.from = 0;
}
