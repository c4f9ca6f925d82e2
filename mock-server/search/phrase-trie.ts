/** The number for no node. */
const NOWHERE = 0;

/** A trie of phrases, which finds all of them in one pass over a text. */
export class PhraseTrie {
  /** Nodes by the first word of a phrase. An array, because most words of a text start no phrase, and it is faster than a Map. */
  readonly #first: Int32Array;
  /** By node, its child nodes by word; undefined if it has none. */
  readonly #next: (Map<number, number> | undefined)[] = [undefined];
  /** By node, the number of the phrase that ends there, or -1. */
  readonly #endsAt: number[] = [-1];
  #phrases = 0;

  /** Codes of words must be below `limit`. */
  constructor(limit: number) {
    this.#first = new Int32Array(limit);
  }

  /** Adds a phrase of at least two words. Returns its number, which is the same for equal phrases. */
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

  /** Sets `marks` to `mark` at the number of each phrase in the text. */
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
