/** Places, boards, departments and other values that some jobs of a slice have and others do not. */
import type { Contract } from '../../../spec/contract.js';
import { boardNames } from '../../model/answers.js';
import { FILTERS, placeNameIn, safeMatch, type Match } from '../../model/filters.js';
import type { SliceFact } from '../../pack/language/facts.js';
import { shiftDay } from '../../values/dates.js';
import { strings } from '../../values/fields.js';
import type { Job } from '../../values/postings.js';
import { holdersOf, textAt, texts } from './job-texts.js';
import type { Window } from './ask.js';
import { isBeyondAscii } from './words.js';

/** The data that the jobs of a slice are compared with. */
export interface Beside {
  boards: readonly { label: string; value: string }[];
  /** Jobs of the target outside the slice. */
  otherJobs: readonly Job[];
  /** Countries that the lookup of locations spells in another way, so that a filter by them may find nothing. */
  listedOtherwise: ReadonlySet<string>;
  /** True if all jobs of the slice are known, so that a value that none of them has is absent. */
  isWhole: boolean;
}

interface Choice {
  /** Returns the same name for all spellings of one value. */
  nameOf?: (value: string) => string;
  /** Returns true for preferred values. If possible, at least one of the two is. */
  preferred?: (value: string) => boolean;
  /** Returns true for values that are preferred as the first of the two. */
  firstLike?: (value: string) => boolean;
}

/** Returns two values, as the members `name` and `Other${name}`. Some jobs have only the first, and some only the other. */
function twoOf(
  name: string,
  jobs: readonly Job[],
  valuesOf: (job: Job) => readonly string[],
  { nameOf = (value) => value, preferred = () => true, firstLike = () => true }: Choice = {},
): Readonly<Record<string, string | undefined>> {
  const some = holdersOf(jobs, valuesOf, nameOf).filter(([, those]) => those.size < jobs.length);
  // A value of a third of the jobs is the best. The name decides between equals, so that a second survey chooses the same.
  const far = (those: ReadonlySet<Job>): number => Math.abs(those.size / jobs.length - 1 / 3);
  some.sort(([a, those], [b, others]) => far(those) - far(others) || (a < b ? -1 : 1));
  const first = some.find(([value]) => firstLike(value)) ?? some[0];
  if (first === undefined) return {};
  const apart = (a: ReadonlySet<Job>, b: ReadonlySet<Job>): boolean =>
    [...a].some((job) => !b.has(job)) && [...b].some((job) => !a.has(job));
  const others = some.filter(([, those]) => apart(first[1], those)).map(([value]) => value);
  const other = preferred(first[0]) ? others[0] : (others.find(preferred) ?? others[0]);
  return { [name]: first[0], [`Other${name}`]: other };
}

