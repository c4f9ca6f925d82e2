import { describe, expect, it } from 'vitest';
import { costOfSlice, PageTooLarge, readSlice, type Read } from './slice.js';

const NOW = Date.UTC(2026, 6, 1, 12);
const DAY = 86_400_000;

/** A target with so many jobs on a day; `asked` are the limits of its pages. */
function target(jobsOn: (daysAgo: number) => number): { read: Read; asked: number[] } {
  const asked: number[] = [];
  return {
    asked,
    read: (window, limit, cursor) => {
      asked.push(limit);
      const ago = (date: string): number => Math.round((Date.UTC(2026, 6, 1) - Date.parse(date)) / DAY);
      const days = ago(window.published_after) - ago(window.published_before);
      const ids = Array.from({ length: days }, (_, i) => ago(window.published_before) + 1 + i).flatMap(
        (day) => Array.from({ length: jobsOn(day) }, (_job, n) => `${day}/${n}`),
      );
      const from = Array.isArray(cursor) ? Number(cursor[0]) : 0;
      const to = Math.min(from + limit, ids.length);
      return Promise.resolve({
        total: ids.length,
        jobs: ids.slice(from, to).map((id) => ({ id })),
        cursor: to < ids.length ? [to] : null,
        credits: to - from,
      });
    },
  };
}

describe('a slice', () => {
  it.each<[string, (daysAgo: number) => number, total: number, end: string]>([
    ['is as wide as nearly fits', () => 5, 70, '2026-06-03'],
    ['is one day, where a day holds too many', () => 500, 500, '2026-06-03'],
    ['ends yesterday, where hardly a job is older', (day) => (day <= 10 ? 4 : 0), 36, '2026-06-30'],
    ['is all there is', (day) => (day % 40 === 30 ? 1 : 0), 4, '2026-06-03'],
    ['is dense in one place only', (day) => (day === 100 ? 70 : 0), 70, '2026-06-03'],
  ])('%s', async (_what, jobsOn, total, end) => {
    const { read, asked } = target(jobsOn);
    const slice = await readSlice(read, 80, NOW);
    expect([slice?.total, slice?.window.published_before]).toEqual([total, end]);
    expect(slice?.jobs).toHaveLength(Math.min(total, 80));
    expect(new Set(slice?.jobs.map(({ id }) => id)).size).toBe(slice?.jobs.length);
    expect(asked.length).toBeLessThanOrEqual(costOfSlice(80).requests);
  });

  it('is read within what was announced where no page holds less than ten', async () => {
    for (const jobsOn of [() => 5, () => 500, (day: number) => (day === 100 ? 70 : 0), () => 0.3]) {
      const { read } = target(jobsOn);
      let credits = 0;
      const coarse: Read = async (window, limit, cursor) => {
        const page = await read(window, Math.max(limit, 10), cursor);
        credits += page.credits;
        return page;
      };
      const slice = await readSlice(coarse, 80, NOW);
      expect(credits).toBeLessThanOrEqual(costOfSlice(80).credits);
      expect(slice?.jobs.length ?? 0).toBeGreaterThanOrEqual(Math.min(30, slice?.total ?? 0));
    }
  });

  it('is none where there is nothing to compare', async () => {
    expect(await readSlice(target((day) => (day === 50 ? 2 : 0)).read, 80, NOW)).toBeNull();
    expect(await readSlice(target(() => 0).read, 80, NOW)).toBeNull();
  });

  it('is read in smaller pages where a page is too large', async () => {
    const { read } = target(() => 5);
    const narrow: Read = (window, limit, cursor) =>
      limit > 30 ? Promise.reject(new PageTooLarge()) : read(window, limit, cursor);
    expect((await readSlice(narrow, 80, NOW))?.jobs).toHaveLength(70);
  });

  it('is read in few requests from a target that answers nonsense', async () => {
    let asked = 0;
    for (const total of [-1, 1e9, 7]) {
      const read: Read = () => {
        asked += 1;
        return Promise.resolve({ total, jobs: [{}], cursor: ['again'], credits: 1 });
      };
      await readSlice(read, 80, NOW);
    }
    expect(asked).toBeLessThanOrEqual(3 * costOfSlice(80).requests);
  });
});
