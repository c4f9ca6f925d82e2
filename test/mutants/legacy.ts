/** The legacy company search (§4.6, §7.3). */
import {
  answered,
  bodyOf,
  details,
  isFields,
  LEGACY,
  misreads,
  mutant,
  openBooks,
  outgoing,
  refusal,
  refuses,
  remembering,
  results,
  setJson,
  type Fields,
} from './rules.js';

const IDENTITY = ['company_name', 'company_domain', 'company_network_url'];
const NEEDS_REFUSALS = 'needs a target that refuses or fails when it is asked to';
const NEEDS_LITTLE = 'needs an account that cannot pay';

const NEEDS_NEIGHBOURS = 'needs a company known to have neighbours with a similar name';

const only = (body: Fields, field: string): boolean =>
  field in body && IDENTITY.every((each) => each === field || !(each in body));

const code = (status: number, name: string): ReturnType<typeof answered> =>
  answered(LEGACY, status, ({ error }) => {
    if (isFields(error)) error['code'] = name;
  });

export const legacyMutants = [
  mutant(
    'legacy-needs-more-than-a-name',
    'LEG-1',
    refuses(LEGACY, (body) => only(body, 'company_name')),
  ),
  mutant(
    'legacy-needs-more-than-a-domain',
    'LEG-2',
    refuses(LEGACY, (body) => only(body, 'company_domain')),
  ),
  mutant(
    'legacy-needs-more-than-a-url',
    'LEG-3',
    refuses(LEGACY, (body) => only(body, 'company_network_url')),
  ),
  // That the domain should lead to a company is known only where the profile names it; that nothing is explained, always.
  mutant(
    'legacy-finds-nothing-by-domain',
    'ENV-5',
    results(LEGACY, (data, call) => {
      if (only(bodyOf(call), 'company_domain'))
        Object.assign(data, { jobs: [], total: 0, total_jobs_found: 0, company_details: null });
    }),
  ),
  remembering('legacy-needs-no-company', 'LEG-4', () => {
    let known: Fields = {};
    return async (call) => {
      const answer = await call.send();
      if (call.operation?.id !== 'searchCompanyJobsLegacy') return answer;
      const body = bodyOf(call);
      if (answer.status === 200) known = Object.fromEntries(IDENTITY.map((field) => [field, body[field]]));
      const refused = answer.status === 400 || answer.status === 422;
      if (!refused || IDENTITY.some((field) => field in body)) return answer;
      setJson(call.request, { ...known, ...body });
      return call.send();
    };
  }),
  mutant(
    'legacy-missing-company-is-404',
    'LEG-5',
    outgoing(LEGACY, [400, 422], (answer, call) => {
      if (!IDENTITY.some((field) => field in bodyOf(call))) answer.status = 404;
    }),
  ),
  mutant(
    'legacy-without-details',
    'LEG-6',
    results(LEGACY, (data) => void delete data['company_details']),
  ),
  mutant(
    'legacy-errors-with-detail',
    'LEG-16',
    answered(LEGACY, [400, 422], (body) => ({ detail: (body['error'] as Fields)['message'] })),
  ),
  mutant(
    'legacy-errors-without-details',
    'LEG-16',
    answered(LEGACY, [400, 401, 422], ({ error }) => void delete (error as Fields)['details']),
  ),
  mutant(
    'legacy-errors-are-successes',
    'LEG-16',
    answered(LEGACY, [400, 401, 422], (body) => void (body['success'] = true)),
  ),
  mutant('legacy-400-with-another-code', 'LEG-17', code(400, 'invalid')),
  mutant('legacy-401-with-another-code', 'LEG-18', code(401, 'forbidden')),
  mutant('legacy-422-with-another-code', 'LEG-19', code(422, 'unprocessable')),
  mutant(
    'legacy-422-without-places',
    'LEG-20',
    answered(LEGACY, 422, ({ error }) => {
      for (const each of (error as { details: Fields[] }).details) delete each['loc'];
    }),
  ),
  mutant(
    'legacy-422-without-entries',
    'LEG-20',
    answered(LEGACY, 422, ({ error }) => void ((error as Fields)['details'] = [])),
  ),
  mutant(
    'legacy-500-as-detail',
    'LEG-23',
    answered(LEGACY, 500, () => ({ detail: 'Internal Server Error' })),
    NEEDS_REFUSALS,
  ),
  mutant(
    'legacy-agencies-stay',
    'LEG-24',
    misreads(LEGACY, 'is_agency', () => undefined),
  ),
  mutant(
    'legacy-broad-unless-said',
    'LEG-28',
    misreads(LEGACY, 'company_broad_search', (value) => value ?? true),
    NEEDS_NEIGHBOURS,
  ),
  mutant(
    'legacy-broad-finds-less',
    'LEG-28',
    results(LEGACY, (data, call) => {
      if (bodyOf(call)['company_broad_search'] !== true) return;
      data.jobs.shift();
      data.total = data.jobs.length;
      data.total_jobs_found = data.total;
    }),
  ),
  mutant(
    'legacy-with-tagline',
    'LEG-29',
    details((company) => void (company['tagline'] = 'We care'), LEGACY),
  ),
  mutant(
    'street-in-a-list',
    'LEG-30',
    details(({ locations }) => {
      for (const place of (locations ?? []) as Fields[]) place['address_line1'] = ['1', 'Main Street'];
    }, LEGACY),
  ),
  mutant(
    'legacy-unaffordable-is-403',
    'LEG-31',
    outgoing(LEGACY, 402, (_answer, call) => refusal(call, 403, 'No credits')),
    NEEDS_LITTLE,
  ),
  remembering(
    'legacy-402-charges',
    'LEG-31',
    () => {
      const books = openBooks();
      return async (call) => {
        const answer = await call.send();
        if (answer.status === 402 && LEGACY.includes(call.operation?.id ?? 'searchJobs'))
          books.charge(call.key, 1);
        books.tell(call, answer);
        return answer;
      };
    },
    NEEDS_LITTLE,
  ),
  mutant(
    'legacy-402-in-another-form',
    'LEG-32',
    answered(LEGACY, 402, () => ({ oops: true })),
    NEEDS_LITTLE,
  ),
];
