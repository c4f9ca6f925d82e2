/** Numbers and texts of the search envelope agree with each other and with the request (§2.3). */
import type { ClauseId } from '../../../spec/clauses.js';
import type { Oracle } from '../oracle.js';
import { shown } from '../../values/text.js';
import { answers, jobCount, limitOf, searchAnswer, type SearchAnswer } from '../../model/answers.js';
import { fields, integer } from '../../values/fields.js';
import { gatherEvidence, type Evidence } from './evidence.js';

export const envelope: Oracle = {
  id: 'envelope',
  clauses: [
    'ENV-4',
    'ENV-5',
    'ENV-6',
    'ENV-7',
    'ENV-12',
    'LEG-35',
    'BILL-9',
    'BILL-10',
    'PAGE-9',
    'PAGE-10',
    'LEG-12',
    'LEG-13',
    'DIR-2',
  ],
  judge(history, context) {
    const evidence = gatherEvidence('envelope', context);
    for (const answer of answers(history, context)) {
      const { exchange, operation, response } = answer;
      if (operation.kind !== 'search' || response.status !== 200) continue;
      const body = fields(response.body);
      const search = searchAnswer(answer);
      if (search !== null) judgeSuccess(search, body?.['error'], evidence);
      else if (body?.['success'] === false) {
        const jobs = fields(body['data'])?.['jobs'];
        const message = body['error'];
        evidence.judge(
          'ENV-12',
          exchange,
          typeof message === 'string' && message.trim() !== '' && (!Array.isArray(jobs) || jobs.length === 0),
          'a message in error and no jobs',
          `error ${shown(message)}, ${Array.isArray(jobs) ? jobCount(jobs.length) : 'no list of jobs'}`,
        );
      }
    }
    return evidence.findings();
  },
};

function judgeSuccess(answer: SearchAnswer, error: unknown, evidence: Evidence): void {
  const { exchange, operation, data, jobs, request } = answer;
  const judge = (clause: ClauseId, holds: boolean, expected: string, actual: string): void =>
    evidence.judge(clause, exchange, holds, expected, actual);
  const total = integer(data['total']);
  const found = integer(data['total_jobs_found']);
  const used = integer(data['credits_used']);

  if (jobs.length > 0) {
    judge(
      'ENV-4',
      error === null,
      'error null beside jobs',
      `error ${shown(error)} beside ${jobCount(jobs.length)}`,
    );
  } else if (found === 0) {
    const inObject = operation.errorForm === 'envelope' ? fields(error)?.['message'] : undefined;
    const said = [error, inObject].some((text) => typeof text === 'string' && text.trim() !== '');
    judge('ENV-5', said, 'a message in error, since nothing was found', `error ${shown(error)}`);
    if (said && operation.errorForm === 'envelope')
      evidence.observe('legacy-empty-message', inObject === undefined ? 'text' : 'object', exchange);
  }
  judge(
    'ENV-6',
    total === jobs.length,
    `total ${jobs.length}, the number of jobs here`,
    `total ${shown(data['total'])}`,
  );
  judge(
    'ENV-7',
    found !== null && found >= jobs.length,
    `total_jobs_found of at least ${jobs.length}`,
    `total_jobs_found ${shown(data['total_jobs_found'])}`,
  );
  if (used !== null) {
    const most = operation.creditCost * jobs.length;
    const clause = jobs.length === 0 ? 'BILL-9' : 'BILL-10';
    judge(
      clause,
      used <= most,
      `credits_used of at most ${most} for ${jobCount(jobs.length)}`,
      `credits_used ${used}`,
    );
  }
  const limit = limitOf(request);
  const stated = integer(request['limit']) !== null;
  const legacy = operation.cursorField === 'next_cursor';
  const clause = stated ? (legacy ? 'LEG-13' : 'PAGE-10') : legacy ? 'LEG-12' : 'PAGE-9';
  judge(
    clause,
    jobs.length <= limit,
    `at most ${limit} jobs${stated ? '' : ', the default limit'}`,
    jobCount(jobs.length),
  );
  if (!operation.withCompany) {
    judge(
      'DIR-2',
      !('company_details' in data),
      'no company_details in data',
      'company_details' in data ? `company_details ${shown(data['company_details'], 60)}` : 'none',
    );
  }
}
