import { setBit, type BitmapSpace, type Places, type Words } from './bitmap.js';
import { EMPTY_SET, type OrdinalSet } from './ordinal-sets.js';
import type { Steps } from './steps.js';

/** Determines how the postings of a code (a word or a filter value) are stored, by the number of its occurrences. */
export interface CodeForms {
  /** From this number on, in a bitmap. */
  bitmapFrom: number;
  /** Up to this number, in a list. A code may have both; if neither applies, it has a bitmap. */
  listUpTo: number;
}

/** The postings of each code and, on request, its places in their texts. All lists share their arrays. */
export class Occurrences {
  /** Start and end of each code's list. Both are equal for a code without a list. */
  readonly #starts: Uint32Array;
  readonly #ends: Uint32Array;
  readonly #isListed: Uint8Array;
  readonly #bitmaps: (Words | undefined)[];
  readonly #places: Uint32Array | null;
  readonly #ordinals: Uint32Array;
  /** Entries of the longest list. */
  readonly longest: number;

  /** `counts` has the number of occurrences by code. */
  constructor(
    space: BitmapSpace,
    counts: Uint32Array,
    { bitmapFrom, listUpTo }: CodeForms,
    hasPlaces = true,
  ) {
    this.#starts = new Uint32Array(counts.length);
    this.#isListed = Uint8Array.from(counts, (count) => (count <= listUpTo ? 1 : 0));
    this.#bitmaps = new Array<Words | undefined>(counts.length);
    let entries = 0;
    let longest = 0;
    counts.forEach((count, code) => {
      this.#starts[code] = entries;
      if (this.#isListed[code]) {
        entries += count;
        longest = Math.max(longest, count);
      }
      if (!this.#isListed[code] || count >= bitmapFrom) this.#bitmaps[code] = space.make();
    });
    this.longest = longest;
    this.#ends = this.#starts.slice();
    this.#places = hasPlaces ? space.makeList(entries) : null;
    this.#ordinals = space.makeList(entries);
  }

  /** Adds an occurrence. Places must ascend, and so must the ordinals of each code. Call `finish` after the last one. */
  add(code: number, place: number, ordinal: number): void {
    if (this.#isListed[code]) {
      const at = this.#ends[code]!++;
      if (this.#places !== null) this.#places[at] = place;
      this.#ordinals[at] = ordinal;
    } else {
      setBit(this.#bitmaps[code]!, ordinal);
    }
  }

  /** Fills the bitmaps of codes that also have a list, one after the other, because this uses the CPU cache well. */
  *finish(): Steps<void> {
    for (const [code, words] of this.#bitmaps.entries()) {
      if (!words || !this.#isListed[code]) continue;
      for (const ordinal of this.#listOf(code, this.#ordinals)) setBit(words, ordinal);
      yield;
    }
  }

  #listOf(code: number, lists: Uint32Array): Uint32Array {
    return lists.subarray(this.#starts[code], this.#ends[code]);
  }

  /** Returns the places of a code; null if it has no list, or if places were not requested. */
  places(code: number): Places | null {
    if (!this.#isListed[code] || this.#places === null) return null;
    return { places: this.#listOf(code, this.#places), ordinals: this.#listOf(code, this.#ordinals) };
  }

  /** Returns the postings with a code; none for an unknown code (-1). */
  set(code: number): OrdinalSet {
    const words = this.#bitmaps[code];
    if (words) return { words };
    return this.#isListed[code] ? { list: this.#listOf(code, this.#ordinals) } : EMPTY_SET;
  }
}
