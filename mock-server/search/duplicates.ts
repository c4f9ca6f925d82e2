import { rangeOf, setBit, type BitmapSpace, type Words } from './bitmap.js';
import type { Scratch } from './scratch.js';

/**
 * Removes duplicates: listings of one opening, with the same employer, title, city and state (reading `duplicate`). Only
 * the newest *matching* one stays, so the result depends on the query. Newer means a smaller ordinal.
 */
export class Duplicates {
  readonly #space: BitmapSpace;
  /** Every listing that has a newer one of the same opening. Only these can be removed. */
  readonly #followers: Words;
  /** For each of them, the newest listing of its opening. */
  readonly #leaders: Int32Array;
  /** The postings from `#newestFrom` on without duplicates. */
  readonly #newest: Words;
  #newestFrom = -1;

  /** `openings` has the number of each row's opening, from 0, or -1 if it is unknown. `rowOf` maps an ordinal to its row. */
  constructor(space: BitmapSpace, openings: Int32Array, rowOf: Uint32Array) {
    this.#space = space;
    this.#followers = space.make();
    this.#leaders = space.make(rowOf.length);
    this.#newest = space.make();
    const leaderOf = new Array<number>(rowOf.length);
    rowOf.forEach((row, ordinal) => {
      const opening = openings[row]!;
      if (opening === -1) return;
      const leader = (leaderOf[opening] ??= ordinal);
      if (leader === ordinal) return;
      this.#leaders[ordinal] = leader;
      setBit(this.#followers, ordinal);
    });
  }

  /** Clears all but the newest match of every opening. `matches` must have no members outside `[lo, hi)` in its words. */
  remove(matches: Words, lo: number, hi: number, scratch: Scratch): void {
    const [seen, list] = [scratch.take(), scratch.take()];
    this.#space.thin(matches, this.#followers, this.#leaders, rangeOf(lo, hi), seen, list);
  }

  /** Does the same if all of `[lo, hi)` match. Only `lo` determines which have a newer match, and most searches have the same. */
  removeFromAll(matches: Words, lo: number, hi: number, scratch: Scratch): void {
    const size = this.#leaders.length;
    if (this.#newestFrom !== lo) {
      this.#space.intersect(this.#newest, lo, size, []);
      this.remove(this.#newest, lo, size, scratch);
      this.#newestFrom = lo;
    }
    this.#space.intersect(matches, lo, hi, [this.#newest]);
  }
}
