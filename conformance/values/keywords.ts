/**
 * Whether a job matches keywords (§2.6), by the loosest or the strictest lawful reading of "matches"
 * (reading `keyword-match`: whole words and phrases; substring; stemmed). What is asked for must match by the
 * loosest, what is excluded must not match by the strictest, so no lawful target is blamed.
 */
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

type Job = Readonly<Record<string, unknown>>;

/** Null when the keywords constrain nothing. Terms of a block match as any-of, the blocks by `mode`. */
export function matchesSimple(job: Job, keywords: SimpleKeywords, how: Strictness): boolean | null {
  const block = (terms: readonly string[] | undefined): Block => ({ mode: 'or', terms: terms ?? [] });
  return matchesGroup(
    job,
    { mode: keywords.mode ?? 'and', title: block(keywords.title), description: block(keywords.description) },
    how,
  );
}

/** Null when the group constrains nothing. */
export function matchesGroup(job: Job, group: KeywordGroup, how: Strictness): boolean | null {
  const block = (text: unknown, { mode = 'and', terms = [] }: Block = {}): boolean | null =>
    combine(
      mode,
      terms.map((term) => matchesTerm(text, term, how)),
    );
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

/** A text that is null matches no term by any reading. */
function matchesTerm(text: unknown, term: string, how: Strictness): boolean {
  return typeof text === 'string' && matchesText(readyText(text), term, how);
}

/** A text as terms are compared with it; made once where many terms are. */
export interface ReadyText {
  plain: string;
  /** Without accents. */
  bare: string;
  /** Its letters and digits alone, without markup, where its script has no spaces; else empty. */
  letters: string;
}

/** Scripts without spaces. A service cuts their texts into signs, which stand in a row whatever marks are between them. */
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
  // What is between letters and digits parts words or is nothing, and accents may count or not.
  const words = withoutAccents(needle)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  return (
    text.plain.includes(needle) ||
    words.every((word) => text.bare.includes(stem(word))) ||
    (UNSPACED.test(needle) && text.letters.includes(words.join('')))
  );
}

/** What can stand within a word, soft hyphens and other signs that nobody sees included. */
const IN_A_WORD = '[\\p{L}\\p{N}\\p{DI}_]';
/** Marks between two letters part no word for those who cut texts as Unicode says (UAX 29): "Node.js" is one. */
const WITHIN = "[.:'’·,;]";
const NOT_BEHIND_A_WORD = `(?<!${IN_A_WORD}${WITHIN}?)`;
const NOT_BEFORE_A_WORD = `(?!${WITHIN}?${IN_A_WORD})`;

/** Without signs that nobody sees, too: a service may read a word with a soft hyphen in it as one. */
function withoutAccents(text: string): string {
  return text.normalize('NFKD').replace(/[\p{M}\p{DI}]/gu, '');
}

/** What is left of a word under any common stemmer: "engineering" and "engineers" share "engine". */
function stem(word: string): string {
  return word.length <= 4 ? word : word.slice(0, Math.max(4, word.length - 5));
}

function plain(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
}
