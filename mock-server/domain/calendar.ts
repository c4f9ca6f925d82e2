/** Calendar arithmetic in UTC. All instants are milliseconds since the epoch. */

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Midnight of the day that holds `instant`. */
export function startOfDay(instant: number): number {
  return Math.floor(instant / DAY) * DAY;
}

/** `month` counts from 0 and may run over: month 12 is January of the next year. */
export function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
}

/** The same time of day `months` later; the 31st becomes the last day of a shorter month. */
export function addMonths(instant: number, months: number): number {
  const from = new Date(instant);
  const year = from.getUTCFullYear();
  const month = from.getUTCMonth() + months;
  const day = Math.min(from.getUTCDate(), daysInMonth(year, month));
  return Date.UTC(year, month, day) + (instant - startOfDay(instant));
}

/** `YYYY-MM-DD` of an instant. */
export function isoDay(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}
