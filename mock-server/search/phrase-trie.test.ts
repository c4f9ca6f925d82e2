import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PhraseTrie } from './phrase-trie.js';

const codes = (least: number, most: number) => fc.array(fc.nat(4), { minLength: least, maxLength: most });

describe('a trie of phrases', () => {
  it('finds the phrases that a text contains', () => {
    fc.assert(
      fc.property(fc.array(codes(2, 4), { maxLength: 200 }), codes(0, 30), (phrases, text) => {
        const trie = new PhraseTrie(5);
        const numbers = phrases.map((phrase) => trie.add(phrase));
        const marks: number[] = [];
        trie.markAll(Uint16Array.from(text), marks, 7);
        expect(numbers.map((number) => marks[number] === 7)).toEqual(
          phrases.map((phrase) => ` ${text.join(' ')} `.includes(` ${phrase.join(' ')} `)),
        );
      }),
    );
  });

  it('gives equal phrases the same number', () => {
    const trie = new PhraseTrie(10);
    expect([trie.add([1, 2]), trie.add([1, 2, 3]), trie.add([1, 2]), trie.add([2, 1])]).toEqual([0, 1, 0, 2]);
  });
});
