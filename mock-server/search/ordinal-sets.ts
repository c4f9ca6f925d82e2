import { hasBit, setBit, wordsFor, type Words } from './bitmap.js';

/** The postings that have one value: a bitmap where they are many, a sorted list where they are few. */
export type OrdinalSet =
  { size: number; words: Words; list?: undefined } | { size: number; list: Uint32Array; words?: undefined };

export const EMPTY_SET: OrdinalSet = { size: 0, list: new Uint32Array(0) };

/** Index in a sorted list of the first entry that is not below `ordinal`. */
export function lowerBound(list: Uint32Array, ordinal: number, length = list.length): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (list[middle]! < ordinal) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function holds(set: OrdinalSet, ordinal: number): boolean {
  if (set.words) return hasBit(set.words, ordinal);
  return set.list[lowerBound(set.list, ordinal)] === ordinal;
}

/** The members of a list with `lo <= ordinal < hi`. */
export function slice(list: Uint32Array, lo: number, hi: number): Uint32Array {
  const start = lowerBound(list, lo);
  return list.subarray(start, lowerBound(list, hi));
}

/**
 * One set for each of many values, filled in ordinal order once the counts are known. All lists share one array,
 * so that a hundred thousand rare values cost no more than their entries.
 */
export class OrdinalSets {
  readonly #counts: Uint32Array;
  readonly #bitmaps: (Words | undefined)[];
  /** Where the list of a value starts and, while it is filled, where its next entry goes. */
  readonly #starts: Uint32Array;
  readonly #ends: Uint32Array;
  readonly #entries: Uint32Array;

  /** `bitmapFrom`: with at least this many postings a value gets a bitmap. */
  constructor(postings: number, counts: Uint32Array, bitmapFrom: number) {
    this.#counts = counts;
    this.#bitmaps = new Array<Words | undefined>(counts.length);
    this.#starts = new Uint32Array(counts.length);
    let entries = 0;
    counts.forEach((count, value) => {
      this.#starts[value] = entries;
      if (count >= bitmapFrom) this.#bitmaps[value] = new Int32Array(wordsFor(postings));
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
    const size = this.#counts[value];
    if (size === undefined) return EMPTY_SET;
    const words = this.#bitmaps[value];
    if (words) return { size, words };
    return { size, list: this.#entries.subarray(this.#starts[value], this.#ends[value]) };
  }

  get bytes(): number {
    const bitmaps = this.#bitmaps.reduce((sum, words) => sum + (words?.byteLength ?? 0), 0);
    return bitmaps + this.#entries.byteLength + 3 * this.#counts.byteLength;
  }
}
