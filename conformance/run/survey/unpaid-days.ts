/** Finds windows outside a slice with jobs that the key has not paid for, since checks of charges need unpaid jobs. */
import { shiftDay } from '../../values/dates.js';
import { addressOf } from '../../values/postings.js';
import type { Read, Window } from './ask.js';
import { daysOf, widestWindow, type Counted } from './slice.js';

/** The most requests for one window, which also buy at most this many jobs. */
const TRIES = 3;
/** How often a window with too many jobs is halved. */
const HALVES = 3;
/** While the run has paid nothing, up to this many other windows are tried, for one job each. */
const FURTHER_TRIES = 20;
/** A window is wider than the jobs of the slice suggest, since some days have fewer jobs. */
const MORE = 1.3;
const MOST_DAYS = 60;

/** A window of about this many jobs. If it has more than `most`, it is halved, because scenarios buy all its jobs. */
export interface Wanted {
  jobs: number;
  most?: number;
}

/** The most requests for this many windows, and the most jobs that they buy. */
export function costOfUnpaidDays(windows: number): { requests: number; jobs: number } {
  return { requests: windows * (TRIES + HALVES) + FURTHER_TRIES, jobs: windows * (TRIES + HALVES) };
}

/**
 * Finds the wanted windows. Each is outside all windows of one list of `taken`: the first list that leaves room. Each costs
 * the price of its first job. If that job is free although this run has not `bought` it, an earlier run has bought
 * jobs there. Null for a window that was not found. `spent`: the credits of earlier requests of the run.
 */
export async function findUnpaidDays(
  read: Read,
  slice: Counted,
  taken: readonly (readonly Window[])[],
  wanted: readonly Wanted[],
  now: number,
  { spent = 0, bought = new Set() }: { spent?: number; bought?: ReadonlySet<string | null> } = {},
): Promise<(Window | null)[]> {
  // A slice that is narrowed by words covers a single day with many jobs.
  let perDay = slice.scope === null ? slice.total / daysOf(slice.window) : Infinity;
  const daysFor = (jobs: number): number =>
    Math.min(Math.max(Math.ceil((jobs * MORE) / perDay), 1), MOST_DAYS);
  const asked: Window[] = [];
  const found: (Window | null)[] = [];
  for (const { jobs, most = Infinity } of wanted) {
    let best: { window: Window; total: number } | null = null;
    let days = daysFor(jobs);
    for (let tries = 0; tries < TRIES && best === null; tries += 1) {
      const free = taken.map((each) => freeWindow(days, slice, [...each, ...asked], now));
      const window = free.find((each) => each !== null);
      if (window === undefined) break;
      asked.push(window);
      const { total, jobs: first, credits } = await read(window, 1, null);
      spent += credits;
      if (credits === 0 && first.some((job) => !bought.has(addressOf(job)))) continue;
      if (total - first.length >= jobs / 3) best = { window, total };
      // The next window is wider.
      else [perDay, days] = [perDay / 2, Math.min(2 * days, MOST_DAYS)];
    }
    for (let tries = 0; tries < HALVES && best !== null && best.total > most && days > 1; tries += 1) {
      days = Math.ceil(days / 2);
      const { published_before: to }: Window = best.window;
      const window = { published_after: shiftDay(to, -days), published_before: to };
      const { total } = await read(window, 1, null);
      if (total - 1 < jobs / 3) break;
      best = { window, total };
    }
    found.push(best?.window ?? null);
  }
  // An account that has bought in all these windows looks like a service that never charges.
  const reach = widestWindow(now);
  const width = daysFor(1);
  const days = daysOf(reach) - width + 1;
  for (let tries = 0; tries < FURTHER_TRIES && spent === 0; tries += 1) {
    // The time of the run determines the first window, so that each run tries other days.
    const from = shiftDay(reach.published_after, Math.floor((now + 37 * tries) % days));
    const page = await read({ published_after: from, published_before: shiftDay(from, width) }, 1, null);
    spent = page.credits;
  }
  return found;
}

/**
 * Returns the nearest window of this many days before the slice, else after it up to yesterday; null if there is none. A day
 * separates it from each `taken` window, because the last day can belong to a window (reading date-bounds).
 */
function freeWindow(
  days: number,
  { window: { published_after: first, published_before: last } }: Pick<Counted, 'window'>,
  taken: readonly Window[],
  now: number,
): Window | null {
  const { published_after: oldest } = widestWindow(now);
  const today = new Date(now).toISOString().slice(0, 10);
  for (const step of [-1, 1])
    for (let from = shiftDay(step < 0 ? first : last, step < 0 ? -days : 0); ; from = shiftDay(from, step)) {
      const to = shiftDay(from, days);
      if (from < oldest || to > today) break;
      if (taken.every((each) => to < each.published_after || each.published_before < from))
        return { published_after: from, published_before: to };
    }
  return null;
}
