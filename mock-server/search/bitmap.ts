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
 * at both ends are trimmed to the range; words beyond them keep what they had. `out` may be in `all`.
 */
export function intersect(
  out: Words,
  lo: number,
  hi: number,
  all: readonly Words[],
  none: readonly Words[] = [],
): void {
  if (lo >= hi) return;
  const from = lo >>> 5;
  const to = wordsFor(hi);
  if (all.length === 0) out.fill(-1, from, to);
  // A bitmap that a pass has no need of is given twice, which is cheaper than a loop for each number of them.
  for (let next = 0; next < all.length; next += next === 0 ? 4 : 3) {
    const a = next === 0 ? all[0]! : out;
    const rest = next === 0 ? all.slice(1, 4) : all.slice(next, next + 3);
    if (rest.length <= 1) and2(out, from, to, a, rest[0] ?? a);
    else if (rest.length === 2) and3(out, from, to, a, rest[0]!, rest[1]!);
    else and4(out, from, to, a, rest[0]!, rest[1]!, rest[2]!);
  }
  for (let next = 0; next < none.length; next += 2)
    minus2(out, from, to, none[next]!, none[next + 1] ?? none[next]!);
  trim(out, lo, hi);
}

/** Clears the bits below `lo` in its word and from `hi` on in its word. */
function trim(words: Words, lo: number, hi: number): void {
  words[lo >>> 5]! &= -1 << (lo & 31);
  if ((hi & 31) !== 0) words[hi >>> 5]! &= ~(-1 << (hi & 31));
}

// Four words a turn: the engine checks bounds and the end of the loop that much less often, for a third of the time.

function and2(out: Words, from: number, to: number, a: Words, b: Words): void {
  let w = from;
  for (const end = to - 3; w < end; w += 4) {
    out[w] = a[w]! & b[w]!;
    out[w + 1] = a[w + 1]! & b[w + 1]!;
    out[w + 2] = a[w + 2]! & b[w + 2]!;
    out[w + 3] = a[w + 3]! & b[w + 3]!;
  }
  for (; w < to; w += 1) out[w] = a[w]! & b[w]!;
}

function and3(out: Words, from: number, to: number, a: Words, b: Words, c: Words): void {
  let w = from;
  for (const end = to - 3; w < end; w += 4) {
    out[w] = a[w]! & b[w]! & c[w]!;
    out[w + 1] = a[w + 1]! & b[w + 1]! & c[w + 1]!;
    out[w + 2] = a[w + 2]! & b[w + 2]! & c[w + 2]!;
    out[w + 3] = a[w + 3]! & b[w + 3]! & c[w + 3]!;
  }
  for (; w < to; w += 1) out[w] = a[w]! & b[w]! & c[w]!;
}

function and4(out: Words, from: number, to: number, a: Words, b: Words, c: Words, d: Words): void {
  let w = from;
  for (const end = to - 3; w < end; w += 4) {
    out[w] = a[w]! & b[w]! & c[w]! & d[w]!;
    out[w + 1] = a[w + 1]! & b[w + 1]! & c[w + 1]! & d[w + 1]!;
    out[w + 2] = a[w + 2]! & b[w + 2]! & c[w + 2]! & d[w + 2]!;
    out[w + 3] = a[w + 3]! & b[w + 3]! & c[w + 3]! & d[w + 3]!;
  }
  for (; w < to; w += 1) out[w] = a[w]! & b[w]! & c[w]! & d[w]!;
}

function minus2(out: Words, from: number, to: number, a: Words, b: Words): void {
  let w = from;
  for (const end = to - 3; w < end; w += 4) {
    out[w] = out[w]! & ~(a[w]! | b[w]!);
    out[w + 1] = out[w + 1]! & ~(a[w + 1]! | b[w + 1]!);
    out[w + 2] = out[w + 2]! & ~(a[w + 2]! | b[w + 2]!);
    out[w + 3] = out[w + 3]! & ~(a[w + 3]! | b[w + 3]!);
  }
  for (; w < to; w += 1) out[w] = out[w]! & ~(a[w]! | b[w]!);
}

function or2(out: Words, from: number, to: number, a: Words, b: Words): void {
  let w = from;
  for (const end = to - 3; w < end; w += 4) {
    out[w] = a[w]! | b[w]!;
    out[w + 1] = a[w + 1]! | b[w + 1]!;
    out[w + 2] = a[w + 2]! | b[w + 2]!;
    out[w + 3] = a[w + 3]! | b[w + 3]!;
  }
  for (; w < to; w += 1) out[w] = a[w]! | b[w]!;
}

