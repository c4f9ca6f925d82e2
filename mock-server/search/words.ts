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

/** A run of ASCII letters and digits, and of any other characters outside ASCII. */
const STRETCH = /[A-Za-z0-9\x80-\uffff]+/g;
const MOST_STRETCHES = 50_000;

/** Numbers the different words of many texts, from 0 in order of appearance. */
export class Vocabulary {
  readonly #numbers = new Map<string, number>();
  /** Caches the words of stretches, since they are slow to split, and most texts repeat them. */
  readonly #stretches = new Map<string, readonly number[]>();

  /** Returns the number of a word in lower case, or -1 if no text contains it. */
  find(word: string): number {
    return this.#numbers.get(word) ?? -1;
  }

  /** Returns the numbers of the words of a text. */
  read(text: string): number[] {
    const found: number[] = [];
    for (const stretch of text.match(STRETCH) ?? [])
      for (const number of this.#stretches.get(stretch) ?? this.#split(stretch)) found.push(number);
    return found;
  }

  #split(stretch: string): readonly number[] {
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
