import { rangeOf, setBit, type BitmapSpace, type Words } from './bitmap.js';

/**
 * Removes duplicates: listings of one opening, with the same employer, title, city and state (reading `duplicate`). Only
 * the newest *matching* one stays, so the result depends on the query. Therefore each ordinal links to the next newer
 * listing of its opening, and a query follows the links from its matches.
 */
export class Duplicates {
  readonly #space: BitmapSpace;
  /** The next newer listing of the same opening, or -1. Newer means a smaller ordinal. */
  readonly #newer: Int32Array;
  /** Every listing that has a newer one. Only these can be removed. */
  readonly #followers: Words;
  /** The postings from `#newestFrom` on without duplicates. */
  readonly #newest: Words;
  #newestFrom = -1;

  /** `openings` has the number of each row's opening, from 0, or -1 if it is unknown. `rowOf` maps an ordinal to its row. */
  constructor(space: BitmapSpace, openings: Int32Array, rowOf: Uint32Array) {
    this.#space = space;
    this.#newer = space.make(rowOf.length).fill(-1);
    this.#followers = space.make();
    this.#newest = space.make();
    /** By opening, the oldest listing so far. */
    const oldest = new Int32Array(rowOf.length).fill(-1);
    rowOf.forEach((row, ordinal) => {
      const opening = openings[row]!;
      if (opening === -1) return;
      const newer = oldest[opening]!;
      oldest[opening] = ordinal;
      if (newer === -1) return;
      this.#newer[ordinal] = newer;
      setBit(this.#followers, ordinal);
    });
  }

  /** Clears all but the newest match of every opening. `matches` must have no members outside `[lo, hi)` in its words. */
  remove(matches: Words, lo: number, hi: number): void {
    this.#space.thin(matches, this.#followers, this.#newer, lo, rangeOf(lo, hi));
  }

  /** Does the same if all of `[lo, hi)` match. Only `lo` determines which have a newer match, and most searches have the same. */
  removeFromAll(matches: Words, lo: number, hi: number): void {
    const size = this.#newer.length;
    if (this.#newestFrom !== lo) {
      this.#space.intersect(this.#newest, lo, size, []);
      this.remove(this.#newest, lo, size);
      this.#newestFrom = lo;
    }
    this.#space.intersect(matches, lo, hi, [this.#newest]);
  }
}
