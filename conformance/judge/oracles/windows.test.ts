import { describe, expect, it } from 'vitest';
import { history, job, page, verdicts, type Draft } from '../../../test/samples/exchanges.js';
import { windows } from './windows.js';

/** Judged at noon of 1 March 2026. */
const judged = (body: Record<string, unknown>, dates: string[], draft: Draft = {}): string[] =>
  verdicts(
    windows,
    history({ body, answer: page(dates.map((date, i) => job(i, { 'Post Date': date }))), ...draft }),
  );
const company = { operation: 'searchCompanyJobs' } as const;
const historical = { operation: 'searchCompanyJobsHistorical' } as const;

describe('dates that a search names', () => {
  const body = { published_after: '2026-02-01', published_before: '2026-02-10' };

  it('hold every job', () => {
    expect(judged(body, ['2026-02-01', '2026-02-09'])).toEqual([
      'WIN-7 pass #1',
      'WIN-1 pass #1',
      'WIN-2 pass #1',
    ]);
    const actual = 'actual Post Date from 2026-01-30 to 2026-02-12 on 2 jobs';
    expect(judged(body, ['2026-01-30', '2026-02-12'])).toEqual([
      'WIN-7 pass #1',
      `WIN-1 fail #1: expected no job posted before 2026-02-01, give or take a day; ${actual}`,
      `WIN-2 fail #1: expected no job posted after 2026-02-10, give or take a day; ${actual}`,
    ]);
  });

  it('may include the last day', () => {
    expect(judged(body, ['2026-02-10'])).toContain('reading date-bounds=inclusive #1');
  });

  it('may be those of another time zone, a day off', () => {
    const seen = judged(body, ['2026-01-31', '2026-02-11']);
    expect(seen.filter((line) => / fail |reading/.test(line))).toEqual(['reading calendar=zone #1 #1']);
    const oneDay = { published_after: '2026-02-01', published_before: '2026-02-02' };
    expect(judged(oneDay, ['2026-02-01'])).toContain('reading calendar=utc #1');
  });

  it('are refused out of order, and too far back', () => {
    const order = { published_after: '2026-02-10', published_before: '2026-02-10' };
    expect(judged(order, [], { status: 422, answer: undefined })).toEqual(['WIN-8 pass #1']);
    expect(judged(order, [], company).at(0)).toBe(undefined);
    const named = { ...order, company_network_url: 'https://network.example/company/northwind' };
    expect(judged(named, [], company)).toEqual([
      'WIN-13 fail #1: expected status 422, since 2026-02-10 is not earlier than 2026-02-10; actual status 200',
    ]);
    expect(judged({ published_after: '2025-08-29' }, [])).toEqual([
      'WIN-6 fail #1: expected status 422, since 2025-08-29 is before 2025-09-01; actual status 200',
    ]);
    const twoDaysEitherSide = { published_after: '2025-08-30' };
    expect(judged(twoDaysEitherSide, [], { status: 422, answer: undefined })).toEqual([]);
    expect(judged({ published_after: '2025-08-29' }, [], { status: 422, answer: undefined })).toEqual([
      'WIN-6 pass #1',
    ]);
  });

  it('reach six years back in history', () => {
    const named = { company_network_url: 'https://network.example/company/northwind' };
    expect(judged({ ...named, published_after: '2021-05-01' }, [], historical)).toEqual(['WIN-17 pass #1']);
    expect(judged({ ...named, published_after: '2020-02-01' }, [], historical)[0]).toMatch(/^WIN-16 fail #1/);
  });
});

describe('default dates', () => {
  it('are two months on the direct search, give or take two days', () => {
    expect(judged({}, ['2025-12-30', '2026-03-01'])).toEqual(['WIN-4 pass #1', 'WIN-5 pass #1']);
    expect(judged({}, ['2025-12-29'])).toEqual([
      'WIN-4 fail #1: expected no job posted before 2025-12-30; ' +
        'actual Post Date from 2025-12-29 to 2025-12-29 on 1 job, today being 2026-03-01',
    ]);
  });

  it('are six months on a company search, up to today', () => {
    expect(judged({}, ['2025-08-31', '2026-02-28'], company)).toEqual(['WIN-9 pass #1', 'WIN-10 pass #1']);
    expect(judged({}, ['2025-08-15', '2026-03-03'], company).map((line) => line.slice(0, 11))).toEqual([
      'WIN-9 fail ',
      'WIN-10 fail',
    ]);
  });

  it('are six years in history', () => {
    expect(judged({}, ['2020-03-05', '2026-02-28'], historical)).toEqual([
      'WIN-14 pass #1',
      'WIN-15 pass #1',
    ]);
    expect(judged({}, ['2019-12-31'], historical)[0]).toMatch(/^WIN-14 fail #1/);
  });

  it('cannot be told without the target’s date', () => {
    expect(judged({}, ['2019-12-31'], { change: { targetNow: null } })).toEqual([]);
  });
});
