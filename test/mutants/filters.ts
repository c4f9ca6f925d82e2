/** Filters that are ignored, inverted or misread (§4.1, §2.5). */
import { duplicatesAmong } from '../../conformance/values/postings.js';
import type { Rule } from './mutant.js';
import * as on from './operations.js';
import * as rule from './rules.js';

const WANTED = 'jobs_locations';
const UNWANTED = 'exclude_jobs_locations';
const OTHER_BOARDS = 'exclude_job_boards';
const SALARY = 'salary_data_available';

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

const withCapitals = (text: string): boolean => text !== text.toLowerCase();

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

export const filterRules = (): rule.Rules => ({
  'parts-of-a-place-widen': inPlaces((place) =>
    Object.entries(place).map(([part, value]) => ({ [part]: value })),
  ),
  // The results do not show which employers are unclassified; any fixed share of them will do.
  'unclassified-employers-left-out': rule.results(on.DIRECT, (data, call) => {
    if (rule.bodyOf(call)['is_agency'] === false)
      rule.withhold(data, (job) => String(job['Company Name']).length % 3 !== 0);
  }),
  'excluded-boards-in-small-letters-only': rule.misreadsList(on.SEARCHES, OTHER_BOARDS, (list) =>
    list.filter((board) => !withCapitals(String(board))),
  ),
  'filters-do-not-add-up': rule.asked(on.SEARCHES, (body) => {
    const known = ['department', 'job_type', 'seniority_level', 'is_remote', SALARY];
    for (const field of known.filter((name) => name in body).slice(1)) delete body[field];
  }),
});

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
export const leavingOutRules = (): rule.Rules => ({
  'excluded-boards-keep-one-in-a-hundred': onePercentMore(OTHER_BOARDS),
  'excluded-words-keep-one-in-a-hundred': onePercentMore('exclude_job_keywords'),
  'duplicates-stay-on-other-pages': removesDuplicatesOfEachPage(),
  'first-department-of-a-job-only': rule.results(on.SEARCHES, (data, call) => {
    const wanted = rule.bodyOf(call)['department'];
    if (Array.isArray(wanted))
      rule.withhold(data, ({ 'Department Name': names }) =>
        wanted.includes((names as unknown[] | null)?.[0]),
      );
  }),
  'some-jobs-unknown-to-is-remote': unindexed('is_remote'),
  'some-jobs-unknown-to-job-type': unindexed('job_type'),
  'some-jobs-unknown-to-seniority-level': unindexed('seniority_level'),
});
