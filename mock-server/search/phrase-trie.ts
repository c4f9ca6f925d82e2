/** The node that is none. */
const NOWHERE = 0;

/** Phrases by their words, to find all of them that stand in a text in one pass over it. */
export class PhraseTrie {
  /** By the first word of a phrase; most words of a text lead nowhere, and this says so without a hash. */
  readonly #first: Int32Array;
  /** Open addressing, at most half full. A place holds the node after a step from a node by a code. */
  #targets = new Int32Array(64);
  #nodes = new Int32Array(64);
  #codes = new Int32Array(64);
  #size = 0;
  #made = NOWHERE;
  /** Of the nodes at which a phrase ends, its number; -1 for others. */
  readonly #endsAt: number[] = [-1];
  #phrases = 0;

  /** All codes are below `limit`. */
  constructor(limit: number) {
    this.#first = new Int32Array(limit);
  }

  /** The number of a phrase of two words or more; equal phrases have one. */
  add(codes: readonly number[]): number {
    let node = (this.#first[codes[0]!] ||= this.#newNode());
    for (let i = 1; i < codes.length; i += 1) {
      const at = this.#placeOf(node, codes[i]!);
      node = this.#targets[at] === NOWHERE ? this.#link(at, node, codes[i]!) : this.#targets[at]!;
    }
    if (this.#endsAt[node] === -1) this.#endsAt[node] = this.#phrases++;
    return this.#endsAt[node]!;
  }

  /** Writes `mark` at the number of each phrase that stands in the text. */
  markAll(text: Uint16Array | Uint32Array, marks: number[], mark: number): void {
    for (let start = 0; start < text.length; start += 1) {
      let node = this.#first[text[start]!]!;
      for (let at = start + 1; node !== NOWHERE && at < text.length; at += 1) {
        node = this.#targets[this.#placeOf(node, text[at]!)]!;
        const phrase = this.#endsAt[node]!;
        if (phrase >= 0) marks[phrase] = mark;
      }
    }
  }

  #newNode(): number {
    this.#made += 1;
    this.#endsAt[this.#made] = -1;
    return this.#made;
  }

  #link(at: number, node: number, code: number): number {
    const target = this.#newNode();
    this.#set(at, node, code, target);
    this.#size += 1;
    if (2 * this.#size > this.#targets.length) this.#widen();
    return target;
  }

  #set(at: number, node: number, code: number, target: number): void {
    this.#nodes[at] = node;
    this.#codes[at] = code;
    this.#targets[at] = target;
  }

  /** The place of the step of a node by a code, or the place at which to add it. */
  #placeOf(node: number, code: number): number {
    const last = this.#targets.length - 1;
    let at = (Math.imul(node, 0x9e3779b1) ^ Math.imul(code, 0x85ebca6b)) >>> 7;
    for (at &= last; this.#targets[at] !== NOWHERE; at = (at + 1) & last) {
      if (this.#nodes[at] === node && this.#codes[at] === code) break;
    }
    return at;
  }

  #widen(): void {
    const [targets, nodes, codes] = [this.#targets, this.#nodes, this.#codes];
    this.#targets = new Int32Array(2 * targets.length);
    this.#nodes = new Int32Array(2 * targets.length);
    this.#codes = new Int32Array(2 * targets.length);
    targets.forEach((target, at) => {
      if (target === NOWHERE) return;
      this.#set(this.#placeOf(nodes[at]!, codes[at]!), nodes[at]!, codes[at]!, target);
    });
  }
}
