import type { BitmapSpace } from './bitmap.js';
import { Occurrences, type WordForms } from './occurrences.js';
import { OrdinalSets } from './ordinal-sets.js';
import { Sequences } from './sequences.js';
import type { Steps } from './steps.js';

/** How many postings are sorted in a step. */
const POSTINGS_IN_STEP = 64;

/**
 * Gathers the codes of one field (words of a text, filter values of a posting) in whatever order the postings
 * come, and sorts them into result order once that is known.
 */
export class FieldBuilder {
  readonly #postings: number;
  readonly #rows: Sequences;
  /** How often each code occurs. */
  #counts = new Uint32Array(1024);
  /** All codes so far are below it. */
  #limit = 0;

  constructor(postings: number) {
    this.#postings = postings;
    this.#rows = new Sequences(postings);
  }

  /** The codes of the next row, all below `limit`. */
  push(codes: Uint32Array, limit: number): void {
    this.#rows.push(codes, limit);
    if (limit > this.#limit) this.#reach(limit);
    const counts = this.#counts;
    for (let i = 0; i < codes.length; i += 1) counts[codes[i]!]! += 1;
  }

  /** What was pushed for a row. */
  row(row: number): Uint16Array | Uint32Array {
    return this.#rows.codes(row);
  }

  #reach(limit: number): void {
    this.#limit = limit;
    if (limit <= this.#counts.length) return;
    const size = 2 ** Math.ceil(Math.log2(limit));
    const counts = new Uint32Array(size);
    counts.set(this.#counts);
    this.#counts = counts;
  }

  /** The set of each code, for rows in which none is twice; `rowOf` gives the row of an ordinal. */
  sets(space: BitmapSpace, rowOf: Uint32Array, bitmapFrom: number): OrdinalSets {
    const sets = new OrdinalSets(space, this.#counts.subarray(0, this.#limit), bitmapFrom);
    for (let ordinal = 0; ordinal < rowOf.length; ordinal += 1) {
      const codes = this.#rows.codes(rowOf[ordinal]!);
      for (let i = 0; i < codes.length; i += 1) sets.add(codes[i]!, ordinal);
    }
    return sets;
  }

  /** What was pushed, by ordinal. */
  *sequences(rowOf: Uint32Array): Steps<Sequences> {
    const sequences = new Sequences(this.#postings);
    for (let ordinal = 0; ordinal < this.#postings; ordinal += 1) {
      if (ordinal % POSTINGS_IN_STEP === 0) yield;
      sequences.push(this.#rows.codes(rowOf[ordinal]!), this.#limit);
    }
    return sequences;
  }

  /** Where in the sequences each code occurs. */
  *occurrences(space: BitmapSpace, sequences: Sequences, forms: WordForms): Steps<Occurrences> {
    const occurrences = new Occurrences(space, this.#counts.subarray(0, this.#limit), forms);
    for (let ordinal = 0; ordinal < this.#postings; ordinal += 1) {
      if (ordinal % POSTINGS_IN_STEP === 0) yield;
      const codes = sequences.codes(ordinal);
      const start = sequences.addressOf(ordinal);
      for (let i = 0; i < codes.length; i += 1) occurrences.add(codes[i]!, start + i, ordinal);
    }
    yield* occurrences.finish();
    return occurrences;
  }
}

/** Whether the first codes of two rows are the same. */
export function startAlike(a: ArrayLike<number>, b: ArrayLike<number>, length: number): boolean {
  for (let i = 0; i < length; i += 1) if (a[i] !== b[i]) return false;
  return true;
}
