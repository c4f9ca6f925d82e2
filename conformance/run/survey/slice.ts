/** A slice is a closed window of days whose jobs, bought once, serve many checks. Words narrow a day with too many jobs. */
import { dateInput, shiftDay } from '../../values/dates.js';
import type { Job } from '../../values/postings.js';
import { PageTooLarge, unlessUnfound, type Page, type Read, type Window } from './ask.js';
import { textAt } from './job-texts.js';
import { tellingWordsIn, wordFor, type TellingWords, type Word } from './words.js';

export interface Slice {
  window: Window;
  /** The number of its jobs, as the target states it. */
  total: number;
  jobs: Job[];
  /** Narrows the days; null if they have few enough jobs. */
  scope: Scope | null;
  /** Other jobs of the same days that were read. */
  beside: Job[];
}

/** A group for `advanced_job_keywords`: one text contains all the terms. */
export interface Scope extends Partial<
  Record<TellingWords['block'], { mode: 'and'; terms: readonly string[] }>
> {
  mode: 'and';
}

const DAY = 86_400_000;

/** The newest and the oldest day of a slice, in days before today. */
interface Range {
  end: number;
  oldest: number;
}

/**
 * The ranges of a slice, the quietest first. Scenarios that need unpaid jobs use the older days within
 * six months. If there are few jobs, the slice takes these days, too.
 */
const WIDEST: Range = { end: 1, oldest: 170 };
const RANGES: readonly Range[] = [{ end: 28, oldest: 130 }, { end: 28, oldest: 170 }, WIDEST];
/** If a slice has less than this share of the most jobs, the survey also tries the next range. */
const ENOUGH = 0.6;
/** The fewest jobs that can be compared. */
export const LEAST_JOBS = 3;
const PROBES = 7;
/** The most pages of a slice: a page may have fewer jobs than its limit, or be too large for one answer. */
const PAGES = 6;

/** The number of jobs whose words narrow a day. Scenarios that read the first jobs of the days read the same ones. */
const SAMPLE = 13;
/** A day with this many jobs more than a slice may have is still read completely if words cannot narrow it. */
const A_FEW_MORE = 12;
/** A search without dates buys most jobs of a day with up to this many. */
const MOST_OF_A_DAY = 120;
/** The most sets of terms that are tried to narrow a day. */
const TRIES = 10;
/** The most sets of terms for which windows are searched. */
const SCOPES = 3;

/** How many first jobs of a search without dates are read. */
const FIRST = 10;

/** The most jobs and requests for a slice of up to `most` jobs. If it `mayNarrow`, a day with too many jobs costs more. */
export function costOfSlice(most: number, mayNarrow = false): { jobs: number; requests: number } {
  const narrowing = mayNarrow ? TRIES + SCOPES * PROBES + 1 : 0;
  return {
    jobs: RANGES.length * PROBES + most + A_FEW_MORE + narrowing + (mayNarrow ? SAMPLE + FIRST : 0),
    requests: RANGES.length * PROBES + PAGES + narrowing + (mayNarrow ? 2 : 0),
  };
}

/** How to narrow a day: `within` reads in a scope, `first` reads this many jobs of a search without dates. */
export interface Narrowing {
  within: (scope: Scope) => Read;
  first: (limit: number) => Promise<Page>;
}

/** Reads the widest window with at most `most` jobs; null if none has enough. `narrowing` is null if the search has no scope. */
export async function readSlice(
  read: Read,
  most: number,
  now: number,
  narrowing: Narrowing | null = null,
): Promise<Slice | null> {
  const allowance: Allowance = {
    credits: costOfSlice(most, narrowing !== null).jobs,
    most,
    half: Math.ceil(most / 2),
  };
  let best: Found | null = null;
  for (const range of RANGES) {
    const found = await widest(paidFrom(allowance, read), allowance, range, now);
    if (found !== null && (best === null || found.total > best.total)) best = found;
    if (best !== null && best.total >= most * ENOUGH) break;
  }
  if (best === null || best.total < LEAST_JOBS) return null;
  const isNarrowed = best.total > allowance.most && narrowing !== null;
  const narrowed = isNarrowed ? await unlessUnfound(narrow(read, narrowing, allowance, best, now)) : null;
  if (allowance.most === most && best.total <= most + A_FEW_MORE) allowance.most = Math.max(most, best.total);
  return narrowed ?? readWhole(read, best.window, allowance.most);
}

