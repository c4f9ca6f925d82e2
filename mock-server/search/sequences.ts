const CHUNK_BITS = 20;
const CHUNK = 1 << CHUNK_BITS;
const MOST_CHUNKS = 2 ** (32 - CHUNK_BITS);

/**
 * Numbered sequences of small codes, such as the words of a million descriptions. They are in chunks, so that growth
 * copies nothing. A code takes two bytes as long as all are below 65,536, which is enough for most texts. A sequence
 * is always within one chunk, so that a simple loop can read it.
 *
 * Each code has an address: the number of its chunk in the upper bits, and its position in the chunk in the lower ones.
 * Addresses ascend, and between two sequences there is at least one unused address.
 */
export class Sequences {
  #chunks: (Uint16Array | Uint32Array)[] = [];
  #wide = false;
  /** Address of the first code of a sequence. */
  readonly #starts: Uint32Array;
  readonly #lengths: Uint32Array;
  /** Used size of the last chunk. Its first value means full, because there is no chunk yet. */
  #used = CHUNK + 1;
  #count = 0;

  constructor(sequences: number) {
    this.#starts = new Uint32Array(sequences);
    this.#lengths = new Uint32Array(sequences);
  }

  /** Appends the next sequence, whose codes are all below `limit`. Returns the address of its first code. */
  push(codes: ArrayLike<number>, limit: number): number {
    const length = codes.length;
    if (!this.#wide && limit > 0x1_0000) this.#widen();
    if (length > CHUNK) throw new RangeError(`A text has ${length} words; ${CHUNK} is the most.`);
    if (this.#used + length > CHUNK) {
      if (this.#chunks.length === MOST_CHUNKS)
        throw new RangeError('The texts have more words than can be numbered.');
      this.#chunks.push(this.#wide ? new Uint32Array(CHUNK) : new Uint16Array(CHUNK));
      this.#used = 0;
    }
    const chunk = this.#chunks.at(-1)!;
    chunk.set(codes, this.#used);
    this.#starts[this.#count] = ((this.#chunks.length - 1) << CHUNK_BITS) | this.#used;
    this.#lengths[this.#count] = length;
    this.#used += length + 1;
    return this.#starts[this.#count++]!;
  }

  #widen(): void {
    this.#chunks = this.#chunks.map((chunk) => Uint32Array.from(chunk));
    this.#wide = true;
  }

  codes(sequence: number): Uint16Array | Uint32Array {
    const start = this.#starts[sequence]! & (CHUNK - 1);
    return this.#chunkOf(sequence).subarray(start, start + this.#lengths[sequence]!);
  }

  lengthOf(sequence: number): number {
    return this.#lengths[sequence]!;
  }

  /** Whether the sequence contains the codes next to each other. */
  contains(sequence: number, codes: readonly number[]): boolean {
    const chunk = this.#chunkOf(sequence);
    const start = this.#starts[sequence]! & (CHUNK - 1);
    const last = start + this.#lengths[sequence]! - codes.length;
    const first = codes[0]!;
    for (let at = start; at <= last; at += 1) {
      if (chunk[at] === first && matchesAt(chunk, at, codes)) return true;
    }
    return false;
  }

  /** Whether the code is at this address. False if the address is outside the sequence. */
  hasAt(sequence: number, address: number, code: number): boolean {
    const at = address - this.#starts[sequence]!;
    if (at < 0 || at >= this.#lengths[sequence]!) return false;
    return this.#chunkOf(sequence)[address & (CHUNK - 1)] === code;
  }

  #chunkOf(sequence: number): Uint16Array | Uint32Array {
    return this.#chunks[this.#starts[sequence]! >>> CHUNK_BITS]!;
  }
}

function matchesAt(chunk: Uint16Array | Uint32Array, at: number, codes: readonly number[]): boolean {
  for (let i = 0; i < codes.length; i += 1) if (chunk[at + i] !== codes[i]) return false;
  return true;
}
