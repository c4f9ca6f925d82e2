/** The forms of errors (§7). */
import {
  ALL,
  answered,
  editAnswer,
  FREE,
  isFields,
  KEYED,
  LOOKUPS,
  mutant,
  outgoing,
  SEARCHES,
  setJson,
} from './rules.js';

const NEEDS_LITTLE = 'needs an account that cannot pay';
const NEEDS_REFUSED = 'needs a target that refuses or fails when it is asked to';
const NEEDS_HUGE = 'needs a company whose results exceed 4 MiB';

const rename = (status: number, operations = KEYED): ReturnType<typeof answered> =>
  answered(operations, status, (body) => ({ message: body['detail'] }));

export const errorMutants = [
  mutant('400-without-detail', 'ERR-1', rename(400)),
  mutant(
    '400-with-a-list',
    'ERR-1',
    answered(KEYED, 400, (body) => ({ detail: [{ msg: body['detail'], type: 'bad_request' }] })),
  ),
  mutant('402-without-detail', 'ERR-2', rename(402), NEEDS_LITTLE),
  mutant('403-without-detail', 'ERR-3', rename(403)),
  mutant('409-without-detail', 'ERR-4', rename(409)),
  mutant(
    '409-with-an-object',
    'ERR-4',
    answered(KEYED, 409, (body) => ({ detail: { message: body['detail'] } })),
  ),
  mutant(
    '422-with-a-sentence',
    'ERR-5',
    answered(KEYED, 422, () => ({ detail: 'Not valid' })),
  ),
  mutant(
    '422-without-entries',
    'ERR-5',
    answered(KEYED, 422, () => ({ detail: [] })),
  ),
  mutant(
    '422-without-types',
    'ERR-5',
    answered(KEYED, 422, ({ detail }) => ({ detail: entries(detail).map(({ msg }) => ({ msg })) })),
  ),
  mutant('429-without-detail', 'ERR-6', rename(429)),
  mutant(
    '500-as-json',
    'ERR-7',
    outgoing(KEYED, 500, (answer) => {
      answer.headers['content-type'] = 'application/json';
      setJson(answer, { detail: 'Internal Server Error' });
    }),
    NEEDS_REFUSED,
  ),
  mutant('503-without-detail', 'ERR-8', rename(503), NEEDS_REFUSED),
  mutant(
    'errors-come-with-jobs',
    'ERR-9',
    answered(SEARCHES, [400, 402, 409, 422, 429, 503], (body) => {
      body['data'] = { jobs: [{ 'Job Title': 'Baker' }], total: 1 };
    }),
  ),
  mutant(
    'huge-results-are-delivered',
    'ERR-11',
    outgoing(KEYED, 503, (answer) => {
      if (!answer.body.includes('invalid_result')) return;
      answer.status = 200;
      setJson(answer, {
        success: true,
        data: {
          company_details: null,
          jobs: [{ 'Job Title': 'Clerk' }],
          total: 1,
          total_jobs_found: 1,
          credits_used: 0,
          credits_remaining: 0,
          search_after: null,
        },
        error: null,
      });
    }),
    NEEDS_HUGE,
  ),
  mutant(
    '503-in-other-words',
    'ERR-12',
    answered(KEYED, 503, () => ({ detail: 'Come back later' })),
    NEEDS_REFUSED,
  ),
  mutant('lookup-403-without-detail', 'ERR-13', rename(403, FREE)),
  mutant('lookup-422-without-detail', 'ERR-14', rename(422, LOOKUPS)),
  mutant('lookup-503-without-detail', 'ERR-15', rename(503, FREE), NEEDS_REFUSED),
  mutant(
    'lookup-500-as-json',
    'ERR-16',
    outgoing(FREE, 500, (answer) => {
      answer.headers['content-type'] = 'application/json';
      setJson(answer, { detail: 'Internal Server Error' });
    }),
    NEEDS_REFUSED,
  ),
  mutant(
    'json-as-html',
    'ERR-17',
    outgoing(ALL, null, ({ status, headers }) => {
      if (status !== 500) headers['content-type'] = 'text/html; charset=utf-8';
    }),
  ),
  mutant(
    'errors-as-plain-text',
    'ERR-17',
    outgoing(KEYED, [400, 403], (answer) => {
      answer.headers['content-type'] = 'text/plain';
      answer.body = Buffer.from('No');
    }),
  ),
  mutant(
    '422-without-words',
    'VALID-20',
    outgoing(KEYED, 422, (answer) =>
      editAnswer(answer, ({ detail }) => ({ detail: entries(detail).map((each) => ({ ...each, msg: '' })) })),
    ),
  ),
];

function entries(detail: unknown): Record<string, unknown>[] {
  return Array.isArray(detail) ? detail.filter(isFields) : [];
}
