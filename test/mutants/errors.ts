/** The forms of errors (§7). */
import * as on from './operations.js';
import * as rule from './rules.js';

export const errorRules = (): rule.Rules => ({
  'huge-results-are-delivered': rule.outgoing(on.KEYED, 503, (answer) => {
    if (!answer.body.includes('invalid_result')) return;
    answer.status = 200;
    const counts = { total: 1, total_jobs_found: 1, credits_used: 0, credits_remaining: 0 };
    const jobs = [{ 'Job Title': 'Baker' }];
    const data = { company_details: null, jobs, ...counts, search_after: null };
    rule.setJson(answer, { success: true, data, error: null });
  }),
});
