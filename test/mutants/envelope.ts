/** The search envelope (§2.3), jobs (§2.1) and companies (§2.2). */
import * as on from './operations.js';
import * as rule from './rules.js';

const inSnakeCase = (job: rule.Fields): rule.Fields =>
  Object.fromEntries(
    Object.entries(job).map(([name, value]) => [name.toLowerCase().replaceAll(' ', '_'), value]),
  );

export const envelopeRules = (): rule.Rules => ({
  'found-depends-on-limit': rule.results(on.SEARCHES, (data, call) => {
    if (data.jobs.length > 0) data.total_jobs_found += Number(rule.bodyOf(call)['limit'] ?? 100);
  }),
  'jobs-in-snake-case': rule.results(on.SEARCHES, (data) => void (data.jobs = data.jobs.map(inSnakeCase))),
  // A cache whose key is only the operation.
  'first-answer-for-everyone': rule.remembering(new Map<string, Buffer>(), (kept) =>
    rule.outgoing(on.SEARCHES, 200, (answer, { operation }) => {
      if (rule.resultsOf(answer) === null) return;
      const { id } = operation!;
      if (!kept.has(id)) kept.set(id, answer.body);
      answer.body = kept.get(id)!;
    }),
  ),
});

/** The forms of errors (§7). */
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
