/**
 * The filters of a search (§2.5, §2.6, §4.1 to §4.6): one row for each field of a request body that restricts the jobs
 * by something that a job shows. Oracles, the survey and the mutants read this table.
 */
import type { ClauseId } from '../../spec/clauses.js';
import type { Contract, SearchOperation } from '../../spec/contract.js';
import { fields, isText, strings, type Fields } from '../values/fields.js';
import { grouped } from '../values/grouped.js';
import { countryName, placeName } from '../values/places.js';
import { shown } from '../values/text.js';
import type { BoardNames } from './answers.js';
import {
  advancedGroups,
  groupOf,
  matchesGroup,
  shapesOf,
  simpleKeywords,
  type KeywordGroup,
  type ReadyText,
} from './keywords.js';

/** Whether a job satisfies a filter; `unknown` if the job does not show it. */
export type Match = 'yes' | 'no' | 'unknown';

/** The values that the contract and the lookups of the target list. */
export interface KnownValues {
  boards: BoardNames;
  enums: Contract['enums'];
}

export interface FilterContext extends KnownValues {
  operation: SearchOperation;
  /** `readyText`, possibly cached. */
  ready?: (text: string) => ReadyText;
}

/** Lists of terms that a filter may want or exclude, for each text of a job. */
export type TermsToTry = Readonly<Record<TextBlock, Record<'wanted' | 'excluded', readonly string[][]>>>;

export interface FilterRow {
  clauses: readonly ClauseId[];
  /** The clauses of one value, if not all. A job that fails the filter breaks the first of them. */
  clausesOf?(value: unknown, context: FilterContext): readonly ClauseId[];
  /** The clauses that missing jobs break, if these are not `clauses`. */
  missing?: readonly ClauseId[];
  /** The clause of a missing job, if not the first. */
  clauseOfMissing?(value: unknown): ClauseId;
  /** Describes the jobs that satisfy the value; null if it restricts nothing or its meaning is unknown. */
  wants(value: unknown, context: FilterContext): string | null;
  reads: readonly string[];
  matches(job: Fields, value: unknown, context: FilterContext): Match;
  /** True if the job satisfies the filter under every reading. If absent, `matches` decides; null if no job can show that. */
  surely?: ((job: Fields, value: unknown, context: FilterContext) => boolean) | null;
  /**
   * Present if a job may satisfy the filter by something that it does not show. True if the job shows no part of the
   * wanted value, false if it agrees in part.
   */
  hasNothingOf?(job: Fields, value: unknown): boolean;
  /** If a job lacks one of these fields, the service may return or remove it. */
  needs?: readonly string[];
  /** The values of the filter that a job has; null for an unlisted value. */
  valuesOf?(job: Fields, known: KnownValues): (string | null)[];
  /** Values that may distinguish these jobs. Their order does not depend on the order of the jobs. */
  tries(jobs: readonly Fields[], known: KnownValues, terms: TermsToTry): readonly unknown[];
}

const yesIf = (holds: boolean): Match => (holds ? 'yes' : 'no');

interface ListedValues extends Pick<FilterRow, 'clauses' | 'clausesOf' | 'missing' | 'surely'> {
  /** Describes a job with one of the values. */
  what: string;
  field: string;
  excludes?: boolean;
  valuesOf: NonNullable<FilterRow['valuesOf']>;
  /** The values that a request names; null for one without a meaning. */
  named?(value: unknown, context: FilterContext): (string | null)[];
  all(known: KnownValues): readonly string[];
}

function byValues({ what, field, named = strings, all, excludes = false, ...row }: ListedValues): FilterRow {
  return {
    ...row,
    reads: [field],
    wants(value, context) {
      const wanted = named(value, context);
      const known = wanted.filter((each) => each !== null);
      const isClear = known.length > 0 && (excludes || known.length === wanted.length);
      return isClear ? `${what} among ${known.join(', ')}` : null;
    },
    matches(job, value, context) {
      const [own, wanted] = [row.valuesOf(job, context), named(value, context)];
      if (own.some((each) => each !== null && wanted.includes(each))) return yesIf(!excludes);
      return own.includes(null) ? 'unknown' : yesIf(excludes);
    },
    tries(jobs, context) {
      const own = new Set(jobs.flatMap((job) => row.valuesOf(job, context)));
      const met = all(context).filter((each) => own.has(each));
      const allButOne =
        excludes || met.length < 3 ? [] : met.map((one) => met.filter((each) => each !== one));
      return [...met.map((one) => [one]), ...allButOne];
    },
  };
}

