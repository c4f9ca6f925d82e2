import { describe, expect, it } from 'vitest';
import { PageTooLarge, Unfound, type Read } from './ask.js';
import { costOfSlice, findDays, findPage, readSlice } from './slice.js';

const NOW = Date.UTC(2026, 6, 1, 12);
const DAY = 86_400_000;

/** A target with `jobsOn` jobs on each day; `asked` lists the requested limits. */
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
    ['has as many days as nearly fit', () => 5, 70, '2026-06-03'],
    ['is one day, if a day has too many jobs', () => 500, 500, '2026-06-03'],
    ['ends yesterday, if hardly a job is older', (day) => (day <= 10 ? 4 : 0), 36, '2026-06-30'],
    ['contains all jobs, if there are few', (day) => (day % 40 === 30 ? 1 : 0), 4, '2026-06-03'],
    ['is dense in one place only', (day) => (day === 100 ? 70 : 0), 70, '2026-06-03'],
  ])('%s', async (_what, jobsOn, total, end) => {
    const { read, asked } = target(jobsOn);
    const slice = await readSlice(read, 80, NOW);
    expect([slice?.total, slice?.window.published_before]).toEqual([total, end]);
    expect(slice?.jobs).toHaveLength(Math.min(total, 80));
    expect(new Set(slice?.jobs.map(({ id }) => id)).size).toBe(slice?.jobs.length);
    expect(asked.length).toBeLessThanOrEqual(costOfSlice(80).requests);
  });

  it('is read within the announced cost if no page may have fewer than ten jobs', async () => {
    for (const jobsOn of [() => 5, () => 500, (day: number) => (day === 100 ? 70 : 0), () => 0.3]) {
      const { read } = target(jobsOn);
      let credits = 0;
      const coarse: Read = async (window, limit, cursor) => {
        const page = await read(window, Math.max(limit, 10), cursor);
        credits += page.credits;
        return page;
      };
      const slice = await readSlice(coarse, 80, NOW);
      expect(credits).toBeLessThanOrEqual(costOfSlice(80).jobs);
      expect(slice?.jobs.length ?? 0).toBeGreaterThanOrEqual(Math.min(30, slice?.total ?? 0));
    }
  });

  it('is read in full if a day has slightly too many jobs', async () => {
    const { read, asked } = target(() => 90);
    const refusing: Read = (window, limit, cursor, scope = null) =>
      scope === null ? read(window, limit, cursor) : Promise.reject(new Unfound('refused', false));
    const slice = await readSlice(refusing, 80, NOW, true);
    expect([slice?.jobs.length, slice?.total, slice?.scope]).toEqual([90, 90, null]);
    expect(asked.reduce((sum, limit) => sum + limit, 0)).toBeLessThanOrEqual(costOfSlice(80, true).jobs);
  });

  it('is null if there is nothing to compare', async () => {
    expect(await readSlice(target((day) => (day === 50 ? 2 : 0)).read, 80, NOW)).toBeNull();
    expect(await readSlice(target(() => 0).read, 80, NOW)).toBeNull();
  });

  it('is read in smaller pages if a page is too large', async () => {
    const { read } = target(() => 5);
    const narrow: Read = (window, limit, cursor) =>
      limit > 30 ? Promise.reject(new PageTooLarge('too large', false)) : read(window, limit, cursor);
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

describe('a slice of days with too many jobs', () => {
  const TERMS =
    'ledger harbour oxygen timber velvet pigeon canyon sugar magnet lantern whistle cotton marble ribbon copper violin saddle thunder'.split(
      ' ',
    );
  const COUNT = 640;
  const hasTerm = (job: number, term: number, tenths: number): boolean =>
    (((job + 1) * (term + 3) * 2_654_435_761) >>> 7) % 10 < tenths;

  /** A target with `count` jobs on each day, or only on `day`, of which `tenths` in ten have a term. */
  const market = ({ count = COUNT, terms = TERMS, tenths = 2, refuses = false, day = '' } = {}): {
    read: Read;
    bought: () => number;
    asked: () => number;
  } => {
    let asked = 0;
    const bought = new Set<string>();
    const jobs = Array.from({ length: count }, (_, n) => ({
      id: n,
      'Job Title': 'Nurse',
      'Job Description': `all ${terms.filter((_term, t) => hasTerm(n, t, tenths)).join(' ')}`,
    }));
    const read: Read = (window, limit, cursor, scope = null) => {
      if (scope !== null && refuses) return Promise.reject(new Unfound('the search answered 422', false));
      const until = Date.parse(window.published_before) / DAY;
      const days = Array.from(
        { length: until - Date.parse(window.published_after) / DAY },
        (_, n) => until - n,
      );
      const { mode, terms = [] } = scope?.description ?? {};
      const has = (job: (typeof jobs)[number]) => (term: string) => job['Job Description'].includes(term);
      const some = jobs.filter((job) => (mode === 'or' ? terms.some(has(job)) : terms.every(has(job))));
      const all = days
        .filter((each) => day === '' || each === Date.parse(day) / DAY)
        .flatMap((each) => some.map((job) => ({ ...job, id: `${each} ${job.id}` })));
      const from = Array.isArray(cursor) ? Number(cursor[0]) : 0;
      const page = all.slice(from, from + limit);
      const fresh = page.filter(({ id }) => !bought.has(id));
      for (const { id } of fresh) bought.add(id);
      asked += 1;
      const to = from + page.length;
      return Promise.resolve({
        total: all.length,
        jobs: page,
        cursor: to < all.length ? [to] : null,
        credits: fresh.length,
      });
    };
    return { read, bought: () => bought.size, asked: () => asked };
  };

  it('becomes few jobs by words of which each contains one, and hardly any is bought', async () => {
    const { read, bought } = market({ count: 60, tenths: 1 });
    const wanted = { range: { end: 28, oldest: 130 }, known: [], most: 20, credits: 60 };
    const days = await findDays(read, true, wanted, NOW);
    expect(days?.total).toBeGreaterThanOrEqual(15);
    expect(days?.total).toBeLessThanOrEqual(20);
    expect(bought()).toBeLessThanOrEqual(10);
    expect((await read(days!.window, 1, null, days!.scope)).total).toBe(days?.total);
    expect(await findDays(read, false, wanted, NOW)).toBeNull();
  });

  it('is narrowed by words that few descriptions have together, within the announced cost', async () => {
    const { read, bought, asked } = market();
    const slice = await readSlice(read, 48, NOW, true);
    const most = costOfSlice(48, true);
    expect(slice?.total).toBeGreaterThanOrEqual(20);
    expect(slice?.total).toBeLessThanOrEqual(48);
    expect(slice?.jobs).toHaveLength(slice?.total ?? 0);
    expect(slice?.scope).toMatchObject({ mode: 'and', description: { mode: 'and' } });
    const terms = slice?.scope?.description?.terms ?? [];
    expect(
      slice?.jobs.every((job) => terms.every((term) => String(job['Job Description']).includes(term))),
    ).toBe(true);
    expect(slice?.beside.length).toBeGreaterThan(0);
    expect([bought() <= most.jobs, asked() <= most.requests]).toEqual([true, true]);
  });

  const coarse =
    (fine: Read): Read =>
    (window, limit, cursor, scope) =>
      fine(window, Math.max(limit, 10), cursor, scope);

  it.each([60, 200, 640])(
    'has fewer jobs if no page of %s jobs a day may have fewer than ten',
    async (count) => {
      const { read, bought } = market({ count });
      const slice = await readSlice(coarse(read), 48, NOW, true);
      expect(slice?.scope).not.toBeNull();
      expect(slice?.jobs.length).toBeGreaterThanOrEqual(14);
      expect(slice?.jobs.length).toBeLessThanOrEqual(24);
      expect(bought()).toBeLessThanOrEqual(costOfSlice(48, true).jobs);
    },
  );

  it('stays within the announced cost if no page may have fewer than ten jobs and all of them are unpaid', async () => {
    const bought = new Set<string>();
    const reading: Read = (window, limit, _cursor, scope = null) => {
      const [name, total] = scope === null ? ['', 5_000] : [JSON.stringify(scope), 30];
      const ids = Array.from(
        { length: Math.min(limit, total) },
        (_, n) => `${name} ${window.published_after} ${n}`,
      );
      const before = bought.size;
      for (const id of ids) bought.add(id);
      const jobs = ids.map((id, n) => ({
        id,
        'Job Description': TERMS.filter((_term, t) => t !== n).join(' '),
      }));
      return Promise.resolve({ total, jobs, cursor: null, credits: bought.size - before });
    };
    const slice = await readSlice(coarse(reading), 48, NOW, true);
    expect([slice?.jobs.length, bought.size <= costOfSlice(48, true).jobs]).toEqual([30, true]);
  });

  it.each([
    [200, 29],
    [500, 40],
    [1_000, 38],
  ])(
    'has more jobs than the first fitting words leave if all %s jobs are on one day',
    async (count, jobs) => {
      const { read, bought } = market({ count, tenths: 3, day: '2026-06-03' });
      const slice = await readSlice(read, 48, NOW, true);
      expect([slice?.jobs.length, slice?.total]).toEqual([jobs, jobs]);
      expect(bought()).toBeLessThanOrEqual(costOfSlice(48, true).jobs);
    },
  );

  it('has slightly too many jobs if its words leave no fewer', async () => {
    const { read, bought } = market({ count: 110, terms: TERMS.slice(0, 2), tenths: 7 });
    const slice = await readSlice(read, 48, NOW, true);
    expect([slice?.jobs.length, slice?.scope?.description?.terms.length]).toEqual([slice?.total, 2]);
    expect(slice?.total).toBeGreaterThan(48);
    expect(bought()).toBeLessThanOrEqual(costOfSlice(48, true).jobs);
  });

  it.each<[string, Parameters<typeof market>[0]]>([
    ['no word leaves fewer', { terms: [] }],
    ['the target accepts none', { refuses: true }],
  ])('is cut to the allowed number of jobs if %s', async (_why, how) => {
    const { read, bought } = market(how);
    const slice = await readSlice(read, 48, NOW, true);
    expect([slice?.jobs.length, slice?.total, slice?.scope]).toEqual([48, COUNT, null]);
    expect(bought()).toBeLessThanOrEqual(costOfSlice(48, true).jobs);
  });
});

describe('a page of more than a hundred jobs', () => {
  const sliceOf = (from: string, to: string, total: number) => ({
    window: { published_after: from, published_before: to },
    total,
    jobs: [],
    scope: null,
    beside: [],
  });

  it('is found in days that contain the slice and as few other jobs as possible', async () => {
    const { read, asked } = target(() => 3);
    const found = await findPage(read, sliceOf('2026-05-14', '2026-06-03', 60), NOW);
    expect(found?.published_before).toBe('2026-06-03');
    const total = (await read(found!, 1, null)).total;
    expect(total).toBeGreaterThan(100);
    expect(total).toBeLessThanOrEqual(105);
    expect(asked.length).toBeLessThanOrEqual(8);
  });

  it('is the widest window if only that has enough jobs, and null if none has', async () => {
    const recent = target((day) => (day < 28 ? 10 : 0.1));
    expect(await findPage(target(() => 0).read, sliceOf('2026-05-14', '2026-06-03', 3), NOW)).toBeNull();
    expect(
      (await findPage(recent.read, sliceOf('2026-06-20', '2026-06-24', 40), NOW))?.published_after,
    ).toMatch(/^2026-0[1-6]-/);
  });
});
