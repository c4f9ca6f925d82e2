/**
 * Decodes the encodings in which a service may echo a secret: percent-encoding, escapes of JSON and HTML, base64, hex and
 * lists of byte values, all of them also in UTF-16. Decodes ASCII only, since credentials are ASCII. The time is linear in the
 * length of the text.
 */

export interface Decoded {
  text: string;
  /** Start of the part of the original text that was decoded to the character at `at`; `to` returns its end. */
  from(at: number): number;
  to(at: number): number;
  /** True if the encoding is a list of numbers: a redactor must replace a part of it by a number. */
  isList: boolean;
}

/** Length of the shortest secret that is recognized inside another text. */
const SHORTEST = 8;

/** HTML's names of visible ASCII characters, each followed by its character. Letters and digits have no names. */
const NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'amp& ast* bsol\\ colon: comma, commat@ dollar$ equals= excl! grave` gt> hat^ hyphen- lbrace{ lbrack[ lcub{ lowbar_ ' +
    'lpar( lsqb[ lt< midast* num# percnt% period. plus+ quest? quot" apos\' rbrace} rbrack] rcub} rpar) rsqb] semi; ' +
    'sol/ underbar_ verbar| vert|'
  )
    .split(' ')
    .map((each) => [each.slice(0, -1), each.slice(-1)]),
);

/**
 * The kinds of escapes, each with its first character. One group of each pattern matches: a code, a name or the character itself.
 * Each kind is decoded separately, since a text may be ambiguous: `%7e2` is a percent escape, or a percent sign and hex digits.
 */
