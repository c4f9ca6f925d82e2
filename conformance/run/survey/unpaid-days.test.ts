import { describe, expect, it } from 'vitest';
import type { Read, Window } from './ask.js';
import type { Slice } from './slice.js';
import { costOfUnpaid, findUnpaidDays } from './unpaid-days.js';

const NOW = Date.UTC(2026, 6, 1, 12);
const DAY = 86_400_000;
const ago = (date: string): number => Math.round((Date.UTC(2026, 6, 1) - Date.parse(date)) / DAY);
const day = (daysAgo: number): string =>
  new Date(Date.UTC(2026, 6, 1) - daysAgo * DAY).toISOString().slice(0, 10);

/** A target with so many jobs on a day, of which those of some days are paid for. */
function target(jobsOn: (daysAgo: number) => number, isPaid: (daysAgo: number) => boolean = () => false) {
  const asked: Window[] = [];
  const read: Read = (window) => {
    asked.push(window);
    const [from, to] = [ago(window.published_after), ago(window.published_before)];
    const days = Array.from({ length: from - to }, (_, i) => to + 1 + i);
    const total = days.reduce((sum, each) => sum + jobsOn(each), 0);
    const first = days.find((each) => jobsOn(each) > 0);
    const jobs = first === undefined ? [] : [{ 'Job Title': 'Baker' }];
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

/** Finds windows beside one slice. */
const findBeside = (read: Read, beside: Slice, wanted: number[]): ReturnType<typeof findUnpaidDays> =>
  findUnpaidDays(read, beside, [[beside.window]], wanted, NOW);
const agoOf = (found: readonly (Window | null)[]): (number[] | null)[] =>
  found.map((each) => each && [ago(each.published_after), ago(each.published_before)]);

describe('unpaid days', () => {
  it('lie before the slices of the market and of the company', async () => {
    const { read } = target(() => 2);
    const slices = [slice(50, 28, 44).window, slice(90, 28, 44).window];
    expect(agoOf(await findUnpaidDays(read, slice(50, 28, 44), [slices], [4], NOW))).toEqual([[94, 91]]);
  });

  it('are days of the slice of the company if there are no others', async () => {
    const { read } = target(() => 2);
    const [market, company] = [slice(50, 28, 44), slice(168, 4, 44)];
    const taken = [[market.window, company.window], [market.window]];
    expect(agoOf(await findUnpaidDays(read, market, taken, [2, 2, 2], NOW))).toEqual([
      [3, 1],
      [53, 51],
      [56, 54],
    ]);
  });

  it('lie before the slice, one window behind the other, as wide as their jobs ask, with a day between them', async () => {
    const { read } = target(() => 2);
    expect(agoOf(await findBeside(read, slice(50, 28, 44), [12, 4]))).toEqual([
      [59, 51],
      [63, 60],
    ]);
  });

  it('lie behind the slice if it reaches back to the oldest days', async () => {
    const { read } = target(() => 0.3);
    expect(agoOf(await findBeside(read, slice(170, 28, 43), [4]))).toEqual([[27, 9]]);
  });

  it('are single days if each holds many jobs', async () => {
    const { read } = target(() => 60);
    const dense = { ...slice(29, 28, 40), scope: { mode: 'and' as const } };
    expect(agoOf(await findBeside(read, dense, [12, 4]))).toEqual([
      [31, 30],
      [33, 32],
    ]);
  });

  it('are none that an earlier run has bought', async () => {
    const { read } = target(
      () => 2,
      (each) => each <= 59,
    );
    expect(agoOf(await findBeside(read, slice(50, 28, 44), [12]))).toEqual([[68, 60]]);
  });

  it.each<[string, (daysAgo: number) => number, (daysAgo: number) => boolean]>([
    ['everything is paid for', () => 2, () => true],
    ['no other day has jobs', (each) => (each > 28 && each <= 50 ? 2 : 0), () => false],
  ])('are unknown if %s, after the announced requests', async (_why, jobsOn, isPaid) => {
    const { read, asked } = target(jobsOn, isPaid);
    expect(await findBeside(read, slice(50, 28, 44), [12, 4])).toEqual([null, null]);
    expect(asked.length).toBeLessThanOrEqual(costOfUnpaid(2));
  });
});
