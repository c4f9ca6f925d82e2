import { describe, expect, it } from 'vitest';
import { leftOut } from './left-out.js';
import { history, job, page, verdicts, type Draft } from '../../../../test/samples/exchanges.js';
import { casesOf } from '../../../../test/support/cases.js';

const cases = casesOf<{
  filters: [clause: string, body: Record<string, unknown>, sure: object, unsure: object][];
}>(import.meta.filename);

const DAYS = { published_after: '2026-02-01', published_before: '2026-02-08', exclude_duplicates: false };
const search = (body: Record<string, unknown>, jobs: unknown[], draft: Draft = {}): Draft => ({
  body: { ...DAYS, ...body },
  answer: page(jobs),
  ...draft,
});
const judged = (...drafts: Draft[]): string[] => verdicts(leftOut, history(...drafts));
/** The only failure: a job is missing from these exchanges. */
const missing = (clause: string, exchanges = '#1 #3 #2'): unknown[] => [
  expect.stringMatching(new RegExp(`^${clause} fail ${exchanges}: `)),
];

describe('a job that a filter leaves out', () => {
  it.each(cases.filters)('breaks %s if it satisfies the filter', (clause, body, sure, unsure) => {
    const around = (change: object, left: unknown[] = []): Draft[] => {
      const all = search({}, [job(1, { ...change })]);
      return [all, search(body, left), all];
    };
    expect(judged(...around(sure))).toEqual([
      expect.stringMatching(new RegExp(`^${clause} fail #1 #3 #2: .* is missing$`)),
    ]);
    expect(judged(...around(sure, [job(1, { ...sure })]))).toEqual([`${clause} pass #2`]);
    expect(judged(...around(unsure))).toEqual([]);
  });

  it('breaks a board filter by the labels and values of the lookup', () => {
    const lookup: Draft = {
      operation: 'listJobBoards',
      answer: { job_boards: ['Opal', 'Jet'].map((label) => ({ label, value: label.toLowerCase() })) },
    };
    const all = search({}, [job(1, { 'Job Board': 'OPAL' }), job(2, { 'Job Board': 'Ruby' })]);
    expect(judged(lookup, all, search({ include_job_boards: ['opal'] }, []), all)).toEqual(
      missing('FILT-30', '#2 #4 #3'),
    );
    expect(judged(lookup, all, search({ exclude_job_boards: ['jet'] }, []), all)).toEqual(
      missing('FILT-31', '#2 #4 #3'),
    );
    expect(judged(lookup, all, search({ exclude_job_boards: ['ruby'] }, []), all)).toEqual([]);
    expect(judged(all, search({ include_job_boards: ['opal'] }, []), all)).toEqual([]);
  });

  it('may have come in or expired in traffic', () => {
    const all = search({}, [job(2, { 'Is Remote': true })]);
    const exchanges = history(all, search({ is_remote: true }, []), all);
    expect(verdicts(leftOut, exchanges)).toEqual(missing('FILT-8'));
    expect(verdicts(leftOut, exchanges, { seen: 'part' })).toEqual([]);
  });

  it('must satisfy all filters if there are several', () => {
    const all = search({}, [job(1), job(2, { 'Is Remote': true })]);
    const both = { is_remote: true, job_type: ['Full Time'] };
    expect(judged(all, search(both, []), all)).toEqual(missing('FILT-36'));
    expect(judged(all, search({ ...both, jobs_locations: [{ city: 'Leiden' }] }, []), all)).toEqual([]);
  });

  it('may have expired unless it is found again, even if the number of jobs stays the same', () => {
    const remote = job(2, { 'Is Remote': true });
    const [all, without] = [search({}, [job(1), remote]), search({ is_remote: true }, [])];
    expect(judged(all, without)).toEqual([]);
    expect(judged(all, without, search({}, [job(1), job(3)]))).toEqual([]);
    expect(judged(all, without, search({}, [remote, job(3)]))).toEqual(missing('FILT-8'));
    expect(judged(all, without, search({}, [job(2, { 'Is Remote': null })]))).toEqual([]);
  });

  it('is noticed if false turns another filter off', () => {
    const open = { salary_data_available: false };
    const all = search(open, [job(1, { 'Is Remote': true })], { operation: 'searchCompanyJobsHistorical' });
    const left = search({ ...open, is_remote: true }, [], { operation: 'searchCompanyJobsHistorical' });
    expect(judged(all, left, all)).toEqual(missing('FILT-8'));
    expect(judged(all, search({ country_exists: false }, []), all)).toEqual([]);
  });

  it('is not noticed on a page without all jobs, with an open period, or in a stored answer', () => {
    const all = search({}, [job(1, { 'Is Remote': true })]);
    const first = { ...search({ is_remote: true }, []), answer: page([], { total_jobs_found: 1 }) };
    expect(judged(all, first, all)).toEqual([]);
    const key = 'use_v1_one';
    expect(
      judged(search({ is_remote: true }, [], { key }), all, search({ is_remote: true }, [], { key }), all),
    ).toEqual([]);
    // If the service makes the same key for the same request, a search without a key may be stored, too.
    const made = (each: Draft, name: string): Draft => ({
      ...each,
      headers: { 'idempotency-key': `use_v1_${name}` },
    });
    const [left, again] = [made(search({ is_remote: true }, []), 'left'), made(all, 'all')];
    expect(judged(made(all, 'other'), left, again)).toEqual(missing('FILT-8'));
    expect(judged(again, left, again, made(all, 'other'), { ...all, key: 'use_v1_last' })).toEqual([]);
    // The second answer is current, but the first one may come from an earlier run.
    const current = made(search({ is_remote: true }, [job(1, { 'Is Remote': true })]), 'left');
    expect(judged(all, left, all, current)).toEqual([]);
    const second = { ...left, account: 'second' };
    expect(judged(all, left, all, second)).toEqual([]);
    const open = (draft: Draft): Draft => ({ ...draft, body: { is_remote: true } });
    expect(judged(open(all), open(search({}, [])), open(all))).toEqual([]);
  });
});
