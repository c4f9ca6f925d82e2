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
  const first = words[0]!.offset;
  // A word that stands twice in the phrase has one place in the list: then only the text can tell.
  const others =
    words.length === codes.length ? words.slice(1).map((word) => new Follower(word, first, lo)) : null;
  const end = lowerBound(list, hi);
  for (let at = lowerBound(list, lo); at < end; at += 1) {
    const ordinal = list[at]!;
    if (!hasBit(matches, ordinal)) continue;
    const place = places[at]!;
    let verdict = others ? FITS : UNSURE;
    if (others) for (const other of others) verdict = Math.min(verdict, other.compare(ordinal, place));
    if (verdict === FITS || (verdict === UNSURE && inText(text.texts, ordinal, codes, place, first))) {
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
  /** How far behind the rarest word this one stands in the phrase. */
  readonly #distance: number;
  #at: number;

  constructor({ postings, offset }: PhraseWord, first: number, lo: number) {
    this.#list = postings.list;
    this.#places = postings.places;
    this.#words = postings.words;
    this.#distance = offset - first;
    this.#at = this.#list ? lowerBound(this.#list, lo) : 0;
  }

  /** Whether this word's place in a posting fits that of the rarest; ordinals must come in ascending order. */
  compare(ordinal: number, place: number): number {
    const list = this.#list;
    if (!list) return hasBit(this.#words!, ordinal) ? UNSURE : APART;
    let at = this.#at;
    while (at < list.length && list[at]! < ordinal) at += 1;
    this.#at = at;
    if (at === list.length || list[at] !== ordinal) return APART;
    const mine = this.#places![at]!;
    if ((mine & FAR) === FAR || (place & FAR) === FAR) return UNSURE;
    if ((mine & FAR) - (place & FAR) === this.#distance) return FITS;
    return ((mine | place) & AGAIN) !== 0 ? UNSURE : APART;
  }
}

/** Whether the text has the phrase, given the place of the first occurrence of the word at `offset` in the phrase. */
function inText(
  texts: Sequences,
  ordinal: number,
  codes: readonly number[],
  place: number,
  offset: number,
): boolean {
  const first = place & FAR;
  if (first === FAR) return texts.contains(ordinal, codes);
  if ((place & AGAIN) === 0) return texts.hasAt(ordinal, codes, first - offset);
  return texts.contains(ordinal, codes, Math.max(0, first - offset));
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
