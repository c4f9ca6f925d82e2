/** Numbers and texts of the search envelope agree with each other and with the request (§2.3). */
import { count, shown } from '../../../values/text.js';
import { answers, limitOf, searchAnswer, type Answer, type SearchAnswer } from '../../../model/answers.js';
import { fields, integer, isText } from '../../../values/fields.js';
import { clausesOf, each, oracleOf, type Check, type Rules } from '../../oracle.js';

const SUCCESS: Rules<SearchAnswer> = {
  'ENV-4': ({ jobs, response }) =>
    jobs.length > 0 && [
      errorIn(response) === null,
      'error null in a response with jobs',
      `error ${shown(errorIn(response))} with ${count(jobs.length, 'job')}`,
    ],
  'ENV-5': (answer) =>
    isEmpty(answer) && [
      messageForm(answer) !== null,
      'a message in error, because there are no jobs',
      `error ${shown(errorIn(answer.response))}`,
    ],
  'LEG-35': (answer) => {
    const form = isEmpty(answer) ? messageForm(answer) : null;
    return form && ['legacy-empty-message', form];
  },
  'ENV-6': ({ jobs, data: { total } }) => [
    total === jobs.length,
    `total ${jobs.length}, the number of jobs in the response`,
    `total ${shown(total)}`,
  ],
  'ENV-7': ({ jobs, data: { total_jobs_found: found } }) => [
    (integer(found) ?? -1) >= jobs.length,
    `total_jobs_found of at least ${jobs.length}`,
    `total_jobs_found ${shown(found)}`,
  ],
  'BILL-9': (answer) => answer.jobs.length === 0 && fairCharge(answer),
  'BILL-10': (answer) => answer.jobs.length > 0 && fairCharge(answer),
  ...each(['PAGE-9', 'LEG-12'], (answer) => !isStated(answer) && fitsPage(answer, ', the default limit')),
  ...each(['PAGE-10', 'LEG-13'], (answer) => isStated(answer) && fitsPage(answer)),
  'DIR-2': ({ data }) => [
    !('company_details' in data),
    'no company_details in data',
    'company_details' in data ? `company_details ${shown(data['company_details'], 60)}` : 'none',
  ],
};

const FAILURE: Rules<Answer> = {
  'ENV-12': ({ response }) => {
    const jobs = fields(fields(response.body)?.['data'])?.['jobs'];
    const held = Array.isArray(jobs) ? jobs.length : null;
    return [
      isText(errorIn(response)) && !held,
      'a message in error and no jobs',
      `error ${shown(errorIn(response))}, ${held === null ? 'no list of jobs' : count(held, 'job')}`,
    ];
  },
};

export const envelope = oracleOf({
  id: 'envelope',
  reads: ['request body', 'response body'],
  clauses: clausesOf(SUCCESS, FAILURE),
  judge(history, context, evidence) {
    for (const answer of answers(history, context)) {
      const search = searchAnswer(answer);
      if (search !== null) evidence.check(SUCCESS, search);
      else if (answer.response.status === 200 && fields(answer.response.body)?.['success'] === false)
        evidence.check(FAILURE, answer);
    }
  },
});

function errorIn({ body }: Answer['response']): unknown {
  return fields(body)?.['error'];
}

function isEmpty({ jobs, data }: SearchAnswer): boolean {
  return jobs.length === 0 && data['total_jobs_found'] === 0;
}

/** The form of the message of an empty result, null without a message. Only the legacy search may return an object. */
function messageForm({ operation, response }: SearchAnswer): 'text' | 'object' | null {
  const error = errorIn(response);
  if (isText(error)) return 'text';
  return operation.errorForm === 'envelope' && isText(fields(error)?.['message']) ? 'object' : null;
}

function isStated({ request }: SearchAnswer): boolean {
  return integer(request['limit']) !== null;
}

function fitsPage(answer: SearchAnswer, which = ''): Check {
  const limit = limitOf(answer);
  const { jobs } = answer;
  return [jobs.length <= limit, `at most ${count(limit, 'job')}${which}`, count(jobs.length, 'job')];
}

function fairCharge({ operation, jobs, data }: SearchAnswer): Check | null {
  const used = integer(data['credits_used']);
  const most = operation.creditCost * jobs.length;
  const expected = `credits_used of at most ${most} for ${count(jobs.length, 'job')}`;
  return used === null ? null : [used <= most, expected, `credits_used ${used}`];
}
