/**
 * The jobs that an account has paid for in one billing cycle: a set of ordinals of the search index. It has a bit for each
 * posting, in blocks that are allocated on first use, so that it takes almost no memory while it is empty.
 */

const BLOCK_BITS = 4_096;
const BLOCK_WORDS = BLOCK_BITS / 32;

export class PaidJobs {
  readonly #blocks = new Map<number, Uint32Array>();
  size = 0;

  constructor(ordinals: readonly number[] = []) {
    for (const ordinal of ordinals) this.add(ordinal);
  }

  has(ordinal: number): boolean {
    const block = this.#blocks.get(Math.floor(ordinal / BLOCK_BITS));
    return block !== undefined && (block[(ordinal % BLOCK_BITS) >>> 5]! & (1 << (ordinal & 31))) !== 0;
  }

  add(ordinal: number): void {
    if (this.has(ordinal)) return;
    const number = Math.floor(ordinal / BLOCK_BITS);
    let block = this.#blocks.get(number);
    if (block === undefined) this.#blocks.set(number, (block = new Uint32Array(BLOCK_WORDS)));
    block[(ordinal % BLOCK_BITS) >>> 5]! |= 1 << (ordinal & 31);
    this.size += 1;
  }

  /** All members, ascending. */
  get ordinals(): number[] {
    const found: number[] = [];
    for (const number of [...this.#blocks.keys()].sort((a, b) => a - b)) {
      for (let bit = 0; bit < BLOCK_BITS; bit += 1) {
        const ordinal = number * BLOCK_BITS + bit;
        if (this.has(ordinal)) found.push(ordinal);
      }
    }
    return found;
  }
}
