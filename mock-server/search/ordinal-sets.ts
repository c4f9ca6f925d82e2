import { hasBit, setBit, type BitmapSpace, type Words } from './bitmap.js';

/**
 * The postings that have one value: a bitmap where they are many, a sorted list where they are few, or both. For
 * words of a text, the list knows where in each text the word stands (see `Place`).
 */
export type OrdinalSet =
  | { size: number; words: Words; list?: Uint32Array | undefined; places?: Uint16Array | undefined }
  | { size: number; words?: undefined; list: Uint32Array; places?: Uint16Array | undefined };

/**
 * The place of the first occurrence of a word in a text, counted in words, with a flag where it occurs again.
 * A word that first occurs beyond the last place that can be told has `FAR`.
 */
export const AGAIN = 0x8000;
export const FAR = 0x7fff;

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

/** From how many postings on a value has a bitmap, and up to how many a list; at least one of the two holds. */
export interface Forms {
  bitmapFrom: number;
  listUpTo: number;
  /** Whether lists know places. */
  places: boolean;
}

/**
 * One set for each of many values, filled in ordinal order once the counts are known. All lists share one array,
 * so that a hundred thousand rare values cost no more than their entries.
 */
export class OrdinalSets {
  readonly #counts: Uint32Array;
  readonly #bitmaps: (Words | undefined)[];
  /** Where the list of a value starts and, while it is filled, where its next entry goes. No list: the same for good. */
  readonly #starts: Uint32Array;
  readonly #ends: Uint32Array;
  readonly #entries: Uint32Array;
  readonly #places: Uint16Array | null;
  readonly #listUpTo: number;

  constructor(space: BitmapSpace, counts: Uint32Array, { bitmapFrom, listUpTo, places }: Forms) {
    this.#counts = counts;
    this.#listUpTo = listUpTo;
    this.#bitmaps = new Array<Words | undefined>(counts.length);
    this.#starts = new Uint32Array(counts.length);
    let entries = 0;
    counts.forEach((count, value) => {
      this.#starts[value] = entries;
      if (count >= bitmapFrom) this.#bitmaps[value] = space.make();
      if (this.#hasList(value)) entries += count;
    });
    this.#ends = this.#starts.slice();
    this.#entries = new Uint32Array(entries);
    this.#places = places ? new Uint16Array(entries) : null;
  }

  #hasList(value: number): boolean {
    return this.#bitmaps[value] === undefined || this.#counts[value]! <= this.#listUpTo;
  }

  /** Ordinals must come in ascending order, each at most once for a value; `place` is that of the first occurrence. */
  add(value: number, ordinal: number, place: number): void {
    const bitmap = this.#bitmaps[value];
    if (bitmap) {
      setBit(bitmap, ordinal);
      if (this.#counts[value]! > this.#listUpTo) return;
    }
    const at = this.#ends[value]!++;
    this.#entries[at] = ordinal;
    if (this.#places) this.#places[at] = Math.min(place, FAR);
  }

  /** The value that was added last for its ordinal occurs there once more. */
  addAgain(value: number): void {
    if (this.#places && this.#hasList(value)) this.#places[this.#ends[value]! - 1]! |= AGAIN;
  }

  /** The set of a value; an unknown value (-1) has none. */
  get(value: number): OrdinalSet {
    const size = this.#counts[value];
    if (size === undefined) return EMPTY_SET;
    const words = this.#bitmaps[value];
    if (!this.#hasList(value)) return { size, words: words! };
    const [start, end] = [this.#starts[value], this.#ends[value]];
    return {
      size,
      words,
      list: this.#entries.subarray(start, end),
      places: this.#places?.subarray(start, end),
    } as OrdinalSet;
  }

  get bytes(): number {
    const bitmaps = this.#bitmaps.reduce((sum, words) => sum + (words?.byteLength ?? 0), 0);
    return bitmaps + this.#entries.byteLength + (this.#places?.byteLength ?? 0) + 3 * this.#counts.byteLength;
  }
}
