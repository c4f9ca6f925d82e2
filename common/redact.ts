/**
 * The one way in which secrets are struck out of texts; all that the suite and the mock print or keep goes through it.
 * A secret is found whole or in part, in other case, glued to other text, and in the disguises of `disguises.ts`, one
 * inside another. What was cut before has no more of a secret than may be shown, so it does not matter which is first.
 */
import { disguisesIn } from './disguises.js';

/** The most characters of a secret in a row that are ever left in a text. */
export const MOST_SHOWN = 8;

export interface Redactor {
  /**
   * From now on the secret is replaced by `shown`. A secret of fewer than 8 characters is no different from an ordinary
   * word: it is struck out behind `Bearer` alone. Of a longer one, an ordinary word may stay where it stands as a word.
   */
  add(secret: string, shown: string): void;
  /** The secret is none any more. */
  remove(secret: string): void;
  text(value: string): string;
  /** A copy of any JSON-like value with every text in it, member names included, struck out. */
  value<T>(value: T): T;
}

/** How many disguises are taken off, one inside another. */
const MOST_LAYERS = 4;
/** Disguises are read from so many characters at a time: what was read and from where takes many times the memory. */
const PORTION = 1 << 17;
/** Portions share so many characters, in which a part of a secret that is too long to be shown has room in any disguise. */
const SHARED = 1 << 14;

interface Secret {
  /** With what stands before it where that has to be there. */
  text: string;
  /** The same in small letters. */
  folded: string;
  /** How much of it is not struck out. */
  before: number;
  /** The fewest characters in a row that are struck out. */
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
}

export function createRedactor(): Redactor {
  const index = new SecretIndex();

  const sightsIn = (text: string, layer: number): Sight[] => [
    ...index.search(text),
    ...(layer === MOST_LAYERS ? [] : disguised(text, layer)),
  ];
  const disguised = (text: string, layer: number): Sight[] => {
    const sights: Sight[] = [];
    // What is glued to a text stands around its outermost disguise.
    for (const disguise of disguisesIn(text, layer === 0))
      for (const sight of sightsIn(disguise.text, layer + 1))
        sights.push({ ...sight, from: disguise.from(sight.from), to: disguise.to(sight.to) });
    return sights;
  };

  const text = (value: string): string => {
    if (index.isEmpty || value.length < MOST_SHOWN) return value;
    const sights = index.search(value);
    for (let at = 0; at === 0 || at + SHARED < value.length; at += PORTION - SHARED)
      for (const sight of disguised(value.slice(at, at + PORTION), 0))
        sights.push({ ...sight, from: at + sight.from, to: at + sight.to });
    return struckOut(value, sights);
  };

  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value);
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, member]) => [text(name), walk(member)]));
    return value;
  };

  return {
    add: (secret, shown) => index.add(secret, shown),
    remove: (secret) => index.remove(secret),
    text,
    value: <T>(value: T) => walk(value) as T,
  };
}

/** Sights that overlap become one, named after the secret that shows most. */
function struckOut(text: string, sights: Sight[]): string {
  if (sights.length === 0) return text;
  sights.sort((a, b) => a.from - b.from);
  const parts: string[] = [];
  let done = 0;
  let last = sights[0]!;
  const strike = (): void => {
    parts.push(text.slice(done, last.from), last.secret.shown);
    done = last.to;
  };
  for (const sight of sights) {
    if (sight.from >= last.to) {
      strike();
      last = sight;
    } else {
      const more = sight.length > last.length ? sight : last;
      last = { ...more, from: last.from, to: Math.max(last.to, sight.to) };
    }
  }
  strike();
  return parts.join('') + text.slice(done);
}

/** Most texts of most runs are passed by the few characters that stand at every fifth place: no secret holds them. */
const GRAM = 4;
/** Any eight characters in a row hold a gram that begins at one of five neighboring places. */
const STEP = MOST_SHOWN - GRAM + 1;

/**
 * Secrets by their windows: each run of as many characters as must not be shown. Looking through a text takes time in
 * proportion to its length, however many secrets there are, and however alike.
 */
class SecretIndex {
  readonly #secrets = new Map<string, Secret>();
  /** The secrets that hold a window, in small letters; most windows are those of one secret. */
  readonly #windows = new Map<string, Secret | Set<Secret>>();
  /** How long the windows are, and how many secrets have such. */
  readonly #sizes = new Map<number, number>();
  /** Where it holds a 0, no gram of that hash is known. */
  readonly #grams = new Uint8Array(1 << 18);
  /** Parts of secrets that were met as words: whether they are no more in any of them. */
  readonly #words = new Map<string, boolean>();

  get isEmpty(): boolean {
    return this.#secrets.size === 0;
  }

