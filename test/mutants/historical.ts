/** The historical searches (§4.4, §4.5). */
import type { Rule } from './mutant.js';
import * as on from './operations.js';
import * as rule from './rules.js';

const SALARY = 'salary_data_available';

/** Ignores a filter for days that only the archive covers, as if the archive were another index. */
function archiveForgets(field: string): Rule {
  return rule.misreads(on.HISTORICAL, field, (value, { published_before: before }, call) =>
    typeof before === 'string' && before < rule.daysAgo(call, 200) ? undefined : value,
  );
}

/** Replaces a filter of the historical company search. */
function reads(field: string, read: (value: unknown) => unknown): Rule {
  return rule.misreads(on.HISTORICAL, field, read);
}

export const historicalMutants = rule.mutantsOf(() => ({
  'HIST-1 history-without-details': rule.ofResults(on.HISTORICAL, 'company_details', () => undefined),
  'ENV-11 history-in-another-form': rule.results(on.HISTORICAL, (data) => {
    data['next_cursor'] = data['search_after'];
    delete data['search_after'];
  }),
  'HIST-2 historical-direct-with-details': rule.ofResults(
    on.HISTORICAL_DIRECT,
    'company_details',
    () => ({}),
  ),
  'FILT-8 archive-forgets-remote': archiveForgets('is_remote'),
  'KEY-1 archive-forgets-keywords': archiveForgets('job_keywords'),
  'HIST-3 old-postings-are-dated-now': rule.results(on.HISTORICAL, ({ jobs }, call) => {
    const { published_before: before } = rule.bodyOf(call);
    if (typeof before !== 'string' || before > rule.daysAgo(call, 200)) return;
    for (const job of jobs) job['Post Date'] = rule.daysAgo(call, 10);
  }),
  'HIST-5 historical-agencies-stay': rule.forgets(on.HISTORICAL, 'is_agency'),
  'HIST-7 historical-agencies-out-unless-said': rule.unlessSaid(on.HISTORICAL, 'is_agency', false),
  'HIST-7 historical-agencies-never': reads('is_agency', (value) => (value === true ? false : value)),
  'HIST-7 every-second-job-is-lost-without-agencies': rule.results(on.HISTORICAL, (data, call) => {
    if (!('is_agency' in rule.bodyOf(call))) rule.withhold(data, (_job, at) => at % 2 === 1);
  }),
  'HIST-8 historical-salary-always': reads(SALARY, () => true),
  'FILT-20 historical-salary-unread': reads(SALARY, () => false),
  'HIST-12 historical-refusal-is-402': rule.refuses(on.ANY_HISTORICAL, () => true, 402),
  'HIST-12 history-refused-with-text': rule.outgoing(on.ANY_HISTORICAL, 200, (answer) => {
    answer.status = 403;
    rule.setJson(answer, { message: 'Talk to sales' });
  }),
  'HIST-14 history-without-credits-is-400': rule.restatus(on.HISTORICAL, [402, 403], 400),
}));
