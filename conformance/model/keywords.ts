/**
 * Whether a job matches keywords (§2.6). This depends on a reading (`keyword-match`: whole words and phrases; substring;
 * stemmed), so judges apply the reading that blames the target least.
 */
import type { ClauseId } from '../../spec/clauses.js';
import { fields, strings, type Fields } from '../values/fields.js';
import { escapeRegex, withoutAccents } from '../values/text.js';

/** The loosest or the strictest lawful reading; with `certain`, every reading agrees that a term matches. */
export type Strictness = 'loosest' | 'strictest' | 'certain';
type Mode = 'and' | 'or';

export interface SimpleKeywords {
  title?: readonly string[];
  description?: readonly string[];
  mode?: Mode;
}

interface Block {
  mode?: Mode | undefined;
  terms?: readonly string[];
}

export interface KeywordGroup {
  mode?: Mode | undefined;
  title?: Block;
  description?: Block;
  groups?: readonly KeywordGroup[];
}

/** Simple keywords as a group. `within` combines the terms of a block, and `mode` combines the blocks. */
export function groupOf(
  { mode, title = [], description = [] }: SimpleKeywords,
  within: Mode = 'or',
): KeywordGroup {
  const [inTitle, inDescription] = [title, description].map((terms) => ({ mode: within, terms }));
  return { mode, title: inTitle!, description: inDescription! };
}

/** Whether a job matches a group; null if the group restricts nothing. `ready` prepares a text, and may cache. */
export function matchesGroup(
  job: Fields,
  group: KeywordGroup,
  how: Strictness,
  ready = readyText,
): boolean | null {
  const block = (text: unknown, { mode, terms = [] }: Block = {}): boolean | null => {
    // A text that is null matches no term by any reading.
    const isText = typeof text === 'string';
    const forms = isText && how !== 'certain' && terms.length > 0 ? ready(text) : null;
    return combine(
      mode,
      terms.map(
        (term) => isText && (how === 'certain' ? standsAlone(text, term) : matcherOf(term, how)(forms!)),
      ),
    );
  };
  return combine(group.mode, [
    block(job['Job Title'], group.title),
    block(job['Job Description'], group.description),
    ...(group.groups ?? []).map((each) => matchesGroup(job, each, how, ready)),
  ]);
}

function combine(mode: Mode | undefined, parts: (boolean | null)[]): boolean | null {
  const restricting = parts.filter((part) => part !== null);
  if (restricting.length === 0) return null;
  return mode === 'or' ? restricting.some(Boolean) : restricting.every(Boolean);
}

export type ReadyText = ReturnType<typeof readyText>;

/** Scripts without spaces. A service splits their texts into characters and ignores the marks between them. */
export const UNSPACED =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmr}\p{scx=Mymr}]/u;

const MARKS_WITHIN = /(?<=[\p{L}\p{N}])[^\p{L}\p{N}\s]+(?=[\p{L}\p{N}])/gu;