export function valueFacts(
  jobs: readonly Job[],
  contract: Contract,
  { boards, otherJobs, listedOtherwise, isWhole }: Beside,
): Partial<Record<SliceFact, unknown>> {
  const { enums } = contract;
  const context = { operation: contract.operation('searchJobs'), enums, boards: boardNames(boards) };
  const listed = (filter: 'department' | 'include_job_boards') => (job: Job) =>
    FILTERS[filter]!.valuesOf!(job, context).filter((value) => value !== null);
  // Jobs may show these in another case than the contract.
  const enumerated = (name: 'job_type' | 'seniority_level') => (job: Job) => {
    const text = textAt(job, FILTERS[name]!.reads[0]!)?.toLowerCase();
    return enums[name].filter((value) => value.toLowerCase() === text);
  };
  const departments = (job: Job): string[] => strings(job['Department Name']);
  // A service that reads only the first department of a job finds nothing by a later one.
  const isLater = (name: string): boolean => jobs.some((job) => departments(job).indexOf(name) > 0);
  const placed = (name: string) => {
    const valuesOf = (job: Job): string[] =>
      texts(name)(job).filter((value) => name !== 'Country' || !listedOtherwise.has(value));
    // A service that misreads letters beyond ASCII finds nothing by a name that has such letters.
    const nameOf = (value: string): string => placeNameIn(name, value);
    return twoOf(name, jobs, valuesOf, { nameOf, firstLike: isBeyondAscii });
  };
  const onBoards = twoOf('Board', jobs, listed('include_job_boards'));
  const { Board: board } = onBoards;
  const isOn = (name: string) => (job: Job) => textAt(job, 'Job Board')?.toLowerCase() === name.toLowerCase();
  const some = (filter: string, value: boolean, match: Match): boolean =>
    jobs.some((job) => safeMatch(FILTERS[filter]!, job, value, context) === match);
  const here = new Set(jobs.map((job) => placeNameIn('Country', job['Country'])));
  const listedHere = new Set(jobs.flatMap(departments));
  const absent = {
    AbsentCountry: otherJobs
      .flatMap(texts('Country'))
      .find((name) => !here.has(placeNameIn('Country', name))),
    AbsentBoard: boards.find(({ label, value }) => ![label, value].some((name) => jobs.some(isOn(name))))
      ?.value,
    AbsentDepartment: enums.department.find((name) => !listedHere.has(name)),
  };
  return {
    ...placed('Country'),
    ...placed('State'),
    ...placed('City'),
    ...placeFacts(jobs.filter(({ Country: country }) => !listedOtherwise.has(String(country)))),
    ...onBoards,
    BoardLabel: jobs.find(
      (job) => board !== undefined && listed('include_job_boards')(job).includes(board),
    )?.['Job Board'],
    ...twoOf('Department', jobs, listed('department'), { preferred: isLater }),
    ...twoOf('JobType', jobs, enumerated('job_type')),
    ...twoOf('SeniorityLevel', jobs, enumerated('seniority_level')),
    ...(isWhole && absent),
    Remote: some('is_remote', true, 'yes') && some('is_remote', false, 'yes'),
    Unplaced: some('country_exists', true, 'yes') && some('country_exists', true, 'no'),
    Salary: some('salary_data_available', true, 'yes') && some('salary_data_available', true, 'no'),
    CareerPage:
      jobs.some((job) => !isThere(job['Job Board'])) && jobs.some((job) => textAt(job, 'Job Board') !== null),
  };
}

/** The first full place of a job, if other jobs name another city of its country. */
function placeFacts(jobs: readonly Job[]): Partial<Record<SliceFact, unknown>> {
  const name = (job: Job, field: string): string => placeNameIn(field, textAt(job, field));
  const inCountryOf = (job: Job): Job[] =>
    jobs.filter((each) => name(each, 'Country') === name(job, 'Country'));
  const place = jobs.find(
    (job) =>
      ['Country', 'State', 'City'].every((field) => name(job, field) !== '') &&
      inCountryOf(job).some((each) => !['', name(job, 'City')].includes(name(each, 'City'))),
  );
  if (place === undefined) return {};
  const { Country: country, State: state, City: city } = place;
  return { Place: { country, state, city }, PlaceRead: inCountryOf(place).length };
}

/** Postings omit fields that they lack, or have null there (reading absent-fields). */
const isThere = (value: unknown): boolean => value !== null && value !== undefined;

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The first two days of the jobs, and how many jobs have these days; empty unless each job has a day. */
export function dayFacts(jobs: readonly Job[]): Partial<Record<SliceFact, unknown>> {
  const dates = jobs.map((job) => textAt(job, 'Post Date') ?? '').sort();
  const [Day, NextDay] = new Set(dates);
  if (NextDay === undefined || !dates.every((date) => DAY.test(date))) return {};
  return { Day, NextDay, OnDay: dates.indexOf(NextDay), OnBothDays: dates.lastIndexOf(NextDay) + 1 };
}

/**
 * Two days with one day between them, so that no job belongs to both sides, whatever the bounds and the calendar of the target.
 * If the slice has too few days for that, one side has no jobs of the slice.
 */
export function apartFacts(
  jobs: readonly Job[],
  { published_after: from, published_before: to }: Window,
): { Earlier: string; Later: string } {
  const dates = jobs
    .flatMap(texts('Post Date'))
    .filter((date) => DAY.test(date))
    .sort();
  const hasNewer = (day: string): boolean => shiftDay(day, 1) < dates.at(-1)!;
  // The day nearest to the middle of the jobs.
  const between = [...dates.entries()]
    .map(([at, date]) => ({ off: Math.abs(at - dates.length / 2), day: shiftDay(date, 2) }))
    .filter(({ day }) => hasNewer(day))
    .sort((a, b) => a.off - b.off)[0];
  // A later window may be empty, since it ends today in some calendars.
  const latest = shiftDay(to, -2);
  const day = between?.day ?? (shiftDay(from, 1) < latest ? shiftDay(from, 1) : latest);
  return { Earlier: shiftDay(day, -1), Later: shiftDay(day, 1) };
}
