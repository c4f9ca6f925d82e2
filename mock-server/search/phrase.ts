import { hasBit, rangeOf, setBit, type BitmapSpace, type Places, type Words } from './bitmap.js';
import type { Occurrences } from './occurrences.js';
import { lowerBound, type OrdinalSet } from './ordinal-sets.js';
import type { Sequences } from './sequences.js';
import type { Steps } from './steps.js';
import type { Vocabulary } from './words.js';

/** The words of one field of all postings: the postings and places of each word, and the texts as lists of words. */
export interface TextIndex {
  vocabulary: Vocabulary;
  occurrences: Occurrences;
  texts: Sequences;
}

export interface Phrase {
  kind: 'phrase';
  text: TextIndex;
  codes: readonly number[];
  /** Its words, the rarest first. Words that occur too often for a list of places come last. */
  words: readonly PhraseWord[];
}

export interface PhraseWord {
  code: number;
  postings: OrdinalSet;
  occurrences: Places | null;
  /** Position of the word in the phrase. */
  offset: number;
}

export function phraseOf(text: TextIndex, codes: readonly number[]): Phrase {
  const words = codes.map((code, offset) => ({
    code,
    postings: text.occurrences.set(code),
    occurrences: text.occurrences.places(code),
    offset,
  }));
  const frequency = ({ occurrences }: PhraseWord): number => occurrences?.places.length ?? Infinity;
  words.sort((a, b) => (frequency(a) < frequency(b) ? -1 : 1));
  return { kind: 'phrase', text, codes, words };
}

/** If a list has more entries than this for each place left, reading the texts at these places is faster than reading the list. */
const MOST_ENTRIES_PER_PLACE = 32;

/** Words of text that one step reads. */
const TEXT_PER_STEP = 20_000;

/** Finds postings with a phrase. Reuses its arrays for the next phrase. */
export class PhraseFinder {
  readonly #space: BitmapSpace;
  #found: Places = { places: new Uint32Array(0), ordinals: new Uint32Array(0) };

  constructor(space: BitmapSpace) {
    this.#space = space;
  }

  /**
   * Adds to `out` the members of `matches` in `[lo, hi)` that contain a phrase. The rarest word must have a list of
   * places. Keeps those places at which the other words are at their positions in the phrase.
   */
  *add(out: Words, matches: Words, lo: number, hi: number, { text, words }: Phrase): Steps<void> {
    const [rarest, ...others] = words as [PhraseWord, ...PhraseWord[]];
    let left = within(rarest.occurrences!, lo, hi);
    for (const { occurrences, code, offset } of others) {
      const distance = offset - rarest.offset;
      const found = this.#columns(text);
      let count = 0;
      if (occurrences && occurrences.places.length <= MOST_ENTRIES_PER_PLACE * left.places.length) {
        count = this.#space.follow(left, within(occurrences, lo, hi), distance, found);
      } else {
        for (let i = 0; i < left.places.length; i += 1) {
          const [place, ordinal] = [left.places[i]!, left.ordinals[i]!];
          if (!text.texts.hasAt(ordinal, place + distance, code)) continue;
          found.places[count] = place;
          found.ordinals[count] = ordinal;
          count += 1;
        }
      }
      left = { places: found.places.subarray(0, count), ordinals: found.ordinals.subarray(0, count) };
      yield;
    }
    for (const ordinal of left.ordinals) if (hasBit(matches, ordinal)) setBit(out, ordinal);
  }

  /** Adds to `out` the members of `matches` in `[lo, hi)` that contain a phrase, by reading their texts. */
  *read(out: Words, matches: Words, lo: number, hi: number, { text: { texts }, codes }: Phrase): Steps<void> {
    const { to } = rangeOf(lo, hi);
    let words = 0;
    for (let at = this.#space.next(matches, lo, to); at >= 0; at = this.#space.next(matches, at + 1, to)) {
      if (texts.contains(at, codes)) setBit(out, at);
      words += texts.lengthOf(at);
      if (words < TEXT_PER_STEP) continue;
      words = 0;
      yield;
    }
  }

  /** Returns arrays that are large enough for the longest list of the text. */
  #columns({ occurrences: { longest } }: TextIndex): Places {
    if (this.#found.places.length < longest) {
      this.#found = { places: this.#space.makeList(longest), ordinals: this.#space.makeList(longest) };
    }
    return this.#found;
  }
}

/** Returns how often the rarest word of a phrase occurs in `[lo, hi)`. Infinite if no word has a list of places. */
export function rarestCount({ words }: Phrase, lo: number, hi: number): number {
  const { occurrences } = words[0]!;
  return occurrences === null ? Infinity : within(occurrences, lo, hi).places.length;
}

function within({ places, ordinals }: Places, lo: number, hi: number): Places {
  const start = lowerBound(ordinals, lo);
  const end = lowerBound(ordinals, hi, start);
  return { places: places.subarray(start, end), ordinals: ordinals.subarray(start, end) };
}
