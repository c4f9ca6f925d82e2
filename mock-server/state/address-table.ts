const PART_BITS = 8;
const EMPTY = 0;

/**
 * Numbers found by hashes. Open addressing, in parts by the upper bits of the hash: a part that is full is made anew by
 * itself, so that among a million entries no single one takes long to add.
 */
export class AddressTable {
  /** An entry is a number plus one. */
  readonly #parts: (Uint32Array | undefined)[] = new Array<undefined>(2 ** PART_BITS).fill(undefined);
  readonly #counts = new Uint32Array(2 ** PART_BITS);
  readonly #hashOf: (number: number) => number;

  /** `hashOf` tells under which hash a number was added. */
  constructor(hashOf: (number: number) => number) {
    this.#hashOf = hashOf;
  }

  get bytes(): number {
    return this.#parts.reduce((sum, part) => sum + (part?.byteLength ?? 0), 0);
  }

  /** The first number under the hash that passes the test. */
  find(hash: number, test: (number: number) => boolean): number | null {
    const part = this.#parts[partOf(hash)];
    if (part === undefined) return null;
    const at = placeIn(part, hash, test);
    return part[at] === EMPTY ? null : part[at]! - 1;
  }

  add(hash: number, number: number): void {
    const p = partOf(hash);
    let part = (this.#parts[p] ??= new Uint32Array(4));
    this.#counts[p]! += 1;
    if (4 * this.#counts[p]! > 3 * part.length) {
      const old = part;
      part = this.#parts[p] = new Uint32Array(2 * old.length);
      for (const entry of old)
        if (entry !== EMPTY) part[placeIn(part, this.#hashOf(entry - 1), never)] = entry;
    }
    part[placeIn(part, hash, never)] = number + 1;
  }

  /** Removes the first number under the hash that passes the test; there must be one. */
  remove(hash: number, test: (number: number) => boolean): void {
    const part = this.#parts[partOf(hash)]!;
    let gap = placeIn(part, hash, test);
    const last = part.length - 1;
    // What comes behind moves up, unless it stands where its hash would have it, or between there and the gap.
    for (let at = (gap + 1) & last; part[at] !== EMPTY; at = (at + 1) & last) {
      const home = this.#hashOf(part[at]! - 1) & last;
      if (((at - home) & last) < ((at - gap) & last)) continue;
      part[gap] = part[at]!;
      gap = at;
    }
    part[gap] = EMPTY;
    this.#counts[partOf(hash)]! -= 1;
  }
}

const never = (): boolean => false;

function partOf(hash: number): number {
  return hash >>> (32 - PART_BITS);
}

/** Where a part has the number, or where it would be added. */
function placeIn(part: Uint32Array, hash: number, test: (number: number) => boolean): number {
  const last = part.length - 1;
  let at = hash & last;
  while (part[at] !== EMPTY && !test(part[at]! - 1)) at = (at + 1) & last;
  return at;
}
