import { loops } from './generated/bitmap-loops.js';

/**
 * Bitmaps over ordinals: bit `o & 31` of word `o >>> 5` is ordinal `o`.
 *
 * `bitmap.wat` has the loops over them. A bitmap library would combine two bitmaps at a time into a third. Its compressed
 * containers would not help, since values that are too rare for a bitmap are lists of ordinals here. The loops are
 * WebAssembly because it has instructions for 128 bits: the same loops in JavaScript take ten times as long.
 *
 * Words are signed 32-bit numbers; the code never reads a word as a quantity.
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

/** Ordinals of the bits set in a range, in ascending order. A bit may be cleared once it was given. */
export function* membersOf(words: Words, { from, to }: WordRange): Generator<number, undefined, undefined> {
  for (let w = from; w < to; w += 1) {
    for (let word = words[w]!; word !== 0; word &= word - 1) yield (w << 5) + 31 - Math.clz32(word & -word);
  }
}

/** A half-open range of words. The loops take whole turns of four words, so both ends are multiples of four. */
export interface WordRange {
  from: number;
  to: number;
}

/** The words that the ordinals `[lo, hi)` lie in. */
export function rangeOf(lo: number, hi: number): WordRange {
  return { from: (lo >>> 7) << 2, to: ((hi + 127) >>> 7) << 2 };
}

/** Ascending places, and the ordinal that each belongs to. */
export interface Places {
  places: Uint32Array;
  ordinals: Uint32Array;
}

/** The exports of `bitmap.wat`, which names their parameters. Addresses and sizes are in bytes. */
type Loop = (...addresses: number[]) => number;
type Loops = Record<'and' | 'or' | 'minus' | 'addMasked' | 'count' | 'seek' | 'thin' | 'follow', Loop>;

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

/** A space has no room for another bitmap or list. The others stay valid. */
export class SpaceFull extends Error {
  override name = 'SpaceFull';
}

/** Makes and combines the bitmaps and lists of one index; those of different spaces cannot be combined. */
export class BitmapSpace {
  readonly #bytesEach: number;
  /** Shared memory, because views of it stay valid when it grows. */
  readonly #memory = new Memory({ initial: 0, maximum: MOST_PAGES, shared: true });
  readonly #loops = new Instance(program, { engine: { memory: this.#memory } }).exports as Loops;
  readonly #mostBytes: number;
  #used = 0;

  /** For ordinals below `size`. */
  constructor(size: number, mostBytes = MOST_PAGES * PAGE_BYTES) {
    this.#bytesEach = 4 * rangeOf(0, size).to;
    this.#mostBytes = mostBytes;
  }

  /** Bytes of all bitmaps and lists, which last as long as the space. */
  get bytes(): number {
    return this.#used;
  }

  /** A new bitmap without members. */
  make(): Words {
    const start = this.#take(this.#bytesEach);
    return new Int32Array(this.#memory.buffer, start, this.#bytesEach / 4);
  }

  /** A new list of zeros. */
  makeList(length: number): Uint32Array {
    const start = this.#take(4 * length);
    return new Uint32Array(this.#memory.buffer, start, length);
  }

  /** Links of so many ordinals, all empty at first. */
  makeLinks(length: number): Int32Array {
    const start = this.#take(4 * length);
    return new Int32Array(this.#memory.buffer, start, length).fill(-1);
  }

  /** Allocates bytes; returns their address. Throws SpaceFull. */
  #take(bytes: number): number {
    const start = this.#used;
    const end = start + Math.ceil(bytes / TURN_BYTES) * TURN_BYTES;
    if (end > this.#mostBytes) throw new SpaceFull(`The index may hold ${this.#mostBytes} bytes.`);
    const missing = end - this.#memory.buffer.byteLength;
    if (missing > 0) this.#grow(Math.ceil(missing / PAGE_BYTES));
    this.#used = end;
    return start;
  }

  #grow(pages: number): void {
    try {
      this.#memory.grow(pages);
    } catch (error) {
      throw new SpaceFull('The machine has no memory for another bitmap.', { cause: error });
    }
  }

  /**
   * `out` becomes, within the ordinals `[lo, hi)`, what is in every bitmap of `all`, and empty in what else
   * `rangeOf(lo, hi)` covers; it keeps what it had beyond that. `out` may be in `all`.
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

  /** `out` becomes what is in any of the bitmaps. `out` is none of them. */
  unite(out: Words, range: WordRange, any: readonly Words[]): void {
    if (any.length === 0) out.fill(0, range.from, range.to);
    this.#combine(this.#loops.or, out, range, any);
  }

  /** Three bitmaps in each step; if the last step has fewer, it takes one twice. */
  #combine(loop: Loop, out: Words, { from, to }: WordRange, bitmaps: readonly Words[]): void {
    for (let next = 0; next < bitmaps.length; next += next === 0 ? 3 : 2) {
      const a = next === 0 ? bitmaps[0]! : out;
      const b = bitmaps[next === 0 ? 1 : next] ?? a;
      const c = bitmaps[next === 0 ? 2 : next + 1] ?? b;
      loop(out.byteOffset, a.byteOffset, b.byteOffset, c.byteOffset, 4 * from, 4 * to);
    }
  }

  /** `out` gains what is in `mask` and in any of the bitmaps. */
  addMasked(out: Words, { from, to }: WordRange, mask: Words, any: readonly Words[]): void {
    for (const each of any)
      this.#loops.addMasked(out.byteOffset, mask.byteOffset, each.byteOffset, 4 * from, 4 * to);
  }

  /** `out` loses what is in the other. */
  subtract(out: Words, { from, to }: WordRange, other: Words): void {
    this.#loops.minus(out.byteOffset, other.byteOffset, 4 * from, 4 * to);
  }

  /** How many members lie in the range. */
  count(words: Words, { from, to }: WordRange): number {
    return this.#loops.count(words.byteOffset, 4 * from, 4 * to);
  }

  /**
   * `matches` loses those of the candidates from which a chain of links leads to a member of `before` that is not
   * below `lo`. A link is a lower ordinal, or -1.
   */
  thin(
    matches: Words,
    before: Words,
    candidates: Words,
    links: Int32Array,
    lo: number,
    { from, to }: WordRange,
  ): void {
    const [m, b, c, l] = [matches.byteOffset, before.byteOffset, candidates.byteOffset, links.byteOffset];
    this.#loops.thin(m, b, c, l, lo, 4 * from, 4 * to);
  }

  /**
   * Writes to `out` each place of `a` for which `place + distance` is in `places`, and returns how many these are.
   * `out` may be `a`. Walks through both lists, at the same speed whatever is in them.
   */
  follow(a: Places, { places }: Places, distance: number, out: Places): number {
    // No place is below 0.
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

  /** The first member at `ordinal` or after it, before the word `to`, or -1. */
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
