/** What the judges of courses share. */
import { followed, gapBetween, type Attempt } from '../../rules/attempt.js';
import type { Say } from '../../rules/judge.js';
import type { CourseSeen, RunSeen } from '../model/seen.js';

/** Judges one run of a client through a course, in which it is known what it was asked for. */
export type RunJudge = (run: RunSeen, say: Say, seen: CourseSeen) => void;

/** Requests on other connections may be under way for so long when an answer leaves, also on a loaded machine, ms. */
export const UNDER_WAY = 250;

/**
 * Whether the later request was sent with the answer to the earlier one read. A copy of the same search may have been sent at
 * any time, on another connection, and so may an attempt of a client that gave up meanwhile.
 */
export function isAfter(earlier: Attempt, later: Attempt): boolean {
  const isOther =
    earlier.identity !== later.identity || (typeof later.key === 'string' && earlier.key !== later.key);
  if (isOther) return (gapBetween(earlier, later) ?? -1) >= 0;
  return followed(earlier, later, Infinity) === true;
}

/** How much sooner the next request may be noticed than the end of the one that was given up for it, ms. */
const NOTICED = 100;

/** The next attempt at the same, after this one was over. */
export function nextAttempt(attempts: readonly Attempt[], attempt: Attempt): Attempt | undefined {
  const from = attempts.indexOf(attempt) + 1;
  return attempts
    .slice(from)
    .find(
      (each) =>
        each.identity !== null &&
        each.identity === attempt.identity &&
        (gapBetween(attempt, each) ?? -Infinity) >= -NOTICED,
    );
}

/** Whether its connection had been used before, so that its end may be that of an idle connection. */
export function isOnUsedConnection(attempts: readonly Attempt[], attempt: Attempt): boolean {
  const { connection } = attempt.exchange;
  return attempts.slice(0, attempts.indexOf(attempt)).some((each) => each.exchange.connection === connection);
}

export function isBefore(one: Attempt, other: Attempt): boolean {
  return one.exchange.arrivedAt! < other.exchange.arrivedAt!;
}

/** What stands for one operation: its key, or the request itself where it came without. */
export function slotOf({ key, id }: Attempt): string | number {
  return typeof key === 'string' ? key : id;
}

/** Whether its page came, whole. */
export function isDelivered({ fate }: Attempt): boolean {
  return fate === 200;
}
