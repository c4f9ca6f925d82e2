const SLAB_BYTES = 256 * 1024;
/** Larger pieces are made by themselves. */
const MOST_PIECE_BYTES = 64 * 1024;

/** Memory for answers, cut from large pieces: to make a buffer takes as long as to fill it with a page. */
export class Slab {
  #bytes = Buffer.alloc(0);
  #used = 0;

  /** So many bytes, with anything in them. */
  take(size: number): Buffer {
    if (size > MOST_PIECE_BYTES) return Buffer.allocUnsafe(size);
    if (this.#used + size > this.#bytes.length) {
      this.#bytes = Buffer.allocUnsafeSlow(SLAB_BYTES);
      this.#used = 0;
    }
    this.#used += size;
    return this.#bytes.subarray(this.#used - size, this.#used);
  }
}
