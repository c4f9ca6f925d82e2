import { describe, expect, it } from 'vitest';
import { jobValues } from './job-values.js';
import { history, job, page, verdicts } from '../../../../test/samples/exchanges.js';

const bare = { 'Job URL': null, 'Job Type': null, 'Seniority Level': null, 'Department Name': null };
const judged = (change: Record<string, unknown>): string[] =>
  verdicts(jobValues, history({ answer: page([job(1, { ...bare, ...change })]) }));

describe('values of a job', () => {
  it.each([
    ['JOB-8', { 'Apply URL': 'https://jobs.example/apply' }, { 'Logo URL': '/logo.png' }],
    ['JOB-9', { 'Salary From': 10, 'Salary To': 10 }, { 'Salary From': 20, 'Salary To': 10 }],
    ['JOB-10', { 'Salary Currency': 'EUR' }, { 'Salary Currency': 'Euro' }],
    ['JOB-11', { 'Department Name': ['Sales', 'Legal'] }, { 'Department Name': ['Sales', 'Wizardry'] }],
    ['JOB-12', { 'Job Type': 'Contract' }, { 'Seniority Level': 'Wizard' }],
  ])('%s passes or fails', (clause, good, bad) => {
    expect(judged(good)).toEqual([`${clause} pass #1`]);
    expect(judged(bad)).toEqual([expect.stringMatching(new RegExp(`^${clause} fail #1: `))]);
  });

  it('are not judged if they are null', () => {
    expect(judged({})).toEqual([]);
  });

  it('must name boards of the full lookup', () => {
    const lookup = {
      operation: 'listJobBoards',
      answer: { job_boards: [{ label: 'Pier', value: 'pier_jobs' }] },
    } as const;
    const search = (board: string) => ({ answer: page([job(1, { ...bare, 'Job Board': board })]) });
    expect(verdicts(jobValues, history(lookup, search('PIER'), search('pier_jobs')))).toEqual([
      'JOB-13 pass #2',
      'JOB-13 pass #3',
    ]);
    expect(verdicts(jobValues, history(lookup, search('Quay')))).toEqual([
      'JOB-13 fail #2: expected a label or value of the job-boards lookup; actual Job Board "Quay"',
    ]);
    expect(verdicts(jobValues, history(search('Quay')))).toEqual([]);
    // In traffic, a board is unknown only if lists before and after do not contain it.
    const part = { seen: 'part' } as const;
    expect(verdicts(jobValues, history(lookup, search('Quay'), lookup), part).join()).toContain(
      'JOB-13 fail #2',
    );
    expect(verdicts(jobValues, history(lookup, search('Quay')), part)).toEqual([]);
  });

  it('show the order of jobs by date', () => {
    const dated = (...dates: string[]) => ({
      answer: page(dates.map((date, i) => job(i, { ...bare, 'Post Date': date }))),
    });
    expect(verdicts(jobValues, history(dated('2026-02-02', '2026-02-02', '2026-02-01')))).toEqual([
      'reading order=newest-first #1',
    ]);
    expect(verdicts(jobValues, history(dated('2026-02-01', '2026-02-02')))).toEqual([
      'reading order=other #1',
    ]);
    expect(verdicts(jobValues, history(dated('2026-02-01', '2026-02-01')))).toEqual([]);
  });
});
