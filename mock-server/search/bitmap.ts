import { loops } from './generated/bitmap-loops.js';

/**
 * Bitmaps over ordinals: bit `o & 31` of word `o >>> 5` is ordinal `o`.
 *
 * Their loops are in `bitmap.wat`. They are WebAssembly because it has instructions for 128 bits: the same loops in JavaScript
 * take ten times as long. A bitmap library would be slower, since it combines two bitmaps at a time into a third. Its compressed
 * containers would not help, because values that are too rare for a bitmap are lists of ordinals here.
 *
 * Words are signed 32-bit integers, but never used as numbers.
 */
export type Words = Int32Array;

export function setBit(words: Words, ordinal: number): void {
  words[ordinal >>> 5]! |= 1 << (ordinal & 31);
}

export function clearBit(words: Words, ordinal: number): void {
  words[ordinal >>> 5]! &= ~(1 << (ordinal & 31));
}

export function hasBit(words: Words, ordinal: number): boolean {
  return (words[ordinal >>> 5]! & (1 << (ordinal & 31))) !== 0;
}

/** A half-open range of words. The loops process four words at a time, so both ends are multiples of four. */
export interface WordRange {
  from: number;
  to: number;
}

/** Returns the range of words that contains the ordinals `[lo, hi)`. */
export function rangeOf(lo: number, hi: number): WordRange {
  return { from: (lo >>> 7) << 2, to: ((hi + 127) >>> 7) << 2 };
}

/** Ascending places, and the ordinal of each. */
export interface Places {
  places: Uint32Array;
  ordinals: Uint32Array;
}

/** The exports of `bitmap.wat`, which defines their parameters. Addresses and sizes are in bytes. */
type Loop = (...addresses: number[]) => number;
type Loops = Record<'and' | 'or' | 'minus' | 'count' | 'seek' | 'thin' | 'follow', Loop>;

/** The part of the global `WebAssembly` that is used here; Node's types do not declare it. */
interface WebAssemblyApi {
  Module: new (bytes: Uint8Array) => object;
  Memory: new (size: { initial: number; maximum: number; shared: true }) => {
    readonly buffer: SharedArrayBuffer;
    grow(pages: number): number;
  };
  Instance: new (program: object, imports: object) => { exports: unknown };
}

const { Module, Memory, Instance } = (globalThis as unknown as { WebAssembly: WebAssemblyApi }).WebAssembly;

const program = new Module(Buffer.from(loops, 'base64'));

const TURN_BYTES = 16;
const PAGE_BYTES = 65_536;
/** Four gigabytes, reserved but not allocated. */
const MOST_PAGES = 65_536;

/** Thrown if a space has no memory for another bitmap or list. Existing ones stay valid. */
export class SpaceFull extends Error {
  override name = 'SpaceFull';
}

/** Makes and combines the bitmaps and lists of one index. Bitmaps of different spaces cannot be combined. */
export class BitmapSpace {
  readonly #wordsEach: number;
  /** Shared memory, because views of it stay valid when it grows. */
  readonly #memory = new Memory({ initial: 0, maximum: MOST_PAGES, shared: true });
  readonly #loops = new Instance(program, { engine: { memory: this.#memory } }).exports as Loops;
  readonly #mostBytes: number;
  #used = 0;

  /** Makes a space for ordinals below `size`. */
  constructor(size: number, mostBytes = MOST_PAGES * PAGE_BYTES) {
    this.#wordsEach = rangeOf(0, size).to;
    this.#mostBytes = mostBytes;
  }

  /** Bytes of all bitmaps and lists. They are freed only with the space. */
  get bytes(): number {
    return this.#used;
  }

