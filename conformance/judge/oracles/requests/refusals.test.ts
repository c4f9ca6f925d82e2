import { describe, expect, it } from 'vitest';
import { refusals } from './refusals.js';
import { jobs, judging, page, type Draft } from '../../../../test/samples/exchanges.js';

const { judged, failures } = judging(refusals);
const url = 'https://network.example/company/northwind';
const company = { operation: 'searchCompanyJobs', body: { company_network_url: url } } as const;
const refused = (body: unknown, draft: Draft = {}): string[] => judged({ status: 422, body, ...draft });
const lookup: Draft = {
  operation: 'listJobBoards',
  answer: { job_boards: [{ label: 'Pier', value: 'pier_jobs' }] },
};
const served = (body: unknown, draft: Draft = {}): string[] => failures({ answer: page([]), body, ...draft });

describe('requests that break the contract', () => {
  it.each([
    ['VALID-10', { job_keywords: { title: ['x'], mode: 'xor' } }],
    ['VALID-11', { published_after: '01.02.2026' }],
    ['VALID-12', { published_before: '2026-02-30' }],
    ['VALID-13', { department: { name: 'Sales' } }],
    ['VALID-13', { is_remote: [true, false] }],
    ['PAGE-12', { limit: 101 }],
  ])('%s must be refused with 422', (clause, body) => {
    expect(refused(body)).toContain(`${clause} pass #1`);
    expect(served(body)).toEqual([expect.stringMatching(`^${clause} fail #1: expected status 422 for `)]);
  });

  it.each([
    ['VALID-1', { department: ['Wizardry'] }],
    ['VALID-4', { industry: ['Wizardry'] }],
    ['VALID-6', { job_type: ['Gig'] }],
    ['VALID-8', { seniority_level: ['Wizard'] }],
  ])('%s must be refused with 422 or 400, and the choice is recorded', (clause, body) => {
    for (const status of [422, 400]) {
      const told = `reading unknown-value=${status} #1`;
      expect(refused(body, { status }).slice(1)).toEqual([`${clause} pass #1`, told]);
    }
    expect(refused(body, { status: 404 })).toContainEqual(expect.stringMatching(`^${clause} fail #1`));
    const expected = `^${clause} fail #1: expected status 400 or 422 for`;
    expect(served(body)).toEqual([expect.stringMatching(expected)]);
  });

  it('may get either of two statuses if the source leaves it open, and the choice is recorded', () => {
    const either = (clause: string, choice: string) => [
      'VALID-19 pass #1',
      `${clause} pass #1`,
      `reading ${choice} #1`,
    ];
    expect(refused({ search_after: 'next' })).toEqual(either('PAGE-14', 'bad-cursor=422'));
    const malformed = refused(undefined, { bodyText: '[1]', status: 400 });
    expect(malformed).toEqual(either('VALID-15', 'malformed-json=400'));
    expect(refused({}, { operation: 'searchCompanyJobsLegacy', status: 400 })).toContain(
      'reading legacy-missing-identity=400 #1',
    );
    expect(served(undefined, { bodyText: 'not json' })[0]).toMatch(/^VALID-15 fail #1/);
  });

  it('may get any answer if only the kit sets the limit', () => {
    const body = { job_keywords: { title: Array<string>(1_001).fill('engineer') } };
    for (const status of [400, 413, 422, 500, 503]) expect(refused(body, { status })).toEqual([]);
    expect(served(body)).toEqual([]);
  });

  it('break separate limits on each search', () => {
    const historical = { operation: 'searchCompanyJobsHistorical' } as const;
    expect(refused({ company_network_url: url, limit: 9 }, historical)).toContain('HIST-4 pass #1');
    const legacy = { operation: 'searchCompanyJobsLegacy' } as const;
    expect(refused({ company_name: 'x', limit: 501 }, legacy)).toContain('LEG-14 pass #1');
    expect(refused({ company_name: 'x', limit: 0 }, legacy)).toContain('LEG-15 pass #1');
    expect(served({ company_name: 'x', limit: 500 }, legacy)).toEqual([]);
  });

  it('include a missing or foreign profile URL', () => {
    const answer = { detail: 'company_network_url is required' };
    const missing = { ...company, body: {}, status: 400, answer };
    expect(judged(missing)).toEqual(['VALID-19 pass #1', 'COMP-1 pass #1', 'COMP-2 pass #1']);
    expect(judged({ ...missing, status: 422 })).toContain(
      'COMP-1 fail #1: expected status 400 for a missing company_network_url; actual status 422',
    );
    const shaped = (value: string, status: number): string[] =>
      judged({ ...company, body: { company_network_url: value }, status, answer: page([]) });
    const elsewhere = shaped('https://elsewhere.example/x', 400);
    expect(elsewhere).toEqual(['COMP-3 pass #1', 'reading profile-url-shape=400 #1']);
    const nobody = shaped('https://network.example/company/', 422);
    expect(nobody).toEqual(['COMP-4 pass #1', 'reading profile-url-shape=422 #1']);
    expect(shaped('https://network.example/company/', 200)[0]).toMatch(/^COMP-4 fail #1/);
    expect(shaped('http://www.network.example/company/northwind', 200)).toEqual([]);
  });

  it('include job boards that are not in the full lookup', () => {
    const search = (draft: Draft): string[] => judged(lookup, draft);
    const body = { exclude_job_boards: ['quay_jobs'] };
    expect(search({ body, status: 422 })).toEqual(['DIR-4 pass #2', 'reading unknown-board=422 #2']);
    const ofCompany = { ...company, body: { ...company.body, ...body } };
    expect(search({ ...ofCompany, status: 422 })[0]).toMatch(/^COMP-13 fail #2/);
    const legacy = { operation: 'searchCompanyJobsLegacy', body: { company_name: 'Inn', ...body } } as const;
    expect(search({ ...legacy, status: 422 })[0]).toMatch(/^COMP-13 pass #2/);
    expect(search({ ...legacy, answer: page([]) })[0]).toMatch(/^COMP-13 fail #2/);
    expect(search({ body: { exclude_job_boards: ['PIER_JOBS'] }, answer: page([]) })).toEqual([]);
    // If the service ignores the filter, the remaining jobs may cost more than the key has.
    expect(search({ body, status: 402 })).toEqual([]);
    expect(search({ body: { include_job_boards: ['quay_jobs'] }, status: 402 })[0]).toMatch(/^DIR-4 fail #2/);
  });

  it('with a department in another case, or an unknown board, may instead find nothing', () => {
    expect(refused({ department: ['sales'] })).toContain('reading value-case=refused #1');
    const found = (body: object): string[] => served(body, { answer: page(jobs(1, 2)) });
    expect(found({ department: ['sales'] })).toEqual([
      'VALID-2 fail #1: expected status 400 or 422 for department "sales", or no jobs; actual status 200',
    ]);
    expect(served({ department: ['sales'] })).toEqual([]);
    const search = (body: object): string[] => failures(lookup, { body, answer: page(jobs(1, 2)) });
    expect(search({ include_job_boards: ['quay_jobs'] })).toHaveLength(1);
    expect(search({ include_job_boards: ['quay_jobs', 'pier_jobs'] })).toEqual([]);
    expect(search({ exclude_job_boards: ['quay_jobs'] })).toEqual([]);
  });

  it('with null for the profile URL may get either status', () => {
    const missing = { operation: 'searchCompanyJobs', body: { company_network_url: null } } as const;
    for (const status of [400, 422])
      expect(judged({ ...missing, status })).toContain(`reading null-profile-url=${status} #1`);
  });

  it('may be ignored or converted, by a reading', () => {
    const answer = { detail: [{ loc: ['body', 'colour'], msg: 'x', type: 'x' }] };
    expect(refused({ colour: 'red' }, { answer })).toEqual(['reading unknown-field=422 #1']);
    expect(refused({ colour: 'red' })).toEqual([]);
    const taken = (body: object, draft: Draft = {}) => judged({ ...draft, body, answer: page([]) });
    expect(taken({ colour: 'red' })).toEqual(['reading unknown-field=ignored #1']);
    for (const body of [{ limit: '10' }, { department: 'Sales' }])
      expect(taken(body)).toEqual(['reading strict-types=coerced #1']);
    expect(served({ is_remote: [true] })).toEqual([]);
    expect(taken({ ...company.body, industry: ['x'] }, company)).toEqual([]);
  });

  it('must never get a 500', () => {
    expect(refused({ limit: 101 }, { status: 500, text: 'Oops' })).toEqual([
      'VALID-19 fail #1: expected a status of the 4xx range; actual status 500',
    ]);
  });

  it('are not judged if something else may be wrong', () => {
    expect(served({ limit: 101 }, { account: 'unknown' })).toEqual([]);
    expect(served({ limit: 101 }, { key: 'bad key' })).toEqual([]);
    expect(served({ limit: 101, department: ['Wizardry'] })).toEqual([]);
    expect(refused({ limit: 101 }, { status: 429 })).toEqual(['VALID-19 pass #1']);
  });
});
