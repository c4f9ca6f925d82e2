/** The search envelope (§2.3), jobs (§2.1) and companies (§2.2). */
import type { Rule } from './mutant.js';
import * as on from './operations.js';
import * as rule from './rules.js';

/** Edits results with no jobs. */
function whenEmpty(edit: (data: rule.Fields, body: rule.Fields) => void): Rule {
  return rule.results(on.SEARCHES, (data, _call, body) => {
    if (data.jobs.length === 0) edit(data, body);
  });
}

/** Replaces a field of results that holds a number. */
function number(field: string, read: (value: number, data: rule.Results, call: rule.Call) => unknown): Rule {
  return rule.ofResults(on.SEARCHES, field, (value, data, call) => read(Number(value), data, call));
}

/** Replaces a field of jobs unless it is null. */
function known(field: string, read: (value: unknown) => unknown): Rule {
  return rule.ofJobs(field, (value) => ((value ?? null) === null ? value : read(value)));
}

/** Replaces every null in jobs. */
function unknownAs(value: unknown): Rule {
  return rule.everyJob((job) => {
    for (const name of Object.keys(job)) if (job[name] === null) rule.change(job, name, value);
  });
}

const inSnakeCase = (job: rule.Fields): rule.Fields =>
  Object.fromEntries(
    Object.entries(job).map(([name, value]) => [name.toLowerCase().replaceAll(' ', '_'), value]),
  );

const joined = (list: unknown): unknown => (Array.isArray(list) ? list.join(', ') : list);
const ofAnother = (url: unknown): string => `${String(url)}-and-daughters`;