  add(text: string, shown: string): void {
    if (text === '' || this.#secrets.has(text)) return;
    const secret = secretOf(text, shown);
    const { least } = secret;
    this.#secrets.set(text, secret);
    this.#sizes.set(least, (this.#sizes.get(least) ?? 0) + 1);
    this.#words.clear();
    for (let at = 0; at + GRAM <= secret.text.length; at += 1) this.#grams[gramAt(secret.text, at)] = 1;
    for (const window of windowsOf(secret)) {
      const held = this.#windows.get(window);
      if (held instanceof Set) held.add(secret);
      else this.#windows.set(window, held === undefined ? secret : new Set([held, secret]));
    }
  }

  remove(text: string): void {
    const secret = this.#secrets.get(text);
    if (secret === undefined) return;
    this.#secrets.delete(text);
    const left = this.#sizes.get(secret.least)! - 1;
    if (left > 0) this.#sizes.set(secret.least, left);
    else this.#sizes.delete(secret.least);
    this.#words.clear();
    for (const window of windowsOf(secret)) {
      const held = this.#windows.get(window);
      if (held instanceof Set) held.delete(secret);
      if (held === secret || (held instanceof Set && held.size === 0)) this.#windows.delete(window);
    }
  }

  /** Every part of the text that shows too much of a secret. */
  search(text: string): Sight[] {
    const sights: Sight[] = [];
    for (const size of this.#sizes.keys()) {
      /** The windows in a row that were found last: where the first begins, and behind the beginning of the last. */
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

  /** The secrets that hold the window there. */
  #heldAt(text: string, at: number, size: number): Secret | Set<Secret> | undefined {
    if (this.#grams[gramAt(text, at)] === 0 || this.#grams[gramAt(text, at + size - GRAM)] === 0)
      return undefined;
    return this.#windows.get(text.slice(at, at + size).toLowerCase());
  }

  /** What windows in a row show; none where that is an ordinary word. */
  #sight(text: string, from: number, to: number, size: number): Sight[] {
    if (this.#isWord(text, from, to, size)) return [];
    // What many secrets hold tells least of whose it is.
    let fewest = Infinity;
    let named: Secret | undefined;
    for (let at = from; at + size <= to && fewest > 1; at += 1) {
      const held = this.#heldAt(text, at, size)!;
      const count = held instanceof Set ? held.size : 1;
      if (count >= fewest) continue;
      fewest = count;
      [named] = held instanceof Set ? held : [held];
    }
    const secret = named!;
    // A short secret stands behind `Bearer` as a word.
    if (secret.before > 0 && !isEdge(text, to)) return [];
    return [{ from: from + secret.before, to, secret, length: to - from }];
  }

  /**
   * Whether it is an ordinary word in the text and in each secret that holds a part of it: "production" of
   * `sk_production_8f2e` says nothing, and to strike it out of descriptions would change what they say.
   */
  #isWord(text: string, from: number, to: number, size: number): boolean {
    if (to - from > LONGEST_WORD || !isEdge(text, from) || !isEdge(text, to)) return false;
    const part = text.slice(from, to).toLowerCase();
    const known = this.#words.get(part);
    if (known !== undefined) return known;
    const holders = new Set<Secret>();
    for (let at = from; at + size <= to; at += 1) {
      const held = this.#heldAt(text, at, size)!;
      for (const secret of held instanceof Set ? held : [held]) holders.add(secret);
    }
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

/** In small letters. Beyond ASCII one letter may become two, so that such a secret is not cut after it was made small. */
function windowsOf({ text, folded, least }: Secret): string[] {
  const windows = new Array<string>(Math.max(0, text.length - least + 1));
  const isPlain = PLAIN.test(text);
  for (let at = 0; at < windows.length; at += 1)
    windows[at] = isPlain ? folded.slice(at, at + least) : text.slice(at, at + least).toLowerCase();
  return windows;
}

const PLAIN = /^[ -~]*$/;

/** A hash of the four characters from here, in small letters. */
function gramAt(text: string, at: number): number {
  const gram =
    small(text.charCodeAt(at)) |
    (small(text.charCodeAt(at + 1)) << 8) |
    (small(text.charCodeAt(at + 2)) << 16) |
    (small(text.charCodeAt(at + 3)) << 24);
  return Math.imul(gram, 0x9e3779b1) >>> 14;
}

function small(code: number): number {
  return code >= 65 && code <= 90 ? code | 32 : code & 0xff;
}

/** With the separators around it. No longer than words are: what has more letters is no word. */
const WORD = /^[^A-Za-z0-9]?(?:[a-z]{1,14}|[A-Z][a-z]{1,13}|[A-Z]{1,14})[^A-Za-z0-9]?$/;
const LONGEST_WORD = 16;

/** Whether a part of the secret is a word wherever it stands in it, and not all of it. */
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

/** Whether no word goes on over the place. Before it may stand an escape, such as `\n` or `%20`, that is read as no letter. */
function isEdge(text: string, at: number): boolean {
  return (
    !/^[A-Za-z0-9]{2}$/.test(text.slice(Math.max(0, at - 1), at + 1)) ||
    /(?:%[0-9a-f]{2}|\\u[0-9a-f]{4}|\\[bfnrt])$/i.test(text.slice(Math.max(0, at - 6), at))
  );
}
