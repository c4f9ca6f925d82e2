/**
 * Rate limits: at most `limit` requests in any 60 seconds (readings `rate-window`, `rate-counting`).
 * A window stores the times of accepted requests. It removes expired times only after several requests, for speed.
 */

import type { Operation, ReadingChoices } from '../../spec/index.js';
import type { components } from '../generated/options.js';

/** The most requests in any 60 seconds; `none` for no limit. */
export type RateLimit = number | 'none';

/** Whether the limits of the contract apply; load tests remove them. */
export type RateLimitMode = NonNullable<components['schemas']['MockOptions']['rateLimits']>;

/** Returns an account's limit: `own`, else the contract's, which `mode` removes, and `others` if the source does not state it. */
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

/** Old times are dropped after this many accepted requests. */
const TRIM_EVERY = 64;

/** Times of accepted requests, ascending. The first ones may be too old to count. */
export type RateWindow = number[];

/**
 * Returns 0 if a request would be accepted now, else the whole seconds until one would be (`Retry-After`). This is exact: a
 * retry after that time is accepted, one a second earlier is refused. Changes nothing.
 */
export function waitFor(window: Readonly<RateWindow>, limit: number, now: number): number {
  const end = endAt(window, now);
  if (end < limit) return 0;
  const wait = limit === 0 ? RATE_WINDOW_MS : window[end - limit]! + RATE_WINDOW_MS - now;
  return wait > 0 ? Math.ceil(wait / 1_000) : 0;
}

/** Accepts a request and returns 0, or returns the seconds to wait, like `waitFor`. A refused request does not count. */
export function takeSlot(window: RateWindow, limit: number, now: number): number {
  const wait = waitFor(window, limit, now);
  window.length = endAt(window, now);
  window.splice(0, window.length - limit + (wait > 0 ? 0 : 1));
  if (wait > 0) return wait;
  window.push(now);
  if (window.length % TRIM_EVERY === 0)
    window.splice(
      0,
      window.findIndex((instant) => instant > now - RATE_WINDOW_MS),
    );
  return 0;
}

/** Returns the end of the times that are not after `now`, since the clock may have been moved back. */
function endAt(window: Readonly<RateWindow>, now: number): number {
  let end = window.length;
  while (end > 0 && window[end - 1]! > now) end -= 1;
  return end;
}
