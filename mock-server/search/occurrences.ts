import type { BitmapSpace, Places } from './bitmap.js';

/** Where in all texts each of many words stands; the lists of all words share their arrays. */
export class Occurrences {
  /** Where the list of a word starts and ends; one without a list has no entries. */
  readonly #starts: Uint32Array;
  readonly #ends: Uint32Array;
  readonly #isListed: Uint8Array;
  readonly #places: Uint32Array;
  readonly #ordinals: Uint32Array;

  /** Words that occur at most `listUpTo` times have a list. */
  constructor(space: BitmapSpace, counts: Uint32Array, listUpTo: number) {
    this.#starts = new Uint32Array(counts.length);
    this.#isListed = Uint8Array.from(counts, (count) => (count <= listUpTo ? 1 : 0));
    let entries = 0;
    counts.forEach((count, word) => {
      this.#starts[word] = entries;
      if (this.#isListed[word]) entries += count;
    });
    this.#ends = this.#starts.slice();
    this.#places = space.makeList(entries);
    this.#ordinals = space.makeList(entries);
  }

  /** Places must come in ascending order. */
  add(word: number, place: number, ordinal: number): void {
    if (!this.#isListed[word]) return;
    const at = this.#ends[word]!++;
    this.#places[at] = place;
    this.#ordinals[at] = ordinal;
  }

  /** Null for a word that occurs too often. */
  get(word: number): Places | null {
    if (!this.#isListed[word]) return null;
    const [start, end] = [this.#starts[word], this.#ends[word]];
    return { places: this.#places.subarray(start, end), ordinals: this.#ordinals.subarray(start, end) };
  }

  get bytes(): number {
    const { byteLength } = this.#starts;
    return this.#places.byteLength + this.#ordinals.byteLength + 2 * byteLength + this.#isListed.byteLength;
  }
}
