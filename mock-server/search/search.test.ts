import { describe, expect, it } from 'vitest';
import type { Posting } from '../../fixtures/index.js';
import { buildIndex, everything, searchNow, type KeywordNode, type SearchQuery } from './index.js';
import { company, datasetOf, DAY, posting } from '../../test/mock/dataset.js';

const companies = [
  company(0, { agency: true, industry: 'Banking' }),
  company(1, { agency: false, industry: 'Retail' }),
  company(2),
];

/** Ids of the postings that a search finds, in order. */
function find(postings: Posting[], changes: Partial<SearchQuery>): number[] {
  const [ids, others] = [0, 1_000].map((textsOnDemandUpTo) => {
    const index = buildIndex(datasetOf(postings, companies), { textsOnDemandUpTo });
    return searchNow(index, everything(changes)).ordinals.map((ordinal) => index.postingId(ordinal));
  });
  expect(others).toEqual(ids);
  return ids!;
}

describe('results', () => {
  it('come newest first, ties by ascending id', () => {
    expect(find([posting(3, 1), posting(2, 5), posting(9, 1), posting(1, 1)], {})).toEqual([2, 1, 3, 9]);
  });

  it('begin with the first instant of the window and end before its last', () => {
    const postings = [posting(1, 1), posting(2, 2), posting(3, 3)];
    expect(find(postings, { from: DAY, to: 3 * DAY })).toEqual([2, 1]);
    expect(find(postings, { from: 5 * DAY, to: 4 * DAY })).toEqual([]);
  });

  it('are counted on all pages and say whether more follow', () => {
    const index = buildIndex(datasetOf([1, 2, 3, 4, 5].map((id) => posting(id, 0))));
    const page = (limit: number, id?: number) => {
      const { total, ordinals, more } = searchNow(
        index,
        everything({ limit, after: id === undefined ? null : { timestamp: 0, id } }),
      );
      return [total, ordinals.map((ordinal) => index.postingId(ordinal)), more];
    };
    expect(page(2)).toEqual([5, [1, 2], true]);
    expect(page(2, 2)).toEqual([5, [3, 4], true]);
    expect(page(2, 4)).toEqual([5, [5], false]);
    expect(page(3, 2)).toEqual([5, [3, 4, 5], false]);
    expect(page(2, 5)).toEqual([5, [], false]);
  });

  it('continue behind a cursor whose posting does not match', () => {
    const postings = [
      posting(1, 3, { 'Is Remote': true }),
      posting(2, 2),
      posting(3, 1, { 'Is Remote': true }),
    ];
    expect(find(postings, { isRemote: true, after: { timestamp: 2 * DAY, id: 2 } })).toEqual([3]);
  });

  it('of an empty dataset are none', () => {
    expect(find([], { excludeDuplicates: true })).toEqual([]);
  });
});

describe('filters', () => {
  it('take an unknown remote flag for neither remote nor on site', () => {
    const postings = [true, false, null].map((remote, i) => posting(i, 0, { 'Is Remote': remote }));
    expect([true, false, null].map((isRemote) => find(postings, { isRemote }))).toEqual([
      [0],
      [1],
      [0, 1, 2],
    ]);
  });

  it('take postings of unclassified and unknown employers for no agency', () => {
    const postings = [0, 1, 2, null].map((id, i) => posting(i, 0, {}, id));
    expect(find(postings, { agencies: 'only' })).toEqual([0]);
    expect(find(postings, { agencies: 'exclude' })).toEqual([1, 2, 3]);
  });

  it('find an industry by the employer', () => {
    const postings = [0, 1, 2, null].map((id, i) => posting(i, 0, {}, id));
    expect(find(postings, { industries: ['banking', 'mining'] })).toEqual([0]);
  });

  it('know a board by its lookup value, though postings show its label', () => {
    const postings = ['Board One', 'board.two', null].map((board, i) =>
      posting(i, 0, { 'Job Board': board }),
    );
    expect(find(postings, { includeBoards: ['board_one'] })).toEqual([0]);
    expect(find(postings, { excludeBoards: ['board.two'] })).toEqual([0, 2]);
    expect(find(postings, { jobBoards: true })).toEqual([0, 1]);
    expect(find(postings, { jobBoards: false })).toEqual([2]);
  });

  it('ask a place for all that is named and postings for any of the places', () => {
    const postings = [
      posting(0, 0, { Country: 'United States', State: 'Texas', City: 'Paris' }),
      posting(1, 0, { Country: 'France', City: 'Paris' }),
      posting(2, 0, { Country: 'France', City: 'Lyon' }),
      posting(3, 0),
    ];
    expect(find(postings, { locations: [{ city: 'PARIS' }] })).toEqual([0, 1]);
    expect(find(postings, { locations: [{ country: 'france', city: 'paris' }] })).toEqual([1]);
    expect(find(postings, { locations: [{ city: 'Lyon' }, { state: 'texas', country: null }] })).toEqual([
      0, 2,
    ]);
    expect(find(postings, { locations: [{}] })).toEqual([0, 1, 2, 3]);
    expect(find(postings, { excludeLocations: [{ country: 'France' }, {}] })).toEqual([0, 3]);
    expect(find(postings, { countryExists: true })).toEqual([0, 1, 2]);
  });

  it('see salary data in any of its four fields', () => {
    const postings = [
      posting(0, 0, { 'Salary Offered': 'good' }),
      posting(1, 0, { 'Salary From': 0 }),
      posting(2, 0, { 'Salary To': 1 }),
      posting(3, 0, { 'Salary Currency': 'EUR' }),
      posting(4, 0),
    ];
    expect(find(postings, { salaryOnly: true })).toEqual([0, 1, 2, 3]);
  });

  it('find nothing among no companies', () => {
    expect(find([posting(0, 0, {}, 1)], { companies: new Set() })).toEqual([]);
    expect(find([posting(0, 0, {}, 1), posting(1, 0)], { companies: new Set([1, 7]) })).toEqual([0]);
  });
});

