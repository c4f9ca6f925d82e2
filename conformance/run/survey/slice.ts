/** A slice is a closed window of days whose jobs, bought once, serve many checks. Words narrow a day with too many jobs. */
import { dateInput, shiftDay } from '../../values/dates.js';
import type { Job } from '../../values/postings.js';
import { PageTooLarge, unlessUnfound, type Page, type Read, type Scope, type Window } from './ask.js';
import { tellingWordsIn, wordFor, type Word } from './words.js';

/** A window whose jobs were counted. */
export interface Counted {
  window: Window;
  /** Narrows the days; null if they have few enough jobs. */
  scope: Scope | null;
  /** The number of jobs, as the target states it. */
  total: number;
}

export interface Slice extends Counted {
  jobs: Job[];
  /** Other jobs of the same days that were read. */
  beside: Job[];
}

/** The newest and the oldest day of a slice, in days before today. */
export interface Range {
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
/** The most windows of a range that are counted. */
const PROBES = 7;
/** The most pages of a slice: a page may have fewer jobs than its limit, or be too large for one answer. */
const PAGES = 6;

/** The number of jobs whose words narrow a day. Scenarios that read the first jobs of the days read the same ones. */
const SAMPLE = 13;
/** Fewer jobs suffice if each of many words may leave a few jobs. */
const FEW = 5;
/** A day with this many jobs more than a slice may have is still read completely if words cannot narrow it. */
const A_FEW_MORE = 12;
/** The most sets of terms that are tried to narrow a day. */
const TRIES = 10;

/** The most jobs and requests for a slice of up to `most` jobs. If it `mayNarrow`, a day with too many jobs costs more. */
export function costOfSlice(most: number, mayNarrow = false): { jobs: number; requests: number } {
  const narrowing = mayNarrow ? TRIES + PROBES + 1 : 0;
  return {
    jobs: RANGES.length * PROBES + most + A_FEW_MORE + narrowing + (mayNarrow ? SAMPLE : 0),
    requests: RANGES.length * PROBES + PAGES + narrowing,
  };
}

/** Reads the widest window with at most `most` jobs; null if none has enough. A scope narrows a day only if it `mayNarrow`. */
export async function readSlice(
  read: Read,
  most: number,
  now: number,
  mayNarrow = false,
): Promise<Slice | null> {
  const { jobs: credits } = costOfSlice(most, mayNarrow);
  const wanted: Wanted = { credits, most, ...FULL };
  const days: Days = { read: paidFrom(wanted, read, Math.ceil(most / 2)), wanted, now };
  let best: Found | null = null;
  for (const range of RANGES) {
    const found = await widest(days, range);
    if (found !== null && (best === null || found.total > best.total)) best = found;
    if (best !== null && best.total >= most * ENOUGH) break;
  }
  if (best === null || best.total < LEAST_JOBS) return null;
  if (best.total > wanted.most && mayNarrow) {
    const narrowed = await unlessUnfound(narrow(days, best));
    if (narrowed !== null) return narrowed;
  }
  const isSlightlyMore = wanted.most === most && best.total <= most + A_FEW_MORE;
  return readWhole(read, best.window, isSlightlyMore ? Math.max(most, best.total) : wanted.most);
}

/** The wanted number of jobs in a window: at most `most`, at least a `share` of that, and best the share `aim`. */
interface Wanted {
  most: number;
  share: number;
  aim: number;
  /** The rest of the announced credits. */
  credits: number;
}

const FULL = { share: 0.75, aim: 0.9 };

/** How to read the days before `now` (ms since 1970), and what is wanted of them. */
interface Days {
  read: Read;
  wanted: Wanted;
  now: number;
}

/** Deducts credits. If a request for the total buys a whole page, at most `fewer` jobs are wanted. */
function paidFrom(wanted: Wanted, read: Read, fewer: number): Read {
  return async (window, limit, cursor, scope) => {
    const page = await read(window, limit, cursor, scope);
    wanted.credits -= page.credits;
    if (page.jobs.length > limit) wanted.most = Math.min(wanted.most, fewer);
    return page;
  };
}

interface Found extends Counted {
  range: Range;
}

/**
 * Tries sizes, such as numbers of days, until one has the wanted number of jobs. `fits` is the largest with few enough jobs, and
 * `exceeds` the smallest with too many. Each is null if no such size was found.
 */
async function fitted(
  count: (size: number) => Promise<Counted>,
  wanted: Wanted,
  { first, longest }: { first: number; longest: number },
): Promise<Record<'fits' | 'exceeds', Counted | null>> {
  const found: Record<'fits' | 'exceeds', Counted | null> = { fits: null, exceeds: null };
  let [size, few, many] = [first, 0, longest + 1];
  for (let probe = 0; probe < PROBES && many - few > 1 && wanted.credits >= wanted.most; probe += 1) {
    const counted = await count(size);
    const { total } = counted;
    const { most, share, aim } = wanted;
    if (total > most) [many, found.exceeds] = [size, counted];
    else [few, found.fits] = [size, counted];
    if (total <= most && total >= most * share) break;
    const guess = total === 0 ? size * 4 : Math.round((size * most * aim) / total);
    size = Math.min(Math.max(guess, few + 1), many - 1);
  }
  return found;
}

async function countIn(read: Read, window: Window, scope: Scope | null = null): Promise<Counted> {
  return { window, scope, total: (await read(window, 1, null, scope)).total };
}

/** Returns the widest window at the end of the range that has at most the wanted jobs, else a day with too many, else null. */
async function widest({ read, wanted, now }: Days, range: Range, first = 4): Promise<Found | null> {
  const { end, oldest } = range;
  const longest = oldest - end;
  const sizes = { first: Math.min(first, longest), longest };
  const { fits, exceeds } = await fitted((days) => countIn(read, windowOf(days, end, now)), wanted, sizes);
  // No window is narrower than a day.
  const isDay = exceeds !== null && exceeds.window.published_after === windowOf(1, end, now).published_after;
  const best = fits ?? (isDay ? exceeds : null);
  return best && { ...best, range };
}

/**
 * Finds days in a range with at most `most` jobs, and reads hardly any. Narrows a day by words of which its jobs contain one, taken
 * from `known` jobs of the target. Null if there are no such days. Throws Unfound.
 */
export async function findDays(
  read: Read,
  mayNarrow: boolean,
  { range, known, ...size }: { range: Range; known: readonly Job[]; most: number; credits: number },
  now: number,
): Promise<Counted | null> {
  const wanted: Wanted = { ...size, ...FULL };
  const paid = paidFrom(wanted, read, wanted.most);
  // A target that ignores the limit of its first search sells few jobs of one day.
  const found = await widest({ read: paid, wanted, now }, range, 1);
  if (found === null || found.total <= wanted.most) return found;
  if (!mayNarrow) return null;
  const { window } = found;
  const beside = known.length < FEW ? (await paid(window, FEW, null)).jobs : known;
  const { block, words } = tellingWordsIn(beside);
  const count = (size: number): Promise<Counted> => {
    const terms = words.slice(0, size).map(({ text }) => text);
    return countIn(paid, window, { mode: 'and', [block]: { mode: 'or', terms } });
  };
  return (await fitted(count, wanted, { first: 3, longest: words.length })).fits;
}

/** Narrows a day with too many jobs by terms that few of them contain. Returns null if there are none. Throws Unfound. */
async function narrow({ read, wanted, now }: Days, { window, total, range }: Found): Promise<Slice | null> {
  // More jobs would cost as much as the whole day.
  const top = Math.min(wanted.most + A_FEW_MORE, Math.floor(total * 0.7));
  const { jobs: beside } = await read(window, SAMPLE, null);
  // The sample is bought, too.
  const aim = { ...wanted, most: Math.min(Math.ceil(wanted.most * 0.75), top) };
  const { block, words } = tellingWordsIn(beside);
  const scopeOf = (terms: readonly string[]): Scope => ({ mode: 'and', [block]: { mode: 'and', terms } });
  let [terms, left, open]: [string[], number, Word[]] = [[], total, words];
  // Terms that leave few jobs are the last resort, since other days may have none with these terms.
  let few: { terms: string[]; left: number } | null = null;
  let among: ReadonlySet<number> = new Set(beside.keys());
  const scoped = (terms: readonly string[]): Read =>
    paidFrom(aim, (window, limit, cursor) => read(window, limit, cursor, scopeOf(terms)), aim.most);
  for (let tries = 0; tries < TRIES && left > aim.most; tries += 1) {
    const word = wordFor(open, among, aim.most / left);
    if (word === undefined || aim.credits < top) break;
    open = open.filter((each) => each !== word);
    const more = [...terms, word.text];
    const found = (await scoped(more)(window, 1, null)).total;
    if (found < aim.most * ENOUGH) {
      if (found >= (few?.left ?? LEAST_JOBS)) few = { terms: more, left: found };
      continue;
    }
    // Words of a sentence that all jobs contain leave as many jobs as one of them.
    if (found > left * 0.9) continue;
    [terms, left] = [more, found];
    among = new Set([...among].filter((job) => word.jobs.has(job)));
  }
  if (left > top && few !== null) ({ terms, left } = few);
  if (left > top) return null;
  // All wider windows contain this day.
  const wider = left < aim.most ? await widest({ read: scoped(terms), wanted: aim, now }, range) : null;
  const best = wider !== null && wider.total > left && wider.total <= top ? wider.window : window;
  return { ...(await readWhole(scoped(terms), best, top)), scope: scopeOf(terms), beside };
}

export function daysOf({ published_after: from, published_before: to }: Window): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000;
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
const PAGE: Wanted = { most: 105, share: 0.96, aim: 0.98, credits: Infinity };

export const PAGE_PROBES = PROBES + 1;

/** A window around the slice with slightly more than a page of jobs, if there is one; else the widest. Null if that is too small. */
export async function findPage(read: Read, { window, total }: Slice, now: number): Promise<Window | null> {
  const { published_before: to } = window;
  const widestOne = widestWindow(now);
  const longest = daysOf({ ...widestOne, published_before: to });
  const first = Math.min(Math.ceil((daysOf(window) * PAGE.most) / Math.max(1, total)), longest);
  const before = (days: number): Window => ({ published_after: shiftDay(to, -days), published_before: to });
  const { fits, exceeds } = await fitted((days) => countIn(read, before(days)), PAGE, { first, longest });
  const least = PAGE.most * PAGE.share;
  const best = fits !== null && fits.total >= least ? fits : exceeds;
  if (best !== null) return best.window;
  return (await read(widestOne, 1, null)).total >= least ? widestOne : null;
}
