/** Direct search (§4.2) and company search (§4.3): identity, details, variants of a name. */
import type { Call, Rule } from './mutant.js';
import {
  answered,
  asked,
  bodyOf,
  COMPANY,
  DIRECT,
  emptyResult,
  forgets,
  HISTORICAL,
  HISTORICAL_DIRECT,
  misreads,
  mutant,
  outgoing,
  refuses,
  remembering,
  results,
  setJson,
  takes,
  withhold,
} from './rules.js';

const NEEDS_NEIGHBOURS =
  'needs a company known to have variants of its name, or neighbours with a similar one';

const URL_FIELD = 'company_network_url';
const BOTH = [...COMPANY, ...HISTORICAL];

/** Takes whatever stands for a company, as the last one that was found. */
function takesAnyUrl(like: (url: unknown) => boolean): () => Rule {
  return () => {
    let known: unknown;
    return async (call) => {
      const answer = await call.send();
      if (!BOTH.includes(call.operation?.id ?? 'searchJobs')) return answer;
      const body = bodyOf(call);
      if (answer.status === 200) known = body[URL_FIELD];
      if ((answer.status !== 400 && answer.status !== 422) || !like(body[URL_FIELD])) return answer;
      if (known === undefined) return emptyResult(call);
      setJson(call.request, { ...body, [URL_FIELD]: known });
      return call.send();
    };
  };
}

/** Drops unknown boards instead of refusing them. */
function dropsBoards(call: Call): boolean {
  const body = bodyOf(call);
  if (!('include_job_boards' in body) && !('exclude_job_boards' in body)) return false;
  delete body['include_job_boards'];
  delete body['exclude_job_boards'];
  setJson(call.request, body);
  return true;
}

