import { hasBit, setBit, wordsFor, type WordRange, type Words } from './bitmap.js';
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
  removeFromBitmap(matches: Words, { from, to }: WordRange): void {
    const followers = this.#followers;
    // Oldest first: whatever is asked about a newer listing, its bit has not been touched yet.
    let w = to - 1;
    for (const end = from + 3; w >= end; w -= 4) {
      const any =
        (matches[w]! & followers[w]!) |
        (matches[w - 1]! & followers[w - 1]!) |
        (matches[w - 2]! & followers[w - 2]!) |
        (matches[w - 3]! & followers[w - 3]!);
      if (any !== 0) for (let each = w; each > w - 4; each -= 1) this.#removeFromWord(matches, each, from);
    }
    for (; w >= from; w -= 1) this.#removeFromWord(matches, w, from);
  }

  #removeFromWord(matches: Words, w: number, from: number): void {
    const newer = this.#newer;
    const lowest = from << 5;
    let candidates = matches[w]! & this.#followers[w]!;
    while (candidates !== 0) {
      const bit = 31 - Math.clz32(candidates);
      candidates &= ~(1 << bit);
      let other = newer[(w << 5) + bit]!;
      while (other >= lowest && !hasBit(matches, other)) other = newer[other]!;
      if (other >= lowest) matches[w]! &= ~(1 << bit);
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
