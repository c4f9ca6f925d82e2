/** Invalid requests that are accepted, and valid requests that are refused (§4.1, §7.1). */
import { loadContract } from '../../spec/contract.js';
import { entries, resolve } from '../../spec/document.js';
import type { Rule } from './mutant.js';
import * as on from './operations.js';
import * as rule from './rules.js';

const SHOWN: on.Operations = [...on.CURRENT, ...on.HISTORICAL, ...on.LEGACY];
const DATES = ['published_after', 'published_before'];
const { properties } = resolve(loadContract().document, { $ref: '#/components/schemas/DirectSearchRequest' });
const booleans = entries(properties).filter(([, { type }]) => [type].flat().includes('boolean'));
const BOOLEANS = booleans.map(([name]) => name);
/** Booleans that the source allows to be null (§4.1). */
export const SWITCHES = booleans.filter(([, each]) => each['default'] === null).map(([name]) => name);
const LISTS = [
  'department',
  'industry',
  'job_type',
  'seniority_level',
  'jobs_locations',
  'include_job_boards',
];

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
  const isTaken = ([field, value]: [string, unknown]): boolean =>
    DATES.includes(field) && typeof value === 'string' && isWrong(value);
  return mends((body) => Object.fromEntries(Object.entries(body).filter((each) => !isTaken(each))));
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

export const validationRules = (): rule.Rules => ({
  'takes-departments-in-any-case': mends(inTitleCase),
  'takes-any-date-form': takesDates((date) => !rule.isDayShaped(date)),
  'takes-days-that-do-not-exist': takesDates((date) => rule.isDayShaped(date) && !rule.isDay(date)),
  'takes-any-kind-of-value': mends(coerced),
  'company-search-takes-any-kind-of-value': mends(coerced, on.COMPANY),
  'null-is-refused': rule.refuses([...on.CURRENT, ...on.HISTORICAL], (body) =>
    SWITCHES.some((field) => body[field] === null),
  ),
  'takes-any-body': rule.takes(on.ANY_DIRECT, [400, 422], (_body, call) =>
    rule.isFields(call.json()) ? null : {},
  ),
  'malformed-body-is-404': malformed(404),
  'malformed-body-is-409': malformed(409),
  'unknown-fields-are-400': rule.refuses(
    SHOWN,
    (body, { operation }) => Object.keys(body).some((field) => !operation!.bodyFields.includes(field)),
    400,
  ),
});
