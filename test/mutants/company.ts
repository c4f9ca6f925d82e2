/** Direct search (§4.2) and company search (§4.3): company identity, details, spellings of a name. */
import type { Rule } from './mutant.js';
import * as on from './operations.js';
import * as rule from './rules.js';

const URL_FIELD = 'company_network_url';
const BROAD = 'company_broad_search';
const BOARDS = ['include_job_boards', 'exclude_job_boards'];
const STRANGER = 'Somebody Else & Partners';

type When = (body: rule.Fields) => boolean;

const isBroad: When = (body) => body[BROAD] === true;
const has =
  (field: string): When =>
  (body) =>
    field in body;

/** Accepts invalid company URLs as the last company that was found. */
function takesAnyUrl(matches: (url: unknown) => boolean): Rule {
  let known: unknown;
  return rule.only(on.KEYED_COMPANY, async (call) => {
    const answer = await call.send();
    const body = rule.bodyOf(call);
    if (answer.status === 200) known = body[URL_FIELD];
    if (![400, 422].includes(answer.status) || !matches(body[URL_FIELD])) return answer;
    if (known === undefined) return rule.emptyResult(call);
    rule.setJson(call.request, { ...body, [URL_FIELD]: known });
    return call.send();
  });
}

/** Drops unknown boards instead of refusing them. */
const dropsBoards = (body: rule.Fields): rule.Fields | null => rule.withoutFields(body, BOARDS);

/** Answers 422 instead of 400. */
function refusesWith422(when: When, issue: { loc: string[]; msg: string; type: string }): Rule {
  return rule.outgoing(on.KEYED_COMPANY, 400, (answer, call) => {
    if (!when(rule.bodyOf(call))) return;
    answer.status = 422;
    rule.setJson(answer, { detail: [issue] });
  });
}

/** Leaves out the first job. */
function losesFirst(when: When): Rule {
  return rule.results(on.KEYED_COMPANY, (data, call) => {
    if (when(rule.bodyOf(call))) rule.withhold(data, (_job, at) => at > 0);
  });
}

/** Edits the jobs of company searches. */
function ofCompany(edit: (job: rule.Fields, at: number, jobs: rule.Fields[]) => void): Rule {
  return rule.results(on.KEYED_COMPANY, ({ jobs }) => jobs.forEach(edit));
}

const isExactUnsaid: When = (body) => !(BROAD in body);

/** Returns another first job. */
function swapsJob(when: When): Rule {
  return rule.results(on.KEYED_COMPANY, ({ jobs: [first] }, call) => {
    if (first !== undefined && when(rule.bodyOf(call))) first['Job Title'] = 'Another';
  });
}

export const companyMutants = rule.mutantsOf(() => ({
  'DIR-1 direct-search-needs-a-filter': rule.refuses(on.DIRECT, (body) => Object.keys(body).length === 0),
  'DIR-2 direct-search-with-details': rule.ofResults(on.ANY_DIRECT, 'company_details', () => null),
  'DIR-3 direct-search-of-one-employer': rule.results(on.DIRECT, ({ jobs }) => {
    for (const job of jobs) job['Company Name'] = 'Monopoly';
  }),
  'DIR-4 direct-search-takes-any-board': rule.takes(on.DIRECT, [400, 422], dropsBoards),
  'DIR-5 unknown-board-is-not-found': rule.restatus(on.DIRECT, [400, 422], 404, has('include_job_boards')),

  'COMP-1 missing-company-is-422': refusesWith422((body) => !(URL_FIELD in body), {
    loc: ['body', URL_FIELD],
    msg: 'is required',
    type: 'missing',
  }),
  'COMP-1 no-company-finds-some-company': takesAnyUrl((url) => url === undefined),
  'COMP-2 missing-company-not-named': rule.ofAnswers(
    on.KEYED_COMPANY,
    400,
    'detail',
    (detail, _body, call) => (URL_FIELD in rule.bodyOf(call) ? detail : 'Something is missing'),
  ),
  'COMP-3 any-host-is-the-network': takesAnyUrl(
    (url) => typeof url === 'string' && !/\/company\/?$/.test(url),
  ),
  'COMP-4 company-without-identifier': takesAnyUrl(
    (url) => typeof url === 'string' && /\/company\/?$/.test(url),
  ),
  'COMP-5 misshapen-company-is-404': rule.restatus(
    on.KEYED_COMPANY,
    400,
    404,
    (body) => typeof body[URL_FIELD] === 'string',
  ),
  'COMP-6 no-company-details': rule.ofResults(on.COMPANY, 'company_details', () => null),
  'COMP-6 details-left-out': rule.ofResults(on.KEYED_COMPANY, 'company_details', () => undefined),
  'COMP-7 jobs-of-another-company': ofCompany((job, at, jobs) => {
    if (at === jobs.length - 1) job['Company Name'] = STRANGER;
  }),
  'COMP-7 a-third-of-another-company': ofCompany((job, at) => {
    if (at % 3 === 2) job['Company Name'] = STRANGER;
  }),
  'COMP-8 name-narrows': losesFirst(has('company_name')),
  'COMP-9 domain-narrows': losesFirst(has('company_domain')),
  'COMP-8 name-swaps-a-job': swapsJob(has('company_name')),
  'COMP-10 broad-search-swaps-a-job': swapsJob(isBroad),
  'COMP-10 broad-search-unread': rule.forgets(on.KEYED_COMPANY, BROAD),
  'COMP-10 broad-search-loses-jobs': losesFirst(isBroad),
  'COMP-11 exact-unless-said-loses-a-job': losesFirst(isExactUnsaid),
  'COMP-11 broad-unless-said': rule.unlessSaid(on.KEYED_COMPANY, BROAD, true),
  'COMP-10 broad-always': rule.inverts(on.KEYED_COMPANY, BROAD),
  'COMP-12 industry-not-ignored': rule.results(on.COMPANY, (data, call) => {
    if ('industry' in rule.bodyOf(call)) rule.withhold(data, () => false);
  }),
  'COMP-12 industry-refused': rule.refuses(on.COMPANY, has('industry')),
  'COMP-13 company-search-takes-any-board': rule.takes(on.KEYED_COMPANY, 400, dropsBoards),
  'COMP-13 unknown-board-is-422': refusesWith422((body) => BOARDS.some((field) => field in body), {
    loc: ['body'],
    msg: 'unknown job board',
    type: 'value_error',
  }),
  'COMP-13 excluded-unknown-board-taken': rule.takes(on.KEYED_COMPANY, 400, (body) =>
    'exclude_job_boards' in body ? dropsBoards(body) : null,
  ),
  'COMP-13 legacy-search-takes-any-board': rule.takes(on.LEGACY, [400, 422], dropsBoards),
}));
