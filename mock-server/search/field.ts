import type { BitmapSpace } from './bitmap.js';
import { withRoom } from './growing.js';
import { Occurrences, type CodeForms } from './occurrences.js';
import { Sequences } from './sequences.js';
import type { Steps } from './steps.js';

/** Postings to sort in a step. */
const POSTINGS_IN_STEP = 64;

/** Collects the codes of a field (words or filter values) in the order of the dataset, and later sorts them into result order. */
export class FieldBuilder {
  readonly #postings: number;
  readonly #rows: Sequences;
  /** How often each code occurs. */
  #counts = new Uint32Array(1024);
  /** Greater than all codes so far. */
  #limit = 0;

  constructor(postings: number) {
    this.#postings = postings;
    this.#rows = new Sequences(postings);
  }

  /** Adds the codes of the next row, all below `limit`. */
  push(codes: Uint32Array, limit: number): void {
    this.#rows.push(codes, limit);
    if (limit > this.#limit) {
      this.#limit = limit;
      this.#counts = withRoom(this.#counts, limit);
    }
    const counts = this.#counts;
    for (let i = 0; i < codes.length; i += 1) counts[codes[i]!]! += 1;
  }

  row(row: number): Uint16Array | Uint32Array {
    return this.#rows.codes(row);
  }

  /** Returns the codes by ordinal. `rowOf` maps an ordinal to its row. */
  *sequences(rowOf: Uint32Array): Steps<Sequences> {
    const sequences = new Sequences(this.#postings);
    for (let ordinal = 0; ordinal < this.#postings; ordinal += 1) {
      if (ordinal % POSTINGS_IN_STEP === 0) yield;
      sequences.push(this.#rows.codes(rowOf[ordinal]!), this.#limit);
    }
    return sequences;
  }

  /** Returns the postings of each code, with its places in `texts`, the codes by ordinal; null for no places. */
  *occurrences(
    space: BitmapSpace,
    rowOf: Uint32Array,
    forms: CodeForms,
    texts: Sequences | null,
  ): Steps<Occurrences> {
    const counts = this.#counts.subarray(0, this.#limit);
    const occurrences = new Occurrences(space, counts, forms, texts !== null);
    for (let ordinal = 0; ordinal < this.#postings; ordinal += 1) {
      if (ordinal % POSTINGS_IN_STEP === 0) yield;
      const codes = texts === null ? this.#rows.codes(rowOf[ordinal]!) : texts.codes(ordinal);
      const start = texts?.addressOf(ordinal) ?? 0;
      for (let i = 0; i < codes.length; i += 1) occurrences.add(codes[i]!, start + i, ordinal);
    }
    yield* occurrences.finish();
    return occurrences;
  }
}

/** Whether the first `length` codes of two rows are the same. */
export function startAlike(a: ArrayLike<number>, b: ArrayLike<number>, length: number): boolean {
  for (let i = 0; i < length; i += 1) if (a[i] !== b[i]) return false;
  return true;
}
