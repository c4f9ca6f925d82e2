/** Filters forgotten, inverted or taken the wrong way (§4.1, §2.5). */
import type { ClauseId } from '../../spec/clauses.js';
import type { Mutant } from './mutant.js';
import {
  asked,
  bodyOf,
  COMPANY,
  DIRECT,
  findsNothing,
  forgets,
  HISTORICAL,
  isFields,
  LEGACY,
  misreads,
  mutant,
  refuses,
  results,
  SEARCHES,
  withhold,
  type Fields,
  type Operations,
} from './rules.js';

const HIDDEN = 'nobody knows from outside what the data holds that this target never shows';

const PLACES = ['jobs_locations', 'exclude_jobs_locations'];

/** What a search field says, and the clause that a target without it offends. */
const FORGOTTEN: readonly (readonly [field: string, value: unknown, clause: ClauseId, name: string])[] = [
  ['is_remote', true, 'FILT-8', 'remote-only'],
  ['is_remote', false, 'FILT-9', 'not-remote'],
  ['country_exists', true, 'FILT-11', 'country-exists'],
  ['is_agency', false, 'FILT-22', 'agencies-out'],
  ['is_agency', true, 'FILT-24', 'agencies-only'],
  ['job_boards', true, 'FILT-26', 'boards-only'],
  ['job_boards', false, 'FILT-27', 'career-pages-only'],
  ['exclude_duplicates', false, 'FILT-34', 'duplicates-on-demand'],
];

const FORGOTTEN_LISTS: readonly (readonly [field: string, clause: ClauseId])[] = [
  ['exclude_jobs_locations', 'FILT-6'],
  ['department', 'FILT-13'],
  ['industry', 'FILT-16'],
  ['job_type', 'FILT-18'],
  ['seniority_level', 'FILT-19'],
  ['include_job_boards', 'FILT-30'],
  ['exclude_job_boards', 'FILT-31'],
];

/** Filters that single searches forget, though the others know them. */
const FORGOTTEN_BY: readonly (readonly [
  who: string,
  Operations,
  readonly (readonly [string, ClauseId])[],
])[] = [
  [
    'company-search',
    COMPANY,
    [
      ['is_remote', 'FILT-8'],
      ['job_type', 'FILT-18'],
      ['seniority_level', 'FILT-19'],
      ['salary_data_available', 'FILT-20'],
      ['job_boards', 'FILT-26'],
      ['jobs_locations', 'FILT-3'],
      ['exclude_jobs_locations', 'FILT-6'],
    ],
  ],
  [
    'historical-search',
    HISTORICAL,
    [
      ['is_remote', 'FILT-8'],
      ['job_type', 'FILT-18'],
      ['industry', 'FILT-16'],
    ],
  ],
];

/** Filters that miss some of the jobs that satisfy them: a few jobs are in no index, or it has another value of them. */
const UNINDEXED: readonly (readonly [field: string, clause: ClauseId])[] = [
  ['is_remote', 'FILT-8'],
  ['job_type', 'FILT-18'],
  ['seniority_level', 'FILT-19'],
];

/** Filters that are passed over where another one is there. */
const PASSED_OVER: readonly (readonly [name: string, Operations, missed: string, beside: string])[] = [
  ['level-passed-over-beside-department', SEARCHES, 'seniority_level', 'department'],
  ['department-passed-over-beside-type', SEARCHES, 'department', 'job_type'],
  ['remote-passed-over-beside-level', SEARCHES, 'is_remote', 'seniority_level'],
  ['company-search-passes-over-remote-beside-type', COMPANY, 'is_remote', 'job_type'],
  ['historical-search-passes-over-type-beside-words', HISTORICAL, 'job_type', 'job_keywords'],
  ['legacy-passes-over-remote-beside-places', LEGACY, 'is_remote', 'jobs_locations'],
  ['legacy-passes-over-department-beside-words', LEGACY, 'department', 'job_keywords'],
];

function forgetsValue(field: string, value: unknown, operations: Operations = SEARCHES): Mutant['rule'] {
  return () => misreads(operations, field, (said) => (said === value ? undefined : said));
}

