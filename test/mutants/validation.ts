/** Invalid requests that are accepted, and valid requests that are refused (§4.1, §7.1). */
import type { Rule } from './mutant.js';
import * as on from './operations.js';
import * as rule from './rules.js';

const SHOWN: on.Operations = [...on.CURRENT, ...on.HISTORICAL, ...on.LEGACY];
/** Searches with `industry`. */
const BY_INDUSTRY: on.Operations = [...on.DIRECT, ...on.HISTORICAL];
const DATES = ['published_after', 'published_before'];
const SWITCHES = ['is_remote', 'country_exists', 'job_boards'];
const BOOLEANS = [...SWITCHES, 'salary_data_available', 'is_agency', 'exclude_duplicates'];
const LISTS = [
  'department',
  'industry',
  'job_type',
  'seniority_level',
  'jobs_locations',
  'include_job_boards',
];
const KEYWORDS = [
  'job_keywords',
  'exclude_job_keywords',
  'advanced_job_keywords',
  'advanced_exclude_job_keywords',
];

function refusesValue(operations: on.Operations, field: string, matches: (value: unknown) => boolean): Rule {
  return rule.refuses(operations, ({ [field]: list }) => Array.isArray(list) && list.some(matches));
}

/** Accepts invalid requests by correcting the fields that `mend` changes. */
function mends(mend: (body: rule.Fields) => rule.Fields, operations = SHOWN): Rule {
  return rule.takes(operations, 422, (body) => {
    const mended = mend(body);
    return JSON.stringify(mended) === JSON.stringify(body) ? null : mended;
  });
}

/** Writes departments as the lookup writes them. */
function inTitleCase(body: rule.Fields): rule.Fields {
  const { department } = body;
  if (!Array.isArray(department)) return body;
  const titled = department.map((name) =>
    String(name)
      .toLowerCase()
      .replace(/\b[a-z]/g, (letter) => letter.toUpperCase())
      .replaceAll(' And ', ' and '),
  );
  return { ...body, department: titled };
}

/** Ignores dates that are wrong in one way. */
function takesDates(isWrong: (date: string) => boolean): Rule {
  return rule.takes(SHOWN, 422, (body) =>
    rule.withoutFields(
      body,
      DATES.filter((field) => typeof body[field] === 'string' && isWrong(body[field])),
    ),
  );
}

/** Accepts other values in place of lists, and lists in place of booleans. */
function coerced(body: rule.Fields): rule.Fields {
  const mended: rule.Fields = { ...body };
  for (const field of LISTS) if (field in mended && !Array.isArray(mended[field])) delete mended[field];
  for (const field of BOOLEANS) if (field in mended && Array.isArray(mended[field])) mended[field] = true;
  return mended;
}

function malformed(status: number): Rule {
  return rule.refuses(on.SEARCHES, (_body, call) => !rule.isFields(call.json()), status);
}

export const validationMutants = rule.mutantsOf(() => ({
  'VALID-1 takes-any-department': rule.forgives(SHOWN, 'department'),
  'VALID-1 legacy-takes-any-department': rule.forgives(on.LEGACY, 'department'),
  'VALID-2 takes-departments-in-any-case': mends(inTitleCase),
  'VALID-3 a-department-is-refused': refusesValue(SHOWN, 'department', (name) => name === 'Web Development'),
  'VALID-4 takes-any-industry': rule.forgives(SHOWN, 'industry'),
  'VALID-5 industries-with-commas-refused': refusesValue(BY_INDUSTRY, 'industry', (name) =>
    String(name).includes(','),
  ),
  'VALID-5 an-industry-is-refused': refusesValue(BY_INDUSTRY, 'industry', (name) => name === 'Ranching'),
  'VALID-6 takes-any-job-type': rule.forgives(SHOWN, 'job_type'),
  'VALID-7 volunteers-are-refused': refusesValue(SHOWN, 'job_type', (type) => type === 'Volunteer'),
  'VALID-8 takes-any-seniority': rule.forgives(SHOWN, 'seniority_level'),
  'VALID-9 executives-are-refused': refusesValue(
    SHOWN,
    'seniority_level',
    (level) => level === 'Executive Level',
  ),
  'VALID-10 takes-any-keyword-mode': rule.forgives(SHOWN, ...KEYWORDS),
  'VALID-11 takes-any-date-form': takesDates((date) => !rule.isDayShaped(date)),
  'VALID-12 takes-days-that-do-not-exist': takesDates((date) => rule.isDayShaped(date) && !rule.isDay(date)),
  'VALID-13 takes-any-kind-of-value': mends(coerced),
  'VALID-13 company-search-takes-any-kind-of-value': mends(coerced, on.COMPANY),
  'VALID-14 null-is-refused': rule.refuses([...on.CURRENT, ...on.HISTORICAL], (body) =>
    SWITCHES.some((field) => body[field] === null),
  ),
  'VALID-15 takes-any-body': rule.takes(on.ANY_DIRECT, [400, 422], (_body, call) =>
    rule.isFields(call.json()) ? null : {},
  ),
  'VALID-15 malformed-body-is-404': malformed(404),
  'VALID-16 malformed-body-is-409': malformed(409),
  'VALID-17 unknown-fields-are-400': rule.refuses(
    SHOWN,
    (body, { operation }) => Object.keys(body).some((field) => !operation!.bodyFields.includes(field)),
    400,
  ),
  'VALID-18 numbers-in-quotes-are-400': rule.refuses(SHOWN, ({ limit }) => typeof limit === 'string', 400),
}));
