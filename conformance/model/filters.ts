/**
 * The filters of a search (§2.5, §2.6, §4.1 to §4.6): one row for each field of a request body that restricts the jobs
 * by something that a job shows. The judges of results, of missing results and the survey read this table.
 */
import type { ClauseId } from '../../spec/clauses.js';
import type { Contract, SearchOperation } from '../../spec/contract.js';
import { fields, isText, strings, type Fields } from '../values/fields.js';
import { countryName, placeName } from '../values/places.js';
import { shown, textOf } from '../values/text.js';
import type { BoardNames } from './boards.js';
import {
  advancedGroups,
  containsEveryTerm,
  containsNoTerm,
  matchesGroup,
  matchesSimple,
  shapesOf,
  simpleKeywords,
  standsIn,
  type ReadyText,
} from './keywords.js';

/** Whether a job satisfies a filter, as far as it shows that. */
export type Match = 'yes' | 'no' | 'unknown';

/** The circumstances of a search that decide what a value means. */
export interface FilterContext {
  operation: SearchOperation;
  boards: BoardNames;
  enums: Contract['enums'];
  /** `readyText`, possibly cached. */
  ready?: (text: string) => ReadyText;
}

export interface FilterRow {
  /** The clauses that a value of the filter falls under. A job that fails the filter breaks the first of them. */
  clauses(value: unknown, context: FilterContext): readonly ClauseId[];
  /** The clause that a missing job breaks, if that is another one. */
  clauseOfMissing?(value: unknown): ClauseId;
  /** Describes the jobs that the value asks for; null if it restricts nothing or its meaning is unknown. */
  wants(value: unknown, context: FilterContext): string | null;
  /** The fields of a job that the filter reads. */
  reads: readonly string[];
  matches(job: Fields, value: unknown, context: FilterContext): Match;
  /** True if the job satisfies the filter under every reading; absent if no job can show that. */
  surely?(job: Fields, value: unknown, context: FilterContext): boolean;
  /**
   * Present if a job may satisfy the filter by something that it does not show. True if the job shows nothing at all
   * of the wanted value, false if it agrees in part.
   */
  hasNothingOf?(job: Fields, value: unknown): boolean;
}

const yesIf = (holds: boolean): Match => (holds ? 'yes' : 'no');
const among = (values: readonly string[], what: string): string | null =>
  values.length === 0 ? null : `${what} among ${values.join(', ')}`;

/* ------------------------------------------------------------------------------------------- fields of one value */

/** A job may show a value that the contract does not list (JOB-12); that does not say which listed value it has. */
function listedValue(name: 'job_type' | 'seniority_level', field: string, clause: ClauseId): FilterRow {
  return {
    clauses: () => [clause],
    wants: (value) => among(strings(value), field),
    reads: [field],
    matches: ({ [field]: own }, value, { enums }) => {
      const isListed = (enums[name] as readonly unknown[]).includes(own);
      return isText(own) && !isListed ? 'unknown' : yesIf(strings(value).includes(textOf(own)));
    },
    surely: (job, value) => strings(value).includes(textOf(job[field])),
  };
}

const department: FilterRow = {
  clauses: (value) => [strings(value).length === 1 ? 'FILT-13' : 'FILT-14'],
  // A missing job was looked for by all its departments, since how several combine is open (reading department-match).
  clauseOfMissing: () => 'FILT-13',
  wants: (value) => among(strings(value), 'a department'),
  reads: ['Department Name'],
  matches: (job, value, { enums }) => {
    const own = strings(job['Department Name']);
    if (own.some((name) => strings(value).includes(name))) return 'yes';
    return own.every((name) => (enums.department as readonly string[]).includes(name)) ? 'no' : 'unknown';
  },
  surely: (job, value) => strings(value).every((each) => strings(job['Department Name']).includes(each)),
};

const isRemote: FilterRow = {
  clauses: (value) => [value === true ? 'FILT-8' : 'FILT-9'],
  wants: (value) => (typeof value === 'boolean' ? `Is Remote ${value ? 'true' : 'not true'}` : null),
  reads: ['Is Remote'],
  matches: (job, value) => yesIf((job['Is Remote'] === true) === value),
  surely: (job, value) => typeof value === 'boolean' && job['Is Remote'] === value,
};

const countryExists: FilterRow = {
  clauses: () => ['FILT-11'],
  wants: (value) => (value === true ? 'a country' : null),
  reads: ['Country'],
  matches: (job) => yesIf(isText(job['Country'])),
  surely: (job) => isText(job['Country']),
};

const SALARY = ['Salary Offered', 'Salary From', 'Salary To', 'Salary Currency'];
const isThere = (value: unknown): boolean => value !== null && value !== undefined && value !== '';

/** True if the job shows any salary data. */
export const hasSalary = (job: Fields): boolean => SALARY.some((name) => isThere(job[name]));