function or4(out: Words, from: number, to: number, a: Words, b: Words, c: Words, d: Words): void {
  let w = from;
  for (const end = to - 3; w < end; w += 4) {
    out[w] = a[w]! | b[w]! | c[w]! | d[w]!;
    out[w + 1] = a[w + 1]! | b[w + 1]! | c[w + 1]! | d[w + 1]!;
    out[w + 2] = a[w + 2]! | b[w + 2]! | c[w + 2]! | d[w + 2]!;
    out[w + 3] = a[w + 3]! | b[w + 3]! | c[w + 3]! | d[w + 3]!;
  }
  for (; w < to; w += 1) out[w] = a[w]! | b[w]! | c[w]! | d[w]!;
}

/** `out` becomes, in whole words, what is in any of the bitmaps; up to four of them a pass. `out` is none of them. */
export function unite(out: Words, range: WordRange, any: readonly Words[]): void {
  const { from, to } = range;
  if (any.length === 0) out.fill(0, from, to);
  for (let next = 0; next < any.length; next += next === 0 ? 4 : 3) {
    const a = next === 0 ? any[0]! : out;
    const rest = next === 0 ? 1 : next;
    if (any.length - rest <= 1) or2(out, from, to, a, any[rest] ?? a);
    else or4(out, from, to, a, any[rest]!, any[rest + 1]!, any[rest + 2] ?? a);
  }
}

/** `out` gains, in whole words, what is in `mask` and in any of the bitmaps. */
export function addMasked(out: Words, { from, to }: WordRange, mask: Words, any: readonly Words[]): void {
  for (let next = 0; next < any.length; next += 2) {
    const a = any[next]!;
    const b = any[next + 1] ?? a;
    let w = from;
    for (const end = to - 3; w < end; w += 4) {
      out[w] = out[w]! | (mask[w]! & (a[w]! | b[w]!));
      out[w + 1] = out[w + 1]! | (mask[w + 1]! & (a[w + 1]! | b[w + 1]!));
      out[w + 2] = out[w + 2]! | (mask[w + 2]! & (a[w + 2]! | b[w + 2]!));
      out[w + 3] = out[w + 3]! | (mask[w + 3]! & (a[w + 3]! | b[w + 3]!));
    }
    for (; w < to; w += 1) out[w] = out[w]! | (mask[w]! & (a[w]! | b[w]!));
  }
}

/** `out` loses, in whole words, what is in the other. */
export function subtract(out: Words, { from, to }: WordRange, other: Words): void {
  minus2(out, from, to, other, other);
}

function bitsIn(word: number): number {
  let v = (word - ((word >>> 1) & 0x55555555)) | 0;
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
  return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/**
 * How many bits are set. Eight words are added like columns of binary digits: `ones`, `twos` and `fours` carry what
 * is left over from turn to turn, and only the carries into the eights are counted bit by bit (Harley and Seal).
 */
export function countBits(words: Words, { from, to }: WordRange): number {
  let eights = 0;
  let ones = 0;
  let twos = 0;
  let fours = 0;
  let w = from;
  for (const end = to - 7; w < end; w += 8) {
    let a = words[w]!;
    let b = words[w + 1]!;
    let sum = ones ^ a;
    const twosA = (ones & a) | (sum & b);
    ones = sum ^ b;
    a = words[w + 2]!;
    b = words[w + 3]!;
    sum = ones ^ a;
    const twosB = (ones & a) | (sum & b);
    ones = sum ^ b;
    sum = twos ^ twosA;
    const foursA = (twos & twosA) | (sum & twosB);
    twos = sum ^ twosB;
    a = words[w + 4]!;
    b = words[w + 5]!;
    sum = ones ^ a;
    const twosC = (ones & a) | (sum & b);
    ones = sum ^ b;
    a = words[w + 6]!;
    b = words[w + 7]!;
    sum = ones ^ a;
    const twosD = (ones & a) | (sum & b);
    ones = sum ^ b;
    sum = twos ^ twosC;
    const foursB = (twos & twosC) | (sum & twosD);
    twos = sum ^ twosD;
    sum = fours ^ foursA;
    eights += bitsIn((fours & foursA) | (sum & foursB));
    fours = sum ^ foursB;
  }
  let count = 8 * eights + 4 * bitsIn(fours) + 2 * bitsIn(twos) + bitsIn(ones);
  for (; w < to; w += 1) count += bitsIn(words[w]!);
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
