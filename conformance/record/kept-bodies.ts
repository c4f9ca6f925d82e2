/**
 * How much of what a run sees is kept: bodies, until they fill a stated part of the memory. The same postings come in answer
 * after answer, and most of an answer are their descriptions, so that a long string is kept once for all bodies that hold it.
 */
import { parsedJson } from '../values/json.js';
import { lookAt, MARK, MARK_WRITTEN, memoryOf, type Found, type Look } from './body-memory.js';

/** Of all bodies of a run together, as texts and as parsed. */
const MOST_MEMORY = 512 * 1024 * 1024;
/** A body is kept where it takes at most this part of what is left, so that large ones never crowd out the small. */
const SHARE = 1 / 4;

/** Why a body is not there to be judged. */
export const NOT_KEPT = `the bodies of a run are kept in ${MOST_MEMORY / 1024 / 1024} MiB of memory, and it was too large for what is left of them`;

export interface KeptBody {
  /** Put together whenever it is asked for. */
  readonly text: string;
  /** What it is put together of: a long string of JSON is a part by itself, and the same wherever it stands. */
  readonly parts: readonly string[];
  /** Parsed as JSON; undefined where it is none. */
  readonly value: unknown;
}

export interface BodyKeeper {
  /** Bytes. */
  readonly left: number;
  /** Null for a body that takes too much of what is left. */
  keep(body: Buffer): KeptBody | null;
  /** Another in place of one that is no longer asked for, and much like it. */
  replace(old: KeptBody, body: Buffer): KeptBody;
  /** For one that is no longer asked for. */
  release(body: KeptBody): void;
}

export function createKeeper(most = MOST_MEMORY): BodyKeeper {
  const strings = new Map<string, SharedString>();
  let left = most;

  const take = (body: Buffer, { takes, found }: Look): KeptBody => {
    const shared = found.map((each) => {
      let known = strings.get(each.digest);
      if (known === undefined) {
        known = new SharedString(each.digest, body.toString('utf8', each.from, each.to));
        strings.set(each.digest, known);
        left -= known.takes;
      }
      known.uses += 1;
      return known;
    });
    left -= takes;
    return new SharingBody(body, found, shared, takes);
  };
  const release = (kept: KeptBody): void => {
    if (!(kept instanceof SharingBody)) return;
    left += kept.takes;
    for (const each of kept.strings) {
      each.uses -= 1;
      if (each.uses > 0) continue;
      strings.delete(each.digest);
      left += each.takes;
    }
  };

  return {
    get left() {
      return left;
    },
    keep(body) {
      const look = lookAt(body, left * SHARE, (digest) => strings.has(digest));
      return look === null ? null : take(body, look);
    },
    replace(old, body) {
      const kept = take(
        body,
        lookAt(body, Infinity, (digest) => strings.has(digest))!,
      );
      release(old);
      return kept;
    },
    release,
  };
}

/** A string of JSON that bodies hold, without its quotes. */
class SharedString {
  readonly digest: string;
  /** As it is written. */
  readonly text: string;
  /** What is meant; null where it is no string of JSON. */
  readonly value: string | null;
  readonly takes: number;
  uses = 0;

  constructor(digest: string, text: string) {
    this.digest = digest;
    this.text = text;
    this.value = text.includes('\\') ? ((parsedJson(`"${text}"`) as string | undefined) ?? null) : text;
    this.takes = memoryOf(text, this.value);
  }
}

class SharingBody implements KeptBody {
  readonly value: unknown;
  readonly strings: readonly SharedString[];
  readonly takes: number;
  readonly parts: readonly string[];

  constructor(body: Buffer, found: readonly Found[], strings: readonly SharedString[], takes: number) {
    const parts: string[] = [];
    const marked: string[] = [];
    let done = 0;
    for (const [i, { from, to }] of found.entries()) {
      const before = body.toString('utf8', done, from);
      parts.push(before, strings[i]!.text);
      marked.push(before, MARK_WRITTEN, String(i));
      done = to;
    }
    const rest = body.toString('utf8', done);
    parts.push(rest);
    marked.push(rest);
    const isJson = strings.every(({ value }) => value !== null);
    this.parts = isJson ? parts : [parts.join('')];
    this.strings = strings;
    this.takes = takes;
    this.value = isJson ? unmarked(parsedJson(marked.join('')), strings) : undefined;
  }

  get text(): string {
    return this.parts.length === 1 ? this.parts[0]! : this.parts.join('');
  }
}

/** Puts the strings into their places. */
function unmarked(value: unknown, strings: readonly SharedString[]): unknown {
  if (strings.length === 0) return value;
  if (typeof value === 'string')
    return value.startsWith(MARK) ? strings[Number(value.slice(MARK.length))]!.value : value;
  if (Array.isArray(value)) for (let i = 0; i < value.length; i += 1) value[i] = unmarked(value[i], strings);
  else if (typeof value === 'object' && value !== null) {
    const members = value as Record<string, unknown>;
    for (const name of Object.keys(members)) members[name] = unmarked(members[name], strings);
  }
  return value;
}

const bodies = new WeakMap<object, KeptBody>();

/** Gives a message its body. A text with shared strings is put together by whoever reads it, and nobody else holds it. */
export function withBody<M extends object>(
  message: M,
  body: KeptBody,
): M & { bodyText: string; body: unknown } {
  const plain = (value: unknown): PropertyDescriptor => ({
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
  const apart: PropertyDescriptor = {
    get: () => body.text,
    set: (text: string) => void Object.defineProperty(message, 'bodyText', plain(text)),
    enumerable: true,
    configurable: true,
  };
  bodies.set(message, body);
  const isShared = body instanceof SharingBody && body.strings.length > 0;
  return Object.defineProperties(message, {
    bodyText: isShared ? apart : plain(body.text),
    body: plain(body.value),
  }) as M & { bodyText: string; body: unknown };
}

/** The body that a message was given; undefined where it has none, or has it otherwise. */
export function bodyGivenTo(message: object): KeptBody | undefined {
  return bodies.get(message);
}