/** The rest of the announced credits, and the number of jobs to read. */
interface Allowance {
  credits: number;
  most: number;
  /** Replaces `most` if a request for the total buys a whole page. */
  half: number;
}

interface Found {
  window: Window;
  total: number;
  range: Range;
}

function paidFrom(allowance: Allowance, read: Read): Read {
  return async (window, limit, cursor) => {
    const page = await read(window, limit, cursor);
    allowance.credits -= page.credits;
    if (page.jobs.length > limit) allowance.most = Math.min(allowance.most, allowance.half);
    return page;
  };
}

/** Narrows a day with too many jobs by terms that few of them contain. Returns null if there are none. Throws Unfound. */
async function narrow(
  read: Read,
  { within, first }: Narrowing,
  allowance: Allowance,
  quietDay: Found,
  now: number,
): Promise<Slice | null> {
  const bought = await first(FIRST);
  allowance.credits -= bought.credits;
  const day = (await dayOf(bought.jobs, paidFrom(allowance, read), allowance.most, now)) ?? quietDay;
  // More jobs would cost as much as the whole day.
  const top = Math.min(allowance.most + A_FEW_MORE, Math.floor(day.total * 0.7));
  // The sample is bought, too.
  const most = Math.min(Math.ceil(allowance.most * 0.75), top);
  const { jobs: beside } = await paidFrom(allowance, read)(day.window, SAMPLE, null);
  const through = (scope: Scope): Read => paidFrom(allowance, within(scope));
  let best: (Found & { scope: Scope }) | null = null;
  let scopes = 0;
  for await (const scope of scopesFor(day, { most, top }, beside, through)) {
    const found = await widest(through(scope), { ...allowance, most }, day.range, now);
    const isBetter = found !== null && found.total <= top && found.total > (best?.total ?? 0);
    if (isBetter) best = { ...found, scope };
    scopes += 1;
    if (scopes === SCOPES || (best !== null && best.total >= most * ENOUGH)) break;
  }
  if (best === null || best.total < LEAST_JOBS) return null;
  return { ...(await readWhole(within(best.scope), best.window, top)), scope: best.scope, beside };
}

/**
 * Returns a closed day of these first jobs of a search without dates, if their dates are in order. Such a search buys a page with
 * most jobs of that day. Returns null if there is no such day, or if it has at most `fewest` jobs or more than a page.
 */
async function dayOf(jobs: readonly Job[], read: Read, fewest: number, now: number): Promise<Found | null> {
  const ages = jobs
    .map((job) => Math.floor((now - Date.parse(textAt(job, 'Post Date') ?? '')) / DAY))
    .filter(Number.isFinite);
  const [least, most] = [Math.min(...ages), Math.max(...ages)];
  if (ages.length === 0 || most > least + 1 || most > WIDEST.oldest) return null;
  const end = Math.max(WIDEST.end, most - 1);
  const window = windowOf(1, end, now);
  const { total } = await read(window, 1, null);
  return total > fewest && total <= MOST_OF_A_DAY ? { window, total, range: { end, oldest: end + 1 } } : null;
}

