/** Places, boards, departments and the like that some jobs of a slice have and others do not. */
import type { Contract } from '../../../spec/contract.js';
import type { SliceFact } from '../../pack/language/facts.js';
import { shiftDay } from '../../values/dates.js';
import { countryName, placeName } from '../../values/places.js';
import type { Job } from '../../values/postings.js';
import { textAt, type Window } from './slice.js';
import { inOtherCase } from './words.js';

/** What jobs of a slice are compared with: the lookup of boards, and jobs of the target outside the slice. */
export interface Beside {
  boards: readonly { label: string; value: string }[];
  otherJobs: readonly Job[];
  /** True where all jobs of the slice are known, so that what none of them has is not in it. */
  isWhole: boolean;
}

/** The jobs that have each value, by index. Values of one name are one, spelled as the first job has it. */
function holders(
  jobs: readonly Job[],
  valuesOf: (job: Job) => readonly string[],
  nameOf: (value: string) => string,
): Map<string, Set<number>> {
  const spelled = new Map<string, string>();
  const found = new Map<string, Set<number>>();
  jobs.forEach((job, i) => {
    for (const each of valuesOf(job)) {
      const name = nameOf(each);
      const value = spelled.get(name) ?? each;
      spelled.set(name, value);
      found.set(value, (found.get(value) ?? new Set()).add(i));
    }
  });
  return found;
}

interface Choice {
  /** The name by which values that are spelled differently are one. */
  nameOf?: (value: string) => string;
  /** What one of the two should be like, if any is. */
  wanted?: (value: string) => boolean;
}

/** Two values that some jobs have and others do not, neither of them only together with the other. */
function twoOf(
  jobs: readonly Job[],
  valuesOf: (job: Job) => readonly string[],
  { nameOf = (value) => value, wanted = () => true }: Choice = {},
): [one: string | undefined, other: string | undefined] {
  const some = [...holders(jobs, valuesOf, nameOf)].filter(([, those]) => those.size < jobs.length);
  // A third of the jobs tells most; the name decides between equals, so that a second survey chooses alike.
  const far = (those: ReadonlySet<number>): number => Math.abs(those.size / jobs.length - 1 / 3);
  some.sort(([a, those], [b, others]) => far(those) - far(others) || (a < b ? -1 : 1));
  const [first] = some;
  if (first === undefined) return [undefined, undefined];
  const apart = (a: ReadonlySet<number>, b: ReadonlySet<number>): boolean =>
    [...a].some((job) => !b.has(job)) && [...b].some((job) => !a.has(job));
  const others = some.filter(([, those]) => apart(first[1], those)).map(([value]) => value);
  return [first[0], wanted(first[0]) ? others[0] : (others.find(wanted) ?? others[0])];
}

const field =
  (name: string) =>
  (job: Job): string[] => {
    const text = textAt(job, name);
    return text === null ? [] : [text];
  };

/** Values of a job that the contract accepts, as the contract spells them. */
function accepted(job: Job, name: string, values: readonly string[]): string[] {
  const text = textAt(job, name)?.toLowerCase();
  return values.filter((value) => value.toLowerCase() === text);
}

function departmentsOf(job: Job): string[] {
  const names = job['Department Name'];
  return Array.isArray(names) ? names.filter((name): name is string => typeof name === 'string') : [];
}

