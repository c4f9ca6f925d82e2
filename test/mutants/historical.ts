/** The historical searches (§4.4, §4.5). */
import type { Rule } from './mutant.js';
import * as on from './operations.js';
import * as rule from './rules.js';

/** Ignores a filter for days that only the archive covers, as if the archive were another index. */
function archiveForgets(field: string): Rule {
  return rule.misreads(on.HISTORICAL, field, (value, { published_before: before }, call) =>
    typeof before === 'string' && before < rule.daysAgo(call, 200) ? undefined : value,
  );
}

export const historicalRules = (): rule.Rules => ({
  'archive-forgets-remote': archiveForgets('is_remote'),
  'archive-forgets-keywords': archiveForgets('job_keywords'),
  'old-postings-are-dated-now': rule.results(on.HISTORICAL, ({ jobs }, call) => {
    const { published_before: before } = rule.bodyOf(call);
    if (typeof before !== 'string' || before > rule.daysAgo(call, 200)) return;
    for (const job of jobs) job['Post Date'] = rule.daysAgo(call, 10);
  }),
  'every-second-job-is-lost-without-agencies': rule.results(on.HISTORICAL, (data, call) => {
    if (!('is_agency' in rule.bodyOf(call))) rule.withhold(data, (_job, at) => at % 2 === 1);
  }),
});
