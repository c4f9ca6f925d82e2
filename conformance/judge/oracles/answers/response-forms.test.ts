import { describe, expect, it } from 'vitest';
import { responseForms } from './response-forms.js';
import { history, job, page, verdicts, type Draft } from '../../../../test/samples/exchanges.js';
import { casesOf } from '../../../../test/support/cases.js';

type Fields = Record<string, unknown>;
const { company, ...cases } = casesOf<
  { company: Fields } & Record<'data' | 'jobs' | 'details', [clause: string, change: Fields][]>
>(import.meta.filename);

const judged = (draft: Draft): string[] => verdicts(responseForms, history(draft));
const failures = (draft: Draft): string[] => judged(draft).filter((line) => line.includes('fail'));
const broken = (draft: Draft): string[] => failures(draft).map((line) => line.split(' ')[0]!);
const passes = (draft: Draft): string[] =>
  judged(draft).flatMap((line) => (line.includes(' pass ') ? [line.split(' ')[0]!] : []));

const whole = job(1, { 'Is Remote': true, 'Salary From': 10, 'Salary To': 20, Skills: ['sql'] });

describe('the form of a completed search', () => {
  it('is evidence for every clause about its values', () => {
    const ofSearch = 'ENV-1 ENV-2 ENV-3 JOB-3 JOB-4 JOB-7 JOB-6 JOB-5 ENV-9 ENV-10 ENV-11 JOB-1 JOB-2'.split(
      ' ',
    );
    const shown = (draft: Draft): string[] => passes(draft).slice(2);
    expect(shown({ answer: page([whole]) })).toEqual(ofSearch);
    const answer = page([whole], { company_details: company });
    const ofCompany = ['COMP-6', 'CO-1', 'CO-2', 'CO-3', 'CO-4', 'CO-5', 'CO-6', 'CO-7', 'CO-8', 'HIST-1'];
    const found = shown({ operation: 'searchCompanyJobsHistorical', answer });
    expect(found.sort()).toEqual([...ofSearch, ...ofCompany].sort());
  });

  it('is not evidence for fields that no job has', () => {
    const bare = Object.fromEntries(Object.keys(whole).map((name) => [name, null]));
    const ofJobs = (answer: unknown) => passes({ answer }).filter((clause) => clause.startsWith('JOB'));
    expect(ofJobs(page([bare]))).toEqual(['JOB-1', 'JOB-2']);
    expect(ofJobs(page([]))).toEqual([]);
  });

  it('is not evidence for a cursor if there is no data', () => {
    expect(passes({ answer: { success: true, data: null, error: null } })).not.toContain('ENV-11');
  });

  it('is not broken by a job without title, company and URL if other jobs of the operation have them', () => {
    const bare = page([{ City: 'Delft', 'Post Date': '2026-03-01' }]);
    const faults = (...drafts: Draft[]): string[] =>
      verdicts(responseForms, history(...drafts)).filter((line) => /^JOB-1 fail/.test(line));
    expect(faults({ answer: bare })).toHaveLength(1);
    expect(faults({ answer: bare }, { answer: page([whole]) })).toEqual([]);
    expect(faults({ answer: page([{ id: 7 }]) }, { answer: page([whole]) })).toHaveLength(1);
    expect(
      faults({ answer: bare }, { operation: 'searchJobsHistorical', answer: page([whole]) }),
    ).toHaveLength(1);
  });

  it.each<readonly [clause: string, answer: unknown]>([
    ['ENV-1', { success: true, data: null }],
    ['ENV-2', { success: true, data: null, error: null }],
    ...cases.data.map(([clause, change]) => [clause, page([], change)] as const),
    ...cases.jobs.map(([clause, change]) => [clause, page([{ ...whole, ...change }])] as const),
    ['JOB-1', page([{ ...whole, 'Job Title': undefined, job_title: 'Engineer' }])],
    ['JOB-1', page([{ id: 7 }])],
    ['JOB-2', page([{ ...whole, City: undefined }])],
  ])('finds a breach of %s', (clause, answer) => {
    const found = broken({ answer });
    expect(found).toContain(clause);
    expect(found.every((line) => /^(ENV|JOB)-/.test(line))).toBe(true);
  });

  it.each<readonly [clause: string, details: unknown]>([
    ['COMP-6', 'Northwind'],
    ['COMP-6', null],
    ['COMP-6', undefined],
    ['CO-1', { description: 'Robots' }],
    ['CO-1', { company_name: 'Northwind', websiteUrl: 'https://northwind.example', Tagline: 'We care' }],
    ...cases.details.map(([clause, change]) => [clause, { ...company, ...change }] as const),
  ])('finds a breach of %s in company details', (clause, details) => {
    const answer = page([whole], { company_details: details });
    expect(broken({ operation: 'searchCompanyJobs', answer })).toEqual([clause]);
  });

  const asked = { company_name: null, network_url: 'https://network.example/company/none', locations: [] };
  it.each([
    null,
    undefined,
    {},
    { company_name: null, industry: null },
    { ...asked, employee_data: { headcount: null } },
  ])('may have %j as the details of an unknown company', (details) => {
    const answer = page([], { company_details: details });
    expect(failures({ operation: 'searchCompanyJobs', answer })).toEqual([]);
  });

  it('may omit unknown fields of the details', () => {
    const answer = page([whole], { company_details: { company_name: 'Northwind', networkings: 3 } });
    expect(failures({ operation: 'searchCompanyJobs', answer })).toEqual([]);
  });

  it('counts an unknown tagline, specialties and locations as checked', () => {
    const less = { ...company, specialties: null, locations: null, tagline: undefined };
    const answer = page([whole], { company_details: less });
    const clauses = passes({ operation: 'searchCompanyJobsHistorical', answer });
    expect(clauses).toEqual(expect.arrayContaining(['CO-5', 'CO-7', 'CO-8']));
  });

  it('needs the name of a company whose jobs are delivered', () => {
    const answer = page([whole], { company_details: {} });
    expect(broken({ operation: 'searchCompanyJobs', answer })).toEqual(['CO-1']);
    const found = (answer as { data: Record<string, unknown> }).data;
    const data = { ...found, search_after: undefined, next_cursor: null };
    const legacy = { success: true, data, error: null };
    expect(failures({ operation: 'searchCompanyJobsLegacy', answer: legacy })).toEqual([]);
  });
});