/** A job may show a value that the contract does not list (JOB-12); that does not say which listed value it has. */
const listedIn = (value: string, listed: readonly unknown[]): string | null =>
  listed.includes(value) ? value : null;

const byEnum = (name: 'job_type' | 'seniority_level', field: string, clause: ClauseId): FilterRow =>
  byValues({
    what: field,
    field,
    clauses: [clause],
    valuesOf: ({ [field]: own }, { enums }) => (isText(own) ? [listedIn(own, enums[name])] : []),
    all: ({ enums }) => enums[name],
  });

/** The boards that a filter names; null for each that no lookup of the target listed. */
const boardsIn = (value: unknown, { boards }: KnownValues): (string | null)[] =>
  strings(value).map((name) => boards.get(name.toLowerCase()) ?? null);

const BOARDS = {
  field: 'Job Board',
  named: boardsIn,
  // A job shows the label or the value of its board.
  valuesOf: ({ 'Job Board': own }: Fields, known: KnownValues) =>
    isText(own) ? boardsIn([own], known) : [null],
  all: ({ boards }: KnownValues) => [...new Set(boards.values())].filter((each) => each !== null).sort(),
};

const SALARY = ['Salary Offered', 'Salary From', 'Salary To', 'Salary Currency'];
const isThere = (value: unknown): boolean => value !== null && value !== undefined && value !== '';

export const hasSalary = (job: Fields): boolean => SALARY.some((name) => isThere(job[name]));

const PARTS = [
  ['country', 'Country', 'FILT-1'],
  ['state', 'State', 'FILT-2'],
  ['city', 'City', 'FILT-3'],
] as const;

/** The parts of a wanted place: the field of a job, its value, and the clause about this part alone. */
type Place = { field: string; wanted: string; clause: ClauseId }[];

function placesIn(value: unknown): Place[] {
  if (!Array.isArray(value)) return [];
  return value.map((item) =>
    PARTS.flatMap(([name, field, clause]) => {
      const wanted = fields(item)?.[name];
      return isText(wanted) ? [{ field, wanted, clause }] : [];
    }),
  );
}

/** The wanted places; empty if an item names none, since such an item restricts nothing or is refused. */
export function wantedPlaces(value: unknown): Place[] {
  const places = placesIn(value);
  return places.every(({ length }) => length > 0) ? places : [];
}

/** The texts of a field that jobs show, the most frequent first. */
function frequent(jobs: readonly Fields[], field: string): string[] {
  const holders = grouped(jobs.map((job) => job[field]).filter(isText), (text) => text);
  const ofText = (text: string): number => holders.get(text)!.length;
  return [...holders.keys()].sort((a, b) => ofText(b) - ofText(a) || (a < b ? -1 : 1));
}

/** A normalized name, which is equal for spellings of one place; empty if `value` is not a name. */
export function placeNameIn(field: string, value: unknown): string {
  return !isText(value) ? '' : field === 'Country' ? countryName(value) : placeName(value);
}

/** `unknown` if the job lacks a wanted part, and no other part disagrees. */
function isIn(job: Fields, place: Place): Match {
  const looks = place.map(({ field, wanted }): Match => {
    const own = placeNameIn(field, job[field]);
    return own === '' ? 'unknown' : yesIf(own === placeNameIn(field, wanted));
  });
  return looks.includes('no') ? 'no' : looks.includes('unknown') ? 'unknown' : 'yes';
}

const inWords = (place: Place): string =>
  place.map(({ field, wanted }) => `${field} ${shown(wanted)}`).join(' and ');

/** The most countries of one search that the survey tries. */
const COUNTRIES_TRIED = 3;

