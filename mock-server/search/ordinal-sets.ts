import { hasBit, setBit, type BitmapSpace, type Words } from './bitmap.js';

/**
 * The postings that have one value: a bitmap where they are many, an ascending list where they are few. A posting that
 * has a word twice may be twice in its list.
 */
export type OrdinalSet = { words: Words; list?: undefined } | { words?: undefined; list: Uint32Array };

export const EMPTY_SET: OrdinalSet = { list: new Uint32Array(0) };

/** Index in an ascending list of the first entry that is not below `value`, between two indexes. */
export function lowerBound(list: Uint32Array, value: number, low = 0, high = list.length): number {
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (list[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The same from index `from` on, for an entry that is probably near: steps double until they are past it. */
export function gallop(list: Uint32Array, value: number, from: number): number {
  let low = from;
  let high = from;
  for (let step = 1; high < list.length && list[high]! < value; step *= 2) {
    low = high + 1;
    high += step;
  }
  return lowerBound(list, value, low, Math.min(high, list.length));
}

export function holds(set: OrdinalSet, ordinal: number): boolean {
  if (set.words) return hasBit(set.words, ordinal);
  return set.list[lowerBound(set.list, ordinal)] === ordinal;
}

/** The entries of a list with `lo <= entry < hi`. */
export function slice(list: Uint32Array, lo: number, hi: number): Uint32Array {
  const start = lowerBound(list, lo);
  return list.subarray(start, lowerBound(list, hi, start));
}

/**
 * One set for each of many values, filled in ordinal order once the counts are known. All lists share one array, so
 * that a hundred thousand rare values cost no more than their entries.
 */
export class OrdinalSets {
  readonly #bitmaps: (Words | undefined)[];
  /** Where the list of a value starts and ends. */
  readonly #starts: Uint32Array;
  readonly #ends: Uint32Array;
  readonly #entries: Uint32Array;

  /** Values with `bitmapFrom` entries and more have a bitmap. */
  constructor(space: BitmapSpace, counts: Uint32Array, bitmapFrom: number) {
    this.#bitmaps = new Array<Words | undefined>(counts.length);
    this.#starts = new Uint32Array(counts.length);
    let entries = 0;
    counts.forEach((count, value) => {
      this.#starts[value] = entries;
      if (count >= bitmapFrom) this.#bitmaps[value] = space.make();
      else entries += count;
    });
    this.#ends = this.#starts.slice();
    this.#entries = new Uint32Array(entries);
  }

  /** Ordinals must come in ascending order, each at most once for a value. */
  add(value: number, ordinal: number): void {
    const bitmap = this.#bitmaps[value];
    if (bitmap) setBit(bitmap, ordinal);
    else this.#entries[this.#ends[value]!++] = ordinal;
  }

  /** The set of a value; an unknown value (-1) has none. */
  get(value: number): OrdinalSet {
    const words = this.#bitmaps[value];
    if (words) return { words };
    return { list: this.#entries.subarray(this.#starts[value] ?? 0, this.#ends[value] ?? 0) };
  }

  get bytes(): number {
    const bitmaps = this.#bitmaps.reduce((sum, words) => sum + (words?.byteLength ?? 0), 0);
    return bitmaps + this.#entries.byteLength + 2 * this.#starts.byteLength;
  }
}
