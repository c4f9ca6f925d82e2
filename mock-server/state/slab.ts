const SLAB_BYTES = 256 * 1024;
/** Larger buffers are allocated alone. */
const MOST_PIECE_BYTES = 64 * 1024;

/** Cuts buffers for responses from large blocks, because allocating one takes as long as filling it with a page of jobs. */
export class Slab {
  #bytes = Buffer.alloc(0);
  #used = 0;

  /** Returns `size` uninitialized bytes. */
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
