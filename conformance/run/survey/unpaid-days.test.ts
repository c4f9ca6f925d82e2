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

const beside = (...days: Parameters<typeof slice>): [Slice, Window[]] => [
  slice(...days),
  [slice(...days).window],
];

describe('unpaid days', () => {
  it('lie before the slices of the market and of the company', async () => {
    const { read } = target(() => 2);
    const slices = [slice(50, 28, 44).window, slice(90, 28, 44).window];
    const [found] = await findUnpaidDays(read, [slice(50, 28, 44), slices], [4], NOW);
    expect([ago(found!.published_after), ago(found!.published_before)]).toEqual([93, 90]);
  });

  it('lie before the slice, one window behind the other, as wide as their jobs ask', async () => {
    const { read } = target(() => 2);
    const found = await findUnpaidDays(read, beside(50, 28, 44), [12, 4], NOW);
    expect(found.map((each) => each && [ago(each.published_after), ago(each.published_before)])).toEqual([
      [58, 50],
      [61, 58],
    ]);
  });

  it('lie behind the slice if it reaches back to the oldest days', async () => {
    const { read } = target(() => 0.3);
    const [found] = await findUnpaidDays(read, beside(170, 28, 43), [4], NOW);
    expect([ago(found!.published_after), ago(found!.published_before)]).toEqual([28, 10]);
  });

  it('are single days if each holds many jobs', async () => {
    const { read } = target(() => 60);
    const { window } = slice(29, 28, 40);
    const dense = { window, total: 40, scope: { mode: 'and' as const } };
    const found = await findUnpaidDays(read, [dense, [window]], [12, 4], NOW);
    expect(found.map((each) => each && ago(each.published_after))).toEqual([30, 31]);
  });

  it('are none that an earlier run has bought', async () => {
    const { read } = target(
      () => 2,
      (each) => each <= 58,
    );
    const [found] = await findUnpaidDays(read, beside(50, 28, 44), [12], NOW);
    expect([ago(found!.published_after), ago(found!.published_before)]).toEqual([66, 58]);
  });

  it.each<[string, (daysAgo: number) => number, (daysAgo: number) => boolean]>([
    ['everything is paid for', () => 2, () => true],
    ['no other day has jobs', (each) => (each > 28 && each <= 50 ? 2 : 0), () => false],
  ])('are unknown if %s, after the announced requests', async (_why, jobsOn, isPaid) => {
    const { read, asked } = target(jobsOn, isPaid);
    expect(await findUnpaidDays(read, beside(50, 28, 44), [12, 4], NOW)).toEqual([null, null]);
    expect(asked.length).toBeLessThanOrEqual(costOfUnpaid(2));
  });
});
