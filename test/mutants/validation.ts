/** Invalid requests that are accepted, and valid requests that are refused (§4.1, §7.1). */
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

export const validationRules = (): rule.Rules => ({
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
