/** The range of days that a search covers (§4.2 to §4.6, readings under "Dates and windows"). */

import type { Issue, SearchWindow } from '../../spec/index.js';
import { addMonths, DAY, isoDay, startOfDay } from '../../fixtures/calendar.js';

type Span = { months?: number; years?: number; days?: number };

/**
 * Returns the range `[from, to)`, two midnights in ms, for a body's dates (valid YYYY-MM-DD) and its operation's defaults
 * on the day of `now`, or an issue.
 * A date that is too old is refused. A range that starts before the floor, the date of the oldest postings, starts there
 * instead.
 */
export function planWindow(
  window: SearchWindow,
  dates: { published_after?: string | undefined; published_before?: string | undefined },
  now: number,
): { from: number; to: number } | Issue[] {
  const { published_after: after, published_before: before } = dates;
  const today = startOfDay(now);
  const from = after === undefined ? back(today, window.defaultAfter) : midnight(after);
  const to =
    before === undefined ? today + (window.defaultBefore === 'tomorrow' ? DAY : 0) : midnight(before);

  if (after !== undefined && from < back(today, window.oldest)) return [ageIssue(window, today)];
  if (from >= to && (after !== undefined || before !== undefined))
    return [orderIssue(after, before, from, to)];
  const floor = window.floor === undefined ? from : midnight(window.floor);
  return { from: Math.max(from, floor), to };
}

function ageIssue({ oldest }: SearchWindow, today: number): Issue {
  const msg = `must not be older than ${inWords(oldest)} before today; the oldest accepted date is ${isoDay(back(today, oldest))}`;
  return { loc: ['body', 'published_after'], msg, type: 'date_too_old' };
}

/** The message says which bound is a default, because the caller did not send it. */
function orderIssue(after: string | undefined, before: string | undefined, from: number, to: number): Issue {
  const type = 'date_order';
  if (after === undefined) {
    const msg = `must be later than published_after, which is ${isoDay(from)} by default`;
    return { loc: ['body', 'published_before'], msg, type };
  }
  const limit = before === undefined ? `, which is ${isoDay(to)} by default` : '';
  return { loc: ['body', 'published_after'], msg: `must be earlier than published_before${limit}`, type };
}

function midnight(date: string): number {
  return Date.parse(`${date}T00:00:00Z`);
}

/** Goes back by whole months and years (to the last day of a shorter month), then `days` forward. */
function back(today: number, { months = 0, years = 0, days = 0 }: Span): number {
  return addMonths(today, -months - 12 * years) + days * DAY;
}

function inWords({ months, years }: Span): string {
  return [years && `${years} years`, months && `${months} months`].filter(Boolean).join(' and ');
}