const salaryDataAvailable: FilterRow = {
  clauses: () => ['FILT-20'],
  wants: (value) => (value === true ? 'salary data' : null),
  reads: SALARY,
  matches: (job) => yesIf(hasSalary(job)),
  // Each service decides which of the four fields counts, and may store 0 for an unknown salary.
  surely: (job) => SALARY.every((name) => Number(job[name]) > 0 || isText(job[name])),
};

/* ---------------------------------------------------------------------------------------------------------- places */

const PARTS = [
  ['country', 'Country', 'FILT-1'],
  ['state', 'State', 'FILT-2'],
  ['city', 'City', 'FILT-3'],
] as const;

/** The parts of a wanted place: the field of a job, its value, and the clause that asks for this part alone. */
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

/** `unknown` if the job lacks a wanted part, and no other part disagrees. */
function isIn(job: Fields, place: Place): Match {
  let isMissing = false;
  for (const { field, wanted } of place) {
    const value = job[field];
    const nameOf = field === 'Country' ? countryName : placeName;
    if (!isText(value)) isMissing = true;
    else if (nameOf(value) !== nameOf(wanted)) return 'no';
  }
  return isMissing ? 'unknown' : 'yes';
}

const inWords = (place: Place): string =>
  place.map(({ field, wanted }) => `${field} ${shown(wanted)}`).join(' and ');

const jobsLocations: FilterRow = {
  clauses: (value) => {
    const [only, another] = wantedPlaces(value);
    return [another !== undefined ? 'FILT-5' : only!.length > 1 ? 'FILT-4' : only![0]!.clause];
  },
  wants: (value) => {
    const places = wantedPlaces(value);
    return places.length === 0 ? null : `a place in ${places.map(inWords).join(', or ')}`;
  },
  reads: ['City', 'State', 'Country'],
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
};

const excludedPlaces = (value: unknown): Place[] => placesIn(value).filter(({ length }) => length > 0);

const excludeJobsLocations: FilterRow = {
  clauses: (value) => [excludedPlaces(value).length === 1 ? 'FILT-6' : 'FILT-7'],
  wants: (value) => {
    const places = excludedPlaces(value);
    return places.length === 0 ? null : `no place in ${places.map(inWords).join(', nor ')}`;
  },
  reads: ['City', 'State', 'Country'],
  matches: (job, value) => yesIf(!excludedPlaces(value).some((place) => isIn(job, place) === 'yes')),
};

/* ---------------------------------------------------------------------------------------------------------- boards */

/** The boards that a filter names; null for each that no lookup of this target listed. */
const boardsIn = (value: unknown, boards: BoardNames): (string | null)[] =>
  strings(value).map((name) => boards.get(name.toLowerCase()) ?? null);
/** A job shows the label or the value of its board. */
const boardOf = (job: Fields, boards: BoardNames): string | null =>
  boards.get(textOf(job['Job Board']).toLowerCase()) ?? null;

const includeJobBoards: FilterRow = {
  clauses: () => ['FILT-30'],
  wants: (value, { boards }) => {
    const wanted = boardsIn(value, boards);
    return wanted.includes(null) ? null : among(wanted as string[], 'a job board');
  },
  reads: ['Job Board'],
  matches: (job, value, { boards }) => {
    const board = boardOf(job, boards);
    return board === null ? 'unknown' : yesIf(boardsIn(value, boards).includes(board));
  },
  surely: (job, value, { boards }) => {
    const board = boardOf(job, boards);
    return board !== null && boardsIn(value, boards).includes(board);
  },
};

const excludeJobBoards: FilterRow = {
  clauses: () => ['FILT-31'],
  wants: (value, { boards }) =>
    among(
      boardsIn(value, boards).filter((board) => board !== null),
      'no job board',
    ),
  reads: ['Job Board'],
  matches: (job, value, { boards }) => {
    const board = boardOf(job, boards);
    return board === null ? 'unknown' : yesIf(!boardsIn(value, boards).includes(board));
  },
  surely: (job, value, { boards }) => {
    const [board, excluded] = [boardOf(job, boards), boardsIn(value, boards)];
    return board !== null && !excluded.includes(board) && !excluded.includes(null);
  },
};

/* -------------------------------------------------------------------------------------------------------- keywords */

const TEXTS = ['Job Title', 'Job Description'];
/** A job without its texts does not show by which words it was found. */
const hasTexts = (job: Fields): boolean => TEXTS.every((name) => typeof job[name] === 'string');
const isLegacy = ({ operation }: FilterContext): boolean => operation.id === 'searchCompanyJobsLegacy';

