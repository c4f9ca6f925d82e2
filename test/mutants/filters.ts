/** Filters that are ignored, inverted or misread (§4.1, §2.5). */
import { duplicatesAmong } from '../../conformance/values/postings.js';
import type { Rule } from './mutant.js';
import * as on from './operations.js';
import * as rule from './rules.js';

const WANTED = 'jobs_locations';
const UNWANTED = 'exclude_jobs_locations';
const BOARDS = 'include_job_boards';
const OTHER_BOARDS = 'exclude_job_boards';
const SALARY = 'salary_data_available';

/** Ignores one value of a filter. */
function forgetsValue(field: string, value: unknown): Rule {
  return rule.misreads(on.SEARCHES, field, (said) => (said === value ? undefined : said));
}

/** Reads one value of a filter as another. */
function takesFor(field: string, from: unknown, to: unknown, operations = on.SEARCHES): Rule {
  return rule.misreads(operations, field, (said) => (said === from ? to : said));
}

/** Ignores a filter if another one is present. */
function passesOver(operations: on.Operations, missed: string, beside: string): Rule {
  return rule.asked(operations, (body) => {
    if (beside in body) delete body[missed];
  });
}

/** Replaces each location of a field. */
function ofPlaces(
  fields: readonly string[],
  read: (place: rule.Fields) => rule.Fields | rule.Fields[],
  operations = on.SEARCHES,
): Rule {
  return rule.inTurn(
    ...fields.map((field) =>
      rule.misreadsList(operations, field, (list) => rule.fieldsIn(list).flatMap(read)),
    ),
  );
}

function inPlaces(read: (place: rule.Fields) => rule.Fields | rule.Fields[], operations = on.SEARCHES): Rule {
  return ofPlaces([WANTED, UNWANTED], read, operations);
}

function blindTo(part: string): Rule {
  return inPlaces((place) => ({ ...place, [part]: undefined }));
}

const first = (list: unknown[]): unknown[] => list.slice(0, 1);

const inCapitals = (text: string): boolean => text === text.toUpperCase();
const withCapitals = (text: string): boolean => text !== text.toLowerCase();

/** Whether a list contains a matching text. */
function hasText(values: unknown, matches: (text: string) => boolean): boolean {
  return Array.isArray(values) && values.some((value) => typeof value === 'string' && matches(value));
}

/** Removes duplicates within each page only. */
function removesDuplicatesOfEachPage(): Rule {
  return rule.only(on.SEARCHES, async (call) => {
    const body = rule.bodyOf(call);
    if (body['exclude_duplicates'] === false) return call.send();
    rule.setJson(call.request, { ...body, exclude_duplicates: false });
    const answer = await call.send();
    rule.editResults(answer, (data) => {
      const repeated = new Set(
        duplicatesAmong(data.jobs.map((item) => ({ item, id: 0 }))).map(([, { item }]) => item),
      );
      data.jobs = data.jobs.filter((job) => !repeated.has(job));
      data.total = data.jobs.length;
    });
    return answer;
  });
}

/** Counts ten times as many jobs if `exclude_duplicates` has this value. */
function countsTenfold(excluded: unknown): Rule {
  return rule.results(on.SEARCHES, (data, call) => {
    if (rule.bodyOf(call)['exclude_duplicates'] === excluded) data.total_jobs_found *= 10;
  });
}

