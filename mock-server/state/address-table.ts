/** Of how many parts a large table is; by the upper bits of a hash. */
const PARTS = 2 ** 8;
/** The most places of a small table. */
const SMALL = 2 ** 11;
const EMPTY = 0;

/**
 * Numbers found by hashes. Open addressing. A large table has parts, and each part grows separately, so that no
 * single entry among a million takes long to add. A small table is one part, since most stay small.
 */
export class AddressTable {
  /** An entry is a number plus one. */
  #parts: Uint32Array[] = [new Uint32Array(4)];
  #counts: number[] = [0];
  readonly #hashOf: (number: number) => number;

  /** `hashOf` tells under which hash a number was added. */
  constructor(hashOf: (number: number) => number) {
    this.#hashOf = hashOf;
  }

  get bytes(): number {
    return this.#parts.reduce((sum, part) => sum + part.byteLength, 0);
  }

  /** The first number under the hash that passes the test. */
  find(hash: number, test: (number: number) => boolean): number | null {
    const part = this.#parts[this.#partOf(hash)]!;
    const at = placeIn(part, hash, test);
    return part[at] === EMPTY ? null : part[at]! - 1;
  }

  add(hash: number, number: number): void {
    const p = this.#partOf(hash);
    const part = this.#parts[p]!;
    if (4 * (this.#counts[p]! + 1) > 3 * part.length) {
      this.#enlarge(p);
      return this.add(hash, number);
    }
    this.#counts[p]! += 1;
    part[placeIn(part, hash, never)] = number + 1;
  }

  /** Doubles the places of a part, or turns a small table into a large one. */
  #enlarge(p: number): void {
    const old = this.#parts[p]!;
    if (this.#parts.length < PARTS && old.length === SMALL) {
      this.#parts = Array.from({ length: PARTS }, () => new Uint32Array((2 * SMALL) / PARTS));
      this.#counts = new Array<number>(PARTS).fill(0);
    } else {
      this.#parts[p] = new Uint32Array(2 * old.length);
      this.#counts[p] = 0;
    }
    for (const entry of old) if (entry !== EMPTY) this.add(this.#hashOf(entry - 1), entry - 1);
  }

  /** Removes the first number under the hash that passes the test; there must be one. */
  remove(hash: number, test: (number: number) => boolean): void {
    const part = this.#parts[this.#partOf(hash)]!;
    let gap = placeIn(part, hash, test);
    const last = part.length - 1;
    // Later entries move up, except those at their home place or between it and the gap.
    for (let at = (gap + 1) & last; part[at] !== EMPTY; at = (at + 1) & last) {
      const home = this.#hashOf(part[at]! - 1) & last;
      if (((at - home) & last) < ((at - gap) & last)) continue;
      part[gap] = part[at]!;
      gap = at;
    }
    part[gap] = EMPTY;
    this.#counts[this.#partOf(hash)]! -= 1;
  }

  #partOf(hash: number): number {
    return this.#parts.length === 1 ? 0 : (hash >>> 24) & (PARTS - 1);
  }
}

const never = (): boolean => false;

/** The place of the number in a part, or the place at which to add it. */
function placeIn(part: Uint32Array, hash: number, test: (number: number) => boolean): number {
  const last = part.length - 1;
  let at = hash & last;
  while (part[at] !== EMPTY && !test(part[at]! - 1)) at = (at + 1) & last;
  return at;
}
