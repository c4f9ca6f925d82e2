/**
 * Words of titles and descriptions, in any language. How a term matches a text is open (reading keyword-match), so a
 * word is taken only where every lawful way to match finds the same jobs of the sample.
 */
import type { SliceFact } from '../../pack/language/facts.js';
import { matchesText, readyText, UNSPACED, type ReadyText } from '../../model/keywords.js';
import type { Job } from '../../values/postings.js';
import { textOf } from '../../values/text.js';

export interface Word {
  /** As a job writes it. */
  text: string;
  /** Indexes of the jobs that hold it. */
  jobs: ReadonlySet<number>;
}

/** A sentence ends or turns at these; hyphens and the like are left out, since they may join two words to one. */
const BETWEEN = /[\s,.;:!?()[\]{}"“”„«»、。・（）「」『』【】！？，．：；…—–|·]+/u;
const WORD = /^[\p{L}\p{M}]{3,30}$/u;
const SHORT_WORD = /^[\p{L}\p{M}]{2,30}$/u;

/** Enough to choose pairs from, and few enough to compare each with each. */
const MOST_WORDS = 60;

const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

/** A text without blanks, as in Japanese, is a word from one sign of the above to the next. */
function isWord(part: string): boolean {
  return (UNSPACED.test(part) ? SHORT_WORD : WORD).test(part);
}

const wordsOf = (text: string): string[] => text.split(BETWEEN).filter(isWord);

/** The texts of one field of some jobs; a job without one holds no word. */
interface Texts {
  asWritten: readonly string[];
  ready: readonly ReadyText[];
}

function textsOf(jobs: readonly Job[], field: 'Job Title' | 'Job Description'): Texts {
  const asWritten = jobs.map((job) => {
    const text = job[field];
    return typeof text === 'string' ? text.normalize('NFKC') : '';
  });
  return { asWritten, ready: asWritten.map(readyText) };
}

/** The words (or phrases) that some of the texts hold, and that no lawful way to match finds in the others. */
function plainAmong(
  texts: Texts,
  partsOf: (text: string) => readonly string[],
  worthOf: (word: Word) => number,
  most: number,
): Word[] {
  const found = new Map<string, { text: string; jobs: Set<number> }>();
  texts.asWritten.forEach((text, i) => {
    for (const part of partsOf(text)) {
      const word = found.get(folded(part)) ?? { text: part, jobs: new Set() };
      word.jobs.add(i);
      found.set(folded(part), word);
    }
  });
  const some = [...found.values()].filter((word) => word.jobs.size < texts.asWritten.length);
  // The text decides between equals, so that a second survey chooses alike.
  some.sort((a, b) => worthOf(b) - worthOf(a) || (a.text < b.text ? -1 : 1));
  const plain: Word[] = [];
  for (const word of some) {
    if (plain.length === most) break;
    if (isPlain(word, texts)) plain.push(word);
  }
  return plain;
}

function isPlain({ text, jobs }: Word, { ready }: Texts): boolean {
  return (['loosest', 'strictest'] as const).every((how) =>
    ready.every((each, i) => matchesText(each, text, how) === jobs.has(i)),
  );
}

/** Words that a third of the texts hold tell most; those of a few letters may be too common to be searched for at all. */
function wordsIn(texts: Texts): Word[] {
  const worthOf = ({ text, jobs }: Word): number =>
    (text.length >= 6 || UNSPACED.test(text) ? 0.5 : 0) -
    Math.abs(jobs.size / texts.asWritten.length - 1 / 3);
  return plainAmong(texts, wordsOf, worthOf, MOST_WORDS);
}

/** Up to so many words that about that share of the jobs hold, the nearest first. */
export function wordsHeldBy(
  jobs: readonly Job[],
  block: TellingWords['block'],
  share: number,
  most: number,
): Word[] {
  const texts = textsOf(jobs, block === 'title' ? 'Job Title' : 'Job Description');
  return plainAmong(texts, wordsOf, (word) => -Math.abs(word.jobs.size / jobs.length - share), most);
}

/** Two words that stand next to each other in some texts, while no other text is matched by both. */
function phraseIn(texts: Texts): Word | undefined {
  const phrases = (text: string): string[] => {
    const words = text.split(/\s+/u);
    return words.slice(1).flatMap((word, i) => {
      const before = words[i] ?? '';
      return isWord(before) && isWord(word) ? [`${before} ${word}`] : [];
    });
  };
  return plainAmong(texts, phrases, ({ jobs }) => jobs.size, 1)[0];
}

/** Two words of which some jobs hold both, some each alone, some neither: the pair whose smallest part is largest. */
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

/** What is said of an employer or of a place stands in the texts of that employer or place alone. */
const TIES = ['Company Name', 'City', 'State', 'Country'];

/** Words of texts by which jobs can be told apart, none of them a part of the name of an employer or of a place. */
export interface TellingWords {
  block: 'title' | 'description';
  words: Word[];
}

/** Those of descriptions, else of titles. */
export function tellingWordsIn(jobs: readonly Job[]): TellingWords {
  const names = new Set(
    jobs.flatMap((job) => TIES.flatMap((field) => wordsOf(folded(textOf(job[field] ?? ''))))),
  );
  const partsOf = (text: string): string[] => wordsOf(text).filter((word) => !names.has(folded(word)));
  const rarest = (word: Word): number => -word.jobs.size;
  const of = (field: 'Job Title' | 'Job Description'): Word[] =>
    plainAmong(textsOf(jobs, field), partsOf, rarest, MOST_WORDS);
  const words = of('Job Description');
  return words.length > 0 ? { block: 'description', words } : { block: 'title', words: of('Job Title') };
}

/** The word that leaves about that share of the jobs, one of them at least; undefined where none leaves fewer. */
export function wordFor(words: readonly Word[], among: ReadonlySet<number>, share: number): Word | undefined {
  const leaves = ({ jobs }: Word): number => [...among].filter((job) => jobs.has(job)).length;
  const offOf = (word: Word): number => Math.abs(leaves(word) / among.size - share);
  return words
    .filter((word) => leaves(word) > 0 && (leaves(word) < among.size || among.size === 1))
    .sort((a, b) => offOf(a) - offOf(b))[0];
}

/** The text in capitals, else in small letters; null where that is not the same text to all, as with ß and a final sigma. */
export function inOtherCase(text: string): string | null {
  const other = [text.toUpperCase(), text.toLowerCase()].find((each) => each !== text);
  if (other === undefined) return null;
  const bySign = [...other].map((sign) => sign.toLowerCase()).join('');
  return bySign === text.toLowerCase() && other.toUpperCase() === text.toUpperCase() ? other : null;
}

/** A word without its first and its last letter, where that is no word of any title. */
function innerPart({ text }: Word, { ready }: Texts): string | null {
  const part = [...text].slice(1, -1).join('');
  if ([...part].length < 3) return null;
  return ready.some((each) => matchesText(each, part, 'strictest')) ? null : part;
}

/** What the jobs of a slice tell about words. */
export function wordFacts(jobs: readonly Job[]): Partial<Record<SliceFact, unknown>> {
  const [titles, descriptions] = [textsOf(jobs, 'Job Title'), textsOf(jobs, 'Job Description')];
  const [inTitles, inDescriptions] = [wordsIn(titles), wordsIn(descriptions)];
  const [titlesCross, textsCross, pair] = [
    crossing(inTitles, inTitles, jobs.length),
    crossing(inDescriptions, inDescriptions, jobs.length),
    crossing(inTitles, inDescriptions, jobs.length),
  ];
  const [title, description] = [inTitles[0], inDescriptions[0]];
  return {
    TitleWord: title?.text,
    TitleWordOtherCase: title === undefined ? null : inOtherCase(title.text),
    TitleWordPart: title === undefined ? null : innerPart(title, titles),
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
