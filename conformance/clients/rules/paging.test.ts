import { describe, expect, it } from 'vitest';
import { historyOf, judged, type Call } from '../../../test/samples/client-history.js';
import { seenIn, verdictsOn } from '../../../test/samples/course-run.js';

it('a page of the legacy search that is fetched again has no key in the finding', () => {
  const first: Call = { operation: 'searchCompanyJobsLegacy', body: { company_name: 'a' }, next: 'abc' };
  const page: Call = { ...first, body: { ...first.body, next_cursor: 'abc' } };
  const judgements = judged(historyOf([first, page, page]));
  expect(judgements.find(({ rule, verdict }) => rule === 'CLI-36' && verdict === 'warn')?.actual).toBe(
    'the page of #2 again',
  );
});

describe('a search that was answered, sent again under its key (CLI-27)', () => {
  /** Pages that are each requested twice, on separate connections. */
  const twice = (after: number, facts: Call = {}): Call[] =>
    [null, [1, 'a'], [1, 'b'], [1, 'c']].flatMap((cursor, i, cursors): Call[] => {
      const body = { limit: 10, ...(cursor && { search_after: cursor }) };
      const page = { key: `use_v1_${i}`, body, next: cursors[i + 1] ?? null, connection: `${i}`, ...facts };
      return [page, { ...page, after, connection: `${i} again` }];
    });
  const broken = (calls: Call[], lag = 0): boolean => {
    const { run, seen } = seenIn('pages', historyOf(calls));
    return verdictsOn({ run, seen: { ...seen, lag } }, 'CLI-27').includes('CLI-27 fail');
  };

  it('is a breach if the client does so each time', () => {
    expect(broken(twice(0.1))).toBe(true);
    expect(broken(twice(1.5))).toBe(true);
  });

  it('is a breach if it is the last page, on the same connection', () => {
    const last: Call = { key: 'use_v1_1', body: { limit: 10 }, next: null, connection: '1' };
    expect(broken([last, { ...last, after: 0.1 }])).toBe(true);
    expect(broken([last, { ...last, key: 'use_v1_2', after: 0.1 }])).toBe(false);
    const empty: Call = { ...last, delivered: { cursor: null, credits: 0, jobs: [] } };
    const seen = seenIn('empty-result', historyOf([empty, { ...empty, after: 0.1 }]));
    expect(verdictsOn(seen, 'CLI-27', 'CLI-48')).toContain('CLI-48 fail');
  });

  it('is no breach if it happens once, or if copies that were sent without waiting may have arrived so late', () => {
    expect(broken(twice(0.1).slice(0, 2))).toBe(false);
    expect(broken(twice(0.1), 200)).toBe(false);
    expect(broken(twice(0.01))).toBe(false);
    expect(broken(twice(-0.008))).toBe(false);
  });
});

it.each([
  ['on the connection of its last page', '1', 'fail'],
  ['on another connection, since it may have given up the last page', '2', 'pass'],
])('a client that collects all pages again under their keys %s: CLI-35', (_, connection, verdict) => {
  const first: Call = { key: 'use_v1_1', body: { limit: 10 }, next: [1, 'a'] };
  const last: Call = { key: 'use_v1_2', body: { limit: 10, search_after: [1, 'a'] }, next: null };
  const again = [first, last].map((page) => ({ ...page, connection }));
  const found = verdictsOn(seenIn('pages', historyOf([first, last, ...again])), 'CLI-35');
  expect(found).toEqual([`CLI-35 ${verdict}`]);
});
