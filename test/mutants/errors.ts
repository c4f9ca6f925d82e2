/** The forms of errors (§7). */
import type { Rule } from './mutant.js';
import * as on from './operations.js';
import * as rule from './rules.js';

const JOBS = { jobs: [{ 'Job Title': 'Baker' }], total: 1 };
const COUNTS = { total: 1, total_jobs_found: 1, credits_used: 0, credits_remaining: 0 };

function asJson(operations: on.Operations): Rule {
  return rule.outgoing(operations, 500, (answer) => {
    answer.headers['content-type'] = 'application/json';
    rule.setJson(answer, { detail: 'Internal Server Error' });
  });
}

export const errorRules = (): rule.Rules => ({
  '500-as-json': asJson(on.KEYED),
  'huge-results-are-delivered': rule.outgoing(on.KEYED, 503, (answer) => {
    if (!answer.body.includes('invalid_result')) return;
    answer.status = 200;
    const data = { company_details: null, ...JOBS, ...COUNTS, search_after: null };
    rule.setJson(answer, { success: true, data, error: null });
  }),
  'lookup-500-as-json': asJson(on.FREE),
  'errors-as-plain-text': rule.outgoing(on.KEYED, [400, 403], (answer) => {
    answer.headers['content-type'] = 'text/plain';
    answer.body = Buffer.from('No');
  }),
});
