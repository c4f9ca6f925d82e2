/** Dates and months relative to a day, by name: `daysAgo3`, `monthsAgo6Plus1`, `monthAgo4`. */

export const DATE_INPUT =
  /^(?:(today|yesterday|tomorrow)|(days|months|years)Ago(\d{1,4})|(days)Ahead(\d{1,4}))(?:(Plus|Minus)(\d{1,3}))?$/;

const DAY = 86_400_000;

/**
 * Returns the date of a name such as `monthsAgo6Plus1` in UTC; in a shorter month, its last day. Undefined for other names.
 * With `Plus`, the time zone in which the months end latest counts; with `Minus`, that in which they end earliest.
 */
export function dateInput(name: string, now: number): string | undefined {
  const match = DATE_INPUT.exec(name);
  if (match === null) return undefined;
  const [, word, agoUnit, ago, , ahead, sign, extra] = match;
  const days = Number(extra ?? 0) * (sign === 'Minus' ? -1 : 1);
  let day = now - (now % DAY);
  if (word !== undefined) day += word === 'today' ? 0 : word === 'tomorrow' ? DAY : -DAY;
  else if (ahead !== undefined) day += Number(ahead) * DAY;
  else if (agoUnit === 'days') day -= Number(ago) * DAY;
  else return dayBack(now, { [agoUnit!]: Number(ago) }, days);
  return isoDay(day + days * DAY);
}

/** Returns the day that is this many months and years before `now`, and `days` later or earlier, as an ISO day in UTC. */
export function dayBack(
  now: number,
  { months = 0, years = 0 }: { months?: number; years?: number },
  days = 0,
): string {
  // A service in another time zone may count from the day before or after.
  const zones = [0, Math.sign(days) * DAY];
  const found = zones.map((zone) => monthsBefore(now + zone, months + 12 * years) - zone);
  return isoDay((days > 0 ? Math.max(...found) : Math.min(...found)) + days * DAY);
}

const isoDay = (time: number): string => new Date(time).toISOString().slice(0, 10);

export const MONTH_INPUT = /^monthAgo(\d{1,3})$/;

/** Returns the month of a name such as `monthAgo4` in UTC, such as `2026-07`. Undefined for other names. */
export function monthInput(name: string, now: number): string | undefined {
  const ago = MONTH_INPUT.exec(name)?.[1];
  return ago === undefined ? undefined : dateInput(`monthsAgo${ago}`, now)?.slice(0, 7);
}

/** Returns the day that is `days` after an ISO day, or before it if `days` is negative. */
export function shiftDay(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10);
}

function monthsBefore(day: number, months: number): number {
  const date = new Date(day);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() - months];
  const lastOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(date.getUTCDate(), lastOfMonth));
}