export const filterMutants = rule.mutantsOf(() => ({
  'FILT-8 forgets-remote-only': forgetsValue('is_remote', true),
  'FILT-9 forgets-not-remote': forgetsValue('is_remote', false),
  'FILT-11 forgets-country-exists': forgetsValue('country_exists', true),
  'FILT-22 forgets-agencies-out': forgetsValue('is_agency', false),
  'FILT-24 forgets-agencies-only': forgetsValue('is_agency', true),
  'FILT-26 forgets-boards-only': forgetsValue('job_boards', true),
  'FILT-27 forgets-career-pages-only': forgetsValue('job_boards', false),
  'FILT-34 forgets-duplicates-on-demand': forgetsValue('exclude_duplicates', false),
  'FILT-6 forgets-exclude-jobs-locations': rule.forgets(on.SEARCHES, UNWANTED),
  'FILT-13 forgets-department': rule.forgets(on.SEARCHES, 'department'),
  'FILT-16 forgets-industry': rule.forgets(on.SEARCHES, 'industry'),
  'FILT-18 forgets-job-type': rule.forgets(on.SEARCHES, 'job_type'),
  'FILT-19 forgets-seniority-level': rule.forgets(on.SEARCHES, 'seniority_level'),
  'FILT-30 forgets-include-job-boards': rule.forgets(on.SEARCHES, BOARDS),
  'FILT-31 forgets-exclude-job-boards': rule.forgets(on.SEARCHES, OTHER_BOARDS),
  'FILT-8 company-search-forgets-is-remote': rule.forgets(on.COMPANY, 'is_remote'),
  'FILT-18 company-search-forgets-job-type': rule.forgets(on.COMPANY, 'job_type'),
  'FILT-19 company-search-forgets-seniority-level': rule.forgets(on.COMPANY, 'seniority_level'),
  'FILT-20 company-search-forgets-salary-data-available': rule.forgets(on.COMPANY, SALARY),
  'FILT-26 company-search-forgets-job-boards': rule.forgets(on.COMPANY, 'job_boards'),
  'FILT-3 company-search-forgets-jobs-locations': rule.forgets(on.COMPANY, WANTED),
  'FILT-6 company-search-forgets-exclude-jobs-locations': rule.forgets(on.COMPANY, UNWANTED),
  'FILT-8 historical-search-forgets-is-remote': rule.forgets(on.HISTORICAL, 'is_remote'),
  'FILT-18 historical-search-forgets-job-type': rule.forgets(on.HISTORICAL, 'job_type'),
  'FILT-16 historical-search-forgets-industry': rule.forgets(on.HISTORICAL, 'industry'),
  // On the historical search, a missing field could mean true.
  'FILT-20 forgets-salary-data': takesFor(SALARY, true, false),
  'FILT-1 countries-forgotten': blindTo('country'),
  'FILT-2 states-forgotten': blindTo('state'),
  'FILT-3 cities-forgotten': blindTo('city'),
  'FILT-4 parts-of-a-place-widen': inPlaces((place) =>
    Object.entries(place).map(([part, value]) => ({ [part]: value })),
  ),
  'FILT-4 countries-forgotten-beside-a-city': inPlaces((place) =>
    typeof place['city'] === 'string' ? { city: place['city'] } : place,
  ),
  'FILT-5 first-place-only': rule.misreadsList(on.SEARCHES, WANTED, first),
  'FILT-6 places-taken-for-their-opposite': rule.asked(on.SEARCHES, (body) => {
    const { [WANTED]: wanted, [UNWANTED]: unwanted } = body;
    if (unwanted === undefined) return;
    body[WANTED] = unwanted;
    rule.change(body, UNWANTED, wanted);
  }),
  'FILT-7 first-excluded-place-only': rule.misreadsList(on.SEARCHES, UNWANTED, first),
  'FILT-8 remote-inverted': rule.inverts(on.SEARCHES, 'is_remote'),
  'FILT-10 remote-unless-said': rule.unlessSaid(on.SEARCHES, 'is_remote', true),
  'FILT-10 remote-null-is-false': takesFor('is_remote', null, false),
  'FILT-12 country-needed-always': rule.unlessSaid(on.SEARCHES, 'country_exists', true),
  'FILT-12 country-null-is-true': takesFor('country_exists', null, true),
  'FILT-14 several-departments-are-too-many': rule.misreadsList(on.SEARCHES, 'department', (list) =>
    list.length > 1 ? undefined : list,
  ),
  'FILT-4 states-forgotten-beside-a-city': inPlaces(({ state, ...place }) =>
    typeof place['city'] === 'string' ? place : { ...place, state },
  ),
  'FILT-4 legacy-states-anywhere': inPlaces(
    (place) => (typeof place['state'] === 'string' && !('city' in place) ? { state: place['state'] } : place),
    on.LEGACY,
  ),
  'FILT-6 excludes-whole-countries': ofPlaces([UNWANTED], ({ country }) => ({ country })),
  'FILT-11 company-search-knows-no-countries': rule.findsNothing(
    on.COMPANY,
    (body) => body['country_exists'] === true,
  ),
  'FILT-14 first-department-only': rule.misreadsList(on.SEARCHES, 'department', first),
  'FILT-16 last-industry-only': rule.misreadsList(on.SEARCHES, 'industry', (list) => list.slice(-1)),
  'FILT-17 industries-as-published-only': rule.refuses(
    on.SEARCHES.filter((operation) => operation !== 'searchCompanyJobs'),
    ({ industry }) => hasText(industry, inCapitals),
  ),
  'FILT-18 first-job-type-unread': rule.misreadsList(on.SEARCHES, 'job_type', (list) => list.slice(1)),
  'FILT-21 salary-false-means-true': takesFor(SALARY, false, true, on.CURRENT),
  'FILT-21 salary-needed-always': rule.unlessSaid(on.CURRENT, SALARY, true),
  'FILT-22 agencies-inverted': rule.inverts(on.DIRECT, 'is_agency'),
  // The results do not show which employers are unclassified; any fixed share of them will do.
  'FILT-23 unclassified-employers-left-out': rule.results(on.DIRECT, (data, call) => {
    if (rule.bodyOf(call)['is_agency'] === false)
      rule.withhold(data, (job) => String(job['Company Name']).length % 3 !== 0);
  }),
  'FILT-23 agencies-out-unless-said': rule.unlessSaid(on.DIRECT, 'is_agency', false),
  'FILT-25 agencies-null-is-false': takesFor('is_agency', null, false, on.DIRECT),
  'FILT-28 boards-only-unless-said': rule.unlessSaid(on.SEARCHES, 'job_boards', true),
  'FILT-26 boards-and-career-pages-inverted': rule.inverts(on.SEARCHES, 'job_boards'),
  'FILT-32 boards-in-small-letters-only': rule.refuses(
    on.SEARCHES,
    (body) => hasText(body[BOARDS], withCapitals),
    400,
  ),
  'FILT-32 excluded-boards-in-small-letters-only': rule.misreadsList(on.SEARCHES, OTHER_BOARDS, (list) =>
    list.filter((board) => !withCapitals(String(board))),
  ),
  'FILT-32 boards-in-capitals-find-nothing': rule.findsNothing(on.SEARCHES, (body) =>
    hasText(body[BOARDS], withCapitals),
  ),
  'FILT-30 boards-in-small-letters-find-nothing': rule.findsNothing(on.SEARCHES, (body) =>
    hasText(body[BOARDS], (text) => /[a-z]/.test(text) && !withCapitals(text)),
  ),
  'FILT-31 boards-taken-for-their-opposite': rule.asked(on.SEARCHES, (body) => {
    if (body[OTHER_BOARDS] === undefined) return;
    body[BOARDS] = body[OTHER_BOARDS];
    delete body[OTHER_BOARDS];
  }),
  'FILT-33 counts-tenfold-unless-said': countsTenfold(undefined),
  'FILT-34 counts-tenfold-without-duplicates': countsTenfold(true),
  'FILT-33 duplicates-stay-unless-said': rule.unlessSaid(on.SEARCHES, 'exclude_duplicates', false),
  'FILT-33 duplicates-stay-always': rule.misreads(on.SEARCHES, 'exclude_duplicates', () => false),
  'FILT-38 duplicates-stay-on-all-pages': rule.misreads(on.SEARCHES, 'exclude_duplicates', () => false),
  'FILT-36 filters-do-not-add-up': rule.asked(on.SEARCHES, (body) => {
    const known = ['department', 'job_type', 'seniority_level', 'is_remote', SALARY];
    for (const field of known.filter((name) => name in body).slice(1)) delete body[field];
  }),
  'FILT-36 level-passed-over-beside-department': passesOver(on.SEARCHES, 'seniority_level', 'department'),
  'FILT-36 department-passed-over-beside-type': passesOver(on.SEARCHES, 'department', 'job_type'),
  'FILT-36 remote-passed-over-beside-level': passesOver(on.SEARCHES, 'is_remote', 'seniority_level'),
  'FILT-36 company-search-passes-over-remote-beside-type': passesOver(on.COMPANY, 'is_remote', 'job_type'),
  'FILT-36 historical-search-passes-over-type-beside-words': passesOver(
    on.HISTORICAL,
    'job_type',
    'job_keywords',
  ),
  'FILT-36 legacy-passes-over-remote-beside-places': passesOver(on.LEGACY, 'is_remote', WANTED),
  'FILT-36 legacy-passes-over-department-beside-words': passesOver(on.LEGACY, 'department', 'job_keywords'),
  'FILT-18 legacy-forgets-job-type': rule.forgets(on.LEGACY, 'job_type'),
  'FILT-8 legacy-forgets-remote': rule.forgets(on.LEGACY, 'is_remote'),
  'FILT-8 legacy-finds-nothing-remote': rule.findsNothing(on.LEGACY, (body) => body['is_remote'] === true),
  'FILT-13 legacy-forgets-department': rule.forgets(on.LEGACY, 'department'),
}));

