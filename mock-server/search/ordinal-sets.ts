import { hasBit, type Words } from './bitmap.js';

/** The postings of one value: a bitmap, or an ascending list of few. A list may name a posting twice that has a word twice. */
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