export const envelopeMutants = rule.mutantsOf(() => ({
  'ENV-1 no-success': rule.ofAnswers(on.SEARCHES, 200, 'success', () => undefined),
  'ENV-1 no-error-member': rule.ofAnswers(on.SEARCHES, 200, 'error', () => undefined),
  'ENV-1 bare-results': rule.answered(on.KEYED, 200, (body) => body['data']),
  'ENV-2 success-in-words': rule.ofAnswers(on.SEARCHES, 200, 'success', () => 'true'),
  'ENV-2 success-false-with-results': rule.results(
    on.SEARCHES,
    (_data, _call, body) => void (body['success'] = false),
  ),
  'ENV-3 jobs-missing-when-empty': whenEmpty((data) => void delete data['jobs']),
  'ENV-3 jobs-null-when-empty': whenEmpty((data) => void (data['jobs'] = null)),
  'ENV-4 error-beside-results': rule.results(on.SEARCHES, ({ jobs }, _call, body) => {
    if (jobs.length > 0) body['error'] = 'Done.';
  }),
  'ENV-5 silent-when-empty': whenEmpty((_data, body) => void (body['error'] = null)),
  'ENV-5 blank-message-when-empty': whenEmpty((_data, body) => void (body['error'] = '')),
  'ENV-5 empty-is-a-failure': whenEmpty((_data, body) => void (body['success'] = false)),
  'ENV-6 total-of-all-pages': number('total', (_total, data) => data.total_jobs_found),
  'ENV-6 total-off-by-one': number('total', (total) => total + 1),
  'ENV-7 found-less-than-delivered': number('total_jobs_found', (_found, { total }) =>
    Math.max(0, total - 1),
  ),
  'ENV-7 found-counts-this-page': number('total_jobs_found', (_found, { total }) => total),
  'ENV-8 found-depends-on-limit': number('total_jobs_found', (found, { jobs }, call) =>
    jobs.length > 0 ? found + Number(rule.bodyOf(call)['limit'] ?? 100) : found,
  ),
  'ENV-9 credits-used-in-words': number('credits_used', String),
  'ENV-9 credits-used-below-zero': number('credits_used', (used) => -used - 1),
  'ENV-10 credits-remaining-with-fraction': number('credits_remaining', (balance) => balance + 0.5),
  'ENV-10 debt-shown-as-zero': number('credits_remaining', (balance) => Math.max(0, balance)),
  'ENV-11 no-cursor-on-the-last-page': rule.ofResults(
    on.KEYED,
    'search_after',
    (cursor) => cursor ?? undefined,
  ),
  'ENV-12 failed-search-says-nothing': rule.ofAnswers(on.KEYED, 200, 'error', (error, { success }) =>
    success === false ? null : error,
  ),

  'JOB-1 jobs-in-snake-case': rule.results(
    on.SEARCHES,
    (data) => void (data.jobs = data.jobs.map(inSnakeCase)),
  ),
  'JOB-1 job-url-in-other-letters': rule.everyJob((job) => {
    job['Job Url'] = job['Job URL'];
    delete job['Job URL'];
  }),
  'JOB-2 unknown-is-left-out': unknownAs(undefined),
  'JOB-5 unknown-is-an-empty-text': unknownAs(''),
  'JOB-3 title-in-a-list': rule.ofJobs('Job Title', (title) => [title]),
  'JOB-4 remote-in-words': rule.ofJobs('Is Remote', (isRemote) => (isRemote ? 'yes' : 'no')),
  'JOB-5 salary-in-words': known('Salary From', String),
  'JOB-6 skills-with-commas': rule.ofJobs('Skills', joined),
  'JOB-7 post-date-with-time': known('Post Date', (date) => `${String(date)}T00:00:00Z`),
  'JOB-8 links-without-host': known('Job URL', (url) => new URL(String(url)).pathname),
  'JOB-9 salary-bounds-swapped': rule.everyJob((job) => {
    [job['Salary From'], job['Salary To']] = [job['Salary To'], job['Salary From']];
  }),
  'JOB-10 currency-as-sign': known('Salary Currency', () => '$'),
  'JOB-11 departments-nobody-knows': known('Department Name', () => ['Alchemy']),
  'JOB-11 departments-nobody-lists': rule.listed(on.DEPARTMENTS, (items) =>
    items.filter(({ value }) => /^(Compliance|Facilities Management|Web Development)$/.test(String(value))),
  ),
  'JOB-12 types-nobody-knows': known('Job Type', () => 'FULL_TIME'),
  'JOB-13 boards-nobody-knows': known('Job Board', () => 'The Village Noticeboard'),

  'CO-1 company-in-camel-case': rule.details((company) => {
    company['companyName'] = company['company_name'];
    company['networkUrl'] = company['network_url'];
    delete company['company_name'];
    delete company['network_url'];
  }),
  'CO-2 description-in-a-list': rule.ofCompanies('description', (text) => [text]),
  'CO-3 headcount-in-words': rule.ofCompanies('employee_data', (data) => ({
    ...(data as rule.Fields),
    headcount: 'about fifty',
  })),
  'CO-4 size-as-pair': rule.ofCompanies('employee_data', (data) => ({
    ...(data as rule.Fields),
    size_range: [11, 50],
  })),
  'CO-5 headquarters-in-words': rule.ofPlaces('is_headquarters', 'yes'),
  'CO-6 founding-year-in-words': rule.ofCompanies('founded_date', (date) =>
    rule.isFields(date) ? { ...date, year: 'MCMXXXVIII' } : date,
  ),
  'CO-7 specialties-with-commas': rule.ofCompanies('specialties', joined),
  'CO-8 tagline-in-a-list': rule.ofCompanies('tagline', () => ['We', 'care']),
  'CO-9 details-of-another-company': rule.ofCompanies('network_url', ofAnother, on.KEYED_COMPANY),
  'CO-9 legacy-details-of-another-company': rule.ofCompanies('network_url', ofAnother, on.LEGACY),
  'CO-10 countries-by-name': rule.ofPlaces('country', 'United States'),
  // A cache that reads only the path.
  'BILL-11 first-answer-for-everyone': rule.remembering(new Map<string, Buffer>(), (kept) =>
    rule.outgoing(on.SEARCHES, 200, (answer, { operation }) => {
      if (rule.resultsOf(answer) === null) return;
      const { id } = operation!;
      if (!kept.has(id)) kept.set(id, answer.body);
      answer.body = kept.get(id)!;
    }),
  ),
}));
