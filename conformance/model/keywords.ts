/**
 * Whether a job matches keywords (§2.6), by the loosest or the strictest lawful reading of "matches" (reading
 * `keyword-match`: whole words and phrases; substring; stemmed). Judges hold a target to the reading that blames it least.
 */
import type { ClauseId } from '../../spec/clauses.js';
import { fields, strings, type Fields } from '../values/fields.js';

export type Strictness = 'loosest' | 'strictest';

export interface SimpleKeywords {
  title?: readonly string[];
  description?: readonly string[];
  mode?: 'and' | 'or';
}

interface Block {
  mode?: 'and' | 'or';
  terms?: readonly string[];
}

export interface KeywordGroup {
  mode?: 'and' | 'or';
  title?: Block;
  description?: Block;
  groups?: readonly KeywordGroup[];
}

/** Null if the keywords restrict nothing. Terms of a block match as any-of, the blocks by `mode`. */
export function matchesSimple(job: Fields, keywords: SimpleKeywords, how: Strictness): boolean | null {
  const block = (terms: readonly string[] | undefined): Block => ({ mode: 'or', terms: terms ?? [] });
  return matchesGroup(
    job,
    { mode: keywords.mode ?? 'and', title: block(keywords.title), description: block(keywords.description) },
    how,
  );
}

/** Null if the group restricts nothing. */
export function matchesGroup(job: Fields, group: KeywordGroup, how: Strictness): boolean | null {
  const block = (text: unknown, { mode = 'and', terms = [] }: Block = {}): boolean | null => {
    if (terms.length === 0) return null;
    // A text that is null matches no term by any reading.
    const ready = typeof text === 'string' ? readyText(text) : null;
    return combine(
      mode,
      terms.map((term) => ready !== null && matchesText(ready, term, how)),
    );
  };
  return combine(group.mode ?? 'and', [
    block(job['Job Title'], group.title),
    block(job['Job Description'], group.description),
    ...(group.groups ?? []).map((each) => matchesGroup(job, each, how)),
  ]);
}

function combine(mode: 'and' | 'or', parts: (boolean | null)[]): boolean | null {
  const said = parts.filter((part) => part !== null);
  if (said.length === 0) return null;
  return mode === 'and' ? said.every(Boolean) : said.some(Boolean);
}

/** A text in the forms that terms are compared with. */
export interface ReadyText {
  plain: string;
  /** Without accents. */
  bare: string;
  /** Its letters and digits alone, without markup, where its script has no spaces; else empty. */
  letters: string;
}

/** Scripts without spaces. A service splits their texts into characters and ignores the marks between them. */
export const UNSPACED =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmr}\p{scx=Mymr}]/u;

