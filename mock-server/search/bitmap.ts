/**
 * Bitmaps over ordinals: bit `o & 31` of word `o >>> 5` stands for ordinal `o`.
 *
 * These are loops of our own and not a bitmap library because a library combines two bitmaps at a time and makes
 * a third: a query over a million postings with three filters then costs three passes and two throw-away bitmaps
 * (0.13 ms), where one fused pass over plain words costs a third of that. Compressed containers would not help
 * either: values too rare for a bitmap are lists of ordinals here (`ordinal-sets.ts`).
 *
 * Words are signed 32-bit numbers, which the engine keeps in registers; nothing here reads a word as a quantity.
 */

export type Words = Int32Array;

export function wordsFor(size: number): number {
  return (size + 31) >>> 5;
}

export function setBit(words: Words, ordinal: number): void {
  words[ordinal >>> 5]! |= 1 << (ordinal & 31);
}

export function clearBit(words: Words, ordinal: number): void {
  words[ordinal >>> 5]! &= ~(1 << (ordinal & 31));
}

export function hasBit(words: Words, ordinal: number): boolean {
  return (words[ordinal >>> 5]! & (1 << (ordinal & 31))) !== 0;
}

/** A half-open range of words; the ordinals `[lo, hi)` lie in the words `[lo >>> 5, wordsFor(hi))`. */
export interface WordRange {
  from: number;
  to: number;
}

/**
 * `out` becomes, within the ordinals `[lo, hi)`, what is in every bitmap of `all` and in none of `none`. The words
 * at both ends are trimmed to the range; words beyond them keep what they had. Up to four bitmaps a pass: the
 * flip turns an excluded bitmap into its complement, so that one loop serves both kinds. `out` may be in `all`.
 */
export function intersect(
  out: Words,
  lo: number,
  hi: number,
  all: readonly Words[],
  none: readonly Words[],
): void {
  if (lo >= hi) return;
  const from = lo >>> 5;
  const to = wordsFor(hi);
  const count = all.length + none.length;
  const input = (i: number): Words => (i < all.length ? all[i]! : none[i - all.length]!);
  const flip = (i: number): number => (i < all.length ? 0 : -1);

  if (count === 0) out.fill(-1, from, to);
  let next = 0;
  if (count > 0) {
    const rest = Math.min(count, 4);
    if (rest === 1) copy(out, from, to, input(0), flip(0));
    else if (rest === 2) and2(out, from, to, input(0), flip(0), input(1), flip(1));
    else if (rest === 3) and3(out, from, to, input(0), flip(0), input(1), flip(1), input(2), flip(2));
    else and4(out, from, to, input(0), flip(0), input(1), flip(1), input(2), flip(2), input(3), flip(3));
    next = rest;
  }
  while (next < count) {
    const rest = Math.min(count - next, 3);
    const [a, x] = [input(next), flip(next)];
    if (rest === 1) and2(out, from, to, out, 0, a, x);
    else if (rest === 2) and3(out, from, to, out, 0, a, x, input(next + 1), flip(next + 1));
    else and4(out, from, to, out, 0, a, x, input(next + 1), flip(next + 1), input(next + 2), flip(next + 2));
    next += rest;
  }
  trim(out, lo, hi);
}

/** Clears the bits below `lo` in its word and from `hi` on in its word. */
function trim(words: Words, lo: number, hi: number): void {
  words[lo >>> 5]! &= -1 << (lo & 31);
  if ((hi & 31) !== 0) words[hi >>> 5]! &= ~(-1 << (hi & 31));
}

function copy(out: Words, from: number, to: number, a: Words, x: number): void {
  for (let w = from; w < to; w += 1) out[w] = a[w]! ^ x;
}

function and2(out: Words, from: number, to: number, a: Words, x: number, b: Words, y: number): void {
  for (let w = from; w < to; w += 1) out[w] = (a[w]! ^ x) & (b[w]! ^ y);
}

function and3(
  out: Words,
  from: number,
  to: number,
  a: Words,
  x: number,
  b: Words,
  y: number,
  c: Words,
  z: number,
): void {
  for (let w = from; w < to; w += 1) out[w] = (a[w]! ^ x) & (b[w]! ^ y) & (c[w]! ^ z);
}

function and4(
  out: Words,
  from: number,
  to: number,
  a: Words,
  x: number,
  b: Words,
  y: number,
  c: Words,
  z: number,
  d: Words,
  v: number,
): void {
  for (let w = from; w < to; w += 1) out[w] = (a[w]! ^ x) & (b[w]! ^ y) & (c[w]! ^ z) & (d[w]! ^ v);
}

/** `out` becomes, in whole words, what is in any of the bitmaps; up to four of them a pass. `out` is none of them. */
export function unite(out: Words, range: WordRange, any: readonly Words[]): void {
  const { from, to } = range;
  if (any.length === 0) out.fill(0, from, to);
  for (let next = 0; next < any.length; next += next === 0 ? 4 : 3) {
    // What a pass does not need is given twice: `x | x` is cheaper than another loop to keep.
    const a = next === 0 ? any[0]! : out;
    const rest = next === 0 ? 1 : next;
    const b = any[rest] ?? a;
    const c = any[rest + 1] ?? a;
    const d = any[rest + 2] ?? a;
    for (let w = from; w < to; w += 1) out[w] = a[w]! | b[w]! | c[w]! | d[w]!;
  }
}

/** `out &= ~a` over whole words. */
export function subtract(out: Words, range: WordRange, a: Words): void {
  for (let w = range.from; w < range.to; w += 1) out[w] = out[w]! & ~a[w]!;
}

export function bitsIn(word: number): number {
  let v = (word - ((word >>> 1) & 0x55555555)) | 0;
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
  return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/**
 * How many bits are set. Three words are counted together: each nibble holds at most four bits of a word, so three
 * words fit before nibbles are folded into bytes, which saves half of the work of counting each word alone.
 */
export function countBits(words: Words, range: WordRange): number {
  let count = 0;
  let w = range.from;
  for (const end = range.to - 2; w < end; w += 3) {
    let a = words[w]!;
    let b = words[w + 1]!;
    let c = words[w + 2]!;
    if ((a | b | c) === 0) continue;
    a = (a - ((a >>> 1) & 0x55555555)) | 0;
    b = (b - ((b >>> 1) & 0x55555555)) | 0;
    c = (c - ((c >>> 1) & 0x55555555)) | 0;
    a = (a & 0x33333333) + ((a >>> 2) & 0x33333333);
    b = (b & 0x33333333) + ((b >>> 2) & 0x33333333);
    c = (c & 0x33333333) + ((c >>> 2) & 0x33333333);
    const nibbles = (a + b + c) | 0;
    const bytes = (nibbles & 0x0f0f0f0f) + ((nibbles >>> 4) & 0x0f0f0f0f);
    count += Math.imul(bytes, 0x01010101) >>> 24;
  }
  for (; w < range.to; w += 1) count += bitsIn(words[w]!);
  return count;
}

/** The first set bit at `ordinal` or after it and before the end of the range, or -1. */
export function nextBit(words: Words, ordinal: number, toWord: number): number {
  let w = ordinal >>> 5;
  if (w >= toWord) return -1;
  let word = words[w]! & (-1 << (ordinal & 31));
  while (word === 0) {
    w += 1;
    if (w >= toWord) return -1;
    word = words[w]!;
  }
  return (w << 5) + 31 - Math.clz32(word & -word);
}
