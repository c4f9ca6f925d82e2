/**
 * Splits texts and search terms into words: runs of letters and digits, ignoring letter case and width. `Node.js` is
 * the two words `node` and `js`, and `C++` is `c`. In scripts without spaces between words, each character is a word,
 * so that a term of several characters matches inside a sentence, as a phrase.
 */

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

/** In place of a digit, for characters outside ASCII. */
const FOREIGN = 64;
/** By code unit, the value of an ASCII letter or digit in base 36, plus one; 0 for other ASCII characters. */
const DIGITS = new Uint8Array(0x1_0000).fill(FOREIGN);
DIGITS.set(Array.from({ length: 128 }, (_, code) => parseInt(String.fromCharCode(code), 36) + 1));
/** A word of at most this length fits into two integers of 32 bits. */
const SHORT = 12;
const SHORT_BITS = 14;
const MOST_STRETCHES = 50_000;

/** Numbers the different words of many texts, from 0 in order of appearance. */
export class Vocabulary {
  readonly #numbers = new Map<string, number>();
  /** Caches the words of stretches, since they are slow to split, and most texts repeat them. */
  readonly #stretches = new Map<string, readonly number[]>();
  /** The code units of the text read last, since loops over strings are slower, and the numbers of its words. */
  #units = new Uint16Array(4096);
  readonly #found: number[] = [];
  /** Caches short words by hash, since a Map of strings takes longer. Each row is the halves of a word in base 37, and its number. */
  readonly #short = new Int32Array(3 << SHORT_BITS);

  /** Returns the number of a word in lower case, or -1 if no text contains it. */
  find(word: string): number {
    return this.#numbers.get(word) ?? -1;
  }

  /** Returns the numbers of the words of a text. Reads it by stretches: runs of ASCII letters and digits, and of any characters outside ASCII. */
  read(text: string): number[] {
    const { length } = text;
    if (this.#units.length < length) this.#units = new Uint16Array(2 * length);
    const units = this.#units;
    Buffer.from(units.buffer).write(text, 'utf16le');
    const short = this.#short;
    const found = this.#found;
    let count = 0;
    for (let at = 0; at < length; at += 1) {
      const start = at;
      let head = 0;
      let tail = 0;
      let kinds = 0;
      for (; at < length; at += 1) {
        const digit = DIGITS[units[at]!]!;
        if (digit === 0) break;
        kinds |= digit;
        if (at - start < SHORT / 2) head = (Math.imul(head, 37) + digit) | 0;
        else tail = (Math.imul(tail, 37) + digit) | 0;
      }
      if (kinds === 0) continue;
      if (kinds >= FOREIGN || at - start > SHORT) {
        for (const number of this.#wordsOf(text.slice(start, at))) found[count++] = number;
        continue;
      }
      const hash = Math.imul(Math.imul(tail, 0x9e3779b1) ^ head, 0x85ebca6b);
      const row = 3 * (hash >>> (32 - SHORT_BITS));
      if (short[row] !== head || short[row + 1] !== tail)
        short.set([head, tail, this.#wordsOf(text.slice(start, at))[0]!], row);
      found[count++] = short[row + 2]!;
    }
    return found.slice(0, count);
  }

  /** Returns the numbers of the words of a stretch. */
  #wordsOf(stretch: string): readonly number[] {
    const known = this.#stretches.get(stretch);
    if (known) return known;
    // A copy, because a part of a string keeps the whole text in memory.
    const copy = Buffer.from(stretch).toString();
    const numbers = wordsOf(copy).map((word) => {
      const number = this.#numbers.get(word) ?? this.#numbers.size;
      this.#numbers.set(word, number);
      return number;
    });
    if (this.#stretches.size < MOST_STRETCHES) this.#stretches.set(copy, numbers);
    return numbers;
  }
}
