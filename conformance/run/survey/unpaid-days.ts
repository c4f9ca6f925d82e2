/** Windows beside a slice that have jobs which the key has not paid for: checks of charging need new jobs. */
import { shiftDay } from '../../values/dates.js';
import type { Read, Window } from './ask.js';
import { widestWindow, type Slice } from './slice.js';

/** The most requests for one window. */
const TRIES = 3;
/** A window is wider than the jobs of the slice suggest, since some days have fewer jobs. */
const MORE = 1.3;
const MOST_DAYS = 60;

/** The most jobs and requests for so many windows. */
export function costOfUnpaid(windows: number): number {
  return windows * TRIES;
}

/**
 * Finds a window for each of the wanted numbers of jobs, older than the `taken` windows if there is room, else newer. If there is
 * room for neither, it looks beside the next windows of `taken`. Each window costs the price of its first job. If that job is free, an
 * earlier run has bought there. Null for a window that was not found.
 */
export async function findUnpaidDays(
  read: Read,
  slice: Pick<Slice, 'window' | 'total' | 'scope'>,
  taken: readonly (readonly Window[])[],
  wanted: readonly number[],
  now: number,
): Promise<(Window | null)[]> {
  const sources = taken.map((each) => windowsBeside(each, now));
  const asked: Window[] = [];
  // A slice that words narrow is a single day with many jobs.
  let perDay = slice.scope === null ? slice.total / daysOf(slice.window) : Infinity;
  const found: (Window | null)[] = [];
  for (const jobs of wanted) {
    let best: Window | null = null;
    for (let tries = 0; tries < TRIES && best === null; tries += 1) {
      const days = Math.min(Math.max(Math.ceil((jobs * MORE) / perDay), 1), MOST_DAYS);
      const window = nextOf(sources, days, asked);
      if (window === null) break;
      asked.push(window);
      const page = await read(window, 1, null);
      const isPaid = page.jobs.length > 0 && page.credits === 0;
      if (!isPaid && page.total - page.jobs.length >= jobs / 3) best = window;
      // The next one is wider.
      else if (!isPaid) perDay /= 2;
    }
    found.push(best);
  }
  return found;
}

/** Takes the next so many days that share none with the windows so far, from the first source that has some. */
function nextOf(sources: readonly Source[], days: number, asked: readonly Window[]): Window | null {
  for (const source of sources)
    for (let window = source(days); window !== null; window = source(days)) {
      const { published_after: from, published_before: to } = window;
      if (!asked.some((each) => from <= each.published_before && each.published_after <= to)) return window;
    }
  return null;
}

type Source = (days: number) => Window | null;

/**
 * Returns a function that takes the next so many days: backward from the taken ones, then forward from their end to yesterday. A
 * day remains between windows, since a service may count the last day as part of a window (reading window-bounds).
 */
function windowsBeside(taken: readonly Window[], now: number): Source {
  const { published_after: oldest } = widestWindow(now);
  const today = new Date(now).toISOString().slice(0, 10);
  let before = taken.map((each) => each.published_after).sort()[0]!;
  let after = taken
    .map((each) => each.published_before)
    .sort()
    .at(-1)!;
  return (days) => {
    const from = shiftDay(before, -days - 1);
    if (from >= oldest) {
      const older = { published_after: from, published_before: shiftDay(before, -1) };
      before = from;
      return older;
    }
    const to = shiftDay(after, days + 1);
    if (to > today) return null;
    const newer = { published_after: shiftDay(after, 1), published_before: to };
    after = to;
    return newer;
  };
}

function daysOf({ published_after: from, published_before: to }: Window): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000;
}
