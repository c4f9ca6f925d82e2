import { describe, expect, it } from 'vitest';
import { SearchIndex } from './index.js';
import { casesOf } from '../../test/support/cases.js';
import { datasetOf, everything, posting, searchNow } from '../../test/mock/dataset.js';

type Row = [what: string, term: string, texts: string[], ids: number[]];
const cases = casesOf<{ phrases: Row[] }>(import.meta.filename);

/** Returns the ids of postings whose description has the phrase, for each way to store words: lists, bitmaps, both, automatic. */
function find(term: string, descriptions: string[]): number[][] {
  const dataset = datasetOf(descriptions.map((text, i) => posting(i + 1, 0, { 'Job Description': text })));
  const query = everything({ include: { field: 'description', term } });
  return [
    { wordBitmapShare: 2, wordListShare: 2 },
    { wordBitmapShare: 0, wordListShare: 0 },
    { wordBitmapShare: 0, wordListShare: 2 },
    { wordBitmapShare: 0.5, wordListShare: 0.5 },
  ].flatMap((forms) =>
    [0, 1e9].map((questionCost) => {
      const index = new SearchIndex(dataset, { ...forms, questionCost, sliceMs: Infinity });
      return searchNow(index, query).ordinals.map((ordinal) => index.postingId(ordinal));
    }),
  );
}

describe('a phrase', () => {
  const common = Array<string>(40).fill('software software');
  const filler = 'word '.repeat(40_000);
  const far = [`${filler}test software`, `test ${filler}software`, `${filler}test it ${filler}test software`];
  it.each<Row>([
    ...cases.phrases,
    ['are frequent and rare', 'rare software', ['software rare', ...common, 'rare software'], [42]],
    ['are far inside a long text', 'test software', far, [1, 3]],
  ])('whose words %s', (_, term, texts, ids) => {
    for (const each of find(term, texts)) expect(each).toEqual(ids);
  });

  it('is found among postings that match other keywords', () => {
    const texts = ['test software', 'we test software', 'we software test'];
    const dataset = datasetOf(texts.map((text, i) => posting(i + 1, 0, { 'Job Description': text })));
    for (const questionCost of [0, 1e9]) {
      const index = new SearchIndex(dataset, { questionCost, wordBitmapShare: 0, sliceMs: Infinity });
      const children = ['we', 'test software'].map((term) => ({ field: 'description', term }) as const);
      const { ordinals } = searchNow(index, everything({ include: { mode: 'and', children } }));
      expect(ordinals.map((ordinal) => index.postingId(ordinal))).toEqual([2]);
    }
  });

  it('is found among more than 65,536 different words', () => {
    const words = Array.from({ length: 70_000 }, (_, i) => `w${i}`);
    const texts = [words.join(' '), 'w69999 w69998', 'w69998 w69999 w4463'];
    const index = new SearchIndex(
      datasetOf(texts.map((text, i) => posting(i + 1, 0, { 'Job Description': text }))),
      { sliceMs: Infinity },
    );
    const total = (term: string) =>
      searchNow(index, everything({ include: { field: 'description', term } })).total;
    expect([total('w69998 w69999'), total('w69999 w4463'), total('w69999 w4464')]).toEqual([2, 1, 0]);
  });
});