it('statuses and media types must be those of the contract', () => {
  expect(failures({ status: 418 })).toEqual([
    'ERR-10 fail #1: expected one of the statuses 200, 400, 401, 402, 403, 409, 422, 429, 500, 503; ' +
      'actual status 418',
  ]);
  expect(failures({ status: 415, sent: { 'content-type': undefined } })).toEqual([]);
  expect(broken({ status: 415 })).toEqual(['ERR-10']);
  expect(broken({ operation: 'listDepartments', status: 415 })[0]).toBe('ERR-10');
  const conflict = { status: 409, answer: { detail: 'This key was used before.' } };
  expect(failures({ operation: 'searchCompanyJobsLegacy', ...conflict })).toEqual([]);
  expect(broken({ operation: 'listDepartments', ...conflict })[0]).toBe('ERR-10');
  expect(broken({ status: 302, text: 'Moved' })).toEqual(['ERR-10', 'ERR-17']);
  expect(failures({ answer: page([]), headers: { 'content-type': 'text/html' } })).toEqual([
    'ERR-17 fail #1: expected a JSON content type and a body that parses as JSON; ' +
      'actual "text/html" on a 200 of searchJobs, which parses',
  ]);
  expect(broken({ text: 'no json', headers: { 'content-type': 'application/json' } })[0]).toBe('ERR-17');
});

