/** Finds words for which every lawful way to match (reading keyword-match) finds the same jobs of the sample. */
import { TEXT_FIELDS, type TextBlock } from '../../model/filters.js';
import { matcherOf, readyText, UNSPACED } from '../../model/keywords.js';
import type { SliceFact } from '../../pack/language/facts.js';
import type { Job } from '../../values/postings.js';
import { textOf } from '../../values/text.js';
import { holdersOf } from './job-texts.js';

export interface Word {
  /** The word, as in a job. */
  text: string;
  /** Indexes of the jobs that contain it. */
  jobs: ReadonlySet<number>;
}

/** Characters between words. Hyphens and the like are not among them, since they may join two words. */
const BETWEEN = /[\s,.;:!?()[\]{}"“”„«»、。・（）「」『』【】！？，．：；…—–|·]+/u;
const WORD = /^[\p{L}\p{M}]{3,30}$/u;
const SHORT_WORD = /^[\p{L}\p{M}]{2,30}$/u;

/** Enough words to choose pairs from, and few enough to compare each with each. */
const MOST_WORDS = 60;

const folded = (text: string): string => text.toLowerCase();

/**
 * In a text without spaces, as in Japanese, everything between two of these characters is a word. Text with a ligature or the
 * like does not count as a word, since a service may compare its letters without normalization.
 */
function isWord(part: string): boolean {
  return (UNSPACED.test(part) ? SHORT_WORD : WORD).test(part) && part.normalize('NFKC') === part;
}

const wordsOf = (text: string): string[] => text.split(BETWEEN).filter(isWord);

type Texts = ReturnType<typeof textsOf>;

/** One text of each job; an empty text for a job without it. */
function textsOf(jobs: readonly Job[], block: TextBlock) {
  const asWritten = jobs.map(({ [TEXT_FIELDS[block]]: text }) => (typeof text === 'string' ? text : ''));
  return { asWritten, ready: asWritten.map(readyText) };
}

/** The best words or phrases that some of the texts contain, and that no lawful way to match finds in the others. */
function plainAmong(
  { asWritten, ready }: Texts,
  most: number,
  score: (word: Word) => number,
  partsOf: (text: string) => readonly string[] = wordsOf,
): Word[] {
  const isPlain = ({ text, jobs }: Word): boolean =>
    (['loosest', 'strictest'] as const).every((how) => {
      const matches = matcherOf(text, how);
      return ready.every((each, i) => matches(each) === jobs.has(i));
    });
  const some = holdersOf(asWritten.keys(), (i) => partsOf(asWritten[i]!), folded)
    .map(([text, jobs]): Word => ({ text, jobs }))
    .filter(({ jobs }) => jobs.size < asWritten.length)
    // The text decides between equals, so that a second survey chooses the same.
    .sort((a, b) => score(b) - score(a) || (a.text < b.text ? -1 : 1));
  const plain: Word[] = [];
  for (const word of some) {
    if (plain.length === most) break;
    if (isPlain(word)) plain.push(word);
  }
  return plain;
}

/** True if the text has letters beyond ASCII, which a service may misread. */
export function isBeyondAscii(text: string): boolean {
  return /[^\0-\x7f]/.test(text);
}

/** Words of a third of the texts are the best. A service may ignore words of a few letters. */
function wordsIn(texts: Texts): Word[] {
  return plainAmong(texts, MOST_WORDS, ({ text, jobs }) => {
    const bonus = text.length >= 6 || UNSPACED.test(text) ? 0.5 : 0;
    const abroad = isBeyondAscii(text) && inOtherCase(text) !== null ? 0.2 : 0;
    return bonus + abroad - Math.abs(jobs.size / texts.asWritten.length - 1 / 3);
  });
}

/** Up to `most` words that about this share of the jobs contain, the nearest first. */
export function wordsHeldBy(jobs: readonly Job[], block: TextBlock, share: number, most: number): Word[] {
  return plainAmong(textsOf(jobs, block), most, (word) => -Math.abs(word.jobs.size / jobs.length - share));
}

/** Two words that are neighbors in some texts, while no other text matches both. */
function phraseIn(texts: Texts): Word | undefined {
  const phrases = (text: string): string[] => {
    // A service may compare other white space as it is.
    const words = text.split(' ');
    return words.slice(1).flatMap((word, i) => {
      const before = words[i] ?? '';
      return isWord(before) && isWord(word) ? [`${before} ${word}`] : [];
    });
  };
  return plainAmong(texts, 1, ({ jobs }) => jobs.size, phrases)[0];
}

/** Two words such that some jobs contain both, some only one and some neither: the pair whose smallest group is largest. */
export function crossing(as: readonly Word[], bs: readonly Word[], all: number): [Word, Word] | null {
  let best: [Word, Word] | null = null;
  let most = 0;
  for (const a of as)
    for (const b of bs) {
      const both = [...a.jobs].filter((job) => b.jobs.has(job)).length;
      const smallest = Math.min(
        both,
        a.jobs.size - both,
        b.jobs.size - both,
        all - a.jobs.size - b.jobs.size + both,
      );
      if (smallest <= most) continue;
      [best, most] = [[a, b], smallest];
    }
  return best;
}

/** Words from these names occur only in the texts of one employer or place. */
const NAMES = ['Company Name', 'City', 'State', 'Country'];

/**
 * Words of one text that distinguish jobs: of descriptions if there are any, else of titles. None of them is part of the name of an
 * employer or a place.
 */
export function tellingWordsIn(jobs: readonly Job[]) {
  const names = new Set(
    jobs.flatMap((job) => NAMES.flatMap((field) => wordsOf(folded(textOf(job[field] ?? ''))))),
  );
  const partsOf = (text: string): string[] => wordsOf(text).filter((word) => !names.has(folded(word)));
  const [inDescriptions, inTitles] = (['description', 'title'] as const).map((block) => ({
    block,
    words: plainAmong(textsOf(jobs, block), MOST_WORDS, ({ jobs }) => -jobs.size, partsOf),
  }));
  return inDescriptions!.words.length > 0 ? inDescriptions! : inTitles!;
}

/** The word that leaves about this share of the jobs, and at least one; undefined if all words leave none. */
export function wordFor(words: readonly Word[], among: ReadonlySet<number>, share: number): Word | undefined {
  const offOf = ({ jobs }: Word): number => {
    const left = [...among].filter((job) => jobs.has(job)).length;
    // Words of all these jobs come last; other jobs of the day can lack them.
    return left === among.size && left > 1 ? 1 : left === 0 ? Infinity : Math.abs(left / among.size - share);
  };
  return words.filter((word) => offOf(word) < Infinity).sort((a, b) => offOf(a) - offOf(b))[0];
}

/** The text in upper case, else in lower case; null if the case does not convert back, as with ß and a final sigma. */
export function inOtherCase(text: string): string | null {
  const other = [text.toUpperCase(), text.toLowerCase()].find((each) => each !== text);
  if (other === undefined) return null;
  const bySign = [...other].map((sign) => sign.toLowerCase()).join('');
  return bySign === text.toLowerCase() && other.toUpperCase() === text.toUpperCase() ? other : null;
}

/** A word without its first and its last letter; null if that is a word of some title. */
function innerPart({ text }: Word, { ready }: Texts): string | null {
  const part = [...text].slice(1, -1).join('');
  if ([...part].length < 3) return null;
  return ready.some(matcherOf(part, 'strictest')) ? null : part;
}

/** The two parts of a word beside its middle letter. */
function endsOf({ text }: Word): [string, string] {
  const letters = [...text];
  const middle = letters.length >> 1;
  return [letters.slice(0, middle).join(''), letters.slice(middle + 1).join('')];
}

export function wordFacts(jobs: readonly Job[]): Partial<Record<SliceFact, unknown>> {
  const [titles, descriptions] = [textsOf(jobs, 'title'), textsOf(jobs, 'description')];
  const [inTitles, inDescriptions] = [wordsIn(titles), wordsIn(descriptions)];
  const [titlesCross, textsCross, pair] = [
    crossing(inTitles, inTitles, jobs.length),
    crossing(inDescriptions, inDescriptions, jobs.length),
    crossing(inTitles, inDescriptions, jobs.length),
  ];
  const [title, description] = [inTitles[0], inDescriptions[0]];
  return {
    TitleWord: title?.text,
    TitleWordPart: title === undefined ? null : innerPart(title, titles),
    TitleWordEnds: title && endsOf(title),
    TitlePhrase: phraseIn(titles)?.text,
    TitleWordA: titlesCross?.[0].text,
    TitleWordB: titlesCross?.[1].text,
    DescriptionWord: description?.text,
    DescriptionWordA: textsCross?.[0].text,
    DescriptionWordB: textsCross?.[1].text,
    PairTitleWord: pair?.[0].text,
    PairDescriptionWord: pair?.[1].text,
  };
}
