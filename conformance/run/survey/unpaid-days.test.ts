import { describe, expect, it } from 'vitest';
import type { Read, Window } from './ask.js';
import type { Slice } from './slice.js';
import { costOfUnpaidDays, findUnpaidDays, type Wanted } from './unpaid-days.js';

const NOW = Date.UTC(2026, 6, 1, 12);
const DAY = 86_400_000;
const ago = (date: string): number => Math.round((Date.UTC(2026, 6, 1) - Date.parse(date)) / DAY);
const day = (daysAgo: number): string =>
  new Date(Date.UTC(2026, 6, 1) - daysAgo * DAY).toISOString().slice(0, 10);

const urlOf = (daysAgo: number): string => `https://jobs.example/${daysAgo}`;

/** A target with `jobsOn` jobs on each day. The jobs of days for which `isPaid` holds are already paid for. */
function target(jobsOn: (daysAgo: number) => number, isPaid: (daysAgo: number) => boolean = () => false) {
  const asked: Window[] = [];
  const read: Read = (window) => {
    asked.push(window);
    const [from, to] = [ago(window.published_after), ago(window.published_before)];
    const days = Array.from({ length: from - to }, (_, i) => to + 1 + i);
    const total = days.reduce((sum, each) => sum + jobsOn(each), 0);
    const first = days.find((each) => jobsOn(each) > 0);
    const jobs = first === undefined ? [] : [{ 'Job URL': urlOf(first) }];
    const credits = first === undefined || isPaid(first) ? 0 : 1;
    return Promise.resolve({ total, jobs, cursor: null, credits });
  };
  return { asked, read };
}

const slice = (from: number, to: number, total: number): Slice => ({
  window: { published_after: day(from), published_before: day(to) },
  total,
  jobs: [],
  scope: null,
  beside: [],
});

const windowsOf = (...jobs: number[]): Wanted[] => jobs.map((each) => ({ jobs: each }));

/** Returns windows in days ago, such as `59-51`. */
const agoOf = (found: readonly (Window | null)[]): string =>
  found.map((each) => each && `${ago(each.published_after)}-${ago(each.published_before)}`).join();

describe('unpaid days', () => {
  const few = slice(50, 28, 44);
  const dense = { ...slice(29, 28, 40), scope: { mode: 'and' as const } };

  it.each<[string, number, (daysAgo: number) => boolean, Slice, number[], string]>([
    ['before the slice, a day apart', 2, () => false, few, [12, 4], '59-51,63-60'],
    ['after the slice if it has the oldest days', 0.3, () => false, slice(170, 28, 43), [4], '27-9'],
    ['on single days if each has many jobs', 60, () => false, dense, [12, 4], '31-30,33-32'],
    ['on days that no earlier run has bought', 2, (each) => each <= 59, few, [12], '68-60'],
  ])('lie %s', async (_where, jobs, isPaid, around, wanted, expected) => {
    const { read } = target(() => jobs, isPaid);
    expect(agoOf(await findUnpaidDays(read, around, [[around.window]], windowsOf(...wanted), NOW))).toBe(
      expected,
    );
  });

  it.each([
    ['may begin with a job that this run bought', [urlOf(52)], '59-51'],
    ['do not begin with a job that an earlier run bought', [], '68-60'],
  ])('%s', async (_who, bought, expected) => {
    const { read } = target(
      () => 2,
      (each) => each === 52,
    );
    const known = { bought: new Set(bought) };
    expect(agoOf(await findUnpaidDays(read, few, [[few.window]], windowsOf(12), NOW, known))).toBe(expected);
  });

  it.each([
    ['at most as many jobs as wanted', 4, '52-51,56-54'],
    ['any number of jobs without a maximum', undefined, '53-51,56-54'],
  ])('have %s', async (_when, most, expected) => {
    const { read } = target((each) => (each <= 54 ? 5 : 1));
    const wanted = [{ jobs: 3, ...(most === undefined ? {} : { most }) }, { jobs: 2 }];
    expect(agoOf(await findUnpaidDays(read, few, [[few.window]], wanted, NOW))).toBe(expected);
  });

  it.each([
    ['beside the slice of the company', slice(90, 28, 44), '93-91,97-94,101-98'],
    ['on days of the company if there are no others', slice(168, 4, 44), '3-1,54-51,58-55'],
  ])('lie %s', async (_where, { window }, expected) => {
    const taken = [[few.window, window], [few.window]];
    expect(agoOf(await findUnpaidDays(target(() => 2).read, few, taken, windowsOf(3, 4, 4), NOW))).toBe(
      expected,
    );
  });

  it.each<[string, (daysAgo: number) => number, (daysAgo: number) => boolean]>([
    ['everything is paid for', () => 2, () => true],
    ['no other day has jobs', (each) => (each > 28 && each <= 50 ? 2 : 0), () => false],
  ])('are unknown if %s, after the announced requests', async (_why, jobsOn, isPaid) => {
    const { read, asked } = target(jobsOn, isPaid);
    expect(await findUnpaidDays(read, few, [[few.window]], windowsOf(12, 4), NOW)).toEqual([null, null]);
    expect(asked.length).toBeLessThanOrEqual(costOfUnpaidDays(2).requests);
  });

  it('are searched for in the whole half year, until a job costs a credit', async () => {
    const { read, asked } = target(
      () => 2,
      (each) => each % 7 !== 0,
    );
    const sold: number[] = [];
    const reader: Read = async (...request) => {
      const page = await read(...request);
      sold.push(page.credits);
      return page;
    };
    const taken = [[{ published_after: day(200), published_before: day(0) }]];
    expect(await findUnpaidDays(reader, few, taken, windowsOf(12), NOW)).toEqual([null]);
    expect(sold).toEqual([...Array.from({ length: asked.length - 1 }, () => 0), 1]);
  });
});
