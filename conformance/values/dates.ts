/** Dates and months relative to a day, by name: `daysAgo3`, `monthsAgo6Plus1`, `monthAgo4`. */

export const DATE_INPUT =
  /^(?:(today|yesterday|tomorrow)|(days|months|years)Ago(\d{1,4})|(days)Ahead(\d{1,4}))(?:(Plus|Minus)(\d{1,3}))?$/;

const DAY = 86_400_000;

/**
 * Returns the date of a name such as `monthsAgo6Plus1` in UTC; in a shorter month, its last day. Undefined for other names. If the
 * months of another time zone are counted from a day in another month, the result is up to three days later (`Plus`) or earlier.
 */
export function dateInput(name: string, now: number): string | undefined {
  const match = DATE_INPUT.exec(name);
  if (match === null) return undefined;
  const [, word, agoUnit, ago, , ahead, sign, extra] = match;
  const today = new Date(now);
  let day = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate());
  if (word !== undefined) day += word === 'today' ? 0 : word === 'tomorrow' ? DAY : -DAY;
  else if (ahead !== undefined) day += Number(ahead) * DAY;
  else if (agoUnit === 'days') day -= Number(ago) * DAY;
  else {
    const months = Number(ago) * (agoUnit === 'years' ? 12 : 1);
    const [here, later, earlier] = [0, DAY, -DAY].map((zone) => monthsBefore(day + zone, months) - zone);
    day = sign === undefined ? here! : sign === 'Plus' ? Math.max(here!, later!) : Math.min(here!, earlier!);
  }
  if (extra !== undefined) day += Number(extra) * (sign === 'Plus' ? DAY : -DAY);
  return new Date(day).toISOString().slice(0, 10);
}

/** Returns the day that is this many months and years before `now`, and `days` later or earlier, as an ISO day in UTC. */
export function dayBack(
  now: number,
  { months = 0, years = 0 }: { months?: number; years?: number },
  days = 0,
): string {
  const extra = days === 0 ? '' : `${days > 0 ? 'Plus' : 'Minus'}${Math.abs(days)}`;
  return dateInput(`monthsAgo${months + 12 * years}${extra}`, now)!;
}

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
