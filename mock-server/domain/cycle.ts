/** Billing cycles: a calendar month from the account's anchor day, at 00:00 UTC (reading `cycle`). */

import { daysInMonth } from '../../fixtures/calendar.js';

export interface Cycle {
  /** First instant of the cycle, ms. */
  start: number;
  /** First instant of the next cycle, ms. */
  end: number;
}

/**
 * Returns the cycle that contains `now`. In a month without the anchor day, the last day replaces it: with anchor 31 the
 * cycle that starts on 31 January ends on 28 February, and the next one ends on 31 March.
 */
export function cycleAt(now: number, anchorDay: number): Cycle {
  const date = new Date(now);
  const year = date.getUTCFullYear();
  const month = date.getUTCMonth();
  const anchor = anchorOf(year, month, anchorDay);
  return now >= anchor
    ? { start: anchor, end: anchorOf(year, month + 1, anchorDay) }
    : { start: anchorOf(year, month - 1, anchorDay), end: anchor };
}

function anchorOf(year: number, month: number, anchorDay: number): number {
  return Date.UTC(year, month, Math.min(anchorDay, daysInMonth(year, month)));
}

export function isIn({ start, end }: Cycle, instant: number): boolean {
  return instant >= start && instant < end;
}