/** Tries the terms of some jobs of a day. Yields each scope with no more than `most` jobs, then the last one with no more than `top`. */
async function* scopesFor(
  { window, total }: Found,
  { most, top }: { most: number; top: number },
  jobs: readonly Job[],
  within: (scope: Scope) => Read,
): AsyncGenerator<Scope> {
  const { block, words } = tellingWordsIn(jobs);
  const scopeOf = (all: readonly string[]): Scope => ({ mode: 'and', [block]: { mode: 'and', terms: all } });
  const terms: string[] = [];
  let among: ReadonlySet<number> = new Set(jobs.keys());
  let left = total;
  let open: Word[] = [...words];
  for (let tries = 0; tries < TRIES; tries += 1) {
    const word = wordFor(open, among, most / left);
    if (word === undefined) break;
    open = open.filter((each) => each !== word);
    const scope = scopeOf([...terms, word.text]);
    const found = (await within(scope)(window, 1, null)).total;
    if (found > 0 && found <= most) yield scope;
    // Words of a sentence that all jobs contain leave as many jobs as one of them.
    if (found <= most || found > left * 0.9) continue;
    terms.push(word.text);
    among = new Set([...among].filter((job) => word.jobs.has(job)));
    left = found;
  }
  if (terms.length > 0 && left <= top) yield scopeOf(terms);
}

/** The days that can belong to a slice. */
export function widestWindow(now: number): Window {
  return windowOf(WIDEST.oldest - WIDEST.end, WIDEST.end, now);
}

/** A window of `days` days that ends `end` days ago. */
function windowOf(days: number, end: number, now: number): Window {
  return {
    published_after: dateInput(`daysAgo${end + days}`, now) ?? '',
    published_before: dateInput(`daysAgo${end}`, now) ?? '',
  };
}

/** Returns the widest window at the end of the range that has at most the allowed jobs, else a day with too many, else null. */
async function widest(read: Read, allowance: Allowance, range: Range, now: number): Promise<Found | null> {
  const { end, oldest } = range;
  let [fits, tooWide] = [0, oldest - end + 1];
  let best: Found | null = null;
  for (let days = Math.min(4, oldest - end), probe = 0; probe < PROBES && tooWide - fits > 1; probe += 1) {
    if (allowance.credits < allowance.most) break;
    const window = windowOf(days, end, now);
    const { total } = await read(window, 1, null);
    const { most } = allowance;
    if (total > most) tooWide = days;
    else [fits, best] = [days, { window, total, range }];
    // No window is narrower than a day.
    if (total > most && days === 1) best = { window, total, range };
    if (total <= most && total >= most * 0.75) break;
    const guess = total === 0 ? days * 4 : Math.round((days * most * 0.9) / total);
    days = Math.min(Math.max(guess, fits + 1), tooWide - 1);
  }
  return best;
}

/** Reads up to `most` jobs of the window. If a page is too large for the service, it asks for smaller pages. */
async function readWhole(read: Read, window: Window, most: number): Promise<Slice> {
  const slice: Slice = { window, total: 0, jobs: [], scope: null, beside: [] };
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

/** Hardly more jobs than a page of 100, since other jobs than those of the slice are on the page in some orders. */
const PAGE = { least: 101, most: 105 };
export const PAGE_PROBES = 8;

/** A window around the slice with slightly more than a page of jobs, if there is one; else the widest. Null if that is too small. */
export async function findPage(read: Read, { window, total }: Slice, now: number): Promise<Window | null> {
  const widestOne = widestWindow(now);
  const { published_before: to } = window;
  const daysSince = (from: string): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY);
  let best: Window | null = null;
  let [few, tooFew] = [daysSince(window.published_after), total];
  let most = daysSince(widestOne.published_after) + 1;
  for (let probe = 1; probe < PAGE_PROBES && most - few > 1; probe += 1) {
    const guess = Math.ceil((few * PAGE.least) / Math.max(1, tooFew));
    const days = Math.min(Math.max(guess, few + 1), most - 1);
    const wider = { published_after: shiftDay(to, -days), published_before: to };
    const found = (await read(wider, 1, null)).total;
    if (found < PAGE.least) [few, tooFew] = [days, found];
    else [most, best] = [days, wider];
    if (found >= PAGE.least && found <= PAGE.most) break;
  }
  if (best !== null) return best;
  return (await read(widestOne, 1, null)).total >= PAGE.least ? widestOne : null;
}