export function valueFacts(
  jobs: readonly Job[],
  { enums }: Contract,
  beside: Beside,
): Partial<Record<SliceFact, unknown>> {
  // Whoever reads the first department of a job alone finds nothing by one that stands behind it.
  const [department, otherDepartment] = twoOf(
    jobs,
    (job) => departmentsOf(job).filter((name) => enums.department.includes(name)),
    { wanted: (name) => jobs.some((job) => departmentsOf(job).indexOf(name) > 0) },
  );
  const [type, otherType] = twoOf(jobs, (job) => accepted(job, 'Job Type', enums.job_type));
  const [level, otherLevel] = twoOf(jobs, (job) => accepted(job, 'Seniority Level', enums.seniority_level));
  const listed = new Set(jobs.flatMap(departmentsOf));
  return {
    ...placeFacts(jobs, beside),
    ...boardFacts(jobs, beside),
    Department: department,
    OtherDepartment: otherDepartment,
    AbsentDepartment: beside.isWhole ? enums.department.find((name) => !listed.has(name)) : null,
    JobType: type,
    OtherJobType: otherType,
    SeniorityLevel: level,
    OtherSeniorityLevel: otherLevel,
    Remote: bothKinds(
      jobs,
      (job) => job['Is Remote'] === true,
      (job) => job['Is Remote'] === false,
    ),
    Unplaced: bothKinds(
      jobs,
      (job) => !isThere(job['Country']),
      (job) => textAt(job, 'Country') !== null,
    ),
    Salary: bothKinds(
      jobs,
      (job) => salaryOf(job).every(isThere),
      (job) => !salaryOf(job).some(isThere),
    ),
    CareerPage: bothKinds(
      jobs,
      (job) => !isThere(job['Job Board']),
      (job) => textAt(job, 'Job Board') !== null,
    ),
  };
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Two days, one day between them, so that whichever bounds count and whosever days they are, no job lies on both sides.
 * Where the slice spans too few days for that, jobs beyond it can still lie there.
 */
export function apartFacts(
  jobs: readonly Job[],
  { published_after: from, published_before: to }: Window,
): { Earlier: string; Later: string } {
  const dates = jobs
    .flatMap(field('Post Date'))
    .filter((date) => DAY.test(date))
    .sort();
  const hasNewer = (day: string): boolean => shiftDay(day, 1) < dates.at(-1)!;
  // The one nearest to the middle of the jobs.
  const between = [...dates.entries()]
    .map(([at, date]) => ({ off: Math.abs(at - dates.length / 2), day: shiftDay(date, 2) }))
    .filter(({ day }) => hasNewer(day))
    .sort((a, b) => a.off - b.off)[0];
  // A window that begins later than this may be none: it ends today, whosever days they are.
  const latest = shiftDay(to, -2);
  const day = between?.day ?? (shiftDay(from, 1) < latest ? shiftDay(from, 1) : latest);
  return { Earlier: shiftDay(day, -1), Later: shiftDay(day, 1) };
}

/** Postings leave out what they lack, or have null there (reading absent-fields). */
export const isThere = (value: unknown): boolean => value !== null && value !== undefined;

function salaryOf(job: Job): unknown[] {
  return [job['Salary Offered'], job['Salary From'], job['Salary To'], job['Salary Currency']];
}

function bothKinds(
  jobs: readonly Job[],
  one: (job: Job) => boolean,
  other: (job: Job) => boolean,
): true | null {
  return jobs.some(one) && jobs.some(other) ? true : null;
}

function placeFacts(
  jobs: readonly Job[],
  { otherJobs, isWhole }: Beside,
): Partial<Record<SliceFact, unknown>> {
  const [country, otherCountry] = twoOf(jobs, field('Country'), { nameOf: countryName });
  const named = (job: Job, name: string): string => {
    const text = textAt(job, name);
    return text === null ? '' : name === 'Country' ? countryName(text) : placeName(text);
  };
  const here = new Set(jobs.map((job) => named(job, 'Country')));
  const elsewhere = otherJobs.flatMap(field('Country')).find((name) => !here.has(countryName(name)));
  const isInCountryOf = (job: Job) => (each: Job) => named(each, 'Country') === named(job, 'Country');
  const place = jobs.find(
    (job) =>
      ['Country', 'State', 'City'].every((name) => named(job, name) !== '') &&
      jobs
        .filter(isInCountryOf(job))
        .some((each) => named(each, 'City') !== '' && named(each, 'City') !== named(job, 'City')),
  );
  return {
    Country: country,
    OtherCountry: otherCountry,
    AbsentCountry: isWhole ? elsewhere : null,
    State: twoOf(jobs, field('State'), { nameOf: placeName })[0],
    City: twoOf(jobs, field('City'), { nameOf: placeName })[0],
    Place:
      place === undefined ? null : { country: place['Country'], state: place['State'], city: place['City'] },
    PlaceRead: place === undefined ? null : jobs.filter(isInCountryOf(place)).length,
  };
}

function boardFacts(jobs: readonly Job[], { boards, isWhole }: Beside): Partial<Record<SliceFact, unknown>> {
  const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
  const behind = (label: string): string[] =>
    boards.filter((board) => same(board.label, label) || same(board.value, label)).map(({ value }) => value);
  const valuesOf = (job: Job): string[] => field('Job Board')(job).flatMap(behind);
  const [board, other] = twoOf(jobs, valuesOf);
  const met = new Set(jobs.flatMap(valuesOf));
  const label = jobs.find((job) => board !== undefined && valuesOf(job).includes(board));
  return {
    Board: board,
    BoardLabel: label?.['Job Board'],
    BoardOtherCase: board === undefined ? null : inOtherCase(board),
    OtherBoard: other,
    AbsentBoard: isWhole ? boards.find(({ value }) => !met.has(value))?.value : null,
  };
}
