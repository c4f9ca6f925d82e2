import { hasBit, type Words } from './bitmap.js';

/** The postings of a value: a bitmap, or an ascending list. A list contains a posting as often as it has the word. */
export type OrdinalSet = { words: Words; list?: undefined } | { words?: undefined; list: Uint32Array };

export const EMPTY_SET: OrdinalSet = { list: new Uint32Array(0) };

/** Returns the index of the first entry of an ascending list that is at least `value`, searching in `[low, high)`. */
export function lowerBound(list: Uint32Array, value: number, low = 0, high = list.length): number {
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (list[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function holds(set: OrdinalSet, ordinal: number): boolean {
  if (set.words) return hasBit(set.words, ordinal);
  return set.list[lowerBound(set.list, ordinal)] === ordinal;
}

/** Returns the entries of a list with `lo <= entry < hi`. */
export function slice(list: Uint32Array, lo: number, hi: number): Uint32Array {
  const start = lowerBound(list, lo);
  return list.subarray(start, lowerBound(list, hi, start));
}
