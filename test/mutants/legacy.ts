/** The legacy company search (§4.6, §7.3). */
import { hash } from 'node:crypto';
import type { Rule } from './mutant.js';
import * as on from './operations.js';
import * as rule from './rules.js';

const IDENTITY = ['company_name', 'company_domain', 'company_network_url'];
const NOTHING = { jobs: [], total: 0, total_jobs_found: 0, company_details: null };

const names = (body: rule.Fields): string[] => IDENTITY.filter((field) => field in body);
const isOnly = (body: rule.Fields, field: string): boolean => names(body).join() === field;

function refusesOnly(field: string): Rule {
  return rule.refuses(on.LEGACY, (body) => isOnly(body, field));
}

/** Replaces a member of `error`. */
function errors(status: number | number[], member: string, read: (value: unknown) => unknown): Rule {
  return rule.answered(on.LEGACY, status, ({ error }) => {
    if (rule.isFields(error)) rule.change(error, member, read(error[member]));
  });
}

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

export const legacyMutants = rule.mutantsOf(() => ({
  'LEG-1 legacy-needs-more-than-a-name': refusesOnly('company_name'),
  'LEG-2 legacy-needs-more-than-a-domain': refusesOnly('company_domain'),
  'LEG-3 legacy-needs-more-than-a-url': refusesOnly('company_network_url'),
  // Breaks ENV-5: without a profile, the suite cannot know that the domain has a company, but it sees no explanation.
  'ENV-5 legacy-finds-nothing-by-domain': rule.results(on.LEGACY, (data, call) => {
    if (isOnly(rule.bodyOf(call), 'company_domain')) Object.assign(data, NOTHING);
  }),
  'LEG-4 legacy-needs-no-company': needsNoCompany(),
  'LEG-5 legacy-missing-company-is-404': rule.restatus(
    on.LEGACY,
    [400, 422],
    404,
    (body) => names(body).length === 0,
  ),
  'LEG-6 legacy-without-details': rule.ofResults(on.LEGACY, 'company_details', () => undefined),
  'LEG-16 legacy-errors-with-detail': rule.answered(on.LEGACY, [400, 422], ({ error }) => ({
    detail: (error as rule.Fields)['message'],
  })),
  'LEG-16 legacy-errors-without-details': errors([400, 401, 422], 'details', () => undefined),
  'LEG-16 legacy-errors-are-successes': rule.ofAnswers(on.LEGACY, [400, 401, 422], 'success', () => true),
  'LEG-17 legacy-400-with-another-code': errors(400, 'code', () => 'invalid'),
  'LEG-18 legacy-401-with-another-code': errors(401, 'code', () => 'forbidden'),
  'LEG-19 legacy-422-with-another-code': errors(422, 'code', () => 'unprocessable'),
  'LEG-20 legacy-422-without-places': errors(422, 'details', (list) =>
    rule.fieldsIn(list).map((issue) => ({ ...issue, loc: undefined })),
  ),
  'LEG-20 legacy-422-without-entries': errors(422, 'details', () => []),
  'LEG-23 legacy-500-as-detail': rule.answered(on.LEGACY, 500, () => ({ detail: 'Internal Server Error' })),
  'LEG-24 legacy-agencies-stay': rule.forgets(on.LEGACY, 'is_agency'),
  'LEG-24 legacy-unclassified-are-left-out': rule.findsNothing(
    on.LEGACY,
    ({ is_agency: agencies, company_name: name }) => agencies === false && isUnclassified(name),
  ),
  'LEG-28 legacy-broad-unless-said': rule.unlessSaid(on.LEGACY, 'company_broad_search', true),
  'LEG-28 legacy-broad-finds-less': rule.results(on.LEGACY, (data, call) => {
    if (rule.bodyOf(call)['company_broad_search'] !== true) return;
    data.jobs.shift();
    data.total = data.jobs.length;
    data.total_jobs_found = data.total;
  }),
  'LEG-29 legacy-with-tagline': rule.ofCompanies('tagline', () => 'We care', on.LEGACY),
  'LEG-30 street-in-a-list': rule.ofPlaces('address_line1', ['1', 'Main Street'], on.LEGACY),
  'LEG-31 legacy-unaffordable-is-403': rule.outgoing(on.LEGACY, 402, (_answer, call) =>
    rule.refusal(call, 403, 'No credits'),
  ),
  'LEG-31 legacy-402-charges': rule.charges(on.LEGACY, ({ status }) => (status === 402 ? 1 : 0)),
  'LEG-32 legacy-402-in-another-form': rule.answered(on.LEGACY, 402, () => ({ oops: true })),
}));
