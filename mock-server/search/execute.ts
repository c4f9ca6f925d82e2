import { clearBit, hasBit, rangeOf, setBit, type BitmapSpace, type WordRange, type Words } from './bitmap.js';
import { fulfils, type Condition } from './keywords.js';
import { keepPhrase, PhraseFinder, rarestCount } from './phrase.js';
import { holds, lowerBound, slice, type OrdinalSet } from './ordinal-sets.js';
import type { Duplicates, Sight } from './duplicates.js';

/** A query with every value looked up: a posting of `[lo, hi)` matches what `all` asks and nothing of `none`. */
export interface Plan {
  lo: number;
  hi: number;
  /** Each a union; a posting must be in all of them. */
  all: OrdinalSet[][];
  none: OrdinalSet[];
  /** What needs more than a union: phrases and nested groups. */
  conditions: Condition[];
  exclusions: Condition[];
  duplicates: Duplicates | null;
  sight: Sight;
  /** The page begins at the first match from this ordinal on. */
  start: number;
  limit: number;
  /** See `IndexOptions`. */
  questionCost: number;
}

export interface Result {
  /** Matches on all pages, duplicates not counted where they were to be removed. */
  total: number;
  /** Of this page, newest first. */
  ordinals: number[];
  /** Whether matches follow this page. */
  more: boolean;
}

/** Bitmaps to compute in: a search takes what it needs and gives all back at its end. */
export class Scratch {
  readonly space: BitmapSpace;
  readonly #bitmaps: Words[] = [];
  readonly phrases: PhraseFinder;
  #taken = 0;

  constructor(space: BitmapSpace) {
    this.space = space;
    this.phrases = new PhraseFinder(space);
  }

  take(): Words {
    const bitmap = (this.#bitmaps[this.#taken] ??= this.space.make());
    this.#taken += 1;
    return bitmap;
  }

  /** Gives back everything. */
  release(): void {
    this.#taken = 0;
  }
}

export function execute(plan: Plan, scratch: Scratch): Result {
  if (plan.lo >= plan.hi) return { total: 0, ordinals: [], more: false };
  const candidates = rarest(plan);
  const words = (plan.hi - plan.lo) / 32;
  // Few candidates: checking each of them is cheaper than a pass over all words in range.
  if (candidates && lengthOf(candidates) * plan.questionCost <= words) {
    return byList(plan, merge(candidates));
  }
  try {
    return byBitmap(plan, scratch);
  } finally {
    scratch.release();
  }
}

/** The shortest lists, cut to the range, that together hold every match; null where only bitmaps do. */
function rarest(plan: Plan): Uint32Array[] | null {
  const needed = [...plan.all.map((sets): Condition => ({ kind: 'any', sets })), ...plan.conditions];
  return least(needed.map((condition) => candidatesOf(condition, plan)));
}

function candidatesOf(condition: Condition, range: Pick<Plan, 'lo' | 'hi'>): Uint32Array[] | null {
  const lists = (sets: readonly OrdinalSet[]): Uint32Array[] | null =>
    sets.every((set) => set.list) ? sets.map((set) => slice(set.list!, range.lo, range.hi)) : null;
  switch (condition.kind) {
    case 'any':
      return lists(condition.sets);
    case 'phrase':
      return least(condition.words.map(({ postings }) => lists([postings])));
    case 'and':
      return least(condition.parts.map((part) => candidatesOf(part, range)));
    case 'or': {
      const parts = condition.parts.map((part) => candidatesOf(part, range));
      return parts.every((part) => part !== null) ? parts.flat() : null;
    }
  }
}

function least(choices: readonly (Uint32Array[] | null)[]): Uint32Array[] | null {
  let best: Uint32Array[] | null = null;
  for (const lists of choices) if (lists && (!best || lengthOf(lists) < lengthOf(best))) best = lists;
  return best;
}

function lengthOf(lists: readonly Uint32Array[]): number {
  return lists.reduce((sum, list) => sum + list.length, 0);
}

/** One ascending list without repetitions, free to be overwritten. */
function merge(lists: readonly Uint32Array[]): Uint32Array {
  const merged = new Uint32Array(lengthOf(lists));
  let length = 0;
  for (const list of lists) {
    merged.set(list, length);
    length += list.length;
  }
  if (lists.length > 1) merged.sort();
  let kept = 0;
  for (const ordinal of merged) if (kept === 0 || merged[kept - 1] !== ordinal) merged[kept++] = ordinal;
  return merged.subarray(0, kept);
}

function byList(plan: Plan, candidates: Uint32Array): Result {
  let length = 0;
  for (const ordinal of candidates) {
    if (
      plan.all.every((sets) => sets.some((set) => holds(set, ordinal))) &&
      !plan.none.some((set) => holds(set, ordinal)) &&
      plan.conditions.every((condition) => fulfils(condition, ordinal)) &&
      !plan.exclusions.some((condition) => fulfils(condition, ordinal))
    ) {
      candidates[length++] = ordinal;
    }
  }
  const matches = candidates.subarray(0, length);
  const total = plan.duplicates ? plan.duplicates.removeFromList(matches) : length;
  const start = lowerBound(matches, plan.start, 0, total);
  const end = Math.min(start + plan.limit, total);
  return { total, ordinals: [...matches.subarray(start, end)], more: end < total };
}

function byBitmap(plan: Plan, scratch: Scratch): Result {
  const range = rangeOf(plan.lo, plan.hi);
  const { space } = scratch;
  const run = new Run(plan, range, scratch);
  const matches = run.matches();
  plan.duplicates?.removeFromBitmap(matches, plan.lo, plan.hi, plan.sight);
  const total = space.count(matches, range);

  const ordinals: number[] = [];
  let ordinal = space.next(matches, Math.max(plan.start, plan.lo), range.to);
  while (ordinal >= 0 && ordinals.length < plan.limit) {
    ordinals.push(ordinal);
    ordinal = space.next(matches, ordinal + 1, range.to);
  }
  return { total, ordinals, more: ordinal >= 0 };
}

/** One search by bitmaps, over one range of words. */
class Run {
  readonly #plan: Plan;
  readonly #range: WordRange;
  readonly #space: BitmapSpace;
  readonly #scratch: Scratch;

