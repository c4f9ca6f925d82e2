/** Encoded secrets, and a reader that decodes them. */
import { MOST_SHOWN } from '../../common/redact.js';

export const base64 = (text: string): string => Buffer.from(text).toString('base64');
const each = (text: string, form: (char: string, code: number) => string): string =>
  [...text].map((char) => form(char, char.charCodeAt(0))).join('');
const hex = (code: number): string => code.toString(16).padStart(2, '0');
const hexCodes = (text: string): string[] => [...text].map((char) => hex(char.charCodeAt(0)));

/** Characters by their names in HTML. */
const NAMED = { amp: '&', lt: '<', gt: '>', quot: '"', lowbar: '_', sol: '/', plus: '+', period: '.' };
type Name = keyof typeof NAMED;
const withNames = (text: string, ...names: Name[]): string =>
  names.reduce((written, name) => written.replaceAll(NAMED[name], `&${name};`), text);

/** UTF-16 bytes, each read as one character. */
const wide = (text: string): string => Buffer.from(text, 'utf16le').toString('latin1');
const wideBigEndian = (text: string): string => Buffer.from(text, 'utf16le').swap16().toString('latin1');

/** Forms in which a target, a URL or a document can show a text. */
export const FORMS: Record<string, (text: string) => string> = {
  'as it is': (text) => text,
  'in capitals': (text) => text.toUpperCase(),
  'in small letters': (text) => text.toLowerCase(),
  'in base64': base64,
  'in base64 without its end': (text) => base64(text).replace(/=+$/, ''),
  'in base64 for URLs': (text) => Buffer.from(text).toString('base64url'),
  'in base64 one byte on': (text) => base64(`:${text}`),
  'in base64 two bytes on': (text) => base64(`{"${text}`),
  'in base64 behind Bearer': (text) => base64(`Bearer ${text}`),
  'in base64 behind a user': (text) => base64(`user:${text}`),
  'in base64 of JSON': (text) => base64(JSON.stringify({ user: 'a', key: text, n: 1 })),
  'in hex': (text) => Buffer.from(text).toString('hex'),
  'in hex of capitals': (text) => Buffer.from(text).toString('hex').toUpperCase(),
  'in hex behind half a byte': (text) => `f${Buffer.from(text).toString('hex')}`,
  'in a URL': encodeURIComponent,
  'in percents': (text) => each(text, (_char, code) => `%${hex(code)}`),
  'in percents of capitals': (text) => each(text, (_char, code) => `%${hex(code).toUpperCase()}`),
  'partly in percents': (text) => each(text, (char, code) => (code % 3 === 0 ? `%${hex(code)}` : char)),
  'in JSON': (text) => JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/'),
  'in JSON escapes': (text) => each(text, (_char, code) => `\\u00${hex(code)}`),
  'partly in JSON escapes': (text) =>
    each(text, (char, code) => (code % 4 === 0 ? `\\u00${hex(code).toUpperCase()}` : char)),
  'in escapes of a program': (text) => each(text, (_char, code) => `\\x${hex(code)}`),
  'in HTML': (text) => withNames(text, 'amp', 'lt', 'gt', 'quot'),
  'in HTML with names': (text) => withNames(text, 'lowbar', 'sol', 'plus', 'period'),
  'in decimal entities': (text) => each(text, (_char, code) => `&#${code};`),
  'in hex entities': (text) => each(text, (_char, code) => `&#x${hex(code)};`),
  'in padded entities': (text) => each(text, (_char, code) => `&#X000${hex(code).toUpperCase()};`),
  'in hex with colons': (text) => hexCodes(text).join(':'),
  'in hex with spaces': (text) => hexCodes(text).join(' ').toUpperCase(),
  'in hex with prefixes': (text) => `0x${hexCodes(text).join(', 0x')}`,
  'in a list of bytes': (text) => JSON.stringify([...Buffer.from(text)]),
  'in an indented list of bytes': (text) => JSON.stringify([...Buffer.from(text)], null, 4),
  'in a list of bytes without commas': (text) => `[${[...Buffer.from(text)].join(' ')}]`,
  'in an object of bytes': (text) => JSON.stringify(Uint8Array.from(Buffer.from(text))),
  'in UTF-16': wide,
  'in UTF-16 of the other order': wideBigEndian,
};

/** Whether a text contains more than `MOST_SHOWN` consecutive characters of the secret. */
export function shows(text: string, key: string): boolean {
  const small = text.toLowerCase();
  for (let at = 0; at + MOST_SHOWN < key.length; at += 1)
    if (small.includes(key.slice(at, at + MOST_SHOWN + 1).toLowerCase())) return true;
  return false;
}

const HEX_ESCAPES = [
  /%([0-9a-f]{2})/gi,
  /\\u00([0-9a-f]{2})/gi,
  /\\x([0-9a-f]{2})/gi,
  /&#x0*([0-9a-f]{2});/gi,
];

/** Returns every text that results from decoding up to `layers` encodings. Slow, and independent of the redactor. */
export function readings(text: string, layers = 2): string[] {
  if (layers === 0) return [text];
  const found = (pattern: RegExp, read: (word: string) => Buffer[]): string[] =>
    (text.match(pattern) ?? []).flatMap(read).map((bytes) => bytes.toString('latin1'));
  const once = [
    ...HEX_ESCAPES.map((escape) =>
      text.replace(escape, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    ),
    text.replace(/\\(["\\/])/g, '$1'),
    text.replace(/\\n/g, '\n'),
    text.replace(/&#(\d+);/g, (_all, code: string) => String.fromCharCode(Number(code))),
    text.replace(/&(amp|lt|gt|quot|lowbar|sol|plus|period);/g, (_all, name: Name) => NAMED[name]),
    ...found(/[A-Za-z0-9+/_-]{12,}/g, (word) =>
      [0, 1, 2, 3].map((from) => Buffer.from(word.slice(from), 'base64')),
    ),
    ...found(/[0-9a-f]{2}(?:(?:[\s:,-]|0x)*[0-9a-f]{2}){8,}/gi, (word) =>
      [0, 1].map((from) => Buffer.from(word.replace(/0x|[\s:,-]/g, '').slice(from), 'hex')),
    ),
    ...found(/\d+(?:[\s,]+(?:"\d+":)?\d+){8,}/g, (list) => {
      const codes = list.replace(/"\d+":/g, '').split(/\D+/);
      return [Buffer.from(codes.map(Number))];
    }),
    text.replaceAll('\0', ''),
  ].filter((reading) => reading !== text);
  return [text, ...new Set(once.flatMap((reading) => readings(reading, layers - 1)))];
}
