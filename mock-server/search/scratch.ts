import type { BitmapSpace, Words } from './bitmap.js';
import { PhraseFinder } from './phrase.js';

/** Bitmaps to compute in, handed out like a stack: what a search took after a mark, it gives back to that mark. */
export class Scratch {
  readonly space: BitmapSpace;
  readonly phrases: PhraseFinder;
  readonly #bitmaps: Words[] = [];
  #taken = 0;

  constructor(space: BitmapSpace) {
    this.space = space;
    this.phrases = new PhraseFinder(space);
  }

  /** A bitmap with anything in it. Throws SpaceFull. */
  take(): Words {
    const bitmap = (this.#bitmaps[this.#taken] ??= this.space.make());
    this.#taken += 1;
    return bitmap;
  }

  get mark(): number {
    return this.#taken;
  }

  /** Gives back what was taken after the mark. */
  release(mark = 0): void {
    this.#taken = mark;
  }
}
