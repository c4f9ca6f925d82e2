/**
 * The postings that courses are held on, and what follows from them without asking the mock: which jobs a search finds, in
 * which order, and what they cost. A slice is what one filter finds; its postings are of different days, newest first.
 */

/** What the service's clock shows first: the middle of a day, at the beginning of a billing cycle. */
export const NOW = '2026-03-01T12:00:00Z';

const NETWORK_URL = 'https://network.example';

/** The fields of a posting (§2.1). */
export type Posting = Record<string, string | number | boolean | null | string[]>;

export interface Slice {
  /** What finds it. */
  filter: Record<string, unknown>;
  /** `Job URL` of its postings in the order of results. */
  urls: readonly (string | null)[];
}

interface SliceOptions {
  /** Value of `Department Name`. */
  department: string;
  company?: string;
  count: number;
  /** Day of its newest posting. */
  newest: string;
}

const DAY = 86_400_000;

function dayBefore(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY).toISOString().slice(0, 10);
}

function postingsOf({ department, company, count, newest }: SliceOptions): Posting[] {
  const word = (company ?? department).toLowerCase().replaceAll(/[^a-z]+/g, '-');
  return Array.from({ length: count }, (_, i) => {
    const number = String(i + 1).padStart(2, '0');
    return {
      'Job Title': `${department} Specialist ${number}`,
      'Job Type': 'Full Time',
      'Job Description': `Work number ${number} in ${department}.`,
      'Company Name': company ?? `${department} House ${number}`,
      City: 'Berlin',
      State: 'Berlin',
      Country: 'Germany',
      'Is Remote': i % 2 === 0,
      'Post Date': dayBefore(newest, i),
      'Valid Through': '2026-12-31',
      // What another form of the same address would change: capitals, a query, what is encoded in it.
      'Job URL': `https://jobs.example/${word}/${number}?From=Board%20A&lang=de`,
      'Apply URL': `https://jobs.example/${word}/${number}/apply`,
      'Job Board': 'Acorn Careers',
      'Logo URL': 'https://jobs.example/logo.png',
      'Department Name': [department],
      'Seniority Level': 'Mid Level',
      'Salary Offered': '50,000 EUR',
      'Salary From': 50_000,
      'Salary To': 60_000,
      'Salary Currency': 'EUR',
      Skills: ['Reading', 'Writing'],
    };
  });
}

/** From this day on a search looks back far enough for all recent slices, in the whole of spring 2026. */
const SINCE = '2025-12-01';

function directSlice(options: SliceOptions): { postings: Posting[]; slice: Slice } {
  const postings = postingsOf(options);
  const filter = { department: [options.department], published_after: SINCE };
  return { postings, slice: { filter, urls: urlsOf(postings) } };
}

function companySlice(options: SliceOptions & { company: string }, since: string) {
  const postings = postingsOf(options);
  const name = options.company.toLowerCase().replaceAll(' ', '-');
  const filter = {
    company_network_url: `${NETWORK_URL}/company/${name}`,
    published_after: since,
    published_before: dayBefore(options.newest, -1),
    salary_data_available: false,
  };
  return { postings, slice: { filter, urls: urlsOf(postings) } };
}

function urlsOf(postings: readonly Posting[]): (string | null)[] {
  return postings.map((posting) => posting['Job URL'] as string | null);
}

/** Postings of the first day: one for each field that is null in it, and one in which all are. */
function postingsWithNulls(): Posting[] {
  const day = NOW.slice(0, 10);
  const whole = (i: number): Posting => ({
    ...postingsOf({ department: 'Research', count: i + 1, newest: day })[i],
    'Post Date': day,
  });
  const names = Object.keys(whole(0));
  const each = names.map((name, i): Posting => ({ ...whole(i), [name]: null }));
  return [...each, Object.fromEntries(names.map((name) => [name, null]))];
}

const newest = dayBefore(NOW.slice(0, 10), 1);
const legal = directSlice({ department: 'Legal', count: 34, newest });
const finance = directSlice({ department: 'Finance', count: 30, newest });
const harbor = companySlice(
  { department: 'Operations', company: 'Harbor Course Works', count: 25, newest },
  SINCE,
);
const press = companySlice(
  { department: 'Marketing', company: 'Old Course Press', count: 24, newest: '2024-06-30' },
  '2024-01-01',
);
const nulls = postingsWithNulls();

/** 34 postings: three pages of ten and a rest. */
export const LEGAL = legal.slice;
/** 30 postings: just three pages of ten. */
export const FINANCE = finance.slice;
/** The 11 of them between two days, with others on the days beside. */
export const DATED: Slice = {
  filter: {
    ...FINANCE.filter,
    published_after: dayBefore(newest, 18),
    published_before: dayBefore(newest, 7),
  },
  urls: FINANCE.urls.slice(8, 19),
};
/** 25 postings of one company. */
export const HARBOR = harbor.slice;
/** 24 postings of one company, of 2024. */
export const PRESS = press.slice;
/** Nothing. */
export const NOTHING: Slice = { filter: { department: ['Security'], published_after: SINCE }, urls: [] };
/** Postings of one day with nulls; their order is not known. */
export const NULLS: Slice = {
  filter: { published_after: NOW.slice(0, 10), exclude_duplicates: false },
  urls: urlsOf(nulls),
};

/** By which a mock whose clock begins with NOW names these postings (`hash` of its dataset). */
export const WORLD_HASH = 'c0d885ba972169fe239605054a13a819a4c63ba9e62e6e7ffb252299e85509e5';

/** All postings of the courses, as a file of postings holds them. */
export function worldLines(): string {
  const all = [legal, finance, harbor, press].flatMap(({ postings }) => postings);
  return [...all, ...nulls].map((posting) => `${JSON.stringify(posting)}\n`).join('');
}
