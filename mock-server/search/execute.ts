import { clearBit, rangeOf, setBit, type BitmapSpace, type WordRange, type Words } from './bitmap.js';
import type { Duplicates } from './duplicates.js';
import type { Condition } from './keywords.js';
import { slice, type OrdinalSet } from './ordinal-sets.js';
import { rarestCount, type Phrase } from './phrase.js';
import type { Scratch } from './scratch.js';
import type { Steps } from './steps.js';

/** A query whose values are resolved to sets. It matches ordinals of `[lo, hi)` that are in all of `all` and none of `none`. */
export interface Plan {
  lo: number;
  hi: number;
  /** Unions of sets. A match must be in each union. */
  all: OrdinalSet[][];
  none: OrdinalSet[];
  /** Conditions other than unions: phrases and nested groups. */
  conditions: Condition[];
  exclusions: Condition[];
  duplicates: Duplicates | null;
  /** The page starts at the first match from this ordinal on. */
  start: number;
  limit: number;
  /** See `DEFAULTS` in search-index.ts. */
  questionCost: number;
}

export interface Result {
  /** Matches on all pages, without duplicates if the search excludes them. */
  total: number;
  /** The matches on this page, newest first. */
  ordinals: number[];
  /** Whether matches follow this page. */
  more: boolean;
}

const UNIONS_PER_PASS = 8;

/**
 * One search with bitmaps, over a range of words. Starting a generator takes as long as combining two bitmaps, so it starts
 * those for rare parts of a query only if they are needed.
 */
export class BitmapSearch {
  readonly #plan: Plan;
  readonly #range: WordRange;
  readonly #space: BitmapSpace;
  readonly #scratch: Scratch;

  constructor(plan: Plan, scratch: Scratch) {
    this.#plan = plan;
    this.#range = rangeOf(plan.lo, plan.hi);
    this.#space = scratch.space;
    this.#scratch = scratch;
  }

  *page(): Steps<Result> {
    const { all, none, conditions, exclusions, lo, hi } = this.#plan;
    if (lo >= hi) return { total: 0, ordinals: [], more: false };
    try {
      const matches = this.#scratch.take();
      const mark = this.#scratch.mark;
      let required: Words[] = [];
      for (let i = 0; i < all.length || i === 0; i += UNIONS_PER_PASS) {
        for (const sets of all.slice(i, i + UNIONS_PER_PASS)) {
          const isOfBitmaps = sets.every(({ words }) => words !== undefined);
          required.push(isOfBitmaps ? this.#unite(sets) : yield* this.#union(sets));
        }
        this.#space.intersect(matches, lo, hi, required);
        this.#scratch.release(mark);
        required = [matches];
      }
      for (const set of none) {
        if (set.words) this.#space.subtract(matches, this.#range, set.words);
        else for (const ordinal of slice(set.list, lo, hi)) clearBit(matches, ordinal);
        yield;
      }
      for (const condition of conditions) yield* this.#keep(matches, condition);
      for (const condition of exclusions) {
        this.#space.subtract(matches, this.#range, yield* this.#subset(condition, matches));
        this.#scratch.release(mark);
      }
      return this.#take(matches);
    } finally {
      this.#scratch.release();
    }
  }

  /** Removes duplicates from a bitmap of matches, counts it, and takes the page. */
  #take(matches: Words): Result {
    const { all, none, conditions, exclusions, duplicates, lo, hi, start, limit } = this.#plan;
    const isAll = all.length + none.length + conditions.length + exclusions.length === 0;
    if (isAll) duplicates?.removeFromAll(matches, lo, hi, this.#scratch);
    else duplicates?.remove(matches, lo, hi, this.#scratch);
    const ordinals: number[] = [];
    let ordinal = this.#space.next(matches, Math.max(start, lo), this.#range.to);
    while (ordinal >= 0 && ordinals.length < limit) {
      ordinals.push(ordinal);
      ordinal = this.#space.next(matches, ordinal + 1, this.#range.to);
    }
    return { total: this.#space.count(matches, this.#range), ordinals, more: ordinal >= 0 };
  }

  /** The union of the bitmaps among some sets. A single bitmap is returned itself, and must not be changed. */
  #unite(sets: readonly OrdinalSet[]): Words {
    if (sets.length === 1 && sets[0]!.words) return sets[0]!.words;
    const out = this.#scratch.take();
    this.#space.unite(
      out,
      this.#range,
      sets.flatMap(({ words }) => words ?? []),
    );
    return out;
  }

  *#union(sets: readonly OrdinalSet[]): Steps<Words> {
    const out = this.#unite(sets);
    for (const set of sets) {
      if (set.words) continue;
      for (const ordinal of slice(set.list, this.#plan.lo, this.#plan.hi)) setBit(out, ordinal);
      yield;
    }
    return out;
  }

  /** Removes postings from `matches` that do not fulfil a condition. */
  *#keep(matches: Words, condition: Condition): Steps<void> {
    const mark = this.#scratch.mark;
    const kept = yield* this.#subset(condition, matches);
    this.#copy(matches, kept);
    this.#scratch.release(mark);
  }

  #copy(to: Words, from: Words): void {
    to.set(from.subarray(this.#range.from, this.#range.to), this.#range.from);
  }

  /** Returns a new bitmap of the `matches` that fulfil a condition. */
  *#subset(condition: Condition, matches: Words): Steps<Words> {
    const { lo, hi } = this.#plan;
    const out = this.#scratch.take();
    const mark = this.#scratch.mark;
    yield;
    switch (condition.kind) {
      case 'any':
        this.#space.intersect(out, lo, hi, [matches, yield* this.#union(condition.sets)]);
        break;
      case 'phrase':
        out.fill(0, this.#range.from, this.#range.to);
        yield* this.#addPhrase(out, condition, matches);
        break;
      case 'and':
        this.#copy(out, matches);
        for (const part of condition.parts) yield* this.#keep(out, part);
        break;
      case 'or': {
        out.fill(0, this.#range.from, this.#range.to);
        const rest = this.#scratch.take();
        this.#copy(rest, matches);
        for (const part of condition.parts) {
          const found = yield* this.#subset(part, rest);
          this.#space.unite(out, this.#range, [out, found]);
          this.#space.subtract(rest, this.#range, found);
          this.#scratch.release(mark + 1);
        }
      }
    }
    this.#scratch.release(mark);
    return out;
  }

  /** Adds postings with a phrase to `out`: reads the texts of a few, or follows the places of words. */
  *#addPhrase(out: Words, phrase: Phrase, matches: Words): Steps<void> {
    const { lo, hi, questionCost } = this.#plan;
    const found = this.#scratch.take();
    const bitmaps = phrase.words.flatMap(({ postings }) => postings.words ?? []);
    this.#space.intersect(found, lo, hi, [matches, ...bitmaps]);
    const { phrases } = this.#scratch;
    const isFew = this.#space.count(found, this.#range) * questionCost <= rarestCount(phrase, lo, hi);
    yield* isFew ? phrases.read(out, found, lo, hi, phrase) : phrases.add(out, found, lo, hi, phrase);
  }
}
