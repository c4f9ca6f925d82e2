/** What a body takes of the memory, and which of its strings are worth sharing with other bodies. */
import { digestOf } from '../values/digest.js';

/** Stands for a shared string while the rest is parsed, with its number behind. Any string that begins with it is shared. */
export const MARK = '\u0001';
export const MARK_WRITTEN = String.raw`\u0001`;

/** Bytes in the heap of Node, measured on the worst that JSON can hold: empty objects, and names that never come again. */
const PART = 64;
const MEMBER = 128;
const ITEM = 16;
/** As a JSON report writes it: six characters for one. */
const CONTROL = 6;
/** What a string takes beside its characters that is shared, and each place where it stands. */
const SHARED = 320;
const PLACE = 80;
/** In bytes; shorter ones would take more by being shared. */
const LONG = 200;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** A string that is to be shared: where its text begins and ends. */
export interface Found {
  from: number;
  to: number;
  digest: string;
}

export interface Look {
  /** Without what is shared. */
  takes: number;
  found: Found[];
}

/** The most that a body takes: what is shared once, the rest as a text, its strings once more, and a place for every value. Null for more than `most`. */
export function lookAt(body: Buffer, most: number, isKnown: (digest: string) => boolean): Look | null {
  const found: Found[] = [];
  const fresh = new Set<string>();
  let takes = 0;
  let shared = 0;
  let apart = body.length;
  let isWide = false;
  for (let i = 0; i < body.length; i += 1) {
    const byte = body[i]!;
    if (byte === QUOTE) {
      const string = stringAt(body, i + 1);
      i = string.to;
      const length = string.to - string.from;
      if (!isShared(string, body)) {
        takes += string.controls * CONTROL;
        isWide ||= string.isWide;
      } else {
        const digest = digestOf(body.subarray(string.from, string.to));
        if (!isKnown(digest) && !fresh.has(digest)) {
          fresh.add(digest);
          shared += mostOf(string);
        }
        found.push({ from: string.from, to: string.to, digest });
        takes += PLACE;
        apart -= length;
      }
    } else if (byte === 0x7b || byte === 0x5b) takes += PART;
    else if (byte === 0x3a) takes += MEMBER;
    else if (byte === 0x2c) takes += ITEM;
    else if (isControl(byte)) takes += CONTROL;
    else if (byte > 0x7f) isWide = true;
    if (takes + shared > most) return null;
  }
  takes += apart * (isWide ? 4 : 2);
  return takes + shared > most ? null : { takes, found };
}

interface StringSeen {
  from: number;
  /** Where its closing quote stands, or the end of the body. */
  to: number;
  controls: number;
  /** Whether it holds what JSON does not allow in a string. */
  isBroken: boolean;
  isWide: boolean;
  isEscaped: boolean;
  /** Whether an escape names a character by its number, which may be a wide one. */
  isNumbered: boolean;
}

function stringAt(body: Buffer, from: number): StringSeen {
  const seen = {
    from,
    to: body.length,
    controls: 0,
    isBroken: false,
    isWide: false,
    isEscaped: false,
    isNumbered: false,
  };
  for (let i = from; i < body.length; i += 1) {
    const byte = body[i]!;
    if (byte === QUOTE) {
      seen.to = i;
      break;
    }
    if (byte === BACKSLASH) {
      seen.isEscaped = true;
      i += 1;
      if (body[i] === 0x75) seen.isNumbered = true;
    } else if (byte > 0x7f) seen.isWide = true;
    else if (isControl(byte)) {
      seen.controls += 1;
      seen.isBroken ||= byte < 0x20;
    }
  }
  return seen;
}

function isControl(byte: number): boolean {
  return byte < 0x20 || byte === 0x7f;
}

/** Names of members are not shared. */
function isShared({ from, to, isBroken }: StringSeen, body: Buffer): boolean {
  const isMarked =
    to - from >= 6 && body[from] === BACKSLASH && body.toString('latin1', from, from + 6) === MARK_WRITTEN;
  if ((to - from < LONG && !isMarked) || isBroken || to >= body.length) return false;
  let next = to + 1;
  while (next < body.length && body[next]! <= 0x20) next += 1;
  return body[next] !== 0x3a;
}

function mostOf({ from, to, isWide, isEscaped, isNumbered }: StringSeen): number {
  const text = (to - from) * (isWide ? 2 : 1);
  const value = (to - from) * (isWide || isNumbered ? 2 : 1);
  return SHARED + text + (isEscaped ? value : 0);
}

/** What a shared string takes: as it is written, and what is meant. */
export function memoryOf(text: string, value: string | null): number {
  return SHARED + widthOf(text) + (value === text || value === null ? 0 : widthOf(value));
}

function widthOf(text: string): number {
  return text.length * (/[\u0100-\uffff]/.test(text) ? 2 : 1);
}
