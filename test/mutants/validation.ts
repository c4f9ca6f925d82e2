/** Invalid requests that are accepted, and valid requests that are refused (§4.1, §7.1). */
import { loadContract } from '../../spec/contract.js';
import { entries, resolve } from '../../spec/document.js';
import type { Rule } from './mutant.js';
import * as on from './operations.js';
import * as rule from './rules.js';

const SHOWN: on.Operations = [...on.CURRENT, ...on.HISTORICAL, ...on.LEGACY];
const { properties } = resolve(loadContract().document, { $ref: '#/components/schemas/DirectSearchRequest' });
const booleans = entries(properties).filter(([, { type }]) => [type].flat().includes('boolean'));
const BOOLEANS = booleans.map(([name]) => name);
/** Booleans that the source allows to be null (§4.1). */
export const SWITCHES = booleans.filter(([, each]) => each['default'] === null).map(([name]) => name);
const LISTS = 'department industry job_type seniority_level jobs_locations include_job_boards'.split(' ');

/** Ignores lists that are not lists, and reads a list in place of a boolean as true. */
function coerces(operations: on.Operations): Rule {
  return rule.takes(operations, 422, (body) => {
    for (const field of LISTS) if (field in body && !Array.isArray(body[field])) delete body[field];
    for (const field of BOOLEANS) if (Array.isArray(body[field])) body[field] = true;
  });
}

function malformed(status: number): Rule {
  return rule.refuses(on.SEARCHES, (_body, call) => !rule.isFields(call.json()), status);
}

export const validationRules = (): rule.Rules => ({
  'takes-any-kind-of-value': coerces(SHOWN),
  'company-search-takes-any-kind-of-value': coerces(on.COMPANY),
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