/** A text in the forms that terms are compared with. */
export function readyText(text: string) {
  const folded = plain(text);
  const bare = withoutAccents(folded);
  // Only its letters and digits, without markup, if its script has no spaces.
  const letters = UNSPACED.test(folded)
    ? bare.replace(/<[^<>]*>|&#?\w+;/g, '').replace(/[^\p{L}\p{N}]+/gu, '')
    : '';
  let cached: string | undefined;
  // A service may ignore marks within words, so that "email" matches "e-mail". Most texts are decided without this form.
  const joined = (): string => (cached ??= analyzed(bare.replace(MARKS_WITHIN, '')));
  return { plain: folded, bare, joined, letters };
}

/** Returns whether a text matches the term. Prepare the term once for many texts. */
export function matcherOf(term: string, how: 'loosest' | 'strictest'): (text: ReadyText) => boolean {
  const needle = plain(term);
  if (how === 'strictest') {
    // `plain` leaves no other whitespace than single spaces.
    const alone = new RegExp(`${NOT_BEHIND_A_WORD}${escapeRegex(needle)}${NOT_BEFORE_A_WORD}`, 'u');
    // Most texts lack the term, and a plain search is faster than a pattern.
    return (text) => text.plain.includes(needle) && alone.test(text.plain);
  }
  // Marks between letters and digits may separate words or be ignored, and accents may count or not.
  const words = withoutAccents(needle)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  const stems = words.map((word) => ({ bare: stem(word), joined: stem(analyzed(word)) }));
  const letters = UNSPACED.test(needle) ? words.join('') : null;
  return (text) =>
    text.plain.includes(needle) ||
    stems.every((each) => each.bare.test(text.bare) || each.joined.test(text.joined())) ||
    (letters !== null && text.letters.includes(letters));
}

/** Characters of a word, including soft hyphens and other invisible ones. */
const IN_A_WORD = '[\\p{L}\\p{N}\\p{DI}_]';
/** By the word boundaries of Unicode (UAX 29), marks between two letters do not separate words: "Node.js" is one. */
const WITHIN = "[.:'’·,;]";
const NOT_BEHIND_A_WORD = `(?<!${IN_A_WORD}${WITHIN}?)`;
const NOT_BEFORE_A_WORD = `(?!${WITHIN}?${IN_A_WORD})`;

/**
 * Replaces letters as analyzers do: German ones write "ae", "oe" and "ue" as the vowel alone, so that "Mueller" matches "Müller",
 * and English ones write "y" as "i", so that "duties" matches "duty".
 */
function analyzed(bare: string): string {
  return bare.replace(/([ao])e|(?<![aeiouq])(u)e/g, '$1$2').replaceAll('y', 'i');
}

/** Prefixes of Arabic words, such as the article, that stemmers remove. */
const ARABIC_PREFIX = /^(?:(?:[وبكف]?ال|لل)(?=\p{scx=Arab}{2})|و(?=\p{scx=Arab}{3}))/u;

/** Matches the part of a word that any common stemmer keeps: "engineering" and "engineers" share "engine". */
function stem(word: string): RegExp {
  const own = word.replace(ARABIC_PREFIX, '');
  if (own.length > 4) return new RegExp(own.slice(0, Math.max(4, own.length - 5)));
  // "labs" is a form of "lab", and "code" of "coding". Such a short part must begin a short word: "available" contains "lab", too.
  const kept = own.replace(/(?<=..)s$|(?<=...)[^b-df-hj-np-tv-z\d]$/, '');
  return new RegExp(
    kept === own ? own : `${own}|(?<![\\p{L}\\p{N}])${kept}\\p{L}{0,3}(?![\\p{L}\\p{N}])`,
    'u',
  );
}

function plain(text: string): string {
  // A pattern that leaves single spaces alone makes far fewer replacements.
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/ \s+|[^\S ]\s*/gu, ' ')
    .trim();
}

/** Covers both substring matching and word matching that includes punctuation. */
function standsAlone(text: string, term: string): boolean {
  const [all, wanted] = [text.toLowerCase(), term.toLowerCase()];
  // Most texts lack the term, and a plain search is faster than a pattern.
  return all.includes(wanted) && new RegExp(`(?:^| )${escapeRegex(wanted)}[.,;:!?]?(?: |$)`).test(all);
}

const isMode = (value: unknown): value is Mode => value === 'and' || value === 'or';

/** The source gives a blank term no meaning. */
const isTerm = (term: string): boolean => /[\p{L}\p{N}]/u.test(term);

/** The keywords object of a request; null if it restricts nothing or has another form. */
export function simpleKeywords(value: unknown, isKept = isTerm) {
  const { title, description, mode } = fields(value) ?? {};
  const blocks = { title: strings(title).filter(isKept), description: strings(description).filter(isKept) };
  if (blocks.title.length + blocks.description.length === 0) return null;
  return { ...blocks, ...(isMode(mode) ? { mode } : {}) };
}

/** The groups of a request with their modes; `mode` applies to groups and blocks without one. */
export function advancedGroups(value: unknown, mode?: Mode): KeywordGroup[] {
  const modeOf = (said: unknown): Mode | undefined => (isMode(said) ? said : mode);
  const block = (part: unknown): Block => {
    const { mode: said, terms } = fields(part) ?? {};
    return { mode: modeOf(said), terms: strings(terms).filter(isTerm) };
  };
  return (Array.isArray(value) ? value : []).map(fields).flatMap((group) =>
    group === null
      ? []
      : {
          mode: modeOf(group['mode']),
          title: block(group['title']),
          description: block(group['description']),
          groups: advancedGroups(group['groups'], mode),
        },
  );
}

/** The clauses about the shapes of these groups. Their modes must be undefined if the request does not name them. */
export function shapesOf(groups: readonly KeywordGroup[], isNested = false): ClauseId[] {
  const shapes = groups.flatMap(({ mode, title, description, groups: nested = [] }): ClauseId[] => {
    const blocks = [title!, description!].filter(({ terms }) => terms!.length > 0);
    return [
      ...byMode(blocks.length + nested.length, mode, ['KEY-13', 'KEY-14']),
      ...blocks.flatMap((block) => byMode(block.terms!.length, block.mode, ['KEY-15', 'KEY-16'])),
      ...(isNested ? (['KEY-17'] as const) : []),
      ...shapesOf(nested, true),
    ];
  });
  return [...new Set(shapes)];
}

function byMode(parts: number, mode: Mode | undefined, [and, or]: readonly [ClauseId, ClauseId]): ClauseId[] {
  return parts < 2 || mode === undefined ? [] : [mode === 'and' ? and : or];
}