function places(body: Fields, edit: (items: Fields[]) => Fields[]): void {
  for (const field of PLACES) {
    const items = body[field];
    if (Array.isArray(items)) body[field] = edit(items.filter(isFields));
  }
}

/** Items that name a state without the country that they name beside it. */
function statesAnywhere(items: Fields[]): Fields[] {
  return items.map((item) =>
    typeof item['state'] === 'string' && item['city'] === undefined ? { state: item['state'] } : item,
  );
}

/** A location item without one of its parts. */
function blindTo(part: string): ReturnType<typeof asked> {
  return asked(SEARCHES, (body) =>
    places(body, (items) => items.map((item) => ({ ...item, [part]: undefined }))),
  );
}

export const filterMutants: Mutant[] = [
  ...FORGOTTEN.map(([field, value, clause, name]): Mutant => ({
    name: `forgets-${name}`,
    clause,
    rule: forgetsValue(field, value),
    ...(name === 'duplicates-on-demand' ? { unseenFromOutside: HIDDEN } : {}),
  })),
  ...FORGOTTEN_LISTS.map(([field, clause]) =>
    mutant(`forgets-${field.replaceAll('_', '-')}`, clause, forgets(SEARCHES, field)),
  ),
  ...FORGOTTEN_BY.flatMap(([who, operations, fields]) =>
    fields.map(([field, clause]) =>
      mutant(`${who}-forgets-${field.replaceAll('_', '-')}`, clause, forgets(operations, field)),
    ),
  ),
  // Forgotten on the historical search it would mean true, as its absence may.
  mutant(
    'forgets-salary-data',
    'FILT-20',
    misreads(SEARCHES, 'salary_data_available', (value) => (value === true ? false : value)),
  ),
  mutant('countries-forgotten', 'FILT-1', blindTo('country')),
  mutant('states-forgotten', 'FILT-2', blindTo('state')),
  mutant('cities-forgotten', 'FILT-3', blindTo('city')),
  mutant(
    'parts-of-a-place-widen',
    'FILT-4',
    asked(SEARCHES, (body) =>
      places(body, (items) =>
        items.flatMap((item) => Object.entries(item).map(([part, value]) => ({ [part]: value }))),
      ),
    ),
  ),
  mutant(
    'countries-forgotten-beside-a-city',
    'FILT-4',
    asked(SEARCHES, (body) =>
      places(body, (items) =>
        items.map((item) => (typeof item['city'] !== 'string' ? item : { city: item['city'] })),
      ),
    ),
  ),
  mutant(
    'first-place-only',
    'FILT-5',
    misreads(SEARCHES, 'jobs_locations', (value) => (Array.isArray(value) ? value.slice(0, 1) : value)),
  ),
  mutant(
    'places-taken-for-their-opposite',
    'FILT-6',
    asked(SEARCHES, (body) => {
      const [wanted, unwanted] = [body['jobs_locations'], body['exclude_jobs_locations']];
      if (unwanted === undefined) return;
      body['jobs_locations'] = unwanted;
      if (wanted === undefined) delete body['exclude_jobs_locations'];
      else body['exclude_jobs_locations'] = wanted;
    }),
  ),
  mutant(
    'first-excluded-place-only',
    'FILT-7',
    misreads(SEARCHES, 'exclude_jobs_locations', (value) =>
      Array.isArray(value) ? value.slice(0, 1) : value,
    ),
  ),
  mutant(
    'remote-inverted',
    'FILT-8',
    misreads(SEARCHES, 'is_remote', (value) => (typeof value === 'boolean' ? !value : value)),
  ),
  mutant(
    'remote-unless-said',
    'FILT-10',
    misreads(SEARCHES, 'is_remote', (value) => value ?? true),
  ),
  mutant(
    'remote-null-is-false',
    'FILT-10',
    misreads(SEARCHES, 'is_remote', (value) => (value === null ? false : value)),
  ),
  mutant(
    'country-needed-always',
    'FILT-12',
    misreads(SEARCHES, 'country_exists', (value) => value ?? true),
    HIDDEN,
  ),
  mutant(
    'several-departments-are-too-many',
    'FILT-14',
    misreads(SEARCHES, 'department', (value) =>
      Array.isArray(value) && value.length > 1 ? undefined : value,
    ),
  ),
  mutant(
    'states-forgotten-beside-a-city',
    'FILT-4',
    asked(SEARCHES, (body) =>
      places(body, (items) =>
        items.map(({ state, ...item }) => (typeof item['city'] === 'string' ? item : { ...item, state })),
      ),
    ),
  ),
  mutant(
    'legacy-states-anywhere',
    'FILT-4',
    asked(LEGACY, (body) => places(body, statesAnywhere)),
  ),
  mutant(
    'excludes-whole-countries',
    'FILT-6',
    misreads(SEARCHES, 'exclude_jobs_locations', (value) =>
      Array.isArray(value) ? value.filter(isFields).map(({ country }) => ({ country })) : value,
    ),
  ),
  mutant(
    'company-search-knows-no-countries',
    'FILT-11',
    findsNothing(COMPANY, (body) => body['country_exists'] === true),
  ),
  mutant(
    'first-department-only',
    'FILT-14',
    misreads(SEARCHES, 'department', (value) => (Array.isArray(value) ? value.slice(0, 1) : value)),
  ),
  mutant(
    'last-industry-only',
    'FILT-16',
    misreads(SEARCHES, 'industry', (value) => (Array.isArray(value) ? value.slice(-1) : value)),
  ),
  mutant(
    'industries-as-published-only',
    'FILT-17',
    refuses(
      SEARCHES,
      (body, call) => call.operation!.id !== 'searchCompanyJobs' && hasText(body['industry'], inCapitals),
    ),
  ),
  mutant(
    'first-job-type-unread',
    'FILT-18',
    misreads(SEARCHES, 'job_type', (value) => (Array.isArray(value) ? value.slice(1) : value)),
  ),
  mutant(
    'salary-false-means-true',
    'FILT-21',
    misreads([...DIRECT, ...COMPANY], 'salary_data_available', (value) => (value === false ? true : value)),
  ),
  mutant(
    'salary-needed-always',
    'FILT-21',
    misreads([...DIRECT, ...COMPANY], 'salary_data_available', (value) => value ?? true),
  ),
  mutant(
    'agencies-inverted',
    'FILT-22',
    misreads(DIRECT, 'is_agency', (value) => (typeof value === 'boolean' ? !value : value)),
    HIDDEN,
  ),
  mutant(
    'unclassified-employers-left-out',
    'FILT-23',
    results(DIRECT, (data, call) => {
      // Which employers nobody has classified is not to be seen; any fixed lot will do.
      if ((call.json() as Fields | undefined)?.['is_agency'] === false)
        withhold(data, (job) => String(job['Company Name']).length % 3 !== 0);
    }),
  ),
  mutant(
    'agencies-out-unless-said',
    'FILT-23',
    misreads(DIRECT, 'is_agency', (value) => value ?? false),
  ),
  mutant(
    'agencies-null-is-false',
    'FILT-25',
    misreads(DIRECT, 'is_agency', (value) => (value === null ? false : value)),
  ),
  mutant(
    'boards-only-unless-said',
    'FILT-28',
    misreads(SEARCHES, 'job_boards', (value) => value ?? true),
  ),
  mutant(
    'boards-and-career-pages-inverted',
    'FILT-26',
    misreads(SEARCHES, 'job_boards', (value) => (typeof value === 'boolean' ? !value : value)),
  ),
  mutant(
    'boards-in-small-letters-only',
    'FILT-32',
    refuses(SEARCHES, (body) => hasText(body['include_job_boards'], withCapitals), 400),
  ),
  mutant(
    'excluded-boards-in-small-letters-only',
    'FILT-32',
    misreads(SEARCHES, 'exclude_job_boards', (value) =>
      Array.isArray(value) ? value.filter((board) => !withCapitals(String(board))) : value,
    ),
  ),
  mutant(
    'boards-in-capitals-find-nothing',
    'FILT-32',
    findsNothing(SEARCHES, (body) => hasText(body['include_job_boards'], withCapitals)),
  ),
  mutant(
    'boards-in-small-letters-find-nothing',
    'FILT-30',
    findsNothing(SEARCHES, (body) =>
      hasText(body['include_job_boards'], (text) => /[a-z]/.test(text) && !withCapitals(text)),
    ),
  ),
  mutant(
    'boards-taken-for-their-opposite',
    'FILT-31',
    asked(SEARCHES, (body) => {
      if (body['exclude_job_boards'] === undefined) return;
      body['include_job_boards'] = body['exclude_job_boards'];
      delete body['exclude_job_boards'];
    }),
  ),
  mutant(
    'duplicates-stay-unless-said',
    'FILT-33',
    misreads(SEARCHES, 'exclude_duplicates', (value) => value ?? false),
  ),
  mutant(
    'duplicates-stay-always',
    'FILT-33',
    misreads(SEARCHES, 'exclude_duplicates', () => false),
    'what makes two listings one job is open, so nobody can tell them from outside',
  ),
  mutant(
    'filters-do-not-add-up',
    'FILT-36',
    asked(SEARCHES, (body) => {
      const known = ['department', 'job_type', 'seniority_level', 'is_remote', 'salary_data_available'];
      for (const field of known.filter((name) => name in body).slice(1)) delete body[field];
    }),
  ),
  ...PASSED_OVER.map(([name, operations, missed, beside]) =>
    mutant(
      name,
      'FILT-36',
      asked(operations, (body) => {
        if (beside in body) delete body[missed];
      }),
    ),
  ),
  mutant('legacy-forgets-job-type', 'FILT-18', forgets(LEGACY, 'job_type')),
  mutant('legacy-forgets-remote', 'FILT-8', forgets(LEGACY, 'is_remote')),
  mutant(
    'legacy-finds-nothing-remote',
    'FILT-8',
    findsNothing(LEGACY, (body) => body['is_remote'] === true),
  ),
  mutant('legacy-forgets-department', 'FILT-13', forgets(LEGACY, 'department')),
];

