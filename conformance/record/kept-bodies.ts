/** Stores bodies within a fixed amount of memory. Stores each long string once, because job descriptions are repeated. */
import { isAscii } from 'node:buffer';
import { parsedJson } from '../values/json.js';
import { count } from '../values/text.js';

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
type SharedString = ReturnType<typeof sharedString>;

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

type Look = NonNullable<ReturnType<typeof lookAt>>;

/**
 * Splits a body at its shared strings; null if the body and its strings that are not in `known` take more than `most` bytes.
 * `takes`: bytes without the shared strings, for the remaining text, its parsed strings, and all other values.
 */
function lookAt(body: Buffer, most: number, known: ReadonlyMap<string, SharedString>) {
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

/** The most bytes for all bodies of a run, including their parsed values. */
const MOST_MEMORY = 256 * 1024 * 1024;
/** The most of the free memory that a body may take, so that a few large bodies leave room for small ones. */
const SHARE = 1 / 4;

/** Explains in reports why a body is missing. */
export const NOT_KEPT = `the bodies of a run are kept in ${MOST_MEMORY / 1024 / 1024} MiB of memory, and it was too large for what is left of them`;

/** Returns the note of a report about missing bodies or responses; none if all were stored. */
export function noteOnMissing(missing: number, what = 'body'): string[] {
  return missing === 0
    ? []
    : [`${count(missing, what)} could not be kept, and nothing was concluded from them: ${NOT_KEPT}.`];
}

export type BodyKeeper = ReturnType<typeof createKeeper>;

export function createKeeper(most = MOST_MEMORY) {
  const strings = new Map<string, SharedString>();
  let left = most;
  let refused = 0;

  const keepWithin = (limit: number, body: Buffer): KeptBody | null => {
    const look = lookAt(body, limit, strings);
    if (look === null) return null;
    const kept = new KeptBody(look);
    left -= kept.takes;
    for (const string of kept.strings) {
      if (string.uses === 0) left -= string.takes;
      string.uses += 1;
      strings.set(string.text, string);
    }
    return kept;
  };
  /** Frees the memory of a body that is no longer used. */
  const release = (kept: KeptBody): void => {
    left += kept.takes;
    for (const string of kept.strings) {
      string.uses -= 1;
      if (string.uses > 0) continue;
      strings.delete(string.text);
      left += string.takes;
    }
  };

  return {
    /** Free memory, in bytes. */
    get left() {
      return left;
    },
    /** Number of bodies that were not stored. */
    get refused() {
      return refused;
    },
    /** Stores a body; null if it takes too much of the free memory. */
    keep(body: Buffer): KeptBody | null {
      const kept = keepWithin(left * SHARE, body);
      if (kept === null) refused += 1;
      return kept;
    },
    /** Releases `old` and stores a similar body instead, with any size. */
    replace(old: KeptBody, body: Buffer): KeptBody {
      const kept = keepWithin(Infinity, body)!;
      release(old);
      return kept;
    },
    release,
  };
}

export class KeptBody {
  /** The parsed text; undefined if it is not JSON. */
  readonly value: unknown;
  readonly strings: readonly SharedString[];
  readonly takes: number;
  readonly #parts: readonly string[];

  constructor({ pieces, takes }: Look) {
    this.strings = pieces.filter((piece) => typeof piece !== 'string');
    this.#parts = pieces.map((piece) => (typeof piece === 'string' ? piece : piece.text));
    this.takes = takes;
    this.value = sharing(parsedJson(this.text), new Map(this.strings.map(({ value }) => [value, value])));
  }

  /** The text, joined on each access. */
  get text(): string {
    return this.#parts.join('');
  }

  /** Parts of the text. Each shared string of JSON is a part, the same string object in every body. */
  get parts(): readonly string[] {
    return this.value === undefined ? [this.text] : this.#parts;
  }
}

/** Replaces each string by an equal shared string. */
function sharing(value: unknown, shared: ReadonlyMap<string, string>): unknown {
  if (shared.size === 0) return value;
  if (typeof value === 'string') return shared.get(value) ?? value;
  if (typeof value !== 'object' || value === null) return value;
  const members = value as Record<string, unknown>;
  for (const name of Object.keys(members)) members[name] = sharing(members[name], shared);
  return members;
}

const bodies = new WeakMap<object, KeptBody>();

/** Adds a body to a message. `bodyText` joins shared strings on each access, so that no joined text stays in memory. */
export function withBody<M extends object>(
  message: M,
  body: KeptBody,
): M & { bodyText: string; body: unknown } {
  bodies.set(message, body);
  const define = (descriptor: PropertyDescriptor): M =>
    Object.defineProperty(message, 'bodyText', { ...descriptor, enumerable: true, configurable: true });
  const setText = (value: string): M => define({ value, writable: true });
  if (body.strings.length > 0) define({ get: () => body.text, set: setText });
  else setText(body.text);
  return Object.assign(message, { body: body.value }) as M & { bodyText: string; body: unknown };
}

/** Returns the body that `withBody` added; undefined if it added none. */
export function bodyGivenTo(message: object): KeptBody | undefined {
  return bodies.get(message);
}
