/**
 * Splits texts and search terms into words: runs of letters and digits, ignoring letter case and width. `Node.js` is
 * the two words `node` and `js`, and `C++` is `c`. In scripts without spaces between words, each character is a word,
 * so that a term of several characters matches inside a sentence, as a phrase.
 */

import { withRoom } from './growing.js';

const UNSPACED = '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}';
const LETTER = `(?![${UNSPACED}])[\\p{L}\\p{N}]`;
const WORD = new RegExp(
  `(?=[\\p{L}\\p{N}])[${UNSPACED}]\\p{M}*|${LETTER}(?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}])*`,
  'gu',
);

function normalise(text: string): string {
  // Treat the two lower-case forms of the Greek letter sigma as equal.
  return text.normalize('NFKC').toLowerCase().replaceAll('ς', 'σ');
}

export function wordsOf(text: string): string[] {
  // The fast way for most terms; the way below takes twenty times as long.
  if (/^[\0-\x7f]*$/.test(text)) return text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return normalise(text).match(WORD) ?? [];
}

/** Whether a text has any word. Faster than splitting it. */
export function hasWords(text: string): boolean {
  if (/[A-Za-z0-9]/.test(text)) return true;
  // Remove marks, which are not letters, because normalizing many of them takes long.
  return /[\p{L}\p{N}]/u.test(normalise(text.replace(/\p{M}+/gu, '')));
}

/** `BYTES` maps a byte of UTF-8 to its letter in lower case, its digit, or one of these two. */
const BETWEEN_WORDS = 0;
const NOT_ASCII = 1;
const BYTES = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte > 127) return NOT_ASCII;
  const character = String.fromCharCode(byte);
  return /[A-Za-z0-9]/.test(character) ? character.toLowerCase().charCodeAt(0) : BETWEEN_WORDS;
});

const MOST_STRETCHES = 50_000;

/** Length of a row of the table. */
const ROW = 4;

/**
 * Numbers the different words of many texts, from 0 in order of appearance. Words are stored and compared as bytes
 * of UTF-8: a million descriptions have two hundred million words, and making a string of each would take most of
 * the time of building an index.
 */
export class Vocabulary {
  #size = 0;
  /** The bytes of all words, concatenated. */
  #bytes = new Uint8Array(1 << 14);
  #used = 0;
  /**
   * A hash table with open addressing, at most half full. A row has four adjacent numbers, which the CPU reads together:
   * the number of the word plus one, its hash, the start of its bytes, and their length.
   */
  #table = new Uint32Array(ROW << 12);
  /** The bytes of the current text, and the numbers of its words. Reading a Buffer would be slower. */
  #text = new Uint8Array(1 << 12);
  #numbers = new Uint32Array(1 << 11);
  readonly #encoder = new TextEncoder();
  /** Caches the words of stretches that are not plain ASCII, since they are slow to split and often repeated. */
  readonly #stretches = new Map<string, number[]>();

  get size(): number {
    return this.#size;
  }

  /** Returns the number of a word in lower case, or -1 if no text contains it. */
  find(word: string): number {
    const bytes = this.#encoder.encode(word);
    return this.#table[this.#rowOf(bytes, 0, bytes.length, hashOf(bytes))]! - 1;
  }

