/** The forms of errors (§7). */
import type { Rule } from './mutant.js';
import * as on from './operations.js';
import * as rule from './rules.js';

const JOBS = { jobs: [{ 'Job Title': 'Baker' }], total: 1 };
const COUNTS = { total: 1, total_jobs_found: 1, credits_used: 0, credits_remaining: 0 };

function renamed(status: number, operations = on.KEYED): Rule {
  return rule.answered(operations, status, (body) => ({ message: body['detail'] }));
}

/** Sends errors with another `detail`. */
function detailed(status: number, change: (detail: unknown) => unknown): Rule {
  return rule.answered(on.KEYED, status, ({ detail }) => ({ detail: change(detail) }));
}

function asJson(operations: on.Operations): Rule {
  return rule.outgoing(operations, 500, (answer) => {
    answer.headers['content-type'] = 'application/json';
    rule.setJson(answer, { detail: 'Internal Server Error' });
  });
}

export const errorMutants = rule.mutantsOf(() => ({
  'ERR-1 400-without-detail': renamed(400),
  'ERR-1 400-with-a-list': detailed(400, (msg) => [{ msg, type: 'bad_request' }]),
  'ERR-2 402-without-detail': renamed(402),
  'ERR-3 403-without-detail': renamed(403),
  'ERR-4 409-without-detail': renamed(409),
  'ERR-4 409-with-an-object': detailed(409, (message) => ({ message })),
  'ERR-5 422-with-a-sentence': detailed(422, () => 'Not valid'),
  'ERR-5 422-without-entries': detailed(422, () => []),
  'ERR-5 422-without-types': detailed(422, (list) => rule.fieldsIn(list).map(({ msg }) => ({ msg }))),
  'ERR-6 429-without-detail': renamed(429),
  'ERR-7 500-as-json': asJson(on.KEYED),
  'ERR-8 503-without-detail': renamed(503),
  'ERR-9 errors-come-with-jobs': rule.answered(
    on.SEARCHES,
    [400, 402, 409, 422, 429, 503],
    (body) => void (body['data'] = JOBS),
  ),
  'ERR-11 huge-results-are-delivered': rule.outgoing(on.KEYED, 503, (answer) => {
    if (!answer.body.includes('invalid_result')) return;
    answer.status = 200;
    const data = { company_details: null, ...JOBS, ...COUNTS, search_after: null };
    rule.setJson(answer, { success: true, data, error: null });
  }),
  'ERR-12 503-in-other-words': detailed(503, () => 'Come back later'),
  'ERR-13 lookup-403-without-detail': renamed(403, on.FREE),
  'ERR-14 lookup-422-without-detail': renamed(422, on.LOOKUPS),
  'ERR-15 lookup-503-without-detail': renamed(503, on.FREE),
  'ERR-16 lookup-500-as-json': asJson(on.FREE),
  'ERR-17 json-as-html': rule.outgoing(on.ALL, null, ({ status, headers }) => {
    if (status !== 500) headers['content-type'] = 'text/html; charset=utf-8';
  }),
  'ERR-17 errors-as-plain-text': rule.outgoing(on.KEYED, [400, 403], (answer) => {
    answer.headers['content-type'] = 'text/plain';
    answer.body = Buffer.from('No');
  }),
  'VALID-20 422-without-words': detailed(422, (list) =>
    rule.fieldsIn(list).map((entry) => ({ ...entry, msg: '' })),
  ),
}));