const excludedPlaces = (value: unknown): Place[] => placesIn(value).filter(({ length }) => length > 0);

/** The fields of a job that keywords search, by the block of a request. */
export const TEXT_FIELDS = { title: 'Job Title', description: 'Job Description' } as const;
export type TextBlock = keyof typeof TEXT_FIELDS;

interface KeywordFilter<Keywords> extends Pick<
  FilterRow,
  'clauses' | 'missing' | 'clauseOfMissing' | 'surely'
> {
  excludes: boolean;
  /** Null if the value restricts nothing. */
  read(value: unknown): Keywords | null;
  clausesOf(keywords: Keywords, context: FilterContext, value: unknown): readonly ClauseId[];
  /** An exclusion removes jobs that match one of the groups; other jobs must match them all. */
  groups(keywords: Keywords, context: FilterContext): readonly KeywordGroup[];
  /** A value of the filter with these terms for one text. */
  written(block: TextBlock, terms: readonly string[]): unknown;
}

function byKeywords<Keywords>(row: KeywordFilter<Keywords>): FilterRow {
  const { excludes, read } = row;
  return {
    ...row,
    reads: Object.values(TEXT_FIELDS),
    clausesOf: (value, context) => row.clausesOf(read(value)!, context, value),
    wants: (value) => {
      const keywords = read(value);
      const what = excludes ? 'no job that matches' : 'jobs that match';
      return keywords === null ? null : `${what} ${shown(keywords)}`;
    },
    matches(job, value, context) {
      // A job without its texts does not show by which words it was found.
      if (Object.values(TEXT_FIELDS).some((name) => typeof job[name] !== 'string')) return 'unknown';
      const groups = row.groups(read(value)!, context);
      return yesIf(
        excludes
          ? !groups.some((group) => matchesGroup(job, group, 'strictest') === true)
          : groups.every((group) => matchesGroup(job, group, 'loosest') !== false),
      );
    },
    tries: (_jobs, _context, terms) =>
      (['title', 'description'] as const).flatMap((block) =>
        terms[block][excludes ? 'excluded' : 'wanted'].map((each) => row.written(block, each)),
      ),
  };
}

/** The keywords with all terms, including those without a letter or digit, which a service may search for. */
const literally = (value: unknown) => simpleKeywords(value, () => true) ?? { title: [], description: [] };

const SIMPLE = {
  read: simpleKeywords,
  written: (block: TextBlock, terms: readonly string[]) => ({ [block]: terms }),
};

const isLegacy = ({ operation }: FilterContext): boolean => operation.id === 'searchCompanyJobsLegacy';

/** Groups and blocks without a mode get the mode by which fewest jobs are failures. */
const byGroups = (excludes: boolean, clauses: readonly ClauseId[]): FilterRow =>
  byKeywords({
    excludes,
    read(value) {
      const groups = advancedGroups(value, excludes ? 'and' : 'or');
      return groups.length === 0 ? null : groups;
    },
    clauses,
    // The first clause covers all groups. The others are about the shapes of groups.
    clausesOf: (_groups, _context, value) => [
      clauses[0]!,
      ...shapesOf(advancedGroups(value)).filter((clause) => clauses.includes(clause)),
    ],
    groups: (groups) => groups,
    surely: null,
    written: (block, terms) => [{ mode: 'and', [block]: { mode: 'or', terms } }],
  });

