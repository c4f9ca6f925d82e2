import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { casesOf } from '../../test/support/cases.js';
import { hasWords, Vocabulary, wordsOf } from './words.js';

const cases = casesOf<{ read: [text: string, words: string[]][]; parts: string[] }>(import.meta.filename);

it.each(cases.read)('wordsOf reads %j', (text, words) => {
  expect(wordsOf(text)).toEqual(words);
});

it('hasWords says whether wordsOf would find any', () => {
  const unit = fc.oneof(
    fc.constantFrom('℡', 'ͺ', '①', '=\u0338', '\u0301', '+', ' ', 'ﬁ', '軟'),
    fc.string({ unit: 'binary' }),
  );
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 4 }), (parts) => {
      const text = parts.join('');
      expect(hasWords(text)).toBe(wordsOf(text).length > 0);
    }),
    { numRuns: 1_000 },
  );
});

describe('Vocabulary', () => {
  it('numbers words by first appearance, case-insensitively, and finds them again', () => {
    const vocabulary = new Vocabulary();
    expect([...vocabulary.read('The job, the JOB!')]).toEqual([0, 1, 0, 1]);
    expect(vocabulary.find('job')).toBe(1);
    expect(vocabulary.find('jobs')).toBe(-1);
  });

  it('reads any text as wordsOf does', () => {
    const text = fc.array(fc.oneof(fc.constantFrom(...cases.parts), fc.string()));
    fc.assert(
      fc.property(fc.array(text), (texts) => {
        const vocabulary = new Vocabulary();
        for (const parts of texts) {
          const whole = parts.join('');
          expect([...vocabulary.read(whole)]).toEqual(wordsOf(whole).map((word) => vocabulary.find(word)));
        }
      }),
    );
  });

  it('keeps its numbers while it grows', () => {
    const vocabulary = new Vocabulary();
    for (let i = 0; i < 20_000; i += 1) vocabulary.read(`word${i}`);
    expect(vocabulary.find('word0')).toBe(0);
    expect(vocabulary.find('word19999')).toBe(19_999);
  });
});
