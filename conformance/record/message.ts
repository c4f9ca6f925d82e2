/** A request or an answer with its body: without secrets, and as it is read back from where it was stored. */
import { parsedJson } from '../values/json.js';
import { bodyGivenTo, withBody, type BodyKeeper } from './kept-bodies.js';

/** What strikes secrets out of texts and values. */
export interface Striker {
  text(value: string): string;
  value<T>(value: T): T;
}

interface Message {
  bodyText?: string | null;
  bodyCut?: number;
  body?: unknown;
}

/** How much of a body that is not kept stands in its place, in bytes of what came or characters of what was read. */
export const BEGINNING = 1000;

/**
 * A copy without secrets. A kept body that holds one is kept without it in its place; `isClean` tells whether a part of one
 * holds none.
 */
export function struckMessage<M extends Message>(
  message: M,
  striker: Striker,
  keeper: BodyKeeper,
  isClean = (part: string): boolean => striker.text(part) === part,
): M {
  const { body, bodyText, ...rest } = message;
  const others = striker.value(rest);
  if (typeof bodyText !== 'string')
    return { ...others, ...(bodyText === undefined ? {} : { bodyText }), body } as M;
  const kept = bodyGivenTo(message);
  // Parsing megabytes again is worth it only where something is struck out.
  if (kept?.parts.every(isClean)) return withBody(others, kept) as unknown as M;
  const clean = striker.text(bodyText);
  if (kept !== undefined) return withBody(others, keeper.replace(kept, Buffer.from(clean))) as unknown as M;
  const isSame = clean === bodyText || body === undefined;
  return { ...others, bodyText: clean, body: isSame ? body : parsedJson(clean) } as M;
}

/** A copy without secrets, and of its body the beginning alone. */
export function cutMessage<M extends Message>(message: M, striker: Striker): M {
  const { bodyText, ...rest } = { ...message, body: undefined };
  const text = bodyText ?? '';
  const beginning = striker.text(text.slice(0, BEGINNING));
  return { ...striker.value(rest), bodyText: beginning, bodyCut: Buffer.byteLength(text) } as M;
}

/** Gives a message that was read its body. False where that is not kept, and the message has none from then on. */
export function restoreBody(message: Message, keeper: BodyKeeper): boolean {
  if (typeof message.bodyText !== 'string' || message.bodyCut !== undefined) return true;
  const body = keeper.keep(Buffer.from(message.bodyText));
  if (body === null) delete message.bodyText;
  else withBody(message, body);
  return body !== null;
}
