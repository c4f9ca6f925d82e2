/** Estimates the memory of a body before it is parsed, and finds long strings that several bodies share. */
import { isAscii } from 'node:buffer';
import { digestOf } from '../values/digest.js';
import { parsedJson } from '../values/json.js';

/** Prefix of the placeholders that replace shared strings during parsing. A string that already starts with it is shared, too. */
export const MARK = '\u0001';
export const MARK_WRITTEN = String.raw`\u0001`;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Heap bytes of the value that starts with a JSON character, measured in the worst cases: empty objects, and names that never
 * repeat. An object may be a job, and judges remember each job. A JSON report writes a control character as six characters.
 */
const SIGNS: Readonly<Record<string, number>> = { '{': 512, '[': 64, ':': 128, ',': 16 };
const CONTROL = 6;
const COSTS = Uint16Array.from({ length: 256 }, (_, byte) =>
  isControl(byte) ? CONTROL : (SIGNS[String.fromCharCode(byte)] ?? 0),
);

/** Bytes of a shared string in addition to its characters, and bytes of each reference to it. */
const SHARED = 320;
const PLACE = 80;
/** In bytes. Sharing a shorter string takes more memory than it saves. */
const LONG = 200;

/** A string of JSON without its quotes. */
export class SharedString {
  readonly digest: string;
  /** The string with its escapes. */
  readonly text: string;
  /** The string without escapes; null if the text is not valid JSON. */
  readonly value: string | null;
  /** Its memory in bytes. */
  readonly takes: number;
  uses = 0;

  constructor(digest: string, text: string) {
    const value = (parsedJson(`"${text}"`) ?? null) as string | null;
    this.digest = digest;
    this.text = text;
    this.value = value === text ? text : value;
    this.takes = SHARED + widthOf(text) + (value === text ? 0 : widthOf(value ?? ''));
  }
}

function widthOf(text: string): number {
  return text.length * (/[\u0100-\uffff]/.test(text) ? 2 : 1);
}

export interface Look {
  /** Bytes without the shared strings: the remaining text, its parsed strings, and all other values. */
  takes: number;
  /** The parts of the body, in order. */
  pieces: (string | SharedString)[];
}

/** Splits a body at its shared strings; null if the body and its strings that are not in `known` take more than `most` bytes. */
export function lookAt(body: Buffer, most: number, known: ReadonlyMap<string, SharedString>): Look | null {
  const fresh = new Map<string, SharedString>();
  const pieces: Look['pieces'] = [];
  let takes = 0;
  let shared = 0;
  let done = 0;
  const addRest = (to: number): void => {
    pieces.push(body.toString('utf8', done, to));
    takes += (to - done) * (isAscii(body.subarray(done, to)) ? 2 : 4);
    done = to;
  };
  for (let i = 0; i < body.length && takes + shared <= most; i += 1) {
    takes += COSTS[body[i]!]!;
    if (body[i] !== QUOTE) continue;
    const from = i + 1;
    for (i = from; i < body.length && body[i] !== QUOTE; i += 1) {
      if (body[i] === BACKSLASH) i += 1;
      else if (isControl(body[i]!)) takes += CONTROL;
    }
    if (!isShared(body, from, i)) continue;
    const digest = digestOf(body.subarray(from, i));
    let string = known.get(digest) ?? fresh.get(digest);
    if (string === undefined) {
      string = new SharedString(digest, body.toString('utf8', from, i));
      fresh.set(digest, string);
      shared += string.takes;
    }
    addRest(from);
    pieces.push(string);
    takes += PLACE;
    done = i;
  }
  addRest(body.length);
  return takes + shared > most ? null : { takes, pieces };
}

function isControl(byte: number): boolean {
  return byte < 0x20 || byte === 0x7f;
}

/** Whether to share a string. Names of members are not shared. `to` is the offset of the closing quote. */
function isShared(body: Buffer, from: number, to: number): boolean {
  const isMarked = body.toString('latin1', from, from + MARK_WRITTEN.length) === MARK_WRITTEN;
  if ((to - from < LONG && !isMarked) || to >= body.length) return false;
  let next = to + 1;
  while (next < body.length && body[next]! <= 0x20) next += 1;
  return body[next] !== 0x3a;
}