const inCapitals = (text: string): boolean => text === text.toUpperCase();
const withCapitals = (text: string): boolean => text !== text.toLowerCase();

/** Whether a list has a text like this. */
function hasText(values: unknown, like: (text: string) => boolean): boolean {
  return Array.isArray(values) && values.some((value) => typeof value === 'string' && like(value));
}

/** Those that are tried at all searches together: what a filter leaves out shows only beside what other scenarios were given. */
export const leavingOutMutants: Mutant[] = [
  // What goes wrong with one job in a hundred shows in no slice of a few days.
  ...(
    [
      ['excluded-boards-keep-one-in-a-hundred', 'exclude_job_boards', 'FILT-31'],
      ['excluded-words-keep-one-in-a-hundred', 'exclude_job_keywords', 'KEY-7'],
    ] as const
  ).map(([name, field, clause]) =>
    mutant(
      name,
      clause,
      results(DIRECT, (data, call) => {
        if (field in bodyOf(call)) data.total_jobs_found += Math.floor(data.total_jobs_found / 100);
      }),
    ),
  ),
  mutant(
    'totals-end-at-five-hundred',
    'FILT-31',
    results(DIRECT, (data) => {
      data.total_jobs_found = Math.min(data.total_jobs_found, 500);
    }),
  ),
  mutant(
    'excludes-cities-of-any-state',
    'FILT-6',
    misreads(SEARCHES, 'exclude_jobs_locations', (value) =>
      Array.isArray(value)
        ? value.filter(isFields).map((item) => (item['city'] === undefined ? item : { city: item['city'] }))
        : value,
    ),
  ),
  mutant(
    'first-department-of-a-job-only',
    'FILT-13',
    results(SEARCHES, (data, call) => {
      const wanted = bodyOf(call)['department'];
      if (Array.isArray(wanted))
        withhold(data, ({ 'Department Name': names }) => Array.isArray(names) && wanted.includes(names[0]));
    }),
  ),
  ...UNINDEXED.map(([field, clause]) =>
    mutant(
      `some-jobs-unknown-to-${field.replaceAll('_', '-')}`,
      clause,
      results(SEARCHES, (data, call) => {
        const wanted = bodyOf(call)[field] ?? null;
        if (wanted !== null && wanted !== false)
          withhold(data, (job) => String(job['Job URL']).length % 4 !== 0);
      }),
    ),
  ),
];
