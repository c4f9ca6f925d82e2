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

// What may be known of a candidate while the words of its phrase are gone through:
/** all words so far stand, by their first occurrences, where the phrase would have them; */
const FITS = 1;
/** the phrase can begin nowhere else, since one of its words occurs but once. */
const ONLY = 2;

/** The candidates of one phrase, in columns that are used again for the next. */
export class Candidates {
  ordinals = new Uint32Array(0);
  /** Where the phrase would begin. */
  starts = new Int32Array(0);
  states = new Uint8Array(0);

  reserve(count: number): void {
    if (this.ordinals.length >= count) return;
    this.ordinals = new Uint32Array(2 * count);
    this.starts = new Int32Array(2 * count);
    this.states = new Uint8Array(2 * count);
  }
}

/**
 * Adds to `out` those of `matches` within `[lo, hi)` that have a phrase whose rarest word has a list. The lists of
 * its words are read one after the other, and the places in them nearly always decide: where the first occurrences
 * fit together the phrase is found, and where no word occurs again it is not. Texts are read for what remains.
 */
export function addPhrase(
  out: Words,
  matches: Words,
  lo: number,
  hi: number,
  { text, codes, words }: Phrase,
  candidates: Candidates,
): void {
  let count = startWith(candidates, words[0]!, matches, lo, hi);
  for (const word of words.slice(1)) {
    count = word.postings.list
      ? keepListed(candidates, count, word)
      : keepSet(candidates, count, word.postings.words!);
  }
  // A word that stands twice in the phrase has one place in the list: then only the text can tell.
  const told = words.length === codes.length;
  const { ordinals, starts, states } = candidates;
  for (let i = 0; i < count; i += 1) {
    const ordinal = ordinals[i]!;
    const state = states[i]!;
    const found =
      (told && (state & FITS) !== 0) ||
      ((state & ONLY) !== 0
        ? text.texts.hasAt(ordinal, codes, starts[i]!)
        : text.texts.contains(ordinal, codes));
    if (found) setBit(out, ordinal);
  }
}

function startWith(candidates: Candidates, word: PhraseWord, matches: Words, lo: number, hi: number): number {
  const list = word.postings.list!;
  const places = word.postings.places!;
  const begin = lowerBound(list, lo);
  const end = lowerBound(list, hi);
  candidates.reserve(end - begin);
  const { ordinals, starts, states } = candidates;
  let count = 0;
  for (let at = begin; at < end; at += 1) {
    const ordinal = list[at]!;
    if (!hasBit(matches, ordinal)) continue;
    const place = places[at]!;
    const first = place & FAR;
    ordinals[count] = ordinal;
    starts[count] = first - word.offset;
    states[count] = first === FAR ? 0 : (place & AGAIN) === 0 ? FITS | ONLY : FITS;
    count += 1;
  }
  return count;
}

/** Keeps the candidates that have a word with a list, unless its place leaves the phrase no chance. */
function keepListed(
  { ordinals, starts, states }: Candidates,
  count: number,
  { postings, offset }: PhraseWord,
): number {
  const list = postings.list!;
  const places = postings.places!;
  let at = count === 0 ? 0 : lowerBound(list, ordinals[0]!);
  let kept = 0;
  for (let i = 0; i < count; i += 1) {
    const ordinal = ordinals[i]!;
    while (at < list.length && list[at]! < ordinal) at += 1;
    if (at === list.length) break;
    if (list[at] !== ordinal) continue;
    const place = places[at]!;
    const first = place & FAR;
    const start = first - offset;
    let state = states[i]!;
    let where = starts[i]!;
    if (first === FAR) {
      state &= ~FITS;
    } else if (start !== where) {
      const only = (place & AGAIN) === 0;
      if (only && (state & ONLY) !== 0) continue;
      state = only ? ONLY : state & ONLY;
      if (only) where = start;
    } else if ((place & AGAIN) === 0) {
      state |= ONLY;
    }
    ordinals[kept] = ordinal;
    starts[kept] = where;
    states[kept] = state;
    kept += 1;
  }
  return kept;
}

/** Keeps the candidates that have a word so common that it has no list; where it stands is for the text to say. */
function keepSet({ ordinals, starts, states }: Candidates, count: number, set: Words): number {
  let kept = 0;
  for (let i = 0; i < count; i += 1) {
    if (!hasBit(set, ordinals[i]!)) continue;
    ordinals[kept] = ordinals[i]!;
    starts[kept] = starts[i]!;
    states[kept] = states[i]! & ~FITS;
    kept += 1;
  }
  return kept;
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
