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
 * Finds a window for each of the wanted numbers of jobs, older than the `taken` windows if there is room, else newer. Each costs the
 * price of its first job. If that job is free, an earlier run has bought there. Null for a window that was not found.
 */
export async function findUnpaidDays(
  read: Read,
  [slice, taken]: readonly [Pick<Slice, 'window' | 'total' | 'scope'>, readonly Window[]],
  wanted: readonly number[],
  now: number,
): Promise<(Window | null)[]> {
  const next = windowsBeside(taken, now);
  // A slice that words narrow is a single day with many jobs.
  let perDay = slice.scope === null ? slice.total / daysOf(slice.window) : Infinity;
  const found: (Window | null)[] = [];
  for (const jobs of wanted) {
    let best: Window | null = null;
    for (let tries = 0; tries < TRIES && best === null; tries += 1) {
      const days = Math.ceil((jobs * MORE) / perDay);
      const window = next(Math.min(Math.max(days, 1), MOST_DAYS));
      if (window === null) break;
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

/** Returns a function that takes the next so many days: backward from the taken ones, then forward from their end to yesterday. */
function windowsBeside(taken: readonly Window[], now: number): (days: number) => Window | null {
  const { published_after: oldest } = widestWindow(now);
  const today = new Date(now).toISOString().slice(0, 10);
  let before = taken.map((each) => each.published_after).sort()[0]!;
  let after = taken
    .map((each) => each.published_before)
    .sort()
    .at(-1)!;
  return (days) => {
    const from = shiftDay(before, -days);
    if (from >= oldest) {
      const older = { published_after: from, published_before: before };
      before = from;
      return older;
    }
    const to = shiftDay(after, days);
    if (to > today) return null;
    const newer = { published_after: after, published_before: to };
    after = to;
    return newer;
  };
}

function daysOf({ published_after: from, published_before: to }: Window): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000;
}