const jobKeywords: FilterRow = {
  clauses: (value) => {
    const { title, description, mode } = simpleKeywords(value)!;
    if (description.length === 0) return ['KEY-1'];
    if (title.length === 0) return ['KEY-2'];
    return [mode === undefined ? 'KEY-6' : mode === 'or' ? 'KEY-5' : 'KEY-4'];
  },
  clauseOfMissing: () => 'KEY-3',
  wants: (value) => {
    const keywords = simpleKeywords(value);
    return keywords === null ? null : `jobs that match ${shown(keywords)}`;
  },
  reads: TEXTS,
  matches: (job, value) =>
    hasTexts(job) ? yesIf(matchesSimple(job, simpleKeywords(value)!, 'loosest') !== false) : 'unknown',
  surely: (job, value) => standsIn(job, fields(value)),
};

const excludeJobKeywords: FilterRow = {
  clauses: (value, context) => {
    const { title, description, mode } = simpleKeywords(value)!;
    if (isLegacy(context)) return [mode === 'or' ? 'LEG-27' : 'LEG-26'];
    if (description.length === 0) return ['KEY-7'];
    if (title.length === 0) return ['KEY-8'];
    return [mode === 'or' ? 'KEY-9' : 'KEY-10'];
  },
  clauseOfMissing: (value) => (strings(fields(value)?.['title']).length > 0 ? 'KEY-7' : 'KEY-8'),
  wants: (value) => {
    const keywords = simpleKeywords(value);
    return keywords === null ? null : `no job that matches ${shown(keywords)}`;
  },
  reads: TEXTS,
  matches: (job, value, context) => {
    if (!hasTexts(job)) return 'unknown';
    const keywords = simpleKeywords(value)!;
    // The legacy search words mode `and` as: excluded if all terms are present (§4.6).
    const isExcluded =
      isLegacy(context) && keywords.mode !== 'or'
        ? containsEveryTerm(job, keywords)
        : matchesSimple(job, keywords, 'strictest') === true;
    return yesIf(!isExcluded);
  },
  surely: (job, value, { ready }) => containsNoTerm(job, fields(value), ready),
};

const advancedJobKeywords: FilterRow = {
  clauses: (value) => ['KEY-12', ...shapesOf(value)],
  wants: (value) => {
    const groups = advancedGroups(value, 'or');
    return groups.length === 0 ? null : `jobs that match ${shown(groups)}`;
  },
  reads: TEXTS,
  matches: (job, value) => {
    if (!hasTexts(job)) return 'unknown';
    return yesIf(advancedGroups(value, 'or').every((group) => matchesGroup(job, group, 'loosest') !== false));
  },
};

const advancedExcludeJobKeywords: FilterRow = {
  clauses: () => ['KEY-18'],
  wants: (value) => {
    const groups = advancedGroups(value, 'and');
    return groups.length === 0 ? null : `no job that matches ${shown(groups)}`;
  },
  reads: TEXTS,
  matches: (job, value) => {
    if (!hasTexts(job)) return 'unknown';
    const groups = advancedGroups(value, 'and');
    return yesIf(!groups.some((group) => matchesGroup(job, group, 'strictest') === true));
  },
};

export const FILTERS: Readonly<Record<string, FilterRow>> = {
  job_type: listedValue('job_type', 'Job Type', 'FILT-18'),
  seniority_level: listedValue('seniority_level', 'Seniority Level', 'FILT-19'),
  department,
  is_remote: isRemote,
  country_exists: countryExists,
  salary_data_available: salaryDataAvailable,
  jobs_locations: jobsLocations,
  exclude_jobs_locations: excludeJobsLocations,
  include_job_boards: includeJobBoards,
  exclude_job_boards: excludeJobBoards,
  job_keywords: jobKeywords,
  exclude_job_keywords: excludeJobKeywords,
  advanced_job_keywords: advancedJobKeywords,
  advanced_exclude_job_keywords: advancedExcludeJobKeywords,
};

/** Keyword filters are judged apart from the others. */
export const isKeywordFilter = (name: string): boolean => name.endsWith('job_keywords');

/** One filter of a request. */
export interface AskedFilter {
  name: string;
  /** Describes the jobs that it asks for. */
  expected: string;
  clauses: readonly ClauseId[];
  matches(job: Fields): Match;
  /** Describes the fields of a job that it reads. */
  shows(job: Fields): string;
  /** See `FilterRow`. */
  hasNothingOf: ((job: Fields) => boolean) | undefined;
}

/** The filters that a request asks for, in the order of the table. */
export function askedFilters(request: Fields, context: FilterContext): AskedFilter[] {
  return Object.entries(FILTERS).flatMap(([name, row]) => {
    const value = request[name];
    if (!context.operation.bodyFields.includes(name)) return [];
    const expected = row.wants(value, context);
    if (expected === null) return [];
    const { reads, hasNothingOf } = row;
    return {
      name,
      expected,
      clauses: row.clauses(value, context),
      matches: (job) => row.matches(job, value, context),
      shows: (job) => reads.map((field) => `${field} ${shown(job[field])}`).join(', '),
      hasNothingOf: hasNothingOf && ((job) => hasNothingOf(job, value)),
    };
  });
}
