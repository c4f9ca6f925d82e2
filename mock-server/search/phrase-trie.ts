import type { Sequences } from './sequences.js';

/** The number for no node. */
const NOWHERE = 0;

/** A trie of phrases, which finds all of them in one pass over the text of a posting. */
export class PhraseTrie {
  readonly #texts: Pick<Sequences, 'codes'>;
  /** Nodes by the first word of a phrase. An array, because most words of a text start no phrase, and it is faster than a Map. */
  readonly #first: Int32Array;
  /** By node, its child nodes by word; undefined if it has none. */
  readonly #next: (Map<number, number> | undefined)[] = [undefined];
  /** By node of at least two words, the last posting that contains them. */
  readonly #found: number[] = [-1];
  #read = -1;

  /** Codes of words must be below `limit`. */
  constructor(texts: Pick<Sequences, 'codes'>, limit: number) {
    this.#texts = texts;
    this.#first = new Int32Array(limit);
  }

  /** Adds a phrase of at least two words. Returns a test of postings; make all tests before you use any of them. */
  add([first, ...others]: readonly number[]): (ordinal: number) => boolean {
    let node = (this.#first[first!] ||= this.#newNode());
    for (const code of others) {
      const following = (this.#next[node] ??= new Map<number, number>());
      node = following.get(code) ?? this.#newNode();
      following.set(code, node);
    }
    return (ordinal) => {
      if (this.#read !== ordinal) this.#readText(ordinal);
      return this.#found[node] === ordinal;
    };
  }

  #newNode(): number {
    this.#next.push(undefined);
    return this.#found.push(-1) - 1;
  }

  #readText(ordinal: number): void {
    this.#read = ordinal;
    const text = this.#texts.codes(ordinal);
    for (let start = 0; start < text.length; start += 1) {
      let node = this.#first[text[start]!]!;
      for (let at = start + 1; node !== NOWHERE && at < text.length; at += 1) {
        node = this.#next[node]?.get(text[at]!) ?? NOWHERE;
        this.#found[node] = ordinal;
      }
    }
  }
}