export const FILTERS: Readonly<Record<string, FilterRow>> = {
  is_remote: {
    clauses: ['FILT-8', 'FILT-9'],
    clausesOf: (value) => [value === true ? 'FILT-8' : 'FILT-9'],
    wants: (value) => (typeof value === 'boolean' ? `Is Remote ${value ? 'true' : 'not true'}` : null),
    reads: ['Is Remote'],
    needs: ['Is Remote'],
    matches: (job, value) => yesIf((job['Is Remote'] === true) === value),
    surely: (job, value) => typeof value === 'boolean' && job['Is Remote'] === value,
    tries: () => [true, false],
  },
  country_exists: {
    clauses: ['FILT-11'],
    wants: (value) => (value === true ? 'a country' : null),
    reads: ['Country'],
    matches: (job) => yesIf(isText(job['Country'])),
    tries: () => [true],
  },
  salary_data_available: {
    clauses: ['FILT-20'],
    wants: (value) => (value === true ? 'salary data' : null),
    reads: SALARY,
    needs: SALARY,
    matches: (job) => yesIf(hasSalary(job)),
    // Each service decides which of the four fields counts, and may store 0 for an unknown salary.
    surely: (job) => SALARY.every((name) => Number(job[name]) > 0 || isText(job[name])),
    tries: () => [true],
  },
  job_type: byEnum('job_type', 'Job Type', 'FILT-18'),
  seniority_level: byEnum('seniority_level', 'Seniority Level', 'FILT-19'),
  department: byValues({
    what: 'a department',
    field: 'Department Name',
    clauses: ['FILT-13', 'FILT-14'],
    clausesOf: (value) => [strings(value).length === 1 ? 'FILT-13' : 'FILT-14'],
    // A missing job has all departments of the request, since it is open how several combine (reading department-match).
    missing: ['FILT-13'],
    valuesOf: (job, { enums }) =>
      strings(job['Department Name']).map((each) => listedIn(each, enums.department)),
    surely: (job, value) => strings(value).every((each) => strings(job['Department Name']).includes(each)),
    all: ({ enums }) => enums.department,
  }),
  include_job_boards: byValues({ ...BOARDS, what: 'a job board', clauses: ['FILT-30'] }),
  exclude_job_boards: byValues({
    ...BOARDS,
    what: 'no job board',
    excludes: true,
    clauses: ['FILT-31'],
    surely: (job, value, context) => {
      const [[board], excluded] = [BOARDS.valuesOf(job, context), boardsIn(value, context)];
      return board !== null && !excluded.includes(board!) && !excluded.includes(null);
    },
  }),
  jobs_locations: {
    clauses: ['FILT-1', 'FILT-2', 'FILT-3', 'FILT-4', 'FILT-5'],
    clausesOf: (value) => {
      const [only, another] = wantedPlaces(value);
      return [another !== undefined ? 'FILT-5' : only!.length > 1 ? 'FILT-4' : only![0]!.clause];
    },
    wants: (value) => {
      const places = wantedPlaces(value);
      return places.length === 0 ? null : `a place in ${places.map(inWords).join(', or ')}`;
    },
    reads: ['City', 'State', 'Country'],
    surely: null,
    matches: (job, value) => {
      const looks = wantedPlaces(value).map((place) => isIn(job, place));
      return looks.includes('yes') ? 'yes' : looks.includes('unknown') ? 'unknown' : 'no';
    },
    // A posting may be for several places, of which the job shows one. A job in the wanted city and another country
    // shows that the service ignored a part.
    hasNothingOf: (job, value) =>
      wantedPlaces(value)
        .flat()
        .every((part) => isIn(job, [part]) !== 'yes'),
    tries(jobs) {
      const countries = frequent(jobs, 'Country').map((country) => ({ country }));
      return countries.slice(0, COUNTRIES_TRIED).map((_, last) => countries.slice(0, last + 1));
    },
  },
  exclude_jobs_locations: {
    clauses: ['FILT-6', 'FILT-7'],
    clausesOf: (value) => [excludedPlaces(value).length === 1 ? 'FILT-6' : 'FILT-7'],
    wants: (value) => {
      const places = excludedPlaces(value);
      return places.length === 0 ? null : `no place in ${places.map(inWords).join(', nor ')}`;
    },
    reads: ['City', 'State', 'Country'],
    needs: ['City', 'Country'],
    surely: null,
    matches: (job, value) => yesIf(!excludedPlaces(value).some((place) => isIn(job, place) === 'yes')),
    tries: (jobs) => [
      ...frequent(jobs, 'Country').map((country) => [{ country }]),
      ...frequent(jobs, 'City')
        .sort()
        .map((city) => [{ city }]),
    ],
  },
  job_keywords: byKeywords({
    ...SIMPLE,
    excludes: false,
    clauses: ['KEY-1', 'KEY-2', 'KEY-4', 'KEY-5', 'KEY-6'],
    clausesOf: ({ title, description, mode }) => {
      if (description.length === 0) return ['KEY-1'];
      if (title.length === 0) return ['KEY-2'];
      return [mode === undefined ? 'KEY-6' : mode === 'or' ? 'KEY-5' : 'KEY-4'];
    },
    missing: ['KEY-3'],
    groups: (keywords) => [groupOf(keywords)],
    surely: (job, value) => matchesGroup(job, groupOf(literally(value)), 'certain') === true,
  }),
  advanced_job_keywords: byGroups(false, ['KEY-12', 'KEY-13', 'KEY-14', 'KEY-15', 'KEY-16', 'KEY-17']),
  exclude_job_keywords: byKeywords({
    ...SIMPLE,
    excludes: true,
    clauses: ['KEY-7', 'KEY-8', 'KEY-9', 'KEY-10', 'LEG-26', 'LEG-27'],
    clausesOf: ({ title, description, mode }, context) => {
      if (isLegacy(context)) return [mode === 'or' ? 'LEG-27' : 'LEG-26'];
      if (description.length === 0) return ['KEY-7'];
      if (title.length === 0) return ['KEY-8'];
      return [mode === 'or' ? 'KEY-9' : 'KEY-10'];
    },
    missing: ['KEY-7', 'KEY-8'],
    clauseOfMissing: (value) => (literally(value).title.length > 0 ? 'KEY-7' : 'KEY-8'),
    // In the legacy search, mode `and` excludes jobs with all terms (§4.6).
    groups: (keywords, context) => [
      groupOf(keywords, isLegacy(context) && keywords.mode !== 'or' ? 'and' : 'or'),
    ],
    surely(job, value, { ready }) {
      const unwanted = literally(value);
      const isShown = (['title', 'description'] as const).every(
        (block) => unwanted[block].length === 0 || typeof job[TEXT_FIELDS[block]] === 'string',
      );
      return isShown && matchesGroup(job, groupOf({ ...unwanted, mode: 'or' }), 'loosest', ready) !== true;
    },
  }),
  advanced_exclude_job_keywords: byGroups(true, ['KEY-18']),
};

