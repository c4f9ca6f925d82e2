import { setBit, type BitmapSpace, type Places, type Words } from './bitmap.js';
import type { OrdinalSet } from './ordinal-sets.js';
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
  /** Start of each code's list, which is the end of the previous list. It is empty for a code without a list. */
  readonly #starts: Uint32Array;
  /** End of each code's list so far: the place of its next occurrence. */
  readonly #ends: Uint32Array;
  readonly #bitmaps: (Words | undefined)[];
  readonly #places: Uint32Array | null;
  readonly #ordinals: Uint32Array;
  /** Entries of the longest list. */
  readonly longest: number;

  /** `counts` has the number of occurrences by code; every code occurs. */
  constructor(
    space: BitmapSpace,
    counts: readonly number[],
    { bitmapFrom, listUpTo }: CodeForms,
    hasPlaces: boolean,
  ) {
    this.#starts = new Uint32Array(counts.length + 1);
    this.#bitmaps = new Array<Words | undefined>(counts.length);
    let longest = 0;
    counts.forEach((count, code) => {
      const listed = count <= listUpTo ? count : 0;
      this.#starts[code + 1] = this.#starts[code]! + listed;
      longest = Math.max(longest, listed);
      if (listed === 0 || count >= bitmapFrom) this.#bitmaps[code] = space.make();
    });
    this.longest = longest;
    this.#ends = this.#starts.slice();
    const entries = this.#starts.at(-1)!;
    this.#places = hasPlaces ? space.makeList(entries) : null;
    this.#ordinals = space.makeList(entries);
  }

  /** Adds the codes of the next posting. The first one is at `place`. Call `finish` after the last posting. */
  add(ordinal: number, codes: Uint16Array | Uint32Array, place: number): void {
    for (let i = 0; i < codes.length; i += 1) {
      const code = codes[i]!;
      if (this.#isListed(code)) {
        const at = this.#ends[code]!++;
        if (this.#places !== null) this.#places[at] = place + i;
        this.#ordinals[at] = ordinal;
      } else {
        setBit(this.#bitmaps[code]!, ordinal);
      }
    }
  }

  /** Fills the bitmaps of codes that also have a list, one after the other, because this uses the CPU cache well. */
  *finish(): Steps<void> {
    for (const [code, words] of this.#bitmaps.entries()) {
      if (!words || !this.#isListed(code)) continue;
      for (const ordinal of this.#listOf(code, this.#ordinals)) setBit(words, ordinal);
      yield;
    }
  }

  #isListed(code: number): boolean {
    return this.#starts[code] !== this.#starts[code + 1];
  }

  #listOf(code: number, lists: Uint32Array): Uint32Array {
    return lists.subarray(this.#starts[code], this.#starts[code + 1]);
  }

  /** Returns the places of a code; null if it has no list, or if places were not requested. */
  places(code: number): Places | null {
    if (!this.#isListed(code) || this.#places === null) return null;
    return { places: this.#listOf(code, this.#places), ordinals: this.#listOf(code, this.#ordinals) };
  }

  set(code: number): OrdinalSet {
    const words = this.#bitmaps[code];
    return words ? { words } : { list: this.#listOf(code, this.#ordinals) };
  }
}
