/**
 * Filters and keywords that are ignored, inverted or misread (§2.5, §2.6, §4.1), invalid requests that are accepted, and valid ones
 * that are refused (§7.1).
 */
import { duplicatesAmong } from '../../conformance/values/postings.js';
import { loadContract } from '../../spec/contract.js';
import { entries, resolve } from '../../spec/document.js';
import type { Rule } from './mutant.js';
import * as on from './operations.js';
import * as rule from './rules.js';

const SHOWN: on.Operations = [...on.CURRENT, ...on.HISTORICAL, ...on.LEGACY];

const { properties } = resolve(loadContract().document, { $ref: '#/components/schemas/DirectSearchRequest' });
/** Booleans that the source allows to be null (§4.1). */
export const SWITCHES = entries(properties)
  .filter(([, each]) => [each['type']].flat().includes('boolean') && each['default'] === null)
  .map(([name]) => name);

function malformed(status: number): Rule {
  return rule.refuses(on.SEARCHES, (_body, call) => !rule.isFields(call.json()), status);
}

/** Edits every group of advanced keywords, the inner ones first. */
function inGroups(edit: (group: rule.Fields) => void): Rule {
  return rule.asked(on.SEARCHES, ({ advanced_job_keywords: groups }) =>
    rule.withGroups(groups).forEach(edit),
  );
}

export const filterRules = (): rule.Rules => ({
  'parts-of-a-place-widen': rule.asked(on.SEARCHES, (body) => {
    for (const field of ['jobs_locations', 'exclude_jobs_locations'])
      if (Array.isArray(body[field]))
        body[field] = rule
          .fieldsIn(body[field])
          .flatMap((place) => Object.entries(place).map(([part, value]) => ({ [part]: value })));
  }),
  'filters-do-not-add-up': rule.asked(on.SEARCHES, (body) => {
    const known = ['department', 'job_type', 'seniority_level', 'is_remote', 'salary_data_available'];
    for (const field of known.filter((name) => name in body).slice(1)) delete body[field];
  }),
  'duplicates-stay-on-other-pages': rule.limitTo(on.SEARCHES, async (call) => {
    const body = rule.bodyOf(call);
    if (body['exclude_duplicates'] === false) return call.send();
    rule.setJson(call.request, { ...body, exclude_duplicates: false });
    const answer = await call.send();
    rule.editResults(answer, (data) => {
      const repeated = duplicatesAmong(data.jobs.map((item) => ({ item, id: 0 })));
      data.jobs = data.jobs.filter((job) => !repeated.some(([, { item }]) => item === job));
      data.total = data.jobs.length;
    });
    return answer;
  }),
  'first-department-of-a-job-only': rule.results(on.SEARCHES, (data, call) => {
    const wanted = rule.bodyOf(call)['department'];
    if (Array.isArray(wanted))
      rule.withhold(data, ({ 'Department Name': names }) =>
        wanted.includes((names as unknown[] | null)?.[0]),
      );
  }),
  'one-of-several-nested-groups-is-enough': inGroups((group) => {
    const nested = group['groups'];
    if (Array.isArray(nested) && nested.length > 1) group['groups'] = [{ mode: 'or', groups: nested }];
  }),
  // Finds every job if a title term is the name of an employer that an earlier answer showed.
  'title-terms-found-in-names-of-employers': rule.remembering(new Set<unknown>(), (employers) =>
    rule.inTurn(
      rule.asked(on.SEARCHES, (body) => {
        const { job_keywords: keywords } = body;
        const terms = rule.isFields(keywords) && Array.isArray(keywords['title']) ? keywords['title'] : [];
        if (terms.some((term) => employers.has(term))) delete body['job_keywords'];
      }),
      rule.results(on.SEARCHES, ({ jobs }) => {
        for (const job of jobs) if (job['Company Name'] !== null) employers.add(job['Company Name']);
      }),
    ),
  ),
  'description-blocks-take-the-mode-of-the-title': inGroups(({ title, description }) => {
    if (rule.isFields(title) && rule.isFields(description)) description['mode'] = title['mode'] ?? 'and';
  }),
  'nested-groups-take-the-outer-mode': inGroups(({ mode = 'and', groups }) => {
    for (const group of rule.fieldsIn(groups)) group['mode'] = mode;
  }),
  'direct-search-needs-a-filter': rule.refuses(on.DIRECT, (body) => Object.keys(body).length === 0),
  'takes-any-body': rule.outgoing(on.ANY_DIRECT, [400, 422], (_answer, call) => {
    if (rule.isFields(call.json())) return undefined;
    rule.setJson(call.request, {});
    return call.send();
  }),
  'malformed-body-is-404': malformed(404),
  'malformed-body-is-409': malformed(409),
  'unknown-fields-are-400': rule.refuses(
    SHOWN,
    (body, { operation }) => Object.keys(body).some((field) => !operation!.bodyFields.includes(field)),
    400,
  ),
});
