/** What is taken though it should be refused, and refused though it should be taken (§4.1, §7.1). */
import type { Rule } from './mutant.js';
import {
  bodyOf,
  COMPANY,
  DIRECT,
  forgives,
  HISTORICAL,
  isFields,
  LEGACY,
  mutant,
  refuses,
  SEARCHES,
  setJson,
  takes,
  type Fields,
  type Operations,
} from './rules.js';

const SHOWN: Operations = [...DIRECT, ...COMPANY, ...HISTORICAL, ...LEGACY];
const DATES = ['published_after', 'published_before'];

const refusesValue = (field: string, value: string): Rule =>
  refuses(SHOWN, (body) => Array.isArray(body[field]) && body[field].includes(value));

/** Takes a wrong value by setting the fields right that `mend` changes. */
function mends(mend: (body: Fields) => Fields | null, operations: Operations = SHOWN): Rule {
  return takes(operations, 422, (call) => {
    const mended = mend(bodyOf(call));
    if (mended !== null) setJson(call.request, mended);
    return mended !== null;
  });
}

/** Takes texts of a list in any case, by writing them as the department list does. */
function inTitleCase(body: Fields): Fields | null {
  const { department } = body;
  if (!Array.isArray(department)) return null;
  const titled = department.map((each) =>
    String(each)
      .toLowerCase()
      .replace(/\b[a-z]/g, (letter) => letter.toUpperCase())
      .replaceAll(' And ', ' and '),
  );
  return JSON.stringify(titled) === JSON.stringify(department) ? null : { ...body, department: titled };
}

function withoutBadDates(bad: (date: string) => boolean): (body: Fields) => Fields | null {
  return (body) => {
    const wrong = DATES.filter((field) => typeof body[field] === 'string' && bad(body[field]));
    return wrong.length === 0
      ? null
      : Object.fromEntries(Object.entries(body).filter(([field]) => !wrong.includes(field)));
  };
}

const isShaped = (date: string): boolean => /^\d{4}-\d\d-\d\d$/.test(date);

const BOOLEANS = [
  'is_remote',
  'country_exists',
  'job_boards',
  'salary_data_available',
  'is_agency',
  'exclude_duplicates',
];
const LISTS = [
  'department',
  'industry',
  'job_type',
  'seniority_level',
  'jobs_locations',
  'include_job_boards',
];

/** Takes a value for the list or boolean that it is not. */
function coerced(body: Fields): Fields | null {
  const mended: Fields = { ...body };
  for (const field of LISTS) if (field in mended && !Array.isArray(mended[field])) delete mended[field];
  for (const field of BOOLEANS) if (field in mended && Array.isArray(mended[field])) mended[field] = true;
  return JSON.stringify(mended) === JSON.stringify(body) ? null : mended;
}

const KEYWORDS = [
  'job_keywords',
  'exclude_job_keywords',
  'advanced_job_keywords',
  'advanced_exclude_job_keywords',
];

export const validationMutants = [
  mutant('takes-any-department', 'VALID-1', forgives(SHOWN, 'department')),
  mutant('legacy-takes-any-department', 'VALID-1', forgives(LEGACY, 'department')),
  mutant('takes-departments-in-any-case', 'VALID-2', mends(inTitleCase)),
  mutant('a-department-is-refused', 'VALID-3', refusesValue('department', 'Web Development')),
  mutant('takes-any-industry', 'VALID-4', forgives(SHOWN, 'industry')),
  mutant(
    'industries-with-commas-refused',
    'VALID-5',
    refuses(
      [...DIRECT, ...HISTORICAL],
      ({ industry }) => Array.isArray(industry) && industry.some((each) => String(each).includes(',')),
    ),
  ),
  mutant(
    'an-industry-is-refused',
    'VALID-5',
    refuses(
      [...DIRECT, ...HISTORICAL],
      ({ industry }) => Array.isArray(industry) && industry.includes('Ranching'),
    ),
  ),
  mutant('takes-any-job-type', 'VALID-6', forgives(SHOWN, 'job_type')),
  mutant('volunteers-are-refused', 'VALID-7', refusesValue('job_type', 'Volunteer')),
  mutant('takes-any-seniority', 'VALID-8', forgives(SHOWN, 'seniority_level')),
  mutant('executives-are-refused', 'VALID-9', refusesValue('seniority_level', 'Executive Level')),
  mutant('takes-any-keyword-mode', 'VALID-10', forgives(SHOWN, ...KEYWORDS)),
  mutant('takes-any-date-form', 'VALID-11', mends(withoutBadDates((date) => !isShaped(date)))),
  mutant(
    'takes-days-that-do-not-exist',
    'VALID-12',
    mends(withoutBadDates((date) => isShaped(date) && !exists(date))),
  ),
  mutant('takes-any-kind-of-value', 'VALID-13', mends(coerced)),
  mutant('company-search-takes-any-kind-of-value', 'VALID-13', mends(coerced, COMPANY)),
  mutant(
    'null-is-refused',
    'VALID-14',
    refuses(
      SHOWN.filter((id) => !LEGACY.includes(id)),
      (body) => ['is_remote', 'country_exists', 'job_boards'].some((field) => body[field] === null),
    ),
  ),
  mutant(
    'takes-any-body',
    'VALID-15',
    takes(SEARCHES, [400, 422], (call) => {
      if (isFields(call.json()) || call.operation?.withCompany) return false;
      setJson(call.request, {});
      return true;
    }),
  ),
  mutant('malformed-body-is-404', 'VALID-15', malformed(404)),
  mutant('malformed-body-is-409', 'VALID-16', malformed(409)),
  mutant(
    'unknown-fields-are-400',
    'VALID-17',
    refuses(
      SHOWN,
      (body, call) => Object.keys(body).some((field) => !call.operation!.bodyFields.includes(field)),
      400,
    ),
  ),
  mutant(
    'numbers-in-quotes-are-400',
    'VALID-18',
    refuses(SHOWN, ({ limit }) => typeof limit === 'string', 400),
  ),
];

function malformed(status: number): Rule {
  return refuses(SEARCHES, (_body, call) => !isFields(call.json()), status);
}

function exists(date: string): boolean {
  const at = Date.parse(date);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(date);
}
