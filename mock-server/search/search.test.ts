/** Cases that `search.property.test.ts` does not generate; it compares filters, pages and duplicates with a plain predicate. */
import { describe, expect, it } from 'vitest';
import type { Posting } from '../../fixtures/index.js';
import { SearchIndex, type KeywordNode, type SearchQuery } from './index.js';
import { datasetOf, DAY, everything, posting, searchNow } from '../../test/mock/dataset.js';

function find(postings: Posting[], changes: Partial<SearchQuery>): number[] {
  const [ids, others] = [0, 1_000].map((textsOnDemandUpTo) => {
    const index = new SearchIndex(datasetOf(postings), { textsOnDemandUpTo, sliceMs: Infinity });
    return searchNow(index, everything(changes)).ordinals.map((ordinal) => index.postingId(ordinal));
  });
  expect(others).toEqual(ids);
  return ids!;
}

describe('results', () => {
  it('continue after a cursor whose posting does not match', () => {
    const remote = { 'Is Remote': true };
    const postings = [posting(1, 3, remote), posting(2, 2), posting(3, 1, remote)];
    expect(find(postings, { wanted: [['remote', [true]]], after: { timestamp: 2 * DAY, id: 2 } })).toEqual([
      3,
    ]);
  });

  it('of an empty dataset are empty', () => {
    expect(find([], { excludeDuplicates: true })).toEqual([]);
  });
});

describe('duplicates', () => {
  const same = { 'Job Title': 'Cook', City: 'Lyon', State: null };

  it('are looked for among the matches of other filters', () => {
    const postings = [posting(1, 1, { ...same, 'Job Board': 'Board One' }, 1), posting(2, 2, same, 1)];
    expect(find(postings, { excludeDuplicates: true, wanted: [['board', ['board_one']]] })).toEqual([1]);
    expect(find(postings, { excludeDuplicates: true, to: 2 * DAY })).toEqual([1]);
  });

  it('are looked for among the matches of keywords', () => {
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
});

describe('the index', () => {
  it('returns a job as JSON, field for field', () => {
    const given = posting(1, 0, { 'Job Title': 'Chef — “plat”' });
    const index = new SearchIndex(datasetOf([given]));
    expect(JSON.parse(index.jobJson(0).toString())).toEqual(given.job);
  });

  it('uses memory that does not grow with the query', () => {
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
      const forms = { wordBitmapShare: 0, wordListShare };
      const index = new SearchIndex(dataset, { ...forms, questionCost: 1e9, sliceMs: Infinity });
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
