import type { Job } from '../../fixtures/index.js';
import { FieldBuilder } from './field.js';
import type { Forms } from './ordinal-sets.js';
import type { TextIndex } from './phrase.js';
import { Vocabulary } from './words.js';

/** The two fields that keywords ask about. */
export type Texts = Record<'title' | 'description', TextIndex>;

/** Reads the texts of all postings, row by row. */
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

  /** `rowOf` gives the row of an ordinal. */
  finish(rowOf: Uint32Array, forms: Forms): Texts {
    return { title: this.#title.finish(rowOf, forms), description: this.#description.finish(rowOf, forms) };
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

  finish(rowOf: Uint32Array, forms: Forms): TextIndex {
    return {
      vocabulary: this.#vocabulary,
      postings: this.#field.sets(rowOf, forms),
      texts: this.#field.sequences(rowOf),
    };
  }
}
