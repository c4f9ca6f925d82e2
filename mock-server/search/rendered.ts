/** Caches rendered jobs up to a number of bytes. Drops the least recently used ones first. */
export class RenderedJobs {
  readonly #render: (ordinal: number) => Buffer;
  readonly #maxBytes: number;
  /** In order of last use: a Map keeps the order in which keys were set. */
  readonly #kept = new Map<number, Buffer>();
  #bytes = 0;

  constructor(render: (ordinal: number) => Buffer, maxBytes: number) {
    this.#render = render;
    this.#maxBytes = maxBytes;
  }

  get(ordinal: number): Buffer {
    let rendered = this.#kept.get(ordinal);
    if (rendered === undefined) {
      rendered = this.#render(ordinal);
      this.#bytes += rendered.byteLength;
      // A cache that is at most half full drops nothing soon, so the order of use does not matter yet.
    } else if (this.#bytes * 2 <= this.#maxBytes) return rendered;
    else this.#kept.delete(ordinal);
    this.#kept.set(ordinal, rendered);
    for (const [oldest, bytes] of this.#kept) {
      if (this.#bytes <= this.#maxBytes || oldest === ordinal) break;
      this.#kept.delete(oldest);
      this.#bytes -= bytes.byteLength;
    }
    return rendered;
  }

  get bytes(): number {
    return this.#bytes;
  }
}
