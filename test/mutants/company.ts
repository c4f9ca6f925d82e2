/** Faults with companies: identity, details and names in direct (§4.2), company (§4.3) and legacy search (§4.6, §7.3). */
import { hash } from 'node:crypto';
import { IDENTITIES } from '../../conformance/model/answers.js';
import type { Rule } from './mutant.js';
import * as on from './operations.js';
import * as rule from './rules.js';

/** Accepts searches whose company is wrong, and answers for the company of the last successful search. */
function findsTheLast(operations: on.Operations, isMeant: (body: rule.Fields) => boolean): Rule {
  let known: rule.Fields | undefined;
  return rule.outgoing(operations, [200, 400, 422], ({ status }, call) => {
    const body = rule.bodyOf(call);
    if (status === 200) known = Object.fromEntries(IDENTITIES.map((field) => [field, body[field]]));
    if (status === 200 || !isMeant(body)) return undefined;
    if (known === undefined) return rule.emptyResult(call);
    rule.setJson(call.request, { ...body, ...known });
    return call.send();
  });
}

function takesUrls(matches: (url: unknown) => boolean): Rule {
  return findsTheLast(on.KEYED_COMPANY, ({ company_network_url: url }) => matches(url));
}

export const companyRules = (): rule.Rules => ({
  'direct-search-needs-a-filter': rule.refuses(on.DIRECT, (body) => Object.keys(body).length === 0),
  'no-company-finds-some-company': takesUrls((url) => url === undefined),
  'any-host-is-the-network': takesUrls((url) => typeof url === 'string' && !/\/company\/?$/.test(url)),
  'company-without-identifier': takesUrls((url) => typeof url === 'string' && /\/company\/?$/.test(url)),
  'a-third-of-another-company': rule.results(on.KEYED_COMPANY, ({ jobs }) => {
    for (const [at, job] of jobs.entries())
      if (at % 3 === 2) job['Company Name'] = 'Somebody Else & Partners';
  }),
});

/** True for about half of all names. */
function isUnclassified(name: unknown): boolean {
  return typeof name === 'string' && hash('md5', name, 'buffer')[0]! % 2 === 0;
}

export const legacyRules = (): rule.Rules => ({
  'legacy-needs-no-company': findsTheLast(on.LEGACY, (body) => !IDENTITIES.some((field) => field in body)),
  'legacy-unclassified-are-left-out': rule.findsNothing(
    on.LEGACY,
    ({ is_agency: agencies, company_name: name }) => agencies === false && isUnclassified(name),
  ),
});
