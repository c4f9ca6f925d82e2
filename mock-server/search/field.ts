import type { BitmapSpace } from './bitmap.js';
import { withRoom } from './growing.js';
import { Occurrences, type CodeForms } from './occurrences.js';
import { Sequences } from './sequences.js';
import type { Steps } from './steps.js';

/** Postings to sort in a step. */
const POSTINGS_IN_STEP = 64;

/** Collects the codes of a field (words or filter values) in the order of the dataset, and later sorts them into result order. */
export class FieldBuilder {
  readonly #rows: Sequences;
  /** How often each code occurs. */
  #counts = new Uint32Array(1024);
  /** Greater than all codes so far. */
  #limit = 0;

  constructor(postings: number) {
    this.#rows = new Sequences(postings);
  }

  /** Adds the codes of the next row, all below `limit`. */
  push(codes: ArrayLike<number>, limit: number): void {
    this.#rows.push(codes, limit);
    if (limit > this.#limit) {
      this.#limit = limit;
      this.#counts = withRoom(this.#counts, limit);
    }
    const counts = this.#counts;
    for (let i = 0; i < codes.length; i += 1) counts[codes[i]!]! += 1;
  }

  /** Returns the postings of each code. Also fills `texts`, if given, with the codes by ordinal, and adds their places. */
  *sort(
    space: BitmapSpace,
    rowOf: Uint32Array,
    forms: CodeForms,
    texts: Sequences | null,
  ): Steps<Occurrences> {
    const occurrences = new Occurrences(space, this.#counts.subarray(0, this.#limit), forms, texts !== null);
    for (let ordinal = 0; ordinal < rowOf.length; ordinal += 1) {
      if (ordinal % POSTINGS_IN_STEP === 0) yield;
      const codes = this.#rows.codes(rowOf[ordinal]!);
      occurrences.add(ordinal, codes, texts?.push(codes, this.#limit) ?? 0);
    }
    yield* occurrences.finish();
    return occurrences;
  }
}