export function readyText(text: string): ReadyText {
  const folded = plain(text);
  const bare = withoutAccents(folded);
  const letters = UNSPACED.test(folded)
    ? bare.replace(/<[^<>]*>|&#?\w+;/g, '').replace(/[^\p{L}\p{N}]+/gu, '')
    : '';
  return { plain: folded, bare, letters };
}

export function matchesText(text: ReadyText, term: string, how: Strictness): boolean {
  const needle = plain(term);
  if (how === 'strictest') {
    const words = needle.split(' ').map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
    return new RegExp(`${NOT_BEHIND_A_WORD}${words.join('\\s+')}${NOT_BEFORE_A_WORD}`, 'u').test(text.plain);
  }
  // Marks between letters and digits may separate words or be ignored, and accents may count or not.
  const words = withoutAccents(needle)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  return (
    text.plain.includes(needle) ||
    words.every((word) => text.bare.includes(stem(word))) ||
    (UNSPACED.test(needle) && text.letters.includes(words.join('')))
  );
}

/** Characters of a word, including soft hyphens and other invisible ones. */
const IN_A_WORD = '[\\p{L}\\p{N}\\p{DI}_]';
/** By the word boundaries of Unicode (UAX 29), marks between two letters do not separate words: "Node.js" is one. */
const WITHIN = "[.:'’·,;]";
const NOT_BEHIND_A_WORD = `(?<!${IN_A_WORD}${WITHIN}?)`;
const NOT_BEFORE_A_WORD = `(?!${WITHIN}?${IN_A_WORD})`;

/** Also removes invisible characters, since a service may ignore a soft hyphen in a word. */
function withoutAccents(text: string): string {
  return text.normalize('NFKD').replace(/[\p{M}\p{DI}]/gu, '');
}

/** The part of a word that any common stemmer keeps: "engineering" and "engineers" share "engine". */
function stem(word: string): string {
  return word.length <= 4 ? word : word.slice(0, Math.max(4, word.length - 5));
}

function plain(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
}

/* ------------------------------------------------------------------------------------------ keywords of a request */

/** The keywords object of a request; null if it restricts nothing or has another form. */
export function simpleKeywords(
  value: unknown,
): { title: string[]; description: string[]; mode?: 'and' | 'or' } | null {
  const { title, description, mode } = fields(value) ?? {};
  const blocks = { title: terms(title), description: terms(description) };
  if (blocks.title.length + blocks.description.length === 0) return null;
  return { ...blocks, ...(isMode(mode) ? { mode } : {}) };
}

/** The groups of a request with every mode written out; `mode` applies to groups and blocks that name none. */
export function advancedGroups(value: unknown, mode: 'and' | 'or'): KeywordGroup[] {
  if (!Array.isArray(value)) return [];
  const modeOf = (object: Fields | null): 'and' | 'or' => (isMode(object?.['mode']) ? object['mode'] : mode);
  const block = (part: unknown): Block => ({
    mode: modeOf(fields(part)),
    terms: terms(fields(part)?.['terms']),
  });
  return value.map(fields).flatMap((group) =>
    group === null
      ? []
      : {
          mode: modeOf(group),
          title: block(group['title']),
          description: block(group['description']),
          groups: advancedGroups(group['groups'], mode),
        },
  );
}

const isMode = (value: unknown): value is 'and' | 'or' => value === 'and' || value === 'or';

/** The source gives a blank term no meaning. */
function terms(value: unknown): string[] {
  return strings(value).filter((term) => /[\p{L}\p{N}]/u.test(term));
}

/** The clauses about the shapes that the advanced groups of a request use. */
export function shapesOf(value: unknown, depth = 0): ClauseId[] {
  const found = new Set<ClauseId>();
  for (const item of Array.isArray(value) ? value : []) {
    const group = fields(item) ?? {};
    const blocks = [group['title'], group['description']]
      .map(fields)
      .filter((block) => terms(block?.['terms']).length > 0);
    const nested = Array.isArray(group['groups']) ? group['groups'].length : 0;
    if (blocks.length + nested > 1 && isMode(group['mode']))
      found.add(group['mode'] === 'and' ? 'KEY-13' : 'KEY-14');
    for (const block of blocks)
      if (terms(block?.['terms']).length > 1 && isMode(block?.['mode']))
        found.add(block['mode'] === 'and' ? 'KEY-15' : 'KEY-16');
    if (depth > 0) found.add('KEY-17');
    for (const clause of shapesOf(group['groups'], depth + 1)) found.add(clause);
  }
  return [...found];
}

/* ------------------------------------------------------------------------------------- matches by every reading */

const BLOCKS = [
  ['title', 'Job Title'],
  ['description', 'Job Description'],
] as const;

/** True if the texts of the job contain every term of both blocks by the strictest reading. */
export function containsEveryTerm(job: Fields, keywords: SimpleKeywords): boolean {
  return BLOCKS.every(([block, field]) => {
    const text = job[field];
    return (keywords[block] ?? []).every(
      (term) => typeof text === 'string' && matchesText(readyText(text), term, 'strictest'),
    );
  });
}

/** True if no term of an exclusion matches the texts of the job by the loosest reading. */
export function containsNoTerm(job: Fields, keywords: Fields | null, ready = readyText): boolean {
  if (keywords === null) return false;
  return BLOCKS.every(([block, field]) => {
    const text = job[field];
    const unwanted = strings(keywords[block]);
    if (unwanted.length === 0) return true;
    return typeof text === 'string' && unwanted.every((term) => !matchesText(ready(text), term, 'loosest'));
  });
}

/** True if the keywords match by every reading: a term is there as words of its own, between spaces. */
export function standsIn(job: Fields, keywords: Fields | null): boolean {
  if (keywords === null) return false;
  const parts = BLOCKS.flatMap(([block, field]) => {
    const wanted = strings(keywords[block]);
    if (wanted.length === 0) return [];
    const text = job[field];
    return [typeof text === 'string' && wanted.some((term) => standsAlone(text, term))];
  });
  if (parts.length === 0) return false;
  return keywords['mode'] === 'or' ? parts.some(Boolean) : parts.every(Boolean);
}

/** Covers both substring matching and word matching that includes punctuation. */
function standsAlone(text: string, term: string): boolean {
  const [words, wanted] = [text.toLowerCase().split(' '), term.toLowerCase().split(' ')];
  const last = wanted.length - 1;
  return words.some((_, i) =>
    wanted.every((word, k) => {
      const here = words[i + k];
      return here === word || (k === last && here?.replace(/[.,;:!?]$/, '') === word);
    }),
  );
}