describe('duplicates', () => {
  const same = { 'Job Title': 'Cook', City: 'Lyon', State: null };

  it('go, all but the newest', () => {
    const postings = [posting(1, 1, same, 1), posting(2, 3, same, 1), posting(3, 2, same, 1)];
    expect(find(postings, { excludeDuplicates: true })).toEqual([2]);
    expect(find(postings, { excludeDuplicates: false })).toEqual([2, 3, 1]);
  });

  it('are sought among what matches the other filters', () => {
    const postings = [posting(1, 1, { ...same, 'Job Board': 'Board One' }, 1), posting(2, 2, same, 1)];
    expect(find(postings, { excludeDuplicates: true, includeBoards: ['board_one'] })).toEqual([1]);
    expect(find(postings, { excludeDuplicates: true, to: 2 * DAY })).toEqual([1]);
  });

  it('are sought among what keywords leave', () => {
    const postings = [
      posting(1, 1, { ...same, 'Job Description': 'day shift' }, 1),
      posting(2, 2, { ...same, 'Job Description': 'night shift' }, 1),
    ];
    const night = { field: 'description' as const, term: 'night' };
    const day = { field: 'description' as const, term: 'day' };
    const cook = { field: 'title' as const, term: 'cook' };
    const exclude = { mode: 'or' as const, children: [night, day] };
    expect(find(postings, { excludeDuplicates: true, exclude: night })).toEqual([1]);
    expect(find(postings, { excludeDuplicates: true, include: day })).toEqual([1]);
    expect(find(postings, { excludeDuplicates: true, include: cook })).toEqual([2]);
    expect(find(postings, { excludeDuplicates: true, include: cook, exclude })).toEqual([]);
  });

  it('of the newest that the window leaves go, others stay', () => {
    const postings = [4, 3, 2, 1].map((day) => posting(day, day, same, 1));
    expect(find(postings, { excludeDuplicates: true, to: 4 * DAY })).toEqual([3]);
    expect(find(postings, { excludeDuplicates: true, from: DAY, to: 2 * DAY })).toEqual([1]);
  });

  it('share employer, title, city and state', () => {
    const postings = [
      posting(1, 1, same, 1),
      posting(2, 1, same, 2),
      posting(3, 1, { ...same, 'Job Title': 'Chef' }, 1),
      posting(4, 1, { ...same, City: 'Paris' }, 1),
      posting(5, 1, { ...same, State: 'Rhône' }, 1),
      posting(6, 1, { ...same, Country: 'France' }, 1),
    ];
    expect(find(postings, { excludeDuplicates: true })).toEqual([1, 2, 3, 4, 5]);
  });

  it('are not told where employer or title is missing', () => {
    const postings = [
      posting(1, 1, same),
      posting(2, 1, same),
      posting(3, 1, { ...same, 'Job Title': null }, 1),
      posting(4, 1, { ...same, 'Job Title': null }, 1),
    ];
    expect(find(postings, { excludeDuplicates: true })).toEqual([1, 2, 3, 4]);
  });
});

describe('the index', () => {
  it('gives a job as JSON, field for field', () => {
    const given = posting(1, 0, { 'Job Title': 'Chef — “plat”' });
    const index = buildIndex(datasetOf([given]));
    expect(JSON.parse(index.jobJson(0).toString())).toEqual(given.job);
  });

  it('computes in memory that does not grow with what it is asked', () => {
    const titles = ['a b', 'b a', 'a a b', 'c'];
    const dataset = datasetOf(
      Array.from({ length: 200 }, (_, i) => posting(i, i, { 'Job Title': titles[i % titles.length]! })),
    );
    const wide = (terms: number): KeywordNode => ({
      mode: 'and',
      children: Array.from({ length: terms }, (_, i): KeywordNode => ({
        mode: 'or',
        children: [
          { field: 'title', term: 'a b' },
          {
            mode: 'and',
            children: [
              { field: 'title', term: i % 2 ? 'c' : 'a' },
              { field: 'title', term: `b${'a'.repeat(i)}` },
            ],
          },
        ],
      })),
    });
    for (const wordListShare of [0, 2]) {
      const index = buildIndex(dataset, { questionCost: 1e9, wordBitmapShare: 0, wordListShare });
      const bytesAfter = (terms: number): number => {
        searchNow(index, everything({ include: wide(terms), exclude: wide(terms) }));
        return index.spaceBytes;
      };
      const few = bytesAfter(3);
      expect(bytesAfter(1_000)).toBe(few);
      expect(bytesAfter(1_000)).toBe(few);
    }
  });
});