/** Counts one job in a hundred too many for searches with this field. Slices of a few days are too short to show it. */
function onePercentMore(field: string): Rule {
  return rule.ofResults(on.DIRECT, 'total_jobs_found', (_found, { total_jobs_found: found }, call) =>
    field in rule.bodyOf(call) ? found + Math.floor(found / 100) : found,
  );
}

/** Leaves out some of the jobs that match a filter, as if the index lacked them. */
function unindexed(field: string): Rule {
  return rule.results(on.SEARCHES, (data, call) => {
    if (rule.bodyOf(call)[field]) rule.withhold(data, (job) => String(job['Job URL']).length % 4 !== 0);
  });
}

/** Tried on all searches together: they show only in comparison with the results of other scenarios. */
export const leavingOutMutants = rule.mutantsOf(() => ({
  'FILT-31 excluded-boards-keep-one-in-a-hundred': onePercentMore(OTHER_BOARDS),
  'KEY-7 excluded-words-keep-one-in-a-hundred': onePercentMore('exclude_job_keywords'),
  'FILT-31 totals-end-at-five-hundred': rule.ofResults(on.DIRECT, 'total_jobs_found', (found) =>
    Math.min(Number(found), 500),
  ),
  'FILT-6 excludes-cities-of-any-state': ofPlaces([UNWANTED], (place) =>
    'city' in place ? { city: place['city'] } : place,
  ),
  'FILT-38 duplicates-stay-on-other-pages': removesDuplicatesOfEachPage(),
  'FILT-13 first-department-of-a-job-only': rule.results(on.SEARCHES, (data, call) => {
    const wanted = rule.bodyOf(call)['department'];
    if (Array.isArray(wanted))
      rule.withhold(data, ({ 'Department Name': names }) =>
        wanted.includes((names as unknown[] | null)?.[0]),
      );
  }),
  'FILT-8 some-jobs-unknown-to-is-remote': unindexed('is_remote'),
  'FILT-18 some-jobs-unknown-to-job-type': unindexed('job_type'),
  'FILT-19 some-jobs-unknown-to-seniority-level': unindexed('seniority_level'),
}));
