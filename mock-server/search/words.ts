/**
 * What a word is, for texts and for search terms alike: a run of letters and digits, letter case and width aside.
 * `Node.js` is the two words `node` and `js`, and `C++` is `c`. Scripts that put no space between words have one
 * word for each character, so that a term of several characters is found inside a sentence, as a phrase.
 */

const UNSPACED = '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}';
const LETTER = `(?![${UNSPACED}])[\\p{L}\\p{N}]`;
const WORD = new RegExp(
  `(?=[\\p{L}\\p{N}])[${UNSPACED}]\\p{M}*|${LETTER}(?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}])*`,
  'gu',
);

/** Lower-case letter or digit of each ASCII code; 0 for what stands between words. */
const ASCII = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  return /[A-Za-z0-9]/.test(character) ? character.toLowerCase().charCodeAt(0) : 0;
});

function normalise(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

export function wordsOf(text: string): string[] {
  return normalise(text).match(WORD) ?? [];
}

/** Numbers the different words of many texts, from 0 on in the order in which they turn up. */
export class Vocabulary {
  readonly #words: string[] = [];
  /** Open addressing: the number of a word plus one, at its hash or in the next free place. */
  #table = new Uint32Array(1 << 12);
  #hashes = new Uint32Array(1 << 11);
  #numbers = new Uint32Array(1 << 10);

  get size(): number {
    return this.#words.length;
  }

  /** The number of a word in lower case, or -1 if no text has it. */
  find(word: string): number {
    const mask = this.#table.length - 1;
    for (let at = hashOf(word) & mask; ; at = (at + 1) & mask) {
      const number = this.#table[at]! - 1;
      if (number < 0 || this.#words[number] === word) return number;
    }
  }

  /**
   * The numbers of the words of a text, in a view that the next call overwrites. Plain ASCII, the bulk of every
   * text, is read letter by letter without making a string for each word; everything else goes through `wordsOf`.
   */
  read(text: string): Uint32Array {
    const length = text.length;
    if (this.#numbers.length < length) this.#numbers = new Uint32Array(2 * length);
    const out = this.#numbers;
    let count = 0;
    let at = 0;
    for (;;) {
      let lower = 0;
      let code = 0;
      while (at < length && (code = text.charCodeAt(at)) < 128 && ASCII[code] === 0) at += 1;
      if (at === length) return out.subarray(0, count);
      const start = at;
      let hash = 0;
      while (at < length && (code = text.charCodeAt(at)) < 128 && (lower = ASCII[code]!) !== 0) {
        hash = (Math.imul(hash, 31) + lower) | 0;
        at += 1;
      }
      if (code > 127) break;
      out[count++] = this.#number(text, start, at, spread(hash));
    }
    return Uint32Array.from(wordsOf(text), (word) => this.#number(word, 0, word.length, hashOf(word)));
  }

  #number(text: string, start: number, end: number, hash: number): number {
    const mask = this.#table.length - 1;
    let at = hash & mask;
    for (let entry = this.#table[at]!; entry !== 0; entry = this.#table[at]!) {
      if (this.#hashes[entry - 1] === hash && same(this.#words[entry - 1]!, text, start, end))
        return entry - 1;
      at = (at + 1) & mask;
    }
    const number = this.#words.length;
    // Through an array, because a slice of a text would keep the whole text in memory.
    this.#words.push(Array.from(text.slice(start, end).toLowerCase()).join(''));
    if (number >= this.#hashes.length) this.#grow();
    this.#hashes[number] = hash;
    this.#place(number, hash);
    return number;
  }

  #place(number: number, hash: number): void {
    const mask = this.#table.length - 1;
    let at = hash & mask;
    while (this.#table[at] !== 0) at = (at + 1) & mask;
    this.#table[at] = number + 1;
  }

  #grow(): void {
    const hashes = this.#hashes;
    this.#hashes = new Uint32Array(hashes.length * 2);
    this.#hashes.set(hashes);
    this.#table = new Uint32Array(this.#table.length * 2);
    hashes.forEach((hash, number) => this.#place(number, hash));
  }
}

/** Whether a stored word is the text's `[start, end)`, whose ASCII letters may be capitals. */
function same(word: string, text: string, start: number, end: number): boolean {
  if (word.length !== end - start) return false;
  for (let i = 0; i < word.length; i += 1) {
    const code = text.charCodeAt(start + i);
    if (word.charCodeAt(i) !== (code < 128 ? ASCII[code] : code)) return false;
  }
  return true;
}

function hashOf(word: string): number {
  let hash = 0;
  for (let i = 0; i < word.length; i += 1) hash = (Math.imul(hash, 31) + word.charCodeAt(i)) | 0;
  return spread(hash);
}

/** The upper bits of a product know every letter; the table uses the lower ones. */
function spread(hash: number): number {
  return (hash ^ (hash >>> 15)) >>> 0;
}
