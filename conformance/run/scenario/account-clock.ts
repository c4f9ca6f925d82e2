/** A clock of the target, read from an answer of the admin API or estimated. */
import { follow } from '../../values/pointers.js';

/** `now` is the target's time, and `at` the runner's time of the reading; both in ms since 1970. */
export interface AccountClock {
  now: number;
  at: number;
  frozen: boolean;
}

/** The clock in an admin answer; null if the answer has none. */
export function clockIn(body: unknown, at: number): AccountClock | null {
  const now = follow(body, ['now']);
  if (typeof now !== 'string' || Number.isNaN(Date.parse(now))) return null;
  return { now: Date.parse(now), at, frozen: follow(body, ['frozen']) === true };
}

export function timeBy(clock: AccountClock, now: number): number {
  return clock.frozen ? clock.now : clock.now + (now - clock.at);
}