export function surelyMatches(row: FilterRow, job: Fields, value: unknown, context: FilterContext): boolean {
  if (row.surely === undefined) return row.matches(job, value, context) === 'yes';
  return row.surely?.(job, value, context) ?? false;
}

/** Like `matches`, but unknown if the job lacks a field, so that the service may return or remove it. */
export function safeMatch(row: FilterRow, job: Fields, value: unknown, context: FilterContext): Match {
  const isClear = (row.needs ?? []).every((name) => isThere(job[name]));
  const match = row.matches(job, value, context);
  return match === 'yes' && !isClear ? 'unknown' : match;
}

export function clauseOfMissing(row: FilterRow, value: unknown, context: FilterContext): ClauseId {
  const clauses = row.missing ?? row.clausesOf?.(value, context) ?? row.clauses;
  return row.clauseOfMissing?.(value) ?? clauses[0]!;
}

/** Keyword filters are judged apart from the others. */
export const isKeywordFilter = (name: string): boolean => name.endsWith('job_keywords');

export type AskedFilter = ReturnType<typeof askedFilters>[number];

/** The filters of a request that restrict its jobs. */
export function askedFilters(request: Fields, context: FilterContext) {
  return Object.entries(FILTERS).flatMap(([name, row]) => {
    const value = request[name];
    if (!context.operation.bodyFields.includes(name)) return [];
    const expected = row.wants(value, context);
    if (expected === null) return [];
    const { reads, hasNothingOf } = row;
    return {
      name,
      expected,
      clauses: row.clausesOf?.(value, context) ?? row.clauses,
      matches: (job: Fields) => row.matches(job, value, context),
      /** Describes the fields of a job that the filter reads. */
      shows: (job: Fields) => reads.map((field) => `${field} ${shown(job[field])}`).join(', '),
      hasNothingOf: hasNothingOf && ((job: Fields) => hasNothingOf(job, value)),
    };
  });
}
