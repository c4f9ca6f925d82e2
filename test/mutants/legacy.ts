/** The legacy company search (§4.6, §7.3). */
import { hash } from 'node:crypto';
import type { Rule } from './mutant.js';
import * as on from './operations.js';
import * as rule from './rules.js';

const IDENTITY = ['company_name', 'company_domain', 'company_network_url'];

const names = (body: rule.Fields): string[] => IDENTITY.filter((field) => field in body);

/** Accepts searches without a company, as searches for the last one. */
function needsNoCompany(): Rule {
  let known: rule.Fields = {};
  return rule.outgoing(on.LEGACY, [200, 400, 422], ({ status }, call) => {
    const body = rule.bodyOf(call);
    if (status === 200) known = Object.fromEntries(IDENTITY.map((field) => [field, body[field]]));
    if (status === 200 || names(body).length > 0) return undefined;
    rule.setJson(call.request, { ...known, ...body });
    return call.send();
  });
}

/** True for half of all names. */
function isUnclassified(name: unknown): boolean {
  return typeof name === 'string' && hash('md5', name, 'buffer')[0]! % 2 === 0;
}

export const legacyRules = (): rule.Rules => ({
  'legacy-needs-no-company': needsNoCompany(),
  'legacy-errors-with-detail': rule.answered(on.LEGACY, [400, 422], ({ error }) => ({
    detail: (error as rule.Fields)['message'],
  })),
  'legacy-unclassified-are-left-out': rule.findsNothing(
    on.LEGACY,
    ({ is_agency: agencies, company_name: name }) => agencies === false && isUnclassified(name),
  ),
});
