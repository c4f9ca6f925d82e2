import { setBit, type BitmapSpace, type Places, type Words } from './bitmap.js';
import { EMPTY_SET, type OrdinalSet } from './ordinal-sets.js';
import type { Steps } from './steps.js';

/** How a word is kept, by how often it occurs. */
export interface WordForms {
  /** From here on, a bitmap says which postings have it. */
  bitmapFrom: number;
  /** Up to here, a list says where it stands; what has neither by these two has a bitmap. */
  listUpTo: number;
}

/** Where in all texts each of many words stands, and so which postings have it; all lists share their arrays. */
export class Occurrences {
  /** Where the list of a word starts and ends; one without a list has no entries. */
  readonly #starts: Uint32Array;
  readonly #ends: Uint32Array;
  readonly #isListed: Uint8Array;
  readonly #bitmaps: (Words | undefined)[];
  readonly #places: Uint32Array;
  readonly #ordinals: Uint32Array;
  /** Entries of the longest list. */
  readonly longest: number;

  /** `counts` says how often each word occurs. */
  constructor(space: BitmapSpace, counts: Uint32Array, { bitmapFrom, listUpTo }: WordForms) {
    this.#starts = new Uint32Array(counts.length);
    this.#isListed = Uint8Array.from(counts, (count) => (count <= listUpTo ? 1 : 0));
    this.#bitmaps = new Array<Words | undefined>(counts.length);
    let entries = 0;
    let longest = 0;
    counts.forEach((count, word) => {
      this.#starts[word] = entries;
      if (this.#isListed[word]) {
        entries += count;
        longest = Math.max(longest, count);
      }
      if (!this.#isListed[word] || count >= bitmapFrom) this.#bitmaps[word] = space.make();
    });
    this.longest = longest;
    this.#ends = this.#starts.slice();
    this.#places = space.makeList(entries);
    this.#ordinals = space.makeList(entries);
  }

  /** Places must come in ascending order; after the last comes `finish`. */
  add(word: number, place: number, ordinal: number): void {
    if (this.#isListed[word]) {
      const at = this.#ends[word]!++;
      this.#places[at] = place;
      this.#ordinals[at] = ordinal;
    } else {
      setBit(this.#bitmaps[word]!, ordinal);
    }
  }

  /** Fills the bitmaps of words that have a list too: one after the other, which uses the cache well. */
  *finish(): Steps<void> {
    for (const [word, words] of this.#bitmaps.entries()) {
      const places = words && this.places(word);
      if (!places) continue;
      for (const ordinal of places.ordinals) setBit(words, ordinal);
      yield;
    }
  }

  /** Null for a word that occurs too often. */
  places(word: number): Places | null {
    if (!this.#isListed[word]) return null;
    const [start, end] = [this.#starts[word], this.#ends[word]];
    return { places: this.#places.subarray(start, end), ordinals: this.#ordinals.subarray(start, end) };
  }

  /** The postings with a word; none for an unknown word (-1). */
  set(word: number): OrdinalSet {
    const words = this.#bitmaps[word];
    if (words) return { words };
    const places = this.places(word);
    return places ? { list: places.ordinals } : EMPTY_SET;
  }

  get bytes(): number {
    const bitmaps = this.#bitmaps.reduce((sum, words) => sum + (words?.byteLength ?? 0), 0);
    const lists = this.#places.byteLength + this.#ordinals.byteLength;
    return bitmaps + lists + 2 * this.#starts.byteLength + this.#isListed.byteLength;
  }
}
