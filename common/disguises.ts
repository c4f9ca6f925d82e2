/**
 * Finds encoded parts of a text: percent-encoding, escapes of JSON and HTML, base64, hex. Each disguise is a decoded part
 * with the source position of every character. It decodes visible ASCII only, since credentials are; the time is linear in
 * the text.
 */

export interface Disguise {
  readonly text: string;
  /** Positions in the surrounding text: the start of a decoded character, and the end of the one before `to`. */
  from(at: number): number;
  to(at: number): number;
}

/** Length of the shortest secret that must be recognized inside a text. */
const SHORTEST = 8;

/** `inEveryOrder` also decodes each kind of escapes before others nearby, since a `%` there may be a plain one. */
export function* disguisesIn(text: string, inEveryOrder = false): Generator<Disguise> {
  if (/[%\\&]/.test(text))
    for (const stretch of unescaped(text)) {
      yield stretch;
      if (!inEveryOrder || stretch.kinds.size === 1) continue;
      const [start, end] = [stretch.from(0), stretch.to(Infinity)];
      for (const kind of stretch.kinds)
        for (const part of unescaped(text.slice(start, end), kind))
          yield { text: part.text, from: (at) => start + part.from(at), to: (at) => start + part.to(at) };
    }
  yield* decoded(text);
}

/** HTML's names for visible ASCII, each with its character; letters and digits have none. */
const NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'amp& ast* bsol\\ colon: comma, commat@ dollar$ equals= excl! grave` gt> hat^ lbrace{ lbrack[ lcub{ lowbar_ lpar( ' +
    'lsqb[ lt< midast* num# percnt% period. plus+ quest? quot" apos\' rbrace} rbrack] rcub} rpar) rsqb] semi; sol/ ' +
    'underbar_ verbar| vert|'
  )
    .split(' ')
    .map((each) => [each.slice(0, -1), each.slice(-1)]),
);

/** An entity may lack its semicolon unless a digit or another escape follows. */
const ESCAPE =
  /(?:%|\\x|\\u00)([2-7][0-9a-f])|\\u\{0*([2-7][0-9a-f])\}|&#x0*([2-7][0-9a-f])(?:;|(?![0-9a-f%\\]))|&#0*(\d{2,3})(?:;|(?![\d%\\]))|\\(["\\/])|&([a-z]{2,8});/gi;

/** Characters around an escape that belong to its stretch: a secret may have a single escaped character. */
const AROUND = 24;

/** Yields each stretch with escapes, every escape decoded once; the result may contain another disguise. */
function* unescaped(text: string, kind: string | null = null): Generator<Stretch> {
  let stretch = new Stretch(text);
  for (const match of text.matchAll(ESCAPE)) {
    const [all, hex1, hex2, hex3, decimal, plain, name] = match;
    const hex = hex1 ?? hex2 ?? hex3;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    const read = plain ?? (name === undefined ? String.fromCharCode(code) : NAMES[name.toLowerCase()]);
    if (read === undefined || code > 0x7e || (kind !== null && all[0] !== kind)) continue;
    if (stretch.isBefore(match.index)) {
      yield stretch.end();
      stretch = new Stretch(text);
    }
    stretch.add(match.index, all, read);
  }
  if (!stretch.isEmpty) yield stretch.end();
}

class Stretch implements Disguise {
  /** The first characters of its escapes. */
  readonly kinds = new Set<string>();
  readonly #around: string;
  readonly #parts: string[] = [];
  readonly #starts: number[] = [];
  #done = 0;

  constructor(around: string) {
    this.#around = around;
  }

  get isEmpty(): boolean {
    return this.#starts.length === 0;
  }

  get text(): string {
    return this.#parts.join('');
  }

  /** Whether it ends before the surroundings of the place begin. */
  isBefore(place: number): boolean {
    return !this.isEmpty && place - this.#done > 2 * AROUND;
  }

  add(at: number, escape: string, read: string): void {
    this.kinds.add(escape[0]!);
    this.#plain(this.isEmpty ? Math.max(0, at - AROUND) : this.#done, at);
    this.#parts.push(read);
    this.#starts.push(at);
    this.#done = at + escape.length;
  }

  end(): this {
    this.#plain(this.#done, Math.min(this.#around.length, this.#done + AROUND));
    return this;
  }

  from(at: number): number {
    return this.#starts[at]!;
  }

  to(at: number): number {
    return this.#starts[at] ?? this.#done;
  }

  #plain(from: number, to: number): void {
    this.#parts.push(this.#around.slice(from, to));
    for (let at = from; at < to; at += 1) this.#starts.push(at);
    this.#done = to;
  }
}

/** The value of each character of base64 and base64url, -1 for all others. */
const SIXES = new Int8Array(1 << 16).fill(-1);
for (const [value, char] of [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].entries())
  SIXES[char.charCodeAt(0)] = value;
SIXES['-'.charCodeAt(0)] = 62;
SIXES['_'.charCodeAt(0)] = 63;

const SHORTEST_BASE64 = Math.ceil((SHORTEST * 4) / 3);

/** Decodes each word that can be base64 or hex, from every character at which an encoding can start. */
function* decoded(text: string): Generator<Disguise> {
  let start = 0;
  for (let at = 0; at <= text.length; at += 1) {
    if (at < text.length && SIXES[text.charCodeAt(at)] !== -1) continue;
    if (at - start >= SHORTEST_BASE64) {
      for (let phase = 0; phase < 4; phase += 1)
        if (readsAsText(text, start + phase, at)) yield fromBase64(text, start + phase, at);
      if (at - start >= 2 * SHORTEST) yield* fromHex(text.slice(start, at), start);
    }
    start = at + 1;
  }
}

/** Whether base64 from here on decodes to enough visible characters in a row; words that only look like it do not. */
function readsAsText(text: string, from: number, to: number): boolean {
  let row = 0;
  for (let at = from; at < to; at += 4) {
    const a = SIXES[text.charCodeAt(at)]!;
    const b = SIXES[text.charCodeAt(at + 1)]!;
    const c = SIXES[text.charCodeAt(at + 2)]!;
    const d = SIXES[text.charCodeAt(at + 3)]!;
    row = isVisible((a << 2) | (b >> 4)) ? row + 1 : 0;
    if (row >= SHORTEST) return true;
    row = isVisible(((b & 15) << 4) | (c >> 2)) ? row + 1 : 0;
    if (row >= SHORTEST) return true;
    row = isVisible(((c & 3) << 6) | d) ? row + 1 : 0;
    if (row >= SHORTEST) return true;
  }
  return false;
}

function isVisible(code: number): boolean {
  return code >= 0x20 && code < 0x7f;
}

function fromBase64(text: string, start: number, end: number): Disguise {
  return {
    text: Buffer.from(text.slice(start, end), 'base64').toString('latin1'),
    // Four characters encode three bytes; those at the edges of a byte have bits of its neighbor, too.
    from: (at) => start + Math.floor((at * 4) / 3),
    to: (at) => start + Math.ceil((at * 4) / 3),
  };
}

function* fromHex(word: string, start: number): Generator<Disguise> {
  for (const { 0: digits, index } of word.matchAll(/[0-9a-f]+/gi)) {
    for (const phase of [0, 1]) {
      if (digits.length - phase < 2 * SHORTEST) continue;
      const from = start + index + phase;
      yield {
        text: Buffer.from(digits.slice(phase), 'hex').toString('latin1'),
        from: (at) => from + 2 * at,
        to: (at) => from + 2 * at,
      };
    }
  }
}
