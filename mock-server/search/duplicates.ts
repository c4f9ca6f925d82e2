import { hasBit, rangeOf, setBit, type BitmapSpace, type Words } from './bitmap.js';

/**
 * Which differences between listings of one opening a query can detect. This determines how its duplicates are found.
 * - `nothing`: none, since it has only dates. All listings in its range match.
 * - `alike`: none between listings that are alike. It has no job boards and, unless alike listings have the same
 *   description, no words of descriptions.
 * - `differences`: any. It may match one of two listings and not the other.
 */
export type Sight = 'nothing' | 'alike' | 'differences';

/**
 * Removes duplicates: listings of one opening, with the same employer, title, city and state (reading `duplicate`). Only
 * the newest *matching* one stays, so the result depends on the query. Therefore each ordinal links to the next newer
 * listing of its opening, and a query follows the links from its matches. Because this is slow for hundreds of thousands
 * of matches, listings that the query cannot distinguish from a newer one (most of them) are cleared with bitmaps first.
 */
export class Duplicates {
  readonly #space: BitmapSpace;
  /** The next newer listing of the same opening, or -1. Newer means a smaller ordinal. */
  readonly #newer: Int32Array;
  /** Every listing that has a newer one. Only these can be removed. */
  readonly #all: Followers;
  /** Listings that are like a newer listing. */
  readonly #alike: Followers;
  /** The matches of the current search before removals. */
  readonly #before: Words;
  /** Whether listings that are alike have the same description, too. */
  readonly alikeInText: boolean;

  /**
   * `openings` has four numbers for each row: employer, title, city and state, with 0 for null. The opening is unknown
   * without employer or title. `rowOf` maps an ordinal to its row. `areAlike` tests whether two rows have the same filter
   * values except boards and, with `alikeInText`, the same description.
   */
  constructor(
    space: BitmapSpace,
    openings: Uint32Array,
    rowOf: Uint32Array,
    areAlike: (rowA: number, rowB: number) => boolean,
    alikeInText: boolean,
  ) {
    const size = rowOf.length;
    this.alikeInText = alikeInText;
    this.#newer = space.makeLinks(size);
    this.#space = space;
    this.#before = space.make();
    this.#all = new Followers(space, size);
    this.#alike = new Followers(space, size);
    let capacity = 16;
    while (capacity < 2 * size) capacity *= 2;
    // A hash table by opening, with open addressing. An entry is the oldest listing so far, plus one.
    const table = new Uint32Array(capacity);
    for (let ordinal = 0; ordinal < size; ordinal += 1) {
      const mine = 4 * rowOf[ordinal]!;
      if (openings[mine] === 0 || openings[mine + 1] === 0) continue;
      let at = hashOf(openings, mine) & (capacity - 1);
      for (let entry = table[at]!; entry !== 0; entry = table[at]!) {
        if (sameOpening(openings, mine, 4 * rowOf[entry - 1]!)) {
          this.#follow(ordinal, entry - 1, rowOf, areAlike);
          break;
        }
        at = (at + 1) & (capacity - 1);
      }
      table[at] = ordinal + 1;
    }
  }

  #follow(
    ordinal: number,
    next: number,
    rowOf: Uint32Array,
    areAlike: (a: number, b: number) => boolean,
  ): void {
    this.#newer[ordinal] = next;
    this.#all.add(ordinal, next);
    let newer = next;
    // At most 8 steps, so that an opening with a thousand listings does not need a million comparisons.
    for (let steps = 0; newer >= 0 && steps < 8; steps += 1, newer = this.#newer[newer]!) {
      if (areAlike(rowOf[ordinal]!, rowOf[newer]!)) return this.#alike.add(ordinal, newer);
    }
  }

  /** Clears all but the newest match of every opening. `matches` must have no members outside `[lo, hi)` in its words. */
  remove(matches: Words, lo: number, hi: number, sight: Sight): void {
    // Looking for leaders that are newer than the range is fast if `lo` is small, which is nearly always so.
    const sure =
      lo > hi - lo || sight === 'differences' ? null : sight === 'nothing' ? this.#all : this.#alike;
    const orphans = sure?.orphans(matches, lo, hi) ?? [];
    const range = rangeOf(lo, hi);
    // Chains end at the first listing that matched, even if it was removed, so that each listing takes one step.
    this.#before.set(matches.subarray(range.from, range.to), range.from);
    if (sure) this.#space.subtract(matches, range, sure.bitmap);
    for (const orphan of orphans) setBit(matches, orphan);
    if (sure === this.#all && orphans.length === 0) return;

    this.#space.thin(matches, this.#before, this.#all.bitmap, this.#newer, lo, range);
  }
}

/** Listings (followers) that are removed if a certain newer listing (their leader) is in the range of the query. */
class Followers {
  readonly #space: BitmapSpace;
  readonly bitmap: Words;
  /** The leaders, and by leader its follower. */
  readonly #leaders: Words;
  readonly #followerOf: Int32Array;

  constructor(space: BitmapSpace, size: number) {
    this.#space = space;
    this.bitmap = space.make();
    this.#leaders = space.make();
    this.#followerOf = new Int32Array(size).fill(-1);
  }

  /** Call it for the newest followers first: a leader keeps only its first follower. */
  add(follower: number, leader: number): void {
    if (hasBit(this.#leaders, leader)) return;
    setBit(this.bitmap, follower);
    setBit(this.#leaders, leader);
    this.#followerOf[leader] = follower;
  }

  /** Returns the followers in `matches` whose leader is newer than the range and therefore does not match. */
  orphans(matches: Words, lo: number, hi: number): number[] {
    const orphans: number[] = [];
    const end = rangeOf(0, lo).to;
    for (
      let leader = this.#space.next(this.#leaders, 0, end);
      leader >= 0 && leader < lo;
      leader = this.#space.next(this.#leaders, leader + 1, end)
    ) {
      const follower = this.#followerOf[leader]!;
      if (follower >= lo && follower < hi && hasBit(matches, follower)) orphans.push(follower);
    }
    return orphans;
  }
}

function sameOpening(openings: Uint32Array, a: number, b: number): boolean {
  for (let i = 0; i < 4; i += 1) if (openings[a + i] !== openings[b + i]) return false;
  return true;
}

function hashOf(openings: Uint32Array, at: number): number {
  let hash = 0;
  for (let i = at; i < at + 4; i += 1) hash = Math.imul(hash ^ openings[i]!, 0x9e3779b1) ^ (hash >>> 15);
  return hash ^ (hash >>> 16);
}
