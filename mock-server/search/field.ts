import type { BitmapSpace } from './bitmap.js';
import { OrdinalSets, type Forms } from './ordinal-sets.js';
import { Sequences } from './sequences.js';

/**
 * Gathers the codes of one field (words of a text, filter values of a posting) in whatever order the postings
 * come, and sorts them into result order once that is known.
 */
export class FieldBuilder {
  readonly #postings: number;
  readonly #rows: Sequences;
  /** Postings that have a code, and the row that was counted last, for a code may repeat in a row. */
  #counts = new Uint32Array(1024);
  #lastRow = new Int32Array(1024).fill(-1);
  /** All codes so far are below it. */
  #limit = 0;
  #row = 0;

  constructor(postings: number) {
    this.#postings = postings;
    this.#rows = new Sequences(postings);
  }

  /** The codes of the next row, all below `limit`. */
  push(codes: Uint32Array, limit: number): void {
    this.#rows.push(codes, limit);
    const row = this.#row++;
    if (limit > this.#limit) this.#reach(limit);
    const counts = this.#counts;
    const lastRow = this.#lastRow;
    for (let i = 0; i < codes.length; i += 1) {
      const code = codes[i]!;
      if (lastRow[code] === row) continue;
      lastRow[code] = row;
      counts[code]! += 1;
    }
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
    const lastRow = new Int32Array(size).fill(-1);
    lastRow.set(this.#lastRow);
    this.#counts = counts;
    this.#lastRow = lastRow;
  }

  /** The set of each code, by ordinal; `rowOf` gives the row of an ordinal. */
  sets(space: BitmapSpace, rowOf: Uint32Array, forms: Forms): OrdinalSets {
    const sets = new OrdinalSets(space, this.#counts.slice(0, this.#limit), forms);
    const lastOrdinal = this.#lastRow.fill(-1);
    for (let ordinal = 0; ordinal < rowOf.length; ordinal += 1) {
      const codes = this.#rows.codes(rowOf[ordinal]!);
      for (let i = 0; i < codes.length; i += 1) {
        const code = codes[i]!;
        if (lastOrdinal[code] === ordinal) {
          sets.addAgain(code);
        } else {
          lastOrdinal[code] = ordinal;
          sets.add(code, ordinal, i);
        }
      }
    }
    return sets;
  }

  /** What was pushed, by ordinal. */
  sequences(rowOf: Uint32Array): Sequences {
    const sequences = new Sequences(this.#postings);
    for (const row of rowOf) sequences.push(this.#rows.codes(row), this.#limit);
    return sequences;
  }
}

/** Whether the first codes of two rows are the same. */
export function startAlike(a: ArrayLike<number>, b: ArrayLike<number>, length: number): boolean {
  for (let i = 0; i < length; i += 1) if (a[i] !== b[i]) return false;
  return true;
}
