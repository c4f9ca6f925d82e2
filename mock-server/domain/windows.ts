/** Which days a search looks at (§4.2 to §4.6, readings under "Dates and windows"). */

import type { Issue, SearchWindow } from '../../spec/index.js';
import { addMonths, DAY, isoDay, startOfDay } from '../../fixtures/calendar.js';

/** Instants of `[from, to)`, in milliseconds since the epoch; both are midnights. */
export interface DateRange {
  from: number;
  to: number;
}

type Span = { months?: number; years?: number; days?: number };

/**
 * The range that a body's dates (YYYY-MM-DD, already validated) and the defaults of its operation give on the day of
 * `now`, or what is wrong with the dates. A date that is too old is refused; the floor, before which there are no
 * postings, only shortens the range.
 */
export function planWindow(
  window: SearchWindow,
  dates: { published_after?: string | undefined; published_before?: string | undefined },
  now: number,
): DateRange | Issue[] {
  const { published_after: after, published_before: before } = dates;
  const today = startOfDay(now);
  const { defaultFrom, oldest } = spansOf(window, today);
  const from = after === undefined ? defaultFrom : midnight(after);
  const to =
    before === undefined ? today + (window.defaultBefore === 'tomorrow' ? DAY : 0) : midnight(before);

  if (after !== undefined && from < oldest) return [ageIssue(window, oldest)];
  if (from >= to && (after !== undefined || before !== undefined))
    return [orderIssue(after, before, from, to)];
  const floor = window.floor === undefined ? from : midnight(window.floor);
  return { from: Math.max(from, floor), to };
}

/** Starts of the spans of a window on a day. */
interface Spans {
  today: number;
  defaultFrom: number;
  oldest: number;
}

/** Of the day that each window was last asked for: nearly all searches are of the day of the one before. */
const latest = new WeakMap<SearchWindow, Spans>();

function spansOf(window: SearchWindow, today: number): Spans {
  let spans = latest.get(window);
  if (spans?.today !== today) {
    spans = { today, defaultFrom: back(today, window.defaultAfter), oldest: back(today, window.oldest) };
    latest.set(window, spans);
  }
  return spans;
}

function ageIssue(window: SearchWindow, oldest: number): Issue {
  const msg = `must not be older than ${inWords(window.oldest)} before today; the oldest accepted date is ${isoDay(oldest)}`;
  return { loc: ['body', 'published_after'], msg, type: 'date_too_old' };
}

/** Says which bound is a default, since the caller did not send that one. */
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

/** The same day of the month, or the month's last day; then `days` forward. */
function back(today: number, { months = 0, years = 0, days = 0 }: Span): number {
  return addMonths(today, -months - 12 * years) + days * DAY;
}

function inWords({ months, years }: Span): string {
  return [years && `${years} years`, months && `${months} months`].filter(Boolean).join(' and ');
}
