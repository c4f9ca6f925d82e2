import { PLAIN_LETTERS } from './generated/names.js';

/** Returns a value as JSON for a report, cut to a readable length. */
export function shown(value: unknown, most = 160): string {
  if (value === undefined) return 'missing';
  const text = JSON.stringify(value) ?? String(value);
  return text.length > most ? `${detached(text.slice(0, most - 1))}…` : text;
}

/** Converts a value to a text, objects to JSON. `String` would call a member `toString` of parsed JSON. */
export function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Copies a slice of a text, because a slice keeps the whole text in memory, perhaps megabytes. */
export function detached(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}

/** Decodes percent escapes. Returns the text unchanged if one is invalid. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Returns the message of an error about a file that the caller names: without the code, the call and the path of Node. */
export function fileMessageOf(error: unknown): string {
  const message = messageOf(error);
  const isOfNode = error instanceof Error && 'syscall' in error;
  return isOfNode ? message.replace(/^E[A-Z]+: ([^,]+), [^]*$/, '$1') : message;
}

const NOT_PLAIN = new RegExp(`[${Object.keys(PLAIN_LETTERS).join('')}]`, 'gu');

/** Returns a text, which is in lower case, without accents and invisible characters. */
export function withoutAccents(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{DI}]/gu, '')
    .replace(NOT_PLAIN, (letter) => PLAIN_LETTERS[letter as keyof typeof PLAIN_LETTERS]);
}

/** Returns a text in lower case, without accents. */
export function withoutCase(text: string): string {
  return withoutAccents(text.normalize('NFKC').toLowerCase());
}

/** Returns a text as one word for a POSIX shell, in single quotes if necessary. */
export function shellQuoted(text: string): string {
  return /^[A-Za-z0-9_./:=@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Returns `a, b, c and 4 more`. */
export function listed(names: readonly string[], most: number): string {
  const more = names.length - most;
  return `${names.slice(0, most).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Returns `3 clauses` or `1 clause`. The noun has a regular plural. */
export function count(n: number, noun: string): string {
  return `${thousands(n)} ${n === 1 ? noun : `${noun.replace(/(?<=[^e])y$/, 'ie').replace(/ch$/, 'che')}s`}`;
}

/** Returns digits in groups of three. Does not depend on the machine's locale. */
export function thousands(n: number): string {
  return String(n).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}

export function titled(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

export function escapeRegex(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/** Returns the name that equals `text`, or equals it in another case of letters. Without such a name, it returns `text`. */
export function inKnownCase(text: string, names: readonly string[]): string {
  if (names.includes(text)) return text;
  return names.find((each) => each.toLowerCase() === text.toLowerCase()) ?? text;
}
