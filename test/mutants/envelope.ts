/** The search envelope (§2.3), the job (§2.1) and the company (§2.2). */
import {
  ALL,
  answered,
  bodyOf,
  COMPANY,
  DEPARTMENTS,
  details,
  everyJob,
  HISTORICAL,
  KEYED,
  listed,
  LEGACY,
  mutant,
  remembering,
  results,
  resultsOf,
  SEARCHES,
  type Fields,
} from './rules.js';

export const envelopeMutants = [
  mutant(
    'no-success',
    'ENV-1',
    answered(SEARCHES, 200, (body) => void delete body['success']),
  ),
  mutant(
    'no-error-member',
    'ENV-1',
    answered(SEARCHES, 200, (body) => void delete body['error']),
  ),
  mutant(
    'bare-results',
    'ENV-1',
    answered(KEYED, 200, (body) => body['data']),
  ),
  mutant(
    'success-in-words',
    'ENV-2',
    answered(SEARCHES, 200, (body) => void (body['success'] = 'true')),
  ),
  mutant(
    'success-false-with-results',
    'ENV-2',
    results(SEARCHES, (_data, _call, body) => void (body['success'] = false)),
  ),
  mutant(
    'jobs-missing-when-empty',
    'ENV-3',
    results(SEARCHES, (data) => {
      if (data.jobs.length === 0) delete (data as Fields)['jobs'];
    }),
  ),
  mutant(
    'jobs-null-when-empty',
    'ENV-3',
    results(SEARCHES, (data) => {
      if (data.jobs.length === 0) (data as Fields)['jobs'] = null;
    }),
  ),
  mutant(
    'error-beside-results',
    'ENV-4',
    results(SEARCHES, ({ jobs }, _call, body) => {
      if (jobs.length > 0) body['error'] = 'Done.';
    }),
  ),
  mutant(
    'silent-when-empty',
    'ENV-5',
    results(SEARCHES, ({ jobs }, _call, body) => {
      if (jobs.length === 0) body['error'] = null;
    }),
  ),
  mutant(
    'blank-message-when-empty',
    'ENV-5',
    results(SEARCHES, ({ jobs }, _call, body) => {
      if (jobs.length === 0) body['error'] = '';
    }),
  ),
  mutant(
    'empty-is-a-failure',
    'ENV-5',
    results(SEARCHES, ({ jobs }, _call, body) => {
      if (jobs.length === 0) body['success'] = false;
    }),
  ),
  mutant(
    'total-of-all-pages',
    'ENV-6',
    results(SEARCHES, (data) => void (data.total = data.total_jobs_found)),
  ),
  mutant(
    'total-off-by-one',
    'ENV-6',
    results(SEARCHES, (data) => void (data.total += 1)),
  ),
  mutant(
    'found-less-than-delivered',
    'ENV-7',
    results(SEARCHES, (data) => void (data.total_jobs_found = Math.max(0, data.total - 1))),
  ),
  mutant(
    'found-counts-this-page',
    'ENV-7',
    results(SEARCHES, (data) => void (data.total_jobs_found = data.total)),
  ),
  mutant(
    'found-depends-on-limit',
    'ENV-8',
    results(SEARCHES, (data, call) => {
      const limit = bodyOf(call)['limit'];
      if (data.jobs.length > 0) data.total_jobs_found += typeof limit === 'number' ? limit : 100;
    }),
  ),
  mutant(
    'credits-used-in-words',
    'ENV-9',
    results(SEARCHES, (data) => void ((data as Fields)['credits_used'] = String(data.credits_used))),
  ),
  mutant(
    'credits-used-below-zero',
    'ENV-9',
    results(SEARCHES, (data) => void (data.credits_used = -data.credits_used - 1)),
  ),
  mutant(
    'credits-remaining-with-fraction',
    'ENV-10',
    results(SEARCHES, (data) => void (data.credits_remaining += 0.5)),
  ),
  mutant(
    'debt-shown-as-zero',
    'ENV-10',
    results(SEARCHES, (data) => void (data.credits_remaining = Math.max(0, data.credits_remaining))),
    'needs an account in debt',
  ),
  mutant(
    'no-cursor-on-the-last-page',
    'ENV-11',
    results(KEYED, (data) => {
      if (data['search_after'] === null) delete (data as Fields)['search_after'];
    }),
  ),
  mutant(
    'failed-search-says-nothing',
    'ENV-12',
    answered(KEYED, 200, (body) => {
      if (body['success'] === false) body['error'] = null;
    }),
    'a search fails when the target likes, not when it is asked',
  ),

  mutant(
    'jobs-in-snake-case',
    'JOB-1',
    results(SEARCHES, (data) => {
      data.jobs = data.jobs.map((job) =>
        Object.fromEntries(
          Object.entries(job).map(([name, value]) => [name.toLowerCase().replaceAll(' ', '_'), value]),
        ),
      );
    }),
  ),
  mutant(
    'job-url-in-other-letters',
    'JOB-1',
    everyJob((job) => {
      job['Job Url'] = job['Job URL'];
      delete job['Job URL'];
    }),
  ),
  mutant(
    'unknown-is-left-out',
    'JOB-2',
    everyJob((job) => {
      for (const name of Object.keys(job)) if (job[name] === null) delete job[name];
    }),
  ),
  mutant(
    'unknown-is-an-empty-text',
    'JOB-5',
    everyJob((job) => {
      for (const name of Object.keys(job)) if (job[name] === null) job[name] = '';
    }),
  ),
  mutant(
    'title-in-a-list',
    'JOB-3',
    everyJob((job) => void (job['Job Title'] = [job['Job Title']])),
  ),
  mutant(
    'remote-in-words',
    'JOB-4',
    everyJob((job) => void (job['Is Remote'] = job['Is Remote'] ? 'yes' : 'no')),
  ),
  mutant(
    'salary-in-words',
    'JOB-5',
    everyJob((job) => {
      if (typeof job['Salary From'] === 'number') job['Salary From'] = String(job['Salary From']);
    }),
  ),
  mutant(
    'skills-with-commas',
    'JOB-6',
    everyJob((job) => {
      if (Array.isArray(job['Skills'])) job['Skills'] = job['Skills'].join(', ');
    }),
  ),
  mutant(
    'post-date-with-time',
    'JOB-7',
    everyJob((job) => {
      if (typeof job['Post Date'] === 'string') job['Post Date'] += 'T00:00:00Z';
    }),
  ),
  mutant(
    'links-without-host',
    'JOB-8',
    everyJob((job) => {
      if (typeof job['Job URL'] === 'string') job['Job URL'] = new URL(job['Job URL']).pathname;
    }),
  ),
  mutant(
    'salary-bounds-swapped',
    'JOB-9',
    everyJob((job) => {
      [job['Salary From'], job['Salary To']] = [job['Salary To'], job['Salary From']];
    }),
  ),
  mutant(
    'currency-as-sign',
    'JOB-10',
    everyJob((job) => {
      if (job['Salary Currency'] !== null) job['Salary Currency'] = '$';
    }),
  ),
  mutant(
    'departments-nobody-knows',
    'JOB-11',
    everyJob((job) => {
      if (Array.isArray(job['Department Name'])) job['Department Name'] = ['Alchemy'];
    }),
  ),
  mutant(
    'departments-nobody-lists',
    'JOB-11',
    listed(DEPARTMENTS, (items) =>
      items.filter(({ value }) => /^(Compliance|Facilities Management|Web Development)$/.test(String(value))),
    ),
  ),
  mutant(
    'types-nobody-knows',
    'JOB-12',
    everyJob((job) => {
      if (job['Job Type'] !== null) job['Job Type'] = 'FULL_TIME';
    }),
  ),
  mutant(
    'boards-nobody-knows',
    'JOB-13',
    everyJob((job) => {
      if (job['Job Board'] !== null) job['Job Board'] = 'The Village Noticeboard';
    }),
  ),

  mutant(
    'company-in-camel-case',
    'CO-1',
    details((company) => {
      company['companyName'] = company['company_name'];
      company['networkUrl'] = company['network_url'];
      delete company['company_name'];
      delete company['network_url'];
    }),
  ),
  mutant(
    'description-in-a-list',
    'CO-2',
    details((company) => void (company['description'] = [company['description']])),
  ),
  mutant(
    'headcount-in-words',
    'CO-3',
    details(({ employee_data: employees }) => {
      (employees as Fields)['headcount'] = 'about fifty';
    }),
  ),
  mutant(
    'size-as-pair',
    'CO-4',
    details(({ employee_data: employees }) => {
      (employees as Fields)['size_range'] = [11, 50];
    }),
  ),
  mutant(
    'headquarters-in-words',
    'CO-5',
    details(({ locations }) => {
      for (const place of (locations ?? []) as Fields[]) place['is_headquarters'] = 'yes';
    }),
  ),
  mutant(
    'founding-year-in-words',
    'CO-6',
    details(({ founded_date: founded }) => {
      if (founded !== null) (founded as Fields)['year'] = 'MCMXXXVIII';
    }),
  ),
  mutant(
    'specialties-with-commas',
    'CO-7',
    details((company) => {
      if (Array.isArray(company['specialties'])) company['specialties'] = company['specialties'].join(', ');
    }),
  ),
  mutant(
    'tagline-in-a-list',
    'CO-8',
    details((company) => void (company['tagline'] = ['We', 'care'])),
  ),
  mutant(
    'details-of-another-company',
    'CO-9',
    details(
      (company) => {
        company['network_url'] = `${String(company['network_url'])}-and-daughters`;
      },
      [...COMPANY, ...HISTORICAL],
    ),
  ),
  mutant(
    'legacy-details-of-another-company',
    'CO-9',
    details((company) => {
      company['network_url'] = `${String(company['network_url'])}-and-daughters`;
    }, LEGACY),
  ),
  mutant(
    'countries-by-name',
    'CO-10',
    details(({ locations }) => {
      for (const place of (locations ?? []) as Fields[]) place['country'] = 'United States';
    }),
  ),
  remembering('first-answer-for-everyone', 'BILL-11', () => {
    // A cache that looks at the path alone.
    const kept = new Map<string, unknown>();
    return (call) =>
      call.send().then((answer) => {
        const id = call.operation?.id ?? '';
        if (!ALL.includes(id as (typeof ALL)[number]) || resultsOf(answer) === null) return answer;
        const before = kept.get(id) as typeof answer | undefined;
        if (before === undefined) kept.set(id, { ...answer, headers: { ...answer.headers } });
        return before === undefined ? answer : { ...answer, body: before.body };
      });
  }),
];
