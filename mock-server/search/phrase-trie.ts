/** The node that is none. */
const NOWHERE = 0;

/** Phrases by their words, to find all of them that stand in a text in one pass over it. */
export class PhraseTrie {
  /** By the first word of a phrase; most words of a text lead nowhere, and this says so without a hash. */
  readonly #first: Int32Array;
  /** By node, the nodes that follow it by their words; undefined if none follows. */
  readonly #next: (Map<number, number> | undefined)[] = [undefined];
  /** Of the nodes at which a phrase ends, its number; -1 for others. */
  readonly #endsAt: number[] = [-1];
  #phrases = 0;

  /** All codes are below `limit`. */
  constructor(limit: number) {
    this.#first = new Int32Array(limit);
  }

  /** The number of a phrase of two words or more; equal phrases have one. */
  add([first, ...others]: readonly number[]): number {
    let node = (this.#first[first!] ||= this.#newNode());
    for (const code of others) {
      const following = (this.#next[node] ??= new Map<number, number>());
      node = following.get(code) ?? this.#newNode();
      following.set(code, node);
    }
    if (this.#endsAt[node] === -1) this.#endsAt[node] = this.#phrases++;
    return this.#endsAt[node]!;
  }

  #newNode(): number {
    this.#next.push(undefined);
    return this.#endsAt.push(-1) - 1;
  }

  /** Writes `mark` at the number of each phrase that stands in the text. */
  markAll(text: Uint16Array | Uint32Array, marks: number[], mark: number): void {
    for (let start = 0; start < text.length; start += 1) {
      let node = this.#first[text[start]!]!;
      for (let at = start + 1; node !== NOWHERE && at < text.length; at += 1) {
        node = this.#next[node]?.get(text[at]!) ?? NOWHERE;
        const phrase = this.#endsAt[node]!;
        if (phrase >= 0) marks[phrase] = mark;
      }
    }
  }
}
