import type { Job } from '../../fixtures/index.js';
import type { BitmapSpace } from './bitmap.js';
import { FieldBuilder, startAlike } from './field.js';
import type { CodeForms } from './occurrences.js';
import type { TextIndex } from './phrase.js';
import type { Steps } from './steps.js';
import { Vocabulary } from './words.js';

/** The two fields that keywords search. */
export type Texts = Record<'title' | 'description', TextIndex>;

/** Collects the texts of all postings, row by row. */
export class TextsBuilder {
  readonly #title: TextBuilder;
  readonly #description: TextBuilder;

  constructor(postings: number) {
    this.#title = new TextBuilder(postings);
    this.#description = new TextBuilder(postings);
  }

  add(job: Job): void {
    this.#title.add(job['Job Title']);
    this.#description.add(job['Job Description']);
  }

  /** Whether two rows have the same words in the same order. Ignores titles, which duplicates share. */
  sameDescription(rowA: number, rowB: number): boolean {
    return this.#description.same(rowA, rowB);
  }

  /** Returns the index of the texts. `rowOf` maps an ordinal to its row. */
  *finish(space: BitmapSpace, rowOf: Uint32Array, forms: CodeForms): Steps<Texts> {
    return {
      title: yield* this.#title.finish(space, rowOf, forms),
      description: yield* this.#description.finish(space, rowOf, forms),
    };
  }
}

class TextBuilder {
  readonly #vocabulary = new Vocabulary();
  readonly #field: FieldBuilder;

  constructor(postings: number) {
    this.#field = new FieldBuilder(postings);
  }

  add(text: string | null): void {
    this.#field.push(this.#vocabulary.read(text ?? ''), this.#vocabulary.size);
  }

  same(rowA: number, rowB: number): boolean {
    const [a, b] = [this.#field.row(rowA), this.#field.row(rowB)];
    return a.length === b.length && startAlike(a, b, a.length);
  }

  *finish(space: BitmapSpace, rowOf: Uint32Array, forms: CodeForms): Steps<TextIndex> {
    const texts = yield* this.#field.sequences(rowOf);
    return {
      vocabulary: this.#vocabulary,
      occurrences: yield* this.#field.occurrences(space, rowOf, forms, texts),
      texts,
    };
  }
}
