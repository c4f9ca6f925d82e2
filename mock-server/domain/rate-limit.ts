/**
 * Rate limits: at most `limit` requests in any 60 seconds (readings `rate-window`, `rate-counting`).
 * A window holds the times of accepted requests, at most `limit`, and drops them some time after the 60
 * seconds.
 */

import type { Operation, ReadingChoices } from '../../spec/index.js';
import type { components } from '../generated/options.js';

/** Requests that pass in any 60 seconds; `none` for as many as come. */
export type RateLimit = number | 'none';

/** Whether the limits of the contract are kept, or lifted for load tests. */
export type RateLimitMode = NonNullable<components['schemas']['MockOptions']['rateLimits']>;

/**
 * The limit of an account: its own, or the contract's. `mode` can lift the contract's limit, and so can the
 * reading `rate-others` if the source states no limit.
 */
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

export interface RateWindow {
  /** Ring of the times of requests that passed, oldest at `head`; it grows up to the limit. */
  times: Float64Array;
  head: number;
  count: number;
}

export function emptyRateWindow(): RateWindow {
  return { times: new Float64Array(0), head: 0, count: 0 };
}

/** Times of the requests that passed, oldest first. */
export function passedTimes(window: RateWindow): number[] {
  return Array.from({ length: window.count }, (_, i) => at(window, i));
}

export function rateWindowOf(times: readonly number[]): RateWindow {
  return { times: Float64Array.from(times), head: 0, count: times.length };
}

/**
 * Whether a request would pass (0), or after how many whole seconds (`Retry-After`, at least 1). This is exact: a retry
 * after that many seconds passes, one a second earlier is refused. Changes nothing.
 */
export function waitFor(window: RateWindow, limit: number, now: number): number {
  const count = countedAt(window, now);
  if (count < limit) return 0;
  const wait = limit === 0 ? RATE_WINDOW_MS : at(window, count - limit) + RATE_WINDOW_MS - now;
  return wait > 0 ? Math.ceil(wait / 1_000) : 0;
}

/** Lets a request pass (0), or returns what `waitFor` says. A refused request does not count. */
export function takeSlot(window: RateWindow, limit: number, now: number): number {
  const wait = waitFor(window, limit, now);
  window.count = countedAt(window, now);
  if (window.count > limit) drop(window, window.count - limit);
  if (wait > 0) return wait;
  if (window.count === limit) drop(window, 1);
  if (window.count === window.times.length) forgetBefore(window, now - RATE_WINDOW_MS);
  push(window, limit, now);
  return 0;
}

/** Takes back the last slot, for a request that was refused with 429 by a fault. */
export function giveBackSlot(window: RateWindow): void {
  if (window.count > 0) window.count -= 1;
}

/** The clock may have been moved back: requests in its future do not count. */
function countedAt(window: RateWindow, now: number): number {
  let { count } = window;
  while (count > 0 && at(window, count - 1) > now) count -= 1;
  return count;
}

function forgetBefore(window: RateWindow, instant: number): void {
  let n = 0;
  while (n < window.count && at(window, n) <= instant) n += 1;
  if (n > 0) drop(window, n);
}

function at(window: RateWindow, i: number): number {
  return window.times[(window.head + i) % window.times.length]!;
}

function drop(window: RateWindow, n: number): void {
  window.head = (window.head + n) % window.times.length;
  window.count -= n;
}

function push(window: RateWindow, limit: number, now: number): void {
  if (window.count === window.times.length) {
    const grown = new Float64Array(Math.min(limit, Math.max(8, window.times.length * 2)));
    for (let i = 0; i < window.count; i += 1) grown[i] = at(window, i);
    window.times = grown;
    window.head = 0;
  }
  window.times[(window.head + window.count) % window.times.length] = now;
  window.count += 1;
}