describe('the form of a refusal', () => {
  const detail = { detail: 'Invalid.' };
  const list = { detail: [{ loc: ['body', 'limit'], msg: 'must be at most 100', type: 'maximum' }] };

  it.each([
    [400, 'ERR-1'],
    [402, 'ERR-2'],
    [403, 'ERR-3'],
    [409, 'ERR-4'],
    [429, 'ERR-6'],
  ])('%i has a detail', (status, clause) => {
    expect(passes({ status, answer: detail })).toContain(clause);
    expect(broken({ status, answer: { message: 'no' } })).toEqual([clause]);
  });

  it('422 has entries with messages', () => {
    expect(passes({ status: 422, answer: list })).toEqual(['ERR-10', 'ERR-17', 'ERR-5', 'ERR-9', 'VALID-20']);
    expect(broken({ status: 422, answer: detail })).toEqual(['ERR-5']);
    expect(broken({ status: 422, answer: { detail: [{ msg: '', type: 'x' }] } })[0]).toBe('VALID-20');
  });

  it('500 is plain text, and 503 names its reason', () => {
    expect(passes({ status: 500, text: 'Oops' })).toContain('ERR-7');
    expect(broken({ status: 500, answer: detail })[0]).toBe('ERR-7');
    expect(passes({ status: 503, answer: { detail: 'service_unavailable: later' } })).toContain('ERR-12');
    expect(broken({ status: 503, answer: { detail: 'later' } })[0]).toBe('ERR-12');
  });

  it('contains no jobs', () => {
    expect(failures({ status: 402, answer: { ...detail, data: { jobs: [whole] } } })).toEqual([
      'ERR-9 fail #1: expected no jobs in a 402; actual 1 job',
      'BILL-13 fail #1: expected no jobs in a 402; actual 1 job',
    ]);
    expect(broken({ status: 403, answer: { ...detail, credits_remaining: 5 } })[0]).toBe('AUTH-11');
  });

  it('is an envelope on the legacy search', () => {
    const legacy = (status: number, code: string, details: unknown[] = []): Draft => ({
      operation: 'searchCompanyJobsLegacy',
      status,
      answer: { success: false, data: null, error: { code, message: '60 requests a minute', details } },
    });
    expect(passes(legacy(400, 'bad_request'))).toEqual(['ERR-10', 'ERR-17', 'LEG-16', 'ERR-9', 'LEG-17']);
    expect(passes(legacy(401, 'unauthorized'))).toContain('LEG-18');
    expect(passes(legacy(422, 'validation_error', list.detail))).toEqual(
      expect.arrayContaining(['LEG-16', 'LEG-19', 'LEG-20']),
    );
    expect(passes(legacy(429, 'rate_limit_exceeded'))).toEqual(expect.arrayContaining(['LEG-21', 'LEG-22']));
    expect(broken(legacy(422, 'bad_request'))).toEqual(['LEG-19', 'LEG-20']);
    expect(broken({ ...legacy(400, ''), answer: detail })[0]).toBe('LEG-16');
    expect(passes({ ...legacy(500, 'server_error') })).toContain('LEG-23');
    expect(passes({ operation: 'searchCompanyJobsLegacy', status: 500, text: 'Oops' })).toContain('LEG-23');
    const read = (draft: Draft) => judged(draft).at(-1);
    expect(read(legacy(402, 'insufficient_credits'))).toBe('reading legacy-unaffordable=envelope #1');
    expect(read({ ...legacy(402, ''), answer: detail })).toBe('reading legacy-unaffordable=detail #1');
  });

  it('has a detail on lookups and balance', () => {
    expect(passes({ operation: 'listLocations', status: 422, answer: detail })).toContain('ERR-14');
    expect(passes({ operation: 'listLocations', status: 422, answer: list })).toContain('ERR-14');
    expect(broken({ operation: 'getCreditBalance', status: 403, answer: {} })[0]).toBe('ERR-13');
    expect(passes({ operation: 'getCreditBalance', status: 500, text: 'Oops' })).toContain('ERR-16');
    expect(passes({ operation: 'getCreditBalance', status: 503, answer: detail })).toContain('ERR-15');
  });
});

describe('the form of reference answers', () => {
  const option = { label: 'Career Harbor', value: 'career_harbor' };

  it('has no wrapper', () => {
    expect(passes({ operation: 'listJobBoards', answer: { job_boards: [option] } })).toEqual([
      'ERR-10',
      'ERR-17',
      'LOOK-1',
      'LOOK-4',
    ]);
    const wrapped = { success: true, data: { departments: [option] }, departments: [option] };
    expect(failures({ operation: 'listDepartments', answer: wrapped })).toEqual([
      'LOOK-2 fail #1: expected the list at the top level, without an envelope; actual an envelope: success, data',
    ]);
    expect(
      failures({ operation: 'getCreditBalance', answer: { success: true, credits_remaining: 5 } }),
    ).toEqual(['BAL-6 fail #1: expected no success and no data; actual members success, credits_remaining']);
  });

  it('has valid entries', () => {
    expect(failures({ operation: 'listJobBoards', answer: { job_boards: [{ label: 'x' }] } })).toEqual([
      'LOOK-4 fail #1: expected a label and a value of the published form in each entry; ' +
        'actual body.job_boards.0.value is required',
    ]);
    const answer = { locations: [{ label: 'Berlin', value: { country: 'Germany', state: null } }] };
    expect(broken({ operation: 'listLocations', query: { q: 'ber' }, answer })[0]).toBe('LOOK-5');
  });
});
