import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasWords, Vocabulary, wordsOf } from './words.js';

it.each([
  ['Senior Software-Engineer', ['senior', 'software', 'engineer']],
  ['Node.js, C++ and C#', ['node', 'js', 'c', 'and', 'c']],
  ['R&D_2024', ['r', 'd', '2024']],
  ['  — !? ', []],
  ['Développeur ÉLECTRICITÉ', ['développeur', 'électricité']],
  ['Ｆｕｌｌ　Ｓｔａｃｋ', ['full', 'stack']],
  ['软件工程师 (Beijing)', ['软', '件', '工', '程', '师', 'beijing']],
  ['コード書き', ['コ', 'ー', 'ド', '書', 'き']],
  ['🚀 launch', ['launch']],
  ['ΟΔΟΣ οδος', ['οδοσ', 'οδοσ']],
  ['Инженер', ['инженер']],
])('wordsOf reads %j', (text, words) => {
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
    const text = fc.array(
      fc.oneof(
        fc.constantFrom(
          'a',
          'Bc',
          ' ',
          'é',
          '软件',
          '9',
          '-',
          'İ',
          'e\u0301',
          'ﬁ',
          'Σ',
          "'",
          '\ufdfa',
          '=\u0338',
          '\ud800',
        ),
        fc.string(),
      ),
    );
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
