import type { BitmapSpace } from './bitmap.js';
import { Occurrences, type CodeForms } from './occurrences.js';
import { Sequences } from './sequences.js';
import type { Steps } from './steps.js';

/** Postings to sort in a step. */
const POSTINGS_IN_STEP = 64;

/** Collects the codes of a field (words or filter values) in the order of the dataset, and later sorts them into result order. */
export class FieldBuilder {
  readonly #rows: Sequences;
  /** How often each code occurs. */
  readonly #counts: number[] = [];

  constructor(postings: number) {
    this.#rows = new Sequences(postings);
  }

  /** Adds the codes of the next row. New codes count up from the known ones. */
  push(codes: readonly number[]): void {
    const counts = this.#counts;
    for (const code of codes) counts[code] = (counts[code] ?? 0) + 1;
    this.#rows.push(codes, counts.length);
  }

  /** Returns the postings of each code. Also fills `texts`, if given, with the codes by ordinal, and adds their places. */
  *sort(
    space: BitmapSpace,
    rowOf: Uint32Array,
    forms: CodeForms,
    texts: Sequences | null,
  ): Steps<Occurrences> {
    const occurrences = new Occurrences(space, this.#counts, forms, texts !== null);
    for (let ordinal = 0; ordinal < rowOf.length; ordinal += 1) {
      if (ordinal % POSTINGS_IN_STEP === 0) yield;
      const codes = this.#rows.codes(rowOf[ordinal]!);
      occurrences.add(ordinal, codes, texts?.push(codes, this.#counts.length) ?? 0);
    }
    yield* occurrences.finish();
    return occurrences;
  }
}
