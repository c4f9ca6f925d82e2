/** Direct search (§4.2) and company search (§4.3): company identity, details, spellings of a name. */
import type { Rule } from './mutant.js';
import * as on from './operations.js';
import * as rule from './rules.js';

const URL_FIELD = 'company_network_url';
const BOARDS = ['include_job_boards', 'exclude_job_boards'];
const STRANGER = 'Somebody Else & Partners';

type When = (body: rule.Fields) => boolean;

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

/** Answers 422 instead of 400. */
function refusesWith422(when: When, issue: { loc: string[]; msg: string; type: string }): Rule {
  return rule.outgoing(on.KEYED_COMPANY, 400, (answer, call) => {
    if (!when(rule.bodyOf(call))) return;
    answer.status = 422;
    rule.setJson(answer, { detail: [issue] });
  });
}

/** Edits the jobs of company searches. */
function ofCompany(edit: (job: rule.Fields, at: number, jobs: rule.Fields[]) => void): Rule {
  return rule.results(on.KEYED_COMPANY, ({ jobs }) => jobs.forEach(edit));
}

export const companyRules = (): rule.Rules => ({
  'direct-search-needs-a-filter': rule.refuses(on.DIRECT, (body) => Object.keys(body).length === 0),
  'missing-company-is-422': refusesWith422((body) => !(URL_FIELD in body), {
    loc: ['body', URL_FIELD],
    msg: 'is required',
    type: 'missing',
  }),
  'no-company-finds-some-company': takesAnyUrl((url) => url === undefined),
  'any-host-is-the-network': takesAnyUrl((url) => typeof url === 'string' && !/\/company\/?$/.test(url)),
  'company-without-identifier': takesAnyUrl((url) => typeof url === 'string' && /\/company\/?$/.test(url)),
  'jobs-of-another-company': ofCompany((job, at, jobs) => {
    if (at === jobs.length - 1) job['Company Name'] = STRANGER;
  }),
  'a-third-of-another-company': ofCompany((job, at) => {
    if (at % 3 === 2) job['Company Name'] = STRANGER;
  }),
  'industry-not-ignored': rule.results(on.COMPANY, (data, call) => {
    if ('industry' in rule.bodyOf(call)) rule.withhold(data, () => false);
  }),
  'unknown-board-is-422': refusesWith422((body) => BOARDS.some((field) => field in body), {
    loc: ['body'],
    msg: 'unknown job board',
    type: 'value_error',
  }),
});