  constructor(plan: Plan, range: WordRange, scratch: Scratch) {
    this.#plan = plan;
    this.#range = range;
    this.#space = scratch.space;
    this.#scratch = scratch;
  }

  matches(): Words {
    const { all, none, conditions, exclusions, lo, hi } = this.#plan;
    const matches = this.#scratch.take();
    const required = all.map((sets) => this.#union(sets));
    const excluded = none.flatMap((set) => (set.words ? [set.words] : []));
    this.#space.intersect(matches, lo, hi, required, excluded);
    for (const set of none) {
      if (!set.words) for (const ordinal of slice(set.list, lo, hi)) clearBit(matches, ordinal);
    }
    let rest = matches;
    for (const condition of conditions) rest = this.#subset(condition, rest);
    for (const condition of exclusions)
      this.#space.subtract(rest, this.#range, this.#subset(condition, rest));
    return rest;
  }

  #union(sets: readonly OrdinalSet[]): Words {
    const only = sets[0];
    if (sets.length === 1 && only?.words) return only.words;
    const out = this.#scratch.take();
    this.#space.unite(
      out,
      this.#range,
      sets.flatMap((set) => (set.words ? [set.words] : [])),
    );
    for (const set of sets) {
      if (set.words) continue;
      for (const ordinal of slice(set.list, this.#plan.lo, this.#plan.hi)) setBit(out, ordinal);
    }
    return out;
  }

  /** Those of `matches` that fulfil a condition, in a bitmap of their own. */
  #subset(condition: Condition, matches: Words): Words {
    const out = this.#scratch.take();
    out.fill(0, this.#range.from, this.#range.to);
    this.#addSubset(out, condition, matches);
    return out;
  }

  #addSubset(out: Words, condition: Condition, matches: Words): void {
    const { lo, hi, questionCost } = this.#plan;
    switch (condition.kind) {
      case 'any': {
        const bitmaps: Words[] = [];
        for (const { words, list } of condition.sets) {
          if (words) bitmaps.push(words);
          else for (const ordinal of slice(list, lo, hi)) if (hasBit(matches, ordinal)) setBit(out, ordinal);
        }
        this.#space.addMasked(out, this.#range, matches, bitmaps);
        break;
      }
      case 'phrase': {
        const found = this.#scratch.take();
        const bitmaps = condition.words.flatMap(({ postings }) => postings.words ?? []);
        this.#space.intersect(found, lo, hi, [matches, ...bitmaps]);
        if (this.#space.count(found, this.#range) * questionCost <= rarestCount(condition, lo, hi)) {
          keepPhrase(found, this.#range, condition);
          this.#space.addMasked(out, this.#range, found, [found]);
        } else {
          this.#scratch.phrases.add(out, found, lo, hi, condition);
        }
        break;
      }
      case 'and': {
        let rest = matches;
        for (const part of condition.parts) rest = this.#subset(part, rest);
        this.#space.addMasked(out, this.#range, rest, [rest]);
        break;
      }
      case 'or':
        for (const part of condition.parts) this.#addSubset(out, part, matches);
        break;
    }
  }
}
