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

/** A copy without secrets. A kept body that holds one is kept without it in its place. */
export function struckMessage<M extends Message>(message: M, striker: Striker, keeper: BodyKeeper): M {
  const { body, bodyText, ...rest } = message;
  const others = striker.value(rest);
  if (typeof bodyText !== 'string')
    return { ...others, ...(bodyText === undefined ? {} : { bodyText }), body } as M;
  const clean = striker.text(bodyText);
  const kept = bodyGivenTo(message);
  // Parsing megabytes again is worth it only where something was struck out.
  if (kept !== undefined)
    return withBody(
      others,
      clean === bodyText ? kept : keeper.replace(kept, Buffer.from(clean)),
    ) as unknown as M;
  const isSame = clean === bodyText || body === undefined;
  return { ...others, bodyText: clean, body: isSame ? body : parsedJson(clean) } as M;
}

/** Gives a message that was read its body. False where that is not kept, and the message has none from then on. */
export function restoreBody(message: Message, keeper: BodyKeeper): boolean {
  if (typeof message.bodyText !== 'string' || message.bodyCut !== undefined) return true;
  const body = keeper.keep(Buffer.from(message.bodyText));
  if (body === null) delete message.bodyText;
  else withBody(message, body);
  return body !== null;
}