const ESCAPES: readonly (readonly [start: string, escape: RegExp])[] = [
  ['%', /%([0-7][0-9a-f])/gi],
  ['\\', /\\(?:u00|x)([0-7][0-9a-f])|\\u\{0*([0-7]?[0-9a-f])\}|\\(["\\/bfnrt])/gi],
  // An entity may lack its semicolon unless a digit or another escape follows.
  ['&', /&#x0*([0-7]?[0-9a-f])(?:;|(?![0-9a-f%\\]))|&#0*(\d{1,3})(?:;|(?![\d%\\]))|&([a-z]{2,8});/gi],
  // UTF-16 read as another encoding has a NUL beside each ASCII character.
  ['\0', /\0/g],
];

/** Whether the text contains the secret, as it is or encoded once. */
export function holds(text: string, secret: string): boolean {
  return text.includes(secret) || [...decodings(text)].some((each) => each.text.includes(secret));
}

/** Yields each decoded part of the text; it may contain another encoding. */
export function* decodings(text: string): Generator<Decoded> {
  for (const [start, escape] of ESCAPES) {
    const decoded = text.includes(start) ? unescaped(text, escape) : null;
    if (decoded !== null) yield decoded;
  }
  yield* wordsIn(text);
  yield* listsIn(text, SEPARATED_HEX);
  for (const decoded of listsIn(text, BYTE_LIST)) yield { ...decoded, isList: true };
}

/** Decodes one kind of escape; null if the text has none. Computes positions on demand, since few texts contain a secret. */
function unescaped(text: string, escape: RegExp): Decoded | null {
  const inner = text.replace(escape, charOf);
  if (inner === text) return null;
  let starts: Uint32Array | undefined;
  const from = (at: number): number => (starts ??= startsIn(text, escape, inner.length))[at]!;
  return { text: inner, from, to: (at) => from(at + 1), isList: false };
}

/** For each decoded character, the position in the text at which its escape starts; then the end of the text. */
function startsIn(text: string, escape: RegExp, length: number): Uint32Array {
  const starts = new Uint32Array(length + 1);
  let [at, done] = [0, 0];
  const copyTo = (end: number): void => {
    while (done < end) starts[at++] = done++;
  };
  for (const match of text.matchAll(escape)) {
    const [all, ...groups] = match;
    const char = charOf(all, ...groups);
    if (char === all) continue;
    copyTo(match.index);
    if (char !== '') starts[at++] = done;
    done += all.length;
  }
  copyTo(text.length + 1);
  return starts;
}

/** Decodes one escape. Returns an empty text for a NUL, and the escape unchanged if its character is not ASCII. */
function charOf(all: string, ...groups: (string | undefined)[]): string {
  if (all === '\0') return '';
  const value = groups.find((group) => group !== undefined)!;
  if (/^\\["\\/bfnrt]$/i.test(all)) return CONTROLS[value] ?? value;
  if (/^&[a-z]/i.test(all)) return NAMES[value.toLowerCase()] ?? all;
  const code = Number.parseInt(value, /^&#\d/.test(all) ? 10 : 16);
  return code >= 0x7f ? all : code === 0 ? '' : String.fromCharCode(code);
}

const CONTROLS: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** Returns 1 at the code of each character of `chars`, and 0 at all others. */
function marked(chars: string): Uint8Array {
  const marks = new Uint8Array(1 << 16);
  for (const char of chars) marks[char.charCodeAt(0)] = 1;
  return marks;
}

/** Yields start and end of each run of at least `least` marked characters. Skips most other text without reading it. */
function* runsOf(text: string, marks: Uint8Array, least: number): Generator<[start: number, end: number]> {
  for (let start = 0; start + least <= text.length;) {
    let at = start + least - 1;
    while (at >= start && marks[text.charCodeAt(at)] === 1) at -= 1;
    if (at < start) {
      at = start + least;
      while (at < text.length && marks[text.charCodeAt(at)] === 1) at += 1;
      yield [start, at];
    }
    start = at + 1;
  }
}

const BASE64_CHARS = marked('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_');
/** Two groups of four characters that encode ASCII. Ordinary words rarely have them, and an encoding of `SHORTEST` characters does. */
const ASCII_GROUPS = /(?:[A-Za-f][A-HQ-Xg-nw-z0-3][ABEFIJMNQRUVYZcdghklopstwx014589][A-Za-z0-9+/_-]){2}/;

/** Decodes words of base64 and of hex from each possible first character, since other text may directly precede an encoding. */
function* wordsIn(text: string): Generator<Decoded> {
  for (const [start, end] of runsOf(text, BASE64_CHARS, Math.ceil((SHORTEST * 4) / 3))) {
    const word = text.slice(start, end);
    const isBase64 = ASCII_GROUPS.test(word);
    for (let first = start; isBase64 && first < start + 4; first += 1)
      // Four characters encode three bytes, so a character can contain bits of two bytes.
      yield* fromBytes(
        Buffer.from(word.slice(first - start), 'base64'),
        (byte) => first + Math.floor((byte * 4) / 3),
        (byte) => first + Math.ceil(((byte + 1) * 4) / 3),
      );
    if (end - start < 2 * SHORTEST) continue;
    for (const { 0: digits, index } of word.matchAll(/[0-9a-f]{16,}/gi))
      for (const skipped of [0, 1])
        yield* fromBytes(
          Buffer.from(digits.slice(skipped), 'hex'),
          (byte) => start + index + skipped + 2 * byte,
          (byte) => start + index + skipped + 2 * byte + 2,
        );
  }
}

/** How the bytes of a text are written as a list of numbers. */
interface NumberList {
  chars: Uint8Array;
  /** Length of the shortest list that can contain a secret. */
  least: number;
  list: RegExp;
  number: RegExp;
  base: number;
}

const SEPARATED_HEX: NumberList = {
  chars: marked('0123456789abcdefABCDEFxX\\ \t\r\n:;,.=_-'),
  least: 2 * SHORTEST + 2,
  // Groups of up to eight digits.
  list: /(?:[0-9a-f]{2}){1,4}(?:[\s:;,.=_-]{0,2}(?:0x|\\x|[\s:;,.=_-])(?:[0-9a-f]{2}){1,4}){2,}/gi,
  number: /[0-9a-f]{2}/gi,
  base: 16,
};

/** Also matches the members of a byte array that was written as an object: `"0":115,"1":107`. */
const BYTE_LIST: NumberList = {
  chars: marked('0123456789 \t\r\n,;:"'),
  least: 3 * SHORTEST - 1,
  list: /\d{1,3}(?:[\s,;]{1,40}(?:"\d{1,6}":\s?)?\d{1,3}){7,}/g,
  number: /(?<!["\d])\d{1,3}(?!["\d])/g,
  base: 10,
};

function* listsIn(text: string, { chars, least, list, number, base }: NumberList): Generator<Decoded> {
  for (const [start, end] of runsOf(text, chars, least))
    for (const { 0: numbers, index } of text.slice(start, end).matchAll(list)) {
      const places = [...numbers.matchAll(number)].map(
        (match) => [start + index + match.index, match[0]] as const,
      );
      yield* fromBytes(
        Buffer.from(places.map(([, digits]) => Number.parseInt(digits, base))),
        (byte) => places[byte]![0],
        (byte) => places[byte]![0] + places[byte]![1].length,
      );
    }
}

/** Visible ASCII, white space, and NUL, which UTF-16 has beside each ASCII character: at least `SHORTEST` in a row. */
const READABLE = new RegExp(`[\\0\\t\\n\\r -~]{${SHORTEST},}`, 'g');

/** Yields each run of at least `SHORTEST` readable bytes. Binary data rarely contains one. */
function* fromBytes(
  bytes: Buffer,
  from: (byte: number) => number,
  to: (byte: number) => number,
): Generator<Decoded> {
  for (const { 0: whole, index: first } of bytes.toString('latin1').matchAll(READABLE)) {
    const text = whole.replaceAll('\0', '');
    const places = text === whole ? null : [...whole.matchAll(/[^\0]/g)].map(({ index }) => index);
    const byteOf = (at: number): number => first + (places?.[at] ?? at);
    yield { text, from: (at) => from(byteOf(at)), to: (at) => to(byteOf(at)), isList: false };
  }
}
