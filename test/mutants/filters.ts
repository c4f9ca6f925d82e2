/** Filters that are ignored, inverted or misread (§4.1, §2.5). */
import { isText } from '../../conformance/values/fields.js';
import { duplicatesAmong } from '../../conformance/values/postings.js';
import type { Rule } from './mutant.js';
import * as on from './operations.js';
import * as rule from './rules.js';

function removesDuplicatesOfEachPage(): Rule {
  return rule.limitTo(on.SEARCHES, async (call) => {
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
  'parts-of-a-place-widen': rule.asked(on.SEARCHES, (body) => {
    for (const field of ['jobs_locations', 'exclude_jobs_locations'])
      if (Array.isArray(body[field]))
        body[field] = rule
          .fieldsIn(body[field])
          .flatMap((place) => Object.entries(place).map(([part, value]) => ({ [part]: value })));
  }),
  // The results do not show which employers are unclassified; any fixed share of them will do.
  'unclassified-employers-left-out': rule.results(on.DIRECT, (data, call) => {
    if (rule.bodyOf(call)['is_agency'] === false)
      rule.withhold(data, (job) => String(job['Company Name']).length % 3 !== 0);
  }),
  'countries-with-cities-alone': rule.misreadsList(on.SEARCHES, 'jobs_locations', (list) => {
    const withCities = rule.fieldsIn(list).filter(({ city }) => isText(city));
    return withCities.length > 0 ? withCities : list;
  }),
  'country-needs-a-city': rule.results(on.SEARCHES, (data, call) => {
    if (rule.bodyOf(call)['country_exists'] === true) rule.withhold(data, (job) => isText(job['City']));
  }),
  'filters-do-not-add-up': rule.asked(on.SEARCHES, (body) => {
    const known = ['department', 'job_type', 'seniority_level', 'is_remote', 'salary_data_available'];
    for (const field of known.filter((name) => name in body).slice(1)) delete body[field];
  }),
});

/** Leaves out some of the jobs that match a filter, as if the index lacked them. */
function unindexed(field: string): Rule {
  return rule.results(on.SEARCHES, (data, call) => {
    if (rule.bodyOf(call)[field]) rule.withhold(data, (job) => String(job['Job URL']).length % 4 !== 0);
  });
}

/** Tried on all searches together: they show only in comparison with the results of other scenarios. */
export const leavingOutRules = (): rule.Rules => ({
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
