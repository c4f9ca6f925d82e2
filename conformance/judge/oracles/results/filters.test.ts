import { describe, expect, it } from 'vitest';
import { casesOf } from '../../../../test/support/cases.js';
import { filters } from './filters.js';
import { history, job, judging, page, verdicts, type Draft } from '../../../../test/samples/exchanges.js';

type Members = Record<string, unknown>;
type Row = [clause: string, body: Members, good: Members, bad: Members];
const cases = casesOf<Record<'each' | 'places', Row[]>>(import.meta.filename);

/** A place. */
const ROTTERDAM = { country: 'Netherlands', city: 'Rotterdam' };

const judged = (
  body: Record<string, unknown>,
  change: Record<string, unknown>,
  draft: Draft = {},
): string[] => verdicts(filters, history({ body, answer: page([job(1), job(2, change)]), ...draft }));

const one = (body: unknown, change: Record<string, unknown>): string[] =>
  verdicts(filters, history({ body, answer: page([job(1, change)]) }));

describe('filters', () => {
  it.each(cases.each)('%s passes for all jobs, or one job breaks it', (clause, body, good, bad) => {
    expect(judged(body, good)).toContain(`${clause} pass #1`);
    const wrong = `^${clause} fail #1: expected .*; actual job 2, "Engineer 2", has `;
    expect(judged(body, bad).filter((line) => line.includes('fail'))).toEqual([expect.stringMatching(wrong)]);
  });

  it('pass if all jobs show another name of the requested country, unless other jobs show that name', () => {
    const found = (...countries: string[]): Draft => ({
      body: { jobs_locations: [{ country: 'Kingdom of the Netherlands' }] },
      answer: page(countries.map((Country, i) => job(i + 1, { Country }))),
    });
    const judged = (...drafts: Draft[]): string[] =>
      verdicts(filters, history(...drafts)).map((line) => line.slice(0, 11));
    const here = Array.from({ length: 6 }, () => 'Netherlands');
    expect(judged(found(...here))).toEqual([]);
    expect(judged(found(...here, 'Germany'))).toEqual(['FILT-1 fail']);
    const other = { body: {}, answer: page([job(9, { Country: 'Kingdom of the Netherlands' })]) };
    expect(judged(found(...here), other)).toEqual(['FILT-1 fail']);
  });

  it.each(cases.places)(
    '%s is broken if most jobs of a page are elsewhere; up to half may be for several places',
    (clause, body, good, bad) => {
      const found = (...changes: Record<string, unknown>[]): string[] =>
        verdicts(filters, history({ body, answer: page(changes.map((change, i) => job(i + 1, change))) }));
      expect(found({}, good)).toContain(`${clause} pass #1`);
      const elsewhere = (jobs: number): Record<string, unknown>[] => Array.from({ length: jobs }, () => bad);
      expect(found({}, ...elsewhere(4))).toEqual([]);
      expect(found({}, {}, {}, {}, {}, ...elsewhere(5))).toEqual([]);
      const wrong = `^${clause} fail #1: expected .*; actual job 2, "Engineer 2", has `;
      expect(found({}, ...elsewhere(5))).toEqual([expect.stringMatching(wrong)]);
    },
  );

  it('may find a page mostly of jobs that show other places, if they certainly leave jobs out', () => {
    const elsewhere = Array.from({ length: 6 }, (_, i) => job(i + 2, { Country: 'Germany' }));
    const found = (total: number, places: unknown[], jobs = [job(1), ...elsewhere]): string[] =>
      judging(filters).judged(
        { body: { limit: 1 }, answer: page([job(1)], { total_jobs_found: total }) },
        {
          body: { limit: 25, jobs_locations: places },
          answer: page(jobs, { total_jobs_found: jobs.length }),
        },
      );
    const netherlands = [{ country: 'Netherlands' }];
    expect(found(13, netherlands)).toEqual([]);
    expect(found(13, [...netherlands, { city: 'Delft' }])).toEqual([]);
    // The filter leaves out fewer jobs than the page has without the place.
    expect(found(12, netherlands)).toEqual([expect.stringMatching(/^FILT-1 fail #2/)]);
    expect(found(13, netherlands, elsewhere)).toEqual([expect.stringMatching(/^FILT-1 fail #2/)]);
    // Six jobs in another country, with the same city and with another one.
    expect(found(13, [ROTTERDAM])).toEqual([expect.stringMatching(/^FILT-4 fail #2/)]);
    const inBerlin = elsewhere.map((each) => ({ ...each, City: 'Berlin' }));
    expect(found(13, [ROTTERDAM], [job(1), ...inBerlin])).toEqual([]);
  });

  it('do not judge types, levels and departments that jobs show in the words of their postings', () => {
    expect(judged({ job_type: ['Contract'] }, { 'Job Type': 'CONTRACTOR' })).toEqual([
      expect.stringMatching(/^FILT-18 fail #1: .* actual job 1, .* has Job Type "Full Time"/),
    ]);
    const own = { 'Job Type': 'FULL_TIME', 'Seniority Level': 'Senior', 'Department Name': ['R&D'] };
    const wanted = { job_type: 'Contract', seniority_level: 'Mid Level', department: 'Sales' };
    for (const [field, value] of Object.entries(wanted)) expect(one({ [field]: [value] }, own)).toEqual([]);
  });

  it('check remote jobs and salary data', () => {
    const both = { 'Is Remote': true, 'Salary To': 5 };
    expect(one({ is_remote: true }, both)).toEqual(['FILT-8 pass #1']);
    expect(one({ is_remote: true }, { 'Is Remote': null })).toEqual([
      'FILT-8 fail #1: expected Is Remote true; actual job 1, "Engineer 1", has Is Remote null',
    ]);
    expect(one({ salary_data_available: true }, both)).toEqual(['FILT-20 pass #1']);
    expect(one({ salary_data_available: true }, {})[0]).toMatch(/^FILT-20 fail #1/);
  });

  it('are all checked, on later pages, too', () => {
    const body = { is_remote: false, job_type: ['Full Time'], search_after: [1, 2] };
    const passes = ['FILT-9 pass #1', 'FILT-18 pass #1', 'FILT-36 pass #1', 'PAGE-17 pass #1'];
    expect(judged(body, {})).toEqual(passes);
    expect(judged(body, { 'Job Type': 'Contract' }).filter((line) => line.includes('fail'))).toHaveLength(3);
  });

  it('have no effect if they are empty', () => {
    const body = { job_type: [], is_remote: null, jobs_locations: [{}], salary_data_available: false };
    expect(judged(body, {})).toEqual([]);
  });

  it('may leave out jobs without a country only on request', () => {
    expect(judged({}, { Country: null })).toEqual(['FILT-12 pass #1']);
  });

  it('are not judged on the search whose body the source does not show', () => {
    const wrong = { 'Job Type': 'Contract' };
    expect(judged({ job_type: ['Full Time'] }, wrong, { operation: 'searchJobsHistorical' })).toEqual([]);
  });

  it('show that a historical search does not require salary data by default', () => {
    expect(judged({}, {}, { operation: 'searchCompanyJobsHistorical' })).toEqual([
      'reading historical-salary-default=none #1',
    ]);
  });
});

describe('job-board filters', () => {
  const lookupOf = (labels: Record<string, string>): Draft => ({
    operation: 'listJobBoards',
    answer: { job_boards: Object.entries(labels).map(([value, label]) => ({ label, value })) },
  });
  const known = lookupOf({ career_harbor: 'Career Harbor', 'talent.pier': 'Talent Pier' });
  const search = (body: unknown, board: string | null, lookup = known): string[] =>
    verdicts(filters, history(lookup, { body, answer: page([job(1, { 'Job Board': board })]) }));

  it('match by label or value of the lookup, in any case', () => {
    expect(search({ include_job_boards: ['CAREER_HARBOR'] }, 'Career Harbor')).toEqual(['FILT-30 pass #2']);
    expect(search({ include_job_boards: ['career_harbor'] }, 'talent.pier')).toEqual([
      'FILT-30 fail #2: expected a job board among career_harbor; actual job 1, "Engineer 1", has Job Board "talent.pier"',
    ]);
    expect(search({ exclude_job_boards: ['talent.pier'] }, 'Career Harbor')).toEqual(['FILT-31 pass #2']);
    expect(search({ exclude_job_boards: ['talent.pier'] }, 'Talent Pier')[0]).toMatch(/^FILT-31 fail #2/);
  });

  it('are not judged for boards that share a name', () => {
    const shared = lookupOf({ quay: 'Quay', quay_uk: 'Quay', dock_one: 'Dock', dock_two: 'Dock' });
    const found = (wanted: string, board: string): string[] =>
      search({ include_job_boards: [wanted] }, board, shared);
    expect(found('quay_uk', 'Quay')).toEqual([]);
    expect(found('dock_one', 'Dock')).toEqual([]);
    expect(found('dock_one', 'dock_two')[0]).toMatch(/^FILT-30 fail #2/);
  });

  it('are not judged for boards that no lookup named', () => {
    expect(search({ include_job_boards: ['career_harbor'] }, 'Elsewhere')).toEqual([]);
    expect(search({ include_job_boards: ['unheard_of'] }, 'Career Harbor')).toEqual([]);
  });
});