export const companyMutants = [
  mutant(
    'direct-search-needs-a-filter',
    'DIR-1',
    refuses(DIRECT, (body) => Object.keys(body).length === 0),
  ),
  mutant(
    'direct-search-with-details',
    'DIR-2',
    results([...DIRECT, ...HISTORICAL_DIRECT], (data) => void (data['company_details'] = null)),
  ),
  mutant(
    'direct-search-of-one-employer',
    'DIR-3',
    results(DIRECT, ({ jobs }) => {
      for (const job of jobs) job['Company Name'] = 'Monopoly';
    }),
  ),
  mutant('direct-search-takes-any-board', 'DIR-4', takes(DIRECT, [400, 422], dropsBoards)),
  mutant(
    'unknown-board-is-not-found',
    'DIR-5',
    outgoing(DIRECT, [400, 422], (answer, call) => {
      if ('include_job_boards' in bodyOf(call)) answer.status = 404;
    }),
  ),

  mutant(
    'missing-company-is-422',
    'COMP-1',
    outgoing(BOTH, 400, (answer, call) => {
      if (URL_FIELD in bodyOf(call)) return;
      answer.status = 422;
      setJson(answer, { detail: [{ loc: ['body', URL_FIELD], msg: 'is required', type: 'missing' }] });
    }),
  ),
  remembering(
    'no-company-finds-some-company',
    'COMP-1',
    takesAnyUrl((url) => url === undefined),
  ),
  mutant(
    'missing-company-not-named',
    'COMP-2',
    answered(BOTH, 400, (body, call) => {
      if (!(URL_FIELD in bodyOf(call))) body['detail'] = 'Something is missing';
    }),
  ),
  remembering(
    'any-host-is-the-network',
    'COMP-3',
    takesAnyUrl((url) => typeof url === 'string' && !/\/company\/?$/.test(url)),
  ),
  remembering(
    'company-without-identifier',
    'COMP-4',
    takesAnyUrl((url) => typeof url === 'string' && /\/company\/?$/.test(url)),
  ),
  mutant(
    'misshapen-company-is-404',
    'COMP-5',
    outgoing(BOTH, 400, (answer, call) => {
      if (typeof bodyOf(call)[URL_FIELD] === 'string') answer.status = 404;
    }),
  ),
  mutant(
    'no-company-details',
    'COMP-6',
    results(COMPANY, (data) => void (data['company_details'] = null)),
  ),
  mutant(
    'details-left-out',
    'COMP-6',
    results(BOTH, (data) => void delete data['company_details']),
  ),
  mutant(
    'jobs-of-another-company',
    'COMP-7',
    results(BOTH, ({ jobs }) => {
      const last = jobs.at(-1);
      if (last !== undefined) last['Company Name'] = 'Somebody Else & Partners';
    }),
    NEEDS_NEIGHBOURS,
  ),
  mutant(
    'a-third-of-another-company',
    'COMP-7',
    results(BOTH, ({ jobs }) => {
      for (const [at, job] of jobs.entries())
        if (at % 3 === 2) job['Company Name'] = 'Somebody Else & Partners';
    }),
  ),
  mutant(
    'name-narrows',
    'COMP-8',
    results(BOTH, (data, call) => {
      if ('company_name' in bodyOf(call)) withhold(data, (_job, at) => at > 0);
    }),
  ),
  mutant(
    'domain-narrows',
    'COMP-9',
    results(BOTH, (data, call) => {
      if ('company_domain' in bodyOf(call)) withhold(data, (_job, at) => at > 0);
    }),
  ),
  mutant(
    'name-swaps-a-job',
    'COMP-8',
    results(BOTH, ({ jobs }, call) => {
      if ('company_name' in bodyOf(call) && jobs[0] !== undefined) jobs[0]['Job Title'] = 'Another';
    }),
  ),
  mutant(
    'broad-search-swaps-a-job',
    'COMP-10',
    results(BOTH, ({ jobs }, call) => {
      if (bodyOf(call)['company_broad_search'] === true && jobs[0] !== undefined)
        jobs[0]['Job Title'] = 'Another';
    }),
  ),
  mutant('broad-search-unread', 'COMP-10', forgets(BOTH, 'company_broad_search'), NEEDS_NEIGHBOURS),
  mutant(
    'broad-search-loses-jobs',
    'COMP-10',
    results(BOTH, (data, call) => {
      if (bodyOf(call)['company_broad_search'] === true) withhold(data, (_job, at) => at > 0);
    }),
  ),
  mutant(
    'broad-unless-said',
    'COMP-11',
    misreads(BOTH, 'company_broad_search', (value) => value ?? true),
    NEEDS_NEIGHBOURS,
  ),
  mutant(
    'broad-always',
    'COMP-10',
    asked(BOTH, (body) => {
      if ('company_broad_search' in body)
        body['company_broad_search'] = body['company_broad_search'] !== true;
    }),
    NEEDS_NEIGHBOURS,
  ),
  mutant(
    'industry-not-ignored',
    'COMP-12',
    results(COMPANY, (data, call) => {
      if ('industry' in bodyOf(call)) withhold(data, () => false);
    }),
  ),
  mutant(
    'industry-refused',
    'COMP-12',
    refuses(COMPANY, (body) => 'industry' in body),
  ),
  mutant('company-search-takes-any-board', 'COMP-13', takes(BOTH, 400, dropsBoards)),
  mutant(
    'unknown-board-is-422',
    'COMP-13',
    outgoing(BOTH, 400, (answer, call) => {
      const body = bodyOf(call);
      if (!('include_job_boards' in body) && !('exclude_job_boards' in body)) return;
      answer.status = 422;
      setJson(answer, { detail: [{ loc: ['body'], msg: 'unknown job board', type: 'value_error' }] });
    }),
  ),
  mutant(
    'excluded-unknown-board-taken',
    'COMP-13',
    takes(BOTH, 400, (call) => 'exclude_job_boards' in bodyOf(call) && dropsBoards(call)),
  ),
];
