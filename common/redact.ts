/**
 * Removes secrets from texts. All output of the suite and the mock passes through it. It finds any nine characters in a row
 * of a secret, in any letter case, joined to other text, and in the encodings of `encodings.ts`, which may be nested. So it
 * also works on truncated texts.
 */
import { decodings } from './encodings.js';

/** The longest run of a secret's characters that may stay in a text. */
export const MOST_SHOWN = 8;

/** How many nested encodings are decoded, including JSON text around them. */
const MOST_LAYERS = 3;
/** Characters decoded at a time, since a decoded text with its positions needs many times their memory. */
const PORTION = 1 << 17;
/** Overlap of portions: room for the shortest part that must not be shown, in any encoding. */
const SHARED = 1 << 14;

interface Secret {
  /** Includes the text that must precede it, if any. */
  text: string;
  /** The same in lower case. */
  folded: string;
  /** How many characters at its start are not replaced. */
  before: number;
  /** The shortest run of characters that is replaced. */
  least: number;
  shown: string;
}

/** A part of a text that shows a secret. */
interface Sight {
  from: number;
  to: number;
  secret: Secret;
  /** How many characters of the secret it shows. */
  length: number;
  /** True for a list of byte values. */
  isList?: boolean;
}

/** Merges sights that overlap and names them after the secret of the longest one. */
function withoutSights(text: string, sights: Sight[]): string {
  if (sights.length === 0) return text;
  sights.sort((a, b) => a.from - b.from);
  const parts: string[] = [];
  let done = 0;
  let last = sights[0]!;
  const replaceLast = (): void => {
    // Keeps JSON valid: replaces a list of numbers with a number, and does not cut an escape in half.
    const isHalf = /(?:^|[^\\])(?:\\\\)*\\$/.test(text.slice(Math.max(done, last.from - 40), last.from));
    parts.push(
      text.slice(done, last.from - (isHalf ? 1 : 0)),
      last.isList === true ? '0' : last.secret.shown,
    );
    done = last.to;
  };
  for (const sight of sights) {
    if (sight.from >= last.to) {
      replaceLast();
      last = sight;
    } else {
      const more = sight.length > last.length ? sight : last;
      last = { ...more, from: last.from, to: Math.max(last.to, sight.to) };
    }
  }
  replaceLast();
  return parts.join('') + text.slice(done);
}

/** A gram is four characters. A search hashes one at every fifth place, and most texts contain no gram of a secret. */
const GRAM = 4;
/** Any eight characters in a row contain a gram that starts at one of five neighboring places. */
const STEP = MOST_SHOWN - GRAM + 1;

/** Finds secrets by their windows: their parts of the shortest length that must not be shown. A search takes time linear in the text. */
export class Redactor {
  readonly #secrets = new Map<string, Secret>();
  /** By window, in lower case: the secret that contains it, or a set of several. */
  readonly #windows = new Map<string, Secret | Set<Secret>>();
  /** Lengths of the windows of all secrets, removed ones included. */
  readonly #sizes = new Set<number>();
  /** By hash of a gram: 0 if no secret contains a gram with this hash. */
  readonly #grams = new Uint8Array(1 << 18);
  /** Cache of `#isWord`: for a part of a secret, whether it is a word in each secret that contains it. */
  readonly #words = new Map<string, boolean>();

