import { clearBit, hasBit, setBit, type WordRange, type Words } from './bitmap.js';
import { AGAIN, FAR, holds, lowerBound, type OrdinalSet, type OrdinalSets } from './ordinal-sets.js';
import type { Sequences } from './sequences.js';
import type { Vocabulary } from './words.js';

/** The words of one field of all postings: who has which word, and in what order they stand. */
export interface TextIndex {
  vocabulary: Vocabulary;
  postings: OrdinalSets;
  texts: Sequences;
}

export interface Phrase {
  kind: 'phrase';
  text: TextIndex;
  codes: readonly number[];
  /** Its different words, the rarest first. */
  words: readonly PhraseWord[];
}

export interface PhraseWord {
  postings: OrdinalSet;
  /** Where in the phrase the word stands first. */
  offset: number;
}

/** Whether the words of the phrase stand side by side in one posting. */
export function hasPhrase({ text, codes, words }: Phrase, ordinal: number): boolean {
  return words.every(({ postings }) => holds(postings, ordinal)) && text.texts.contains(ordinal, codes);
}

/**
 * Adds to `out` those of `matches` within `[lo, hi)` that have a phrase whose rarest word has a list. The lists of
 * its words are read side by side, and the places in them nearly always decide: where the first occurrences fit
 * together the phrase is found, and where no word occurs again it is not. Texts are read for what remains.
 */
export function addPhrase(out: Words, matches: Words, lo: number, hi: number, phrase: Phrase): void {
  const { text, codes, words } = phrase;
  const { list, places } = words[0]!.postings as { list: Uint32Array; places: Uint16Array };
  const { offset } = words[0]!;
  // A word that stands twice in the phrase has one place in the list: then only the text can tell.
  const others = words.length === codes.length ? words.slice(1).map((word) => new Follower(word, lo)) : [];
  const told = others.length > 0;
  const end = lowerBound(list, hi);
  for (let at = lowerBound(list, lo); at < end; at += 1) {
    const ordinal = list[at]!;
    if (!hasBit(matches, ordinal)) continue;
    const place = places[at]!;
    const first = place & FAR;
    // Where the phrase would begin, and whether it can begin nowhere else.
    let start = first - offset;
    let only = first !== FAR && (place & AGAIN) === 0;
    let verdict = told && first !== FAR ? FITS : UNSURE;
    for (let i = 0; i < others.length && verdict !== APART; i += 1) {
      const other = others[i]!;
      const fit = other.compare(ordinal, first - offset, only);
      if (fit < verdict) verdict = fit;
      if (!only && other.only) [start, only] = [other.start, true];
    }
    if (verdict === FITS || (verdict === UNSURE && inText(text.texts, ordinal, codes, start, only))) {
      setBit(out, ordinal);
    }
  }
}

const APART = 0;
const UNSURE = 1;
const FITS = 2;

/** Walks the postings of another word of the phrase beside those of the rarest. */
class Follower {
  readonly #list: Uint32Array | undefined;
  readonly #places: Uint16Array | undefined;
  readonly #words: Words | undefined;
  readonly #offset: number;
  #at: number;
  /** Of the posting compared last: where the phrase begins by this word, and whether the word occurs there alone. */
  start = 0;
  only = false;

  constructor({ postings, offset }: PhraseWord, lo: number) {
    this.#list = postings.list;
    this.#places = postings.places;
    this.#words = postings.words;
    this.#offset = offset;
    this.#at = this.#list ? lowerBound(this.#list, lo) : 0;
  }

  /**
   * Whether this word lets the phrase begin at `start`, or leaves that to others; `only` is whether it can begin
   * nowhere else. Ordinals must come in ascending order.
   */
  compare(ordinal: number, start: number, only: boolean): number {
    this.only = false;
    const list = this.#list;
    if (!list) return hasBit(this.#words!, ordinal) ? UNSURE : APART;
    let at = this.#at;
    while (at < list.length && list[at]! < ordinal) at += 1;
    this.#at = at;
    if (at === list.length || list[at] !== ordinal) return APART;
    const place = this.#places![at]!;
    const first = place & FAR;
    if (first === FAR) return UNSURE;
    this.start = first - this.#offset;
    this.only = (place & AGAIN) === 0;
    if (this.start === start) return FITS;
    return only && this.only ? APART : UNSURE;
  }
}

/** Whether the text has the phrase, at `start` or, if that is not its only chance, somewhere. */
function inText(
  texts: Sequences,
  ordinal: number,
  codes: readonly number[],
  start: number,
  only: boolean,
): boolean {
  return only ? texts.hasAt(ordinal, codes, start) : texts.contains(ordinal, codes);
}

/** Clears the postings in whose text the words do not stand side by side; for words so common that none has a list. */
export function keepPhrase(matches: Words, { from, to }: WordRange, { text, codes }: Phrase): void {
  for (let w = from; w < to; w += 1) {
    let word = matches[w]!;
    while (word !== 0) {
      const ordinal = (w << 5) + 31 - Math.clz32(word & -word);
      word &= word - 1;
      if (!text.texts.contains(ordinal, codes)) clearBit(matches, ordinal);
    }
  }
}
