/** A slice of the target's jobs: a closed window of days in which jobs, bought once, serve many checks. */
import type { RecordedResponse } from '../../record/exchange.js';
import { dateInput } from '../../values/dates.js';
import { follow } from '../../values/pointers.js';

export type Job = Readonly<Record<string, unknown>>;

export interface Window {
  published_after: string;
  published_before: string;
}

export interface Slice {
  window: Window;
  /** How many jobs the target says that it holds. */
  total: number;
  /** Those that were read. */
  jobs: Job[];
}

export interface Page {
  total: number;
  jobs: Job[];
  cursor: unknown;
  /** What it was charged. */
  credits: number;
}

/** Asks for a page of a window; `limit` 1 is a question for the total. */
export type Read = (window: Window, limit: number, cursor: unknown) => Promise<Page>;

/** Days before today at which a slice may end, the quieter first, and the oldest day of any: six months hold it. */
const ENDS = [28, 1];
const OLDEST = 170;
/** With fewer jobs a slice that ends later is tried, too. */
const ENOUGH = 40;
/** With fewer there is nothing to compare. */
export const LEAST_JOBS = 3;
const PROBES = 7;
/** A page may come short of its limit, or be too large for one answer. */
const PAGES = 6;

/** The most that finding and reading a slice of so many jobs can take. */
export function costOfSlice(most: number): { credits: number; requests: number } {
  return { credits: ENDS.length * PROBES + most, requests: ENDS.length * PROBES + PAGES };
}

/** What is longer is no name and no address. */
const LONGEST = 300;

/** A text of reasonable length that is not blank. */
export function textAt(value: unknown, member: string): string | null {
  const text = follow(value, [member]);
  return typeof text === 'string' && text.trim() !== '' && text.length <= LONGEST ? text : null;
}

/** Jobs and total of an answer, whatever stands in their places. */
export function pageIn({ body }: RecordedResponse): Page {
  const [jobs, total, cursor, credits] = ['jobs', 'total_jobs_found', 'search_after', 'credits_used'].map(
    (name) => follow(body, ['data', name]),
  );
  const found = (Array.isArray(jobs) ? jobs : []).filter(
    (job): job is Job => typeof job === 'object' && job !== null && !Array.isArray(job),
  );
  return {
    total: Number.isSafeInteger(total) && (total as number) >= 0 ? (total as number) : found.length,
    jobs: found,
    cursor,
    credits: Number.isSafeInteger(credits) ? (credits as number) : found.length,
  };
}

/** The widest window that holds no more than `most` jobs, read; null where no window holds enough to compare. */
export async function readSlice(read: Read, most: number, now: number): Promise<Slice | null> {
  const purse: Purse = { credits: costOfSlice(most).credits, most };
  const paid: Read = async (window, limit, cursor) => {
    const page = await read(window, limit, cursor);
    purse.credits -= page.credits;
    // Where a question for the total buys a page, half is left for the reading.
    if (page.jobs.length > limit) purse.most = Math.ceil(most / 2);
    return page;
  };
  let best: { window: Window; total: number } | null = null;
  for (const end of ENDS) {
    const found = await widest(paid, purse, end, now);
    if (found !== null && (best === null || found.total > best.total)) best = found;
    if (best !== null && best.total >= ENOUGH) break;
  }
  if (best === null || best.total < LEAST_JOBS) return null;
  return readWhole(read, best.window, purse.most);
}

/** What is left of the announced credits, and how many jobs they are to read. */
interface Purse {
  credits: number;
  most: number;
}

async function widest(
  read: Read,
  purse: Purse,
  end: number,
  now: number,
): Promise<{ window: Window; total: number } | null> {
  const windowOf = (days: number): Window => ({
    published_after: dateInput(`daysAgo${end + days}`, now) ?? '',
    published_before: dateInput(`daysAgo${end}`, now) ?? '',
  });
  let [fits, tooWide] = [0, OLDEST - end + 1];
  let best: { window: Window; total: number } | null = null;
  for (let days = 4, probe = 0; probe < PROBES && tooWide - fits > 1; probe += 1) {
    if (purse.credits < purse.most) break;
    const window = windowOf(days);
    const { total } = await read(window, 1, null);
    const { most } = purse;
    if (total > most) tooWide = days;
    else [fits, best] = [days, { window, total }];
    // A single day of too many jobs is still the best there is.
    if (total > most && days === 1) best = { window, total };
    if (total <= most && total >= most * 0.75) break;
    const guess = total === 0 ? days * 4 : Math.round((days * most * 0.9) / total);
    days = Math.min(Math.max(guess, fits + 1), tooWide - 1);
  }
  return best;
}

/** Reads so many jobs of the window. Where a page is refused as too large, smaller ones are asked for. */
async function readWhole(read: Read, window: Window, most: number): Promise<Slice> {
  const slice: Slice = { window, total: 0, jobs: [] };
  let limit = most;
  let cursor: unknown = null;
  for (let page = 0; page < PAGES && slice.jobs.length < most; page += 1) {
    let answer: Page;
    try {
      answer = await read(window, Math.min(limit, most - slice.jobs.length), cursor);
    } catch (error) {
      if (!(error instanceof PageTooLarge) || limit <= 10) throw error;
      limit = Math.ceil(limit / 3);
      continue;
    }
    slice.total = answer.total;
    slice.jobs.push(...answer.jobs);
    cursor = answer.cursor;
    if (!Array.isArray(cursor) || answer.jobs.length === 0) break;
  }
  return slice;
}

/** The page is larger than the service can store (503 `invalid_result`). */
export class PageTooLarge extends Error {}
