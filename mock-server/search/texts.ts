import type { Job } from '../../fixtures/index.js';
import type { BitmapSpace } from './bitmap.js';
import { FieldBuilder } from './field.js';
import type { CodeForms } from './occurrences.js';
import type { TextIndex } from './phrase.js';
import { Sequences } from './sequences.js';
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

  /** Returns the index of the texts. `rowOf` maps an ordinal to its row. */
  *finish(space: BitmapSpace, rowOf: Uint32Array, forms: CodeForms): Steps<Texts> {
    return {
      title: yield* this.#title.finish(space, rowOf, forms),
      description: yield* this.#description.finish(space, rowOf, forms),
    };
  }
}

class TextBuilder extends FieldBuilder {
  readonly #vocabulary = new Vocabulary();

  add(text: string | null): void {
    this.push(this.#vocabulary.read(text ?? ''));
  }

  *finish(space: BitmapSpace, rowOf: Uint32Array, forms: CodeForms): Steps<TextIndex> {
    const texts = new Sequences(rowOf.length);
    const occurrences = yield* this.sort(space, rowOf, forms, texts);
    return { vocabulary: this.#vocabulary, occurrences, texts };
  }
}