  /** Returns a new empty bitmap or, with a length, that many zeros. Throws SpaceFull. */
  make(length = this.#wordsEach): Int32Array {
    const start = this.#take(4 * length);
    return new Int32Array(this.#memory.buffer, start, length);
  }

  /** Returns a new list of zeros. Throws SpaceFull. */
  makeList(length: number): Uint32Array {
    const start = this.#take(4 * length);
    return new Uint32Array(this.#memory.buffer, start, length);
  }

  /** Allocates bytes; returns their address. Throws SpaceFull. */
  #take(bytes: number): number {
    const start = this.#used;
    const end = start + Math.ceil(bytes / TURN_BYTES) * TURN_BYTES;
    if (end > this.#mostBytes) throw new SpaceFull(`The index may hold ${this.#mostBytes} bytes.`);
    const missing = end - this.#memory.buffer.byteLength;
    try {
      if (missing > 0) this.#memory.grow(Math.ceil(missing / PAGE_BYTES));
    } catch (error) {
      throw new SpaceFull('The machine has no memory for another bitmap.', { cause: error });
    }
    this.#used = end;
    return start;
  }

  /**
   * Sets `out` to the intersection of `all` for the ordinals `[lo, hi)`, and clears its other ordinals in `rangeOf(lo, hi)`.
   * Does not change it beyond that range. `all` may contain `out`.
   */
  intersect(out: Words, lo: number, hi: number, all: readonly Words[]): void {
    const range = rangeOf(lo, hi);
    const { from, to } = range;
    if (all.length === 0) out.fill(-1, from, to);
    this.#combine(this.#loops.and, out, range, all);
    out.fill(0, from, lo >>> 5);
    out[lo >>> 5]! &= -1 << (lo & 31);
    if ((hi & 31) !== 0) out[hi >>> 5]! &= ~(-1 << (hi & 31));
    out.fill(0, (hi + 31) >>> 5, to);
  }

  /** Sets `out` to the union of the bitmaps. Only the first of them may be `out`. */
  unite(out: Words, range: WordRange, any: readonly Words[]): void {
    if (any.length === 0) out.fill(0, range.from, range.to);
    this.#combine(this.#loops.or, out, range, any);
  }

  /** Combines three bitmaps in each step. If fewer are left for the last step, it repeats one. */
  #combine(loop: Loop, out: Words, { from, to }: WordRange, bitmaps: readonly Words[]): void {
    for (let next = 0; next < bitmaps.length; next += next === 0 ? 3 : 2) {
      const a = next === 0 ? bitmaps[0]! : out;
      const b = bitmaps[next === 0 ? 1 : next] ?? a;
      const c = bitmaps[next === 0 ? 2 : next + 1] ?? b;
      loop(out.byteOffset, a.byteOffset, b.byteOffset, c.byteOffset, 4 * from, 4 * to);
    }
  }

  /** Removes the members of `other` from `out`. */
  subtract(out: Words, { from, to }: WordRange, other: Words): void {
    this.#loops.minus(out.byteOffset, other.byteOffset, 4 * from, 4 * to);
  }

  /** Counts the members in a range. */
  count(words: Words, { from, to }: WordRange): number {
    return this.#loops.count(words.byteOffset, 4 * from, 4 * to);
  }

  /**
   * Removes from `matches` each follower whose group has an earlier match in the range. `leaders` has the first ordinal of a
   * follower's group. Overwrites the bitmaps `seen` and `list`.
   */
  thin(
    matches: Words,
    followers: Words,
    leaders: Int32Array,
    { from, to }: WordRange,
    seen: Words,
    list: Words,
  ): void {
    const addresses = [matches, followers, leaders, seen, list].map(({ byteOffset }) => byteOffset);
    this.#loops.thin(...addresses, 4 * from, 4 * to);
  }

  /**
   * Writes to `out` each place of `a` for which `place + distance` is in `places`, and returns their number.
   * `out` may be `a`. The time depends only on the lengths of both lists.
   */
  follow(a: Places, { places }: Places, distance: number, out: Places): number {
    // Skip places that a negative distance would move below 0.
    let first = 0;
    while (a.places[first]! < -distance) first += 1;
    const { byteOffset, byteLength } = a.places;
    const [from, other, to] = [byteOffset + 4 * first, places.byteOffset, out.places.byteOffset];
    const end = this.#loops.follow(
      from,
      byteOffset + byteLength,
      a.ordinals.byteOffset - byteOffset,
      other,
      other + places.byteLength,
      distance,
      to,
      out.ordinals.byteOffset - to,
    );
    return (end - to) / 4;
  }

  /** Returns the first member at or after `ordinal`, and before the word `to`; -1 if there is none. */
  next(words: Words, ordinal: number, to: number): number {
    let w = ordinal >>> 5;
    if (w >= to) return -1;
    let word = words[w]! & (-1 << (ordinal & 31));
    while (word === 0) {
      w += 1;
      if ((w & 3) === 0) w = this.#loops.seek(words.byteOffset, 4 * w, 4 * to) / 4;
      if (w >= to) return -1;
      word = words[w]!;
    }
    return (w << 5) + 31 - Math.clz32(word & -word);
  }
}
