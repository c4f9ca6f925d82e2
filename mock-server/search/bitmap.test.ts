import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BitmapSpace, hasBit, rangeOf, setBit, SpaceFull, type Places, type Words } from './bitmap.js';

const SIZE = 700;
const WHOLE = rangeOf(0, SIZE);
const members = fc.oneof(
  fc.uniqueArray(fc.nat(SIZE - 1), { maxLength: SIZE, size: 'max' }),
  fc.constant(Array.from({ length: SIZE }, (_, ordinal) => ordinal)),
);
const ends = fc.tuple(fc.nat(SIZE), fc.nat(SIZE)).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);

function make(space: BitmapSpace, ordinals: readonly number[]): Words {
  const words = space.make();
  for (const ordinal of ordinals) setBit(words, ordinal);
  return words;
}

function membersOf(words: Words): number[] {
  return ordinals(SIZE).filter((ordinal) => hasBit(words, ordinal));
}

function ordinals(size: number): number[] {
  return Array.from({ length: size }, (_, ordinal) => ordinal);
}

describe('bitmaps', () => {
  it('intersects bitmaps within a range, and subtracts others', () => {
    fc.assert(
      fc.property(
        fc.array(members, { maxLength: 9 }),
        fc.array(members, { maxLength: 9 }),
        ends,
        (all, none, [lo, hi]) => {
          const space = new BitmapSpace(SIZE);
          const before = make(space, ordinals(SIZE));
          const out = make(space, ordinals(SIZE));
          const [given, taken] = [all, none].map((lists) => lists.map((list) => make(space, list)));
          space.intersect(out, lo, hi, given!);
          for (const each of taken!) space.subtract(out, rangeOf(lo, hi), each);
          const expected = ordinals(hi)
            .slice(lo)
            .filter(
              (ordinal) =>
                all.every((list) => list.includes(ordinal)) && !none.some((list) => list.includes(ordinal)),
            );
          const range = rangeOf(lo, hi);
          expect(membersOf(out).filter((o) => o >= 32 * range.from && o < 32 * range.to)).toEqual(expected);
          expect(space.count(out, range)).toBe(expected.length);
          for (const beyond of [range.from - 1, range.to])
            expect(out[beyond], 'words beyond the range').toBe(before[beyond]);
        },
      ),
    );
  });

  it('unites any number of bitmaps', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(SIZE - 1), { maxLength: 12, size: 'max' }), (any) => {
        const space = new BitmapSpace(SIZE);
        const out = make(space, [3, 77]);
        space.unite(
          out,
          WHOLE,
          any.map((ordinal) => make(space, [ordinal])),
        );
        expect(membersOf(out)).toEqual([...new Set(any)].sort((a, b) => a - b));
      }),
    );
  });

  it('subtracts one bitmap from another', () => {
    const space = new BitmapSpace(SIZE);
    const out = make(space, [0, 1, 300, 699]);
    space.subtract(out, WHOLE, make(space, [1, 2, 699]));
    expect(membersOf(out)).toEqual([0, 300]);
  });

  it('finds the next member from an ordinal on', () => {
    const space = new BitmapSpace(SIZE);
    const words = make(space, [63, 96, 600]);
    expect([0, 63, 64, 96, 97, 601].map((from) => space.next(words, from, WHOLE.to))).toEqual([
      63, 63, 96, 96, 600, -1,
    ]);
    expect(space.next(words, 97, 4)).toBe(-1);
    expect(space.next(words, SIZE + 200, WHOLE.to)).toBe(-1);
  });

  it('removes followers with an earlier match of their group in the range', () => {
    fc.assert(
      fc.property(members, ends, fc.integer({ min: 1, max: 300 }), (list, [lo, hi], groups) => {
        const space = new BitmapSpace(SIZE);
        const leaders = space.make(SIZE);
        for (const ordinal of ordinals(SIZE)) leaders[ordinal] = ordinal % groups;
        const followers = make(space, ordinals(SIZE).slice(groups));
        const given = list.filter((ordinal) => ordinal >= lo && ordinal < hi).sort((a, b) => a - b);
        const matches = make(space, given);
        const filled = make(space, ordinals(SIZE));
        space.thin(matches, followers, leaders, rangeOf(lo, hi), filled, space.make());
        const isFirst = (ordinal: number, at: number): boolean =>
          !given.slice(0, at).some((earlier) => earlier % groups === ordinal % groups);
        expect(membersOf(matches)).toEqual(given.filter(isFirst));
      }),
    );
  });

  it('follows positions into another list, with the ordinal of each', () => {
    const lists = fc.uniqueArray(fc.nat(200), { maxLength: 60 }).map((list) => list.sort((a, b) => a - b));
    fc.assert(
      fc.property(lists, lists, fc.integer({ min: -3, max: 3 }), (from, to, distance) => {
        const space = new BitmapSpace(0);
        const list = (entries: number[]): Uint32Array => {
          const made = space.makeList(entries.length);
          made.set(entries);
          return made;
        };
        const places = (entries: number[]): Places => ({
          places: list(entries),
          ordinals: list(entries.map((entry) => entry + 1000)),
        });
        const out = places(from);
        const count = space.follow(out, places(to), distance, out);
        const expected = from.filter((place) => to.includes(place + distance));
        expect([...out.places.subarray(0, count)]).toEqual(expected);
        expect([...out.ordinals.subarray(0, count)]).toEqual(expected.map((entry) => entry + 1000));
      }),
    );
  });

  it('does not change older bitmaps when it makes more', () => {
    const space = new BitmapSpace(100_000);
    const first = make(space, [99_999]);
    for (let more = 0; more < 100; more += 1) make(space, [0, more]);
    expect(space.next(first, 0, rangeOf(0, 100_000).to)).toBe(99_999);
    expect(space.count(first, rangeOf(0, 100_000))).toBe(1);
  });

  it('returns the words of a range in groups of four', () => {
    expect([rangeOf(0, 1), rangeOf(127, 129), rangeOf(128, 128)]).toEqual([
      { from: 0, to: 4 },
      { from: 0, to: 8 },
      { from: 4, to: 4 },
    ]);
  });
});

it('a space without memory for a bitmap throws, and keeps its bitmaps', () => {
  const space = new BitmapSpace(SIZE, 250);
  const [first, second] = [make(space, [1, 2]), make(space, [2, 3])];
  expect(() => space.make()).toThrow(SpaceFull);
  expect(() => space.makeList(1_000)).toThrow(SpaceFull);
  space.intersect(first, 0, SIZE, [first, second]);
  expect(membersOf(first)).toEqual([2]);
  expect(space.makeList(4)).toHaveLength(4);
});
