const CHUNK_BITS = 20;
const CHUNK = 1 << CHUNK_BITS;

/**
 * Numbered sequences of small codes, such as the words of a million descriptions. They lie in chunks so that growth
 * copies nothing, and two bytes a code as long as the codes allow it: words of real text rarely come in more than
 * 65,536 kinds. A sequence never crosses a chunk, so that reading one is a plain loop.
 */
export class Sequences {
  #chunks: (Uint16Array | Uint32Array)[] = [];
  #wide = false;
  /** Sequence `i` begins at `#offsets[i]` of chunk `#chunkOf[i]`. */
  readonly #chunkOf: Uint32Array;
  readonly #offsets: Uint32Array;
  readonly #lengths: Uint32Array;
  #used = CHUNK;
  #count = 0;

  constructor(sequences: number) {
    this.#chunkOf = new Uint32Array(sequences);
    this.#offsets = new Uint32Array(sequences);
    this.#lengths = new Uint32Array(sequences);
  }

  /** Appends the next sequence, whose codes are all below `limit`. */
  push(codes: Uint16Array | Uint32Array, limit: number): void {
    const length = codes.length;
    if (!this.#wide && limit > 0x1_0000) this.#widen();
    if (this.#used + length > (this.#chunks.at(-1)?.length ?? 0)) {
      const size = Math.max(CHUNK, length);
      this.#chunks.push(this.#wide ? new Uint32Array(size) : new Uint16Array(size));
      this.#used = 0;
    }
    const chunk = this.#chunks.at(-1)!;
    chunk.set(codes, this.#used);
    this.#chunkOf[this.#count] = this.#chunks.length - 1;
    this.#offsets[this.#count] = this.#used;
    this.#lengths[this.#count] = length;
    this.#used += length;
    this.#count += 1;
  }

  #widen(): void {
    this.#chunks = this.#chunks.map((chunk) => Uint32Array.from(chunk));
    this.#wide = true;
  }

  codes(sequence: number): Uint16Array | Uint32Array {
    const start = this.#offsets[sequence]!;
    return this.#chunks[this.#chunkOf[sequence]!]!.subarray(start, start + this.#lengths[sequence]!);
  }

  /** Whether the codes stand side by side somewhere in the sequence, at `from` or later. */
  contains(sequence: number, codes: readonly number[], from = 0): boolean {
    const chunk = this.#chunks[this.#chunkOf[sequence]!]!;
    const start = this.#offsets[sequence]!;
    const last = start + this.#lengths[sequence]! - codes.length;
    const first = codes[0]!;
    for (let at = start + from; at <= last; at += 1) {
      if (chunk[at] === first && matchesAt(chunk, at, codes)) return true;
    }
    return false;
  }

  /** Whether the codes stand at this place of the sequence. */
  hasAt(sequence: number, codes: readonly number[], place: number): boolean {
    if (place < 0 || place + codes.length > this.#lengths[sequence]!) return false;
    return matchesAt(this.#chunks[this.#chunkOf[sequence]!]!, this.#offsets[sequence]! + place, codes);
  }

  get bytes(): number {
    return this.#chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0) + 3 * this.#lengths.byteLength;
  }
}

function matchesAt(chunk: Uint16Array | Uint32Array, at: number, codes: readonly number[]): boolean {
  for (let i = 0; i < codes.length; i += 1) if (chunk[at + i] !== codes[i]) return false;
  return true;
}
