/** Company identity, details and spellings of a name in direct search (§4.2), company search (§4.3) and its legacy (§4.6, §7.3). */
import { hash } from 'node:crypto';
import { IDENTITIES } from '../../conformance/model/answers.js';
import type { Rule } from './mutant.js';
import * as on from './operations.js';
import * as rule from './rules.js';

const URL_FIELD = 'company_network_url';

/** Accepts invalid company URLs as the last company that was found. */
function takesAnyUrl(matches: (url: unknown) => boolean): Rule {
  let known: unknown;
  return rule.limitTo(on.KEYED_COMPANY, async (call) => {
    const answer = await call.send();
    const body = rule.bodyOf(call);
    if (answer.status === 200) known = body[URL_FIELD];
    if (![400, 422].includes(answer.status) || !matches(body[URL_FIELD])) return answer;
    if (known === undefined) return rule.emptyResult(call);
    rule.setJson(call.request, { ...body, [URL_FIELD]: known });
    return call.send();
  });
}

export const companyRules = (): rule.Rules => ({
  'direct-search-needs-a-filter': rule.refuses(on.DIRECT, (body) => Object.keys(body).length === 0),
  'no-company-finds-some-company': takesAnyUrl((url) => url === undefined),
  'any-host-is-the-network': takesAnyUrl((url) => typeof url === 'string' && !/\/company\/?$/.test(url)),
  'company-without-identifier': takesAnyUrl((url) => typeof url === 'string' && /\/company\/?$/.test(url)),
  'a-third-of-another-company': rule.results(on.KEYED_COMPANY, ({ jobs }) => {
    for (const [at, job] of jobs.entries())
      if (at % 3 === 2) job['Company Name'] = 'Somebody Else & Partners';
  }),
});

const names = (body: rule.Fields): string[] => IDENTITIES.filter((field) => field in body);

/** Accepts searches without a company, as searches for the last one. */
function needsNoCompany(): Rule {
  let known: rule.Fields = {};
  return rule.outgoing(on.LEGACY, [200, 400, 422], ({ status }, call) => {
    const body = rule.bodyOf(call);
    if (status === 200) known = Object.fromEntries(IDENTITIES.map((field) => [field, body[field]]));
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
  'legacy-unclassified-are-left-out': rule.findsNothing(
    on.LEGACY,
    ({ is_agency: agencies, company_name: name }) => agencies === false && isUnclassified(name),
  ),
});
