/** Estimates the memory of a body before it is parsed, and finds long strings that several bodies share. */
import { isAscii } from 'node:buffer';
import { parsedJson } from '../values/json.js';

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

/** A long string of JSON without its quotes, which is stored once. */
export type SharedString = ReturnType<typeof sharedString>;

function sharedString(text: string) {
  const parsed = (parsedJson(`"${text}"`) ?? '') as string;
  const value = parsed === text ? text : parsed;
  const takes = SHARED + widthOf(text) + (value === text ? 0 : widthOf(value));
  // `text` has the escapes of JSON; `takes` is the memory of both in bytes.
  return { text, value, takes, uses: 0 };
}

function widthOf(text: string): number {
  return text.length * (/[\u0100-\uffff]/.test(text) ? 2 : 1);
}

export type Look = NonNullable<ReturnType<typeof lookAt>>;

/**
 * Splits a body at its shared strings; null if the body and its strings that are not in `known` take more than `most` bytes.
 * `takes`: bytes without the shared strings, for the remaining text, its parsed strings, and all other values.
 */
export function lookAt(body: Buffer, most: number, known: ReadonlyMap<string, SharedString>) {
  const fresh = new Map<string, SharedString>();
  const pieces: (string | SharedString)[] = [];
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
    const text = body.toString('utf8', from, i);
    let string = known.get(text) ?? fresh.get(text);
    if (string === undefined) {
      string = sharedString(text);
      fresh.set(text, string);
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
  if (to - from < LONG || to >= body.length) return false;
  let next = to + 1;
  while (next < body.length && body[next]! <= 0x20) next += 1;
  return body[next] !== 0x3a;
}