  /**
   * Returns the numbers of the words of a text, in a view that the next call overwrites. Reads plain ASCII byte by byte;
   * only stretches with other letters, between ASCII marks and spaces, are passed to `wordsOf`.
   */
  read(text: string): Uint32Array {
    if (this.#text.length <= 3 * text.length) this.#text = new Uint8Array(6 * text.length);
    const bytes = this.#text;
    const length = this.#encoder.encodeInto(text, bytes).written;
    // A word has at least one byte, but a character outside ASCII can be many words.
    if (this.#numbers.length < length) this.#numbers = new Uint32Array(2 * length);
    // A mark after the text ends the last word.
    bytes[length] = 0;
    let count = 0;
    let at = 0;
    while (at < length) {
      let byte = BYTES[bytes[at]!]!;
      if (byte === BETWEEN_WORDS) {
        at += 1;
        continue;
      }
      const start = at;
      let hash = 0;
      while (byte > NOT_ASCII) {
        bytes[at] = byte;
        hash = (Math.imul(hash, 31) + byte) | 0;
        at += 1;
        byte = BYTES[bytes[at]!]!;
      }
      if (byte === BETWEEN_WORDS) {
        this.#numbers[count++] = this.#number(bytes, start, at, spread(hash));
        continue;
      }
      while (BYTES[bytes[at]!] !== BETWEEN_WORDS) at += 1;
      for (const number of this.#foreign(bytes, start, at)) {
        this.#numbers = withRoom(this.#numbers, count + 1);
        this.#numbers[count++] = number;
      }
    }
    return this.#numbers.subarray(0, count);
  }

  /** Returns the numbers of the words in a stretch that is not plain ASCII. */
  #foreign(text: Uint8Array, start: number, end: number): number[] {
    const bytes = Buffer.from(text.buffer);
    // The key is made of the bytes. They are decoded only for a new stretch.
    const key = bytes.toString('latin1', start, end);
    let numbers = this.#stretches.get(key);
    if (!numbers) {
      numbers = wordsOf(bytes.toString('utf8', start, end)).map((word) => {
        const encoded = this.#encoder.encode(word);
        return this.#number(encoded, 0, encoded.length, hashOf(encoded));
      });
      if (this.#stretches.size < MOST_STRETCHES) this.#stretches.set(key, numbers);
    }
    return numbers;
  }

  /** Returns the number of a word, and adds the word if it is new. */
  #number(bytes: Uint8Array, start: number, end: number, hash: number): number {
    let row = this.#rowOf(bytes, start, end, hash);
    const number = this.#table[row]!;
    if (number !== 0) return number - 1;
    this.#size += 1;
    if (2 * ROW * this.#size > this.#table.length) {
      this.#widen();
      row = this.#rowOf(bytes, start, end, hash);
    }
    const length = end - start;
    this.#bytes = withRoom(this.#bytes, this.#used + length);
    this.#bytes.set(bytes.subarray(start, end), this.#used);
    this.#table.set([this.#size, hash, this.#used, length], row);
    this.#used += length;
    return this.#size - 1;
  }

  #widen(): void {
    const old = this.#table;
    this.#table = new Uint32Array(2 * old.length);
    for (let at = 0; at < old.length; at += ROW) {
      if (old[at] === 0) continue;
      const from = old[at + 2]!;
      const row = this.#rowOf(this.#bytes, from, from + old[at + 3]!, old[at + 1]!);
      this.#table.set(old.subarray(at, at + ROW), row);
    }
  }

  /** Returns the row of a word in the table, or the free row for it. */
  #rowOf(bytes: Uint8Array, start: number, end: number, hash: number): number {
    const table = this.#table;
    const last = table.length - ROW;
    let row = Math.imul(hash, ROW) & last;
    while (table[row] !== 0 && !(table[row + 1] === hash && this.#isWord(row, bytes, start, end)))
      row = (row + ROW) & last;
    return row;
  }

  #isWord(row: number, bytes: Uint8Array, start: number, end: number): boolean {
    if (this.#table[row + 3]! !== end - start) return false;
    const from = this.#table[row + 2]!;
    const words = this.#bytes;
    for (let i = start; i < end; i += 1) if (words[from + i - start] !== bytes[i]) return false;
    return true;
  }
}

function hashOf(bytes: Uint8Array): number {
  let hash = 0;
  for (const byte of bytes) hash = (Math.imul(hash, 31) + byte) | 0;
  return spread(hash);
}

/** Mixes the upper bits of a hash, which depend on every letter, into the lower ones, which the table uses. */
function spread(hash: number): number {
  return (hash ^ (hash >>> 15)) >>> 0;
}