  /**
   * Replaces the secret with `shown` from now on; a list of its bytes becomes the number 0. A secret of fewer than 8 characters
   * looks like an ordinary word, so it is replaced only after `Bearer`. If a longer secret contains an ordinary word, that
   * word alone may stay.
   */
  add(text: string, shown: string): void {
    if (text === '' || this.#secrets.has(text)) return;
    const secret = secretOf(text, shown);
    this.#secrets.set(text, secret);
    this.#sizes.add(secret.least);
    this.#words.clear();
    for (let at = 0; at + GRAM <= secret.text.length; at += 1) this.#grams[gramAt(secret.text, at)] = 1;
    for (const window of windowsOf(secret)) {
      const held = this.#windows.get(window);
      this.#windows.set(window, held === undefined ? secret : setOf(held).add(secret));
    }
  }

  /** Stops replacing the secret. */
  remove(text: string): void {
    const secret = this.#secrets.get(text);
    if (secret === undefined) return;
    this.#secrets.delete(text);
    this.#words.clear();
    for (const window of windowsOf(secret)) {
      const held = this.#windows.get(window);
      if (held instanceof Set) held.delete(secret);
      if (held === secret || (held instanceof Set && held.size === 0)) this.#windows.delete(window);
    }
  }

  text(value: string): string {
    if (this.#secrets.size === 0 || value.length < MOST_SHOWN) return value;
    const sights = this.#search(value);
    for (let at = 0; at === 0 || at + SHARED < value.length; at += PORTION - SHARED)
      for (const sight of this.#encoded(value.slice(at, at + PORTION), 1))
        sights.push({ ...sight, from: at + sight.from, to: at + sight.to });
    return withoutSights(value, sights);
  }

  /** Copies a JSON-like value with secrets removed from its texts, member names and lists of numbers. */
  value<T>(value: T): T {
    if (typeof value === 'string') return this.text(value) as T;
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value))
      return (this.#showsSecret(value) ? [0] : value.map((each: unknown) => this.value(each))) as T;
    const members = Object.entries(value).map(([name, each]) => [this.text(name), this.value<unknown>(each)]);
    return Object.fromEntries(members) as T;
  }

  #showsSecret(list: readonly unknown[]): boolean {
    if (list.length < MOST_SHOWN || !list.every((each) => typeof each === 'number')) return false;
    const bytes = list.join();
    return this.text(bytes) !== bytes;
  }

  #encoded(text: string, layer: number): Sight[] {
    const sights: Sight[] = [];
    for (const { text: inner, from, to, isList } of decodings(text)) {
      const nested = layer < MOST_LAYERS ? this.#encoded(inner, layer + 1) : [];
      for (const sight of [...this.#search(inner), ...nested])
        sights.push({ ...sight, from: from(sight.from), to: to(sight.to - 1), isList });
    }
    return sights;
  }

  /** Every part of the text that shows too much of a secret. */
  #search(text: string): Sight[] {
    const sights: Sight[] = [];
    for (const size of this.#sizes) {
      // The latest run of adjacent windows: the start of the first, and one after the start of the last.
      let [from, to] = [0, 0];
      const end = (): void => {
        if (from < to) sights.push(...this.#sight(text, from, to - 1 + size, size));
      };
      for (let gram = 0; gram + GRAM <= text.length; gram += STEP) {
        if (this.#grams[gramAt(text, gram)] === 0) continue;
        const last = Math.min(gram, text.length - size);
        for (let at = Math.max(to, gram + GRAM - size); at <= last; at += 1) {
          if (this.#heldAt(text, at, size) === undefined) continue;
          if (at !== to) {
            end();
            from = at;
          }
          to = at + 1;
        }
      }
      end();
    }
    return sights;
  }

  /** The secrets that contain the window at a place. */
  #heldAt(text: string, at: number, size: number): Secret | Set<Secret> | undefined {
    if (this.#grams[gramAt(text, at)] === 0 || this.#grams[gramAt(text, at + size - GRAM)] === 0)
      return undefined;
    return this.#windows.get(text.slice(at, at + size).toLowerCase());
  }

  /** The sight in a run of adjacent windows; none if it is an ordinary word. */
  #sight(text: string, from: number, to: number, size: number): Sight[] {
    if (this.#isWord(text, from, to, size)) return [];
    // The window that the fewest secrets contain identifies the secret best.
    let fewest = Infinity;
    let named: Secret | undefined;
    for (let at = from; at + size <= to && fewest > 1; at += 1) {
      const holders = setOf(this.#heldAt(text, at, size)!);
      if (holders.size >= fewest) continue;
      fewest = holders.size;
      [named] = holders;
    }
    const secret = named!;
    // A short secret counts only as a whole word after `Bearer`.
    if (secret.before > 0 && !isEdge(text, to)) return [];
    return [{ from: from + secret.before, to, secret, length: to - from }];
  }

  /** Whether this part of the text is an ordinary word in each secret that contains it: "production" reveals nothing of `sk_production_8f2e`. */
  #isWord(text: string, from: number, to: number, size: number): boolean {
    if (to - from > LONGEST_WORD || !isEdge(text, from) || !isEdge(text, to)) return false;
    const part = text.slice(from, to).toLowerCase();
    const known = this.#words.get(part);
    if (known !== undefined) return known;
    const holders = new Set<Secret>();
    for (let at = from; at + size <= to; at += 1)
      for (const secret of setOf(this.#heldAt(text, at, size)!)) holders.add(secret);
    const isWord = [...holders].every((secret) => holdsAsWord(secret, part));
    this.#words.set(part, isWord);
    return isWord;
  }
}

function secretOf(text: string, shown: string): Secret {
  const before = text.length < MOST_SHOWN ? 'Bearer ' : '';
  const whole = before + text;
  return {
    text: whole,
    folded: whole.replace(/[A-Z]/g, (letter) => letter.toLowerCase()),
    before: before.length,
    least: before === '' ? Math.min(whole.length, MOST_SHOWN + 1) : whole.length,
    shown,
  };
}

function setOf(held: Secret | Set<Secret>): Set<Secret> {
  return held instanceof Set ? held : new Set([held]);
}

/** Windows in lower case. A letter beyond ASCII may become two in lower case, so the secret is cut before it is lowered. */
function windowsOf({ text, least }: Secret): string[] {
  const length = Math.max(0, text.length - least + 1);
  return Array.from({ length }, (_, at) => text.slice(at, at + least).toLowerCase());
}

/** A hash of four characters, the same for letters of both cases. */
function gramAt(text: string, at: number): number {
  let gram = 0;
  for (let end = at + GRAM; at < end; at += 1) gram = (gram << 8) | ((text.charCodeAt(at) | 32) & 0xff);
  return Math.imul(gram, 0x9e3779b1) >>> 14;
}

/** A word with the separators around it. A longer run of letters is not a word. */
const WORD = /^[^A-Za-z0-9]?(?:[a-z]{1,14}|[A-Z][a-z]{1,13}|[A-Z]{1,14})[^A-Za-z0-9]?$/;
const LONGEST_WORD = 16;

/** Whether a part is a word wherever the secret contains it, and is not the whole secret. */
function holdsAsWord(secret: Secret, part: string): boolean {
  let at = secret.folded.indexOf(part);
  if (at === -1 || part.length === secret.folded.length) return false;
  for (; at !== -1; at = secret.folded.indexOf(part, at + 1)) {
    const end = at + part.length;
    if (!isEdge(secret.text, at) || !isEdge(secret.text, end)) return false;
    if (!WORD.test(secret.text.slice(at, end))) return false;
  }
  return true;
}

/** Whether no word continues across this position. An escape before it, such as `\n` or `%20`, does not count as letters. */
function isEdge(text: string, at: number): boolean {
  return (
    !/^[A-Za-z0-9]{2}$/.test(text.slice(Math.max(0, at - 1), at + 1)) ||
    /(?:%[0-9a-f]{2}|\\u[0-9a-f]{4}|\\[bfnrt])$/i.test(text.slice(Math.max(0, at - 6), at))
  );
}
