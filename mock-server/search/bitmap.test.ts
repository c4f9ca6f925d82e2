import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addMasked, countBits, hasBit, intersect, nextBit, subtract, unite, wordsFor } from './bitmap.js';

const WORDS = 21;
const SIZE = WORDS * 32;
const bitmap = fc.oneof(
  fc.array(fc.integer(), { minLength: WORDS, maxLength: WORDS }).map((words) => Int32Array.from(words)),
  fc.constantFrom(0, -1).map((word) => new Int32Array(WORDS).fill(word)),
);
const oneBit = fc
  .nat(SIZE - 1)
  .map((at) => new Int32Array(WORDS).fill(1 << (at & 31), at >>> 5, (at >>> 5) + 1));
const ends = fc.tuple(fc.nat(SIZE), fc.nat(SIZE)).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);

function members(words: Int32Array, lo = 0, hi = SIZE): number[] {
  return Array.from({ length: hi - lo }, (_, i) => lo + i).filter((ordinal) => hasBit(words, ordinal));
}

describe('bitmaps', () => {
  it('intersects any number of bitmaps within a range, bit by bit', () => {
    fc.assert(
      fc.property(
        fc.array(bitmap, { maxLength: 9 }),
        fc.array(bitmap, { maxLength: 9 }),
        ends,
        (all, none, [lo, hi]) => {
          const out = new Int32Array(WORDS);
          intersect(out, lo, hi, all, none);
          const expected = members(new Int32Array(WORDS).fill(-1), lo, hi).filter(
            (ordinal) =>
              all.every((each) => hasBit(each, ordinal)) && !none.some((each) => hasBit(each, ordinal)),
          );
          expect(members(out)).toEqual(expected);
          expect(countBits(out, { from: 0, to: WORDS })).toBe(expected.length);
        },
      ),
    );
  });

  it('unites any number of bitmaps', () => {
    fc.assert(
      fc.property(fc.array(oneBit, { maxLength: 12, size: 'max' }), (any) => {
        const out = new Int32Array(WORDS).fill(12345);
        unite(out, { from: 0, to: WORDS }, any);
        expect(members(out)).toEqual(
          members(new Int32Array(WORDS).fill(-1)).filter((ordinal) =>
            any.some((each) => hasBit(each, ordinal)),
          ),
        );
      }),
    );
  });

  it('adds what any number of bitmaps share with a mask', () => {
    fc.assert(
      fc.property(bitmap, bitmap, fc.array(oneBit, { maxLength: 7, size: 'max' }), (before, mask, any) => {
        const out = before.slice();
        addMasked(out, { from: 0, to: WORDS }, mask, any);
        const expected = members(new Int32Array(WORDS).fill(-1)).filter(
          (ordinal) =>
            hasBit(before, ordinal) || (hasBit(mask, ordinal) && any.some((each) => hasBit(each, ordinal))),
        );
        expect(members(out)).toEqual(expected);
      }),
    );
  });

  it('takes one bitmap from another', () => {
    const out = Int32Array.of(0b1111, -1);
    subtract(out, { from: 0, to: 1 }, Int32Array.of(0b0101, -1));
    expect([...out]).toEqual([0b1010, -1]);
  });

  it('finds the next set bit, the bit asked for included', () => {
    const words = Int32Array.of(0, 1 << 31, 0, 1);
    expect([0, 63, 64, 96, 97].map((from) => nextBit(words, from, 4))).toEqual([63, 63, 96, 96, -1]);
    expect(nextBit(words, 64, 3)).toBe(-1);
    expect(nextBit(words, 128, 4)).toBe(-1);
  });

  it('has room for the last, partly used word', () => {
    expect([0, 1, 32, 33].map(wordsFor)).toEqual([0, 1, 1, 2]);
  });
});
