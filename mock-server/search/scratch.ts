import type { BitmapSpace, Words } from './bitmap.js';
import { PhraseFinder } from './phrase.js';

/** Temporary bitmaps, allocated like a stack: `release(mark)` frees all bitmaps taken since `mark`. */
export class Scratch {
  readonly space: BitmapSpace;
  readonly phrases: PhraseFinder;
  readonly #bitmaps: Words[] = [];
  #taken = 0;

  constructor(space: BitmapSpace) {
    this.space = space;
    this.phrases = new PhraseFinder(space);
  }

  /** Returns a bitmap with arbitrary content. Throws SpaceFull. */
  take(): Words {
    const bitmap = (this.#bitmaps[this.#taken] ??= this.space.make());
    this.#taken += 1;
    return bitmap;
  }

  get mark(): number {
    return this.#taken;
  }

  /** Frees the bitmaps that were taken after the mark. */
  release(mark = 0): void {
    this.#taken = mark;
  }
}
