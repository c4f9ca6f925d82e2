import { clearBit, hasBit, setBit, wordsFor, type WordRange, type Words } from './bitmap.js';
import { lowerBound } from './ordinal-sets.js';

/**
 * Listings of one opening: same employer, title, city and state (reading `duplicate`). Which of them goes depends
 * on the query, since the newest *matching* one stays; so each ordinal only knows the next newer listing of its
 * opening, and a query follows these links from its own matches.
 */
export class Duplicates {
  /** The next newer listing of the same opening, or -1. Newer means a smaller ordinal. */
  readonly #newer: Int32Array;
  /** Every listing that has a newer one: the only candidates for removal. */
  readonly #followers: Words;

  /**
   * `openings` has four numbers for each row: employer, title, city and state, with 0 for null. Without employer
   * or title there is no telling what is the same opening; `rowOf` gives the row of an ordinal.
   */
  constructor(openings: Uint32Array, rowOf: Uint32Array) {
    const size = rowOf.length;
    this.#newer = new Int32Array(size).fill(-1);
    this.#followers = new Int32Array(wordsFor(size));
    let capacity = 16;
    while (capacity < 2 * size) capacity *= 2;
    // Open addressing by opening; a place holds the oldest of its listings so far, plus one.
    const table = new Uint32Array(capacity);
    for (let ordinal = 0; ordinal < size; ordinal += 1) {
      const mine = 4 * rowOf[ordinal]!;
      if (openings[mine] === 0 || openings[mine + 1] === 0) continue;
      let at = hashOf(openings, mine) & (capacity - 1);
      for (let entry = table[at]!; entry !== 0; entry = table[at]!) {
        if (sameOpening(openings, mine, 4 * rowOf[entry - 1]!)) {
          this.#newer[ordinal] = entry - 1;
          setBit(this.#followers, ordinal);
          break;
        }
        at = (at + 1) & (capacity - 1);
      }
      table[at] = ordinal + 1;
    }
  }

  /** Clears all but the newest match of every opening. */
  removeFromBitmap(matches: Words, range: WordRange): void {
    // Oldest first: whatever is asked about a newer listing, its bit has not been touched yet.
    const lowest = range.from << 5;
    for (let w = range.to - 1; w >= range.from; w -= 1) {
      let word = matches[w]! & this.#followers[w]!;
      while (word !== 0) {
        const bit = 31 - Math.clz32(word);
        word &= ~(1 << bit);
        const ordinal = (w << 5) + bit;
        let newer = this.#newer[ordinal]!;
        while (newer >= lowest && !hasBit(matches, newer)) newer = this.#newer[newer]!;
        if (newer >= lowest) clearBit(matches, ordinal);
      }
    }
  }

  /** The same for a sorted list, in place; returns the length that remains. */
  removeFromList(matches: Uint32Array): number {
    const first = matches[0] ?? 0;
    let kept = 0;
    const doomed = new Set<number>();
    for (const ordinal of matches) {
      let newer = this.#newer[ordinal]!;
      while (newer >= first && matches[lowerBound(matches, newer)] !== newer) newer = this.#newer[newer]!;
      if (newer >= first) doomed.add(ordinal);
    }
    for (const ordinal of matches) if (!doomed.has(ordinal)) matches[kept++] = ordinal;
    return kept;
  }

  get bytes(): number {
    return this.#newer.byteLength + this.#followers.byteLength;
  }
}

function sameOpening(openings: Uint32Array, a: number, b: number): boolean {
  return (
    openings[a] === openings[b] &&
    openings[a + 1] === openings[b + 1] &&
    openings[a + 2] === openings[b + 2] &&
    openings[a + 3] === openings[b + 3]
  );
}

function hashOf(openings: Uint32Array, at: number): number {
  let hash = 0;
  for (let i = at; i < at + 4; i += 1) hash = Math.imul(hash ^ openings[i]!, 0x9e3779b1) ^ (hash >>> 15);
  return hash ^ (hash >>> 16);
}
