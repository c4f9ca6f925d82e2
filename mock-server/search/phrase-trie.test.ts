import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PhraseTrie } from './phrase-trie.js';

const codes = (least: number, most: number) => fc.array(fc.nat(4), { minLength: least, maxLength: most });

it('a trie finds the phrases that each of several texts contains', () => {
  const phrasesAndTexts = [fc.array(codes(2, 4), { maxLength: 200 }), fc.array(codes(0, 30))] as const;
  fc.assert(
    fc.property(...phrasesAndTexts, (phrases, texts) => {
      const trie = new PhraseTrie({ codes: (ordinal) => Uint16Array.from(texts[ordinal]!) }, 5);
      const tests = phrases.map((phrase) => trie.add(phrase));
      for (const [ordinal, text] of texts.entries())
        expect(tests.map((test) => test(ordinal))).toEqual(
          phrases.map((phrase) => ` ${text.join(' ')} `.includes(` ${phrase.join(' ')} `)),
        );
    }),
  );
});
