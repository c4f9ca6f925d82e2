import { describe, expect, it } from 'vitest';
import { envelope } from './envelope.js';
import { history, jobs, page, verdicts, type Draft } from '../../../test/samples/exchanges.js';

const judged = (answer: unknown, draft: Draft = {}): string[] =>
  verdicts(envelope, history({ answer, ...draft }));
const failures = (answer: unknown, draft: Draft = {}): string[] =>
  judged(answer, draft).filter((line) => line.includes('fail'));

describe('the search envelope', () => {
  it('adds up, with jobs and without', () => {
    expect(judged(page(jobs(1, 3)))).toEqual([
      'ENV-4 pass #1',
      'ENV-6 pass #1',
      'ENV-7 pass #1',
      'BILL-10 pass #1',
      'PAGE-9 pass #1',
      'DIR-2 pass #1',
    ]);
    expect(judged(page([]), { body: { limit: 10 } })).toEqual([
      'ENV-5 pass #1',
      'ENV-6 pass #1',
      'ENV-7 pass #1',
      'BILL-9 pass #1',
      'PAGE-10 pass #1',
      'DIR-2 pass #1',
    ]);
  });

  it('shows all that is wrong with one answer', () => {
    const wrong = page(
      jobs(1, 3),
      { total: 4, total_jobs_found: 2, credits_used: 4, company_details: null },
      'Odd.',
    );
    expect(failures(wrong, { body: { limit: 2 } })).toEqual([
      'ENV-4 fail #1: expected error null beside jobs; actual error "Odd." beside 3 jobs',
      'ENV-6 fail #1: expected total 3, the number of jobs here; actual total 4',
      'ENV-7 fail #1: expected total_jobs_found of at least 3; actual total_jobs_found 2',
      'BILL-10 fail #1: expected credits_used of at most 3 for 3 jobs; actual credits_used 4',
      'PAGE-10 fail #1: expected at most 2 jobs; actual 3 jobs',
      'DIR-2 fail #1: expected no company_details in data; actual company_details null',
    ]);
  });

  it('explains an empty result, and charges nothing for it', () => {
    expect(failures(page([], { credits_used: 1 }, null))).toEqual([
      'ENV-5 fail #1: expected a message in error, since nothing was found; actual error null',
      'BILL-9 fail #1: expected credits_used of at most 0 for 0 jobs; actual credits_used 1',
    ]);
  });

  it('knows the price and the limits of each search', () => {
    const historical = { operation: 'searchJobsHistorical' } as const;
    expect(failures(page(jobs(1, 2), { credits_used: 4 }), historical)).toEqual([]);
    const legacy = { operation: 'searchCompanyJobsLegacy' } as const;
    expect(failures(page(jobs(1, 101)), legacy)).toEqual([
      'LEG-12 fail #1: expected at most 100 jobs, the default limit; actual 101 jobs',
    ]);
    expect(failures(page(jobs(1, 101)), { ...legacy, body: { limit: 500 } })).toEqual([]);
    expect(failures(page(jobs(1, 101)))[0]).toMatch(/^PAGE-9 fail #1/);
  });

  it('says why a search failed, and delivers nothing then', () => {
    const failed = (data: unknown, error: unknown) => ({ success: false, data, error });
    expect(judged(failed(null, 'Try again.'))).toEqual(['ENV-12 pass #1']);
    expect(judged(failed({ jobs: [] }, 'Try again.'))).toEqual(['ENV-12 pass #1']);
    expect(judged(failed({ jobs: jobs(1, 2) }, null))).toEqual([
      'ENV-12 fail #1: expected a message in error and no jobs; actual error null, 2 jobs',
    ]);
  });
});
