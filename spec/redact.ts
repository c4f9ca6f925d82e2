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

interface Secret {
  /** With what stands before it where that has to be there: in small letters, and as it is. */
  folded: string;
  text: string;
  /** How much of it is not struck out. */
  before: number;
  /** The fewest characters in a row that are struck out. */
  least: number;
  shown: string;
  /** Where it was last compared with a text, so that a long one is not compared again at each of its grams. */
  compared: { search: number; shift: number; to: number };
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

  const sightsIn = (text: string, layer: number): Sight[] => {
    const sights = index.search(text);
    if (layer === MOST_LAYERS) return sights;
    // What is glued to a text stands around its outermost disguise.
    for (const disguise of disguisesIn(text, layer === 0))
      for (const sight of sightsIn(disguise.text, layer + 1))
        sights.push({ ...sight, from: disguise.from(sight.from), to: disguise.to(sight.to) });
    return sights;
  };

  const text = (value: string): string =>
    index.isEmpty || value.length < MOST_SHOWN ? value : struckOut(value, sightsIn(value, 0));

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

/** Characters by which a secret is looked up. */
const GRAM = 4;
/**
 * A text is looked up at every third character, a secret stands under every second of its own. Of six neighbors one is
 * both, whatever the text begins with, and nine characters hold the grams of six.
 */
const TEXT_STEP = 3;
const SECRET_STEP = 2;

class SecretIndex {
  readonly #secrets = new Map<string, Secret>();
  readonly #places = new Map<number, { secret: Secret; at: number }[]>();
  /** Where it holds a 0, no gram of that hash is known. Most texts of most runs are passed by this alone. */
  readonly #hashes = new Uint8Array(1 << 16);
  #searches = 0;

  get isEmpty(): boolean {
    return this.#secrets.size === 0;
  }

  add(text: string, shown: string): void {
    if (text === '' || this.#secrets.has(text)) return;
    const secret = secretOf(text, shown);
    this.#secrets.set(text, secret);
    for (const { gram, at } of gramsOf(secret)) {
      this.#hashes[hashOf(gram)] = 1;
      const places = this.#places.get(gram);
      if (places === undefined) this.#places.set(gram, [{ secret, at }]);
      else places.push({ secret, at });
    }
  }

  remove(text: string): void {
    const secret = this.#secrets.get(text);
    if (secret === undefined) return;
    this.#secrets.delete(text);
    for (const { gram } of gramsOf(secret)) {
      const left = this.#places.get(gram)?.filter((place) => place.secret !== secret) ?? [];
      if (left.length > 0) this.#places.set(gram, left);
      else this.#places.delete(gram);
    }
  }

  /** Every part of the text that shows too much of a secret. */
  search(text: string): Sight[] {
    const sights: Sight[] = [];
    const search = (this.#searches += 1);
    for (let at = 0; at + GRAM <= text.length; at += TEXT_STEP) {
      const gram = gramAt(text, at);
      if (this.#hashes[hashOf(gram)] === 0) continue;
      for (const place of this.#places.get(gram) ?? []) {
        const { secret } = place;
        const shift = at - place.at;
        const { compared } = secret;
        if (compared.search === search && compared.shift === shift && at < compared.to) continue;
        // Most secrets begin alike, and go on differently.
        if (!isSame(text, at + GRAM, secret.folded, shift) && !isSame(text, at - 1, secret.folded, shift))
          continue;
        const [from, to] = alike(text, at, secret.folded, shift);
        if (to - from < secret.least) continue;
        Object.assign(compared, { search, shift, to });
        if (!isHarmless(text, from, to, secret, shift))
          sights.push({ from: from + secret.before, to, secret, length: to - from });
      }
    }
    return sights;
  }
}

function secretOf(text: string, shown: string): Secret {
  const before = text.length < MOST_SHOWN ? 'Bearer ' : '';
  const whole = before + text;
  return {
    folded: whole.replace(/[A-Z]/g, (letter) => letter.toLowerCase()),
    text: whole,
    before: before.length,
    least: before === '' ? Math.min(whole.length, MOST_SHOWN + 1) : whole.length,
    shown,
    compared: { search: 0, shift: 0, to: 0 },
  };
}

function* gramsOf({ folded, least }: Secret): Generator<{ gram: number; at: number }> {
  const step = least > MOST_SHOWN ? SECRET_STEP : 1;
  for (let at = 0; at + GRAM <= folded.length; at += step) yield { gram: gramAt(folded, at), at };
}

/** The four characters from here as one number, in small letters. Others than those of ASCII may share theirs. */
function gramAt(text: string, at: number): number {
  return (
    small(text.charCodeAt(at)) |
    (small(text.charCodeAt(at + 1)) << 8) |
    (small(text.charCodeAt(at + 2)) << 16) |
    (small(text.charCodeAt(at + 3)) << 24)
  );
}

function hashOf(gram: number): number {
  return Math.imul(gram, 0x9e3779b1) >>> 16;
}

function small(code: number): number {
  return code >= 65 && code <= 90 ? code | 32 : code & 0xff;
}

/** Whether text and secret have the same character there but for case; beyond their ends they have none. */
function isSame(text: string, at: number, secret: string, shift: number): boolean {
  const code = text.charCodeAt(at);
  return (code >= 65 && code <= 90 ? code | 32 : code) === secret.charCodeAt(at - shift);
}

/** The longest stretch around `at` in which they are the same. */
function alike(text: string, at: number, secret: string, shift: number): [from: number, to: number] {
  let from = at;
  while (isSame(text, from - 1, secret, shift)) from -= 1;
  let to = at;
  while (isSame(text, to, secret, shift)) to += 1;
  return [from, to];
}

/** With the separators around it. No longer than words are: what has more letters is no word. */
const WORD = /^[^A-Za-z0-9]?(?:[a-z]{1,14}|[A-Z][a-z]{1,13}|[A-Z]{1,14})[^A-Za-z0-9]?$/;

/**
 * Whether it is an ordinary word in the secret and in the text: "production" of `sk_production_8f2e` says nothing, and
 * to strike it out of descriptions would change what they say. A short secret stands behind `Bearer` as a word.
 */
function isHarmless(text: string, from: number, to: number, secret: Secret, shift: number): boolean {
  const [start, end] = [from - shift, to - shift];
  const isWhole = end - start === secret.text.length;
  if (isWhole) return secret.before > 0 && !isEdge(text, to);
  return (
    isEdge(secret.text, start) &&
    isEdge(secret.text, end) &&
    isEdge(text, from) &&
    isEdge(text, to) &&
    WORD.test(secret.text.slice(start, end))
  );
}

/** Whether no word goes on over the place. Before it may stand an escape, such as `\n` or `%20`, that is read as no letter. */
function isEdge(text: string, at: number): boolean {
  return (
    !/^[A-Za-z0-9]{2}$/.test(text.slice(Math.max(0, at - 1), at + 1)) ||
    /(?:%[0-9a-f]{2}|\\u[0-9a-f]{4}|\\[bfnrt])$/i.test(text.slice(Math.max(0, at - 6), at))
  );
}
