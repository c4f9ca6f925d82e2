/** Stores exchanges of runs and traffic without secrets and parsed bodies. Reading parses the bodies again. */
import type { Redactor } from '../../common/redact.js';
import { visible } from '../../common/visible.js';
import { parsedJson } from '../values/json.js';
import { UnreadableText } from '../values/split-json.js';
import { messageOf } from '../values/text.js';
import type { Message } from './exchange.js';
import { bodyGivenTo, withBody, type BodyKeeper } from './kept-bodies.js';

/** Redacts secrets in texts and values. */
export type TextRedactor = Pick<Redactor, 'text' | 'value'>;

interface Messages {
  request: Message;
  response?: Message | null;
}

/** Only this much of a body that is too large is stored, in bytes of a response or characters of a text. */
export const BEGINNING = 1000;

/** Returns a copy of an exchange without secrets. */
export function redactedExchange<E extends Messages>(
  { request, response, ...others }: E,
  redactor: TextRedactor,
  keeper: BodyKeeper,
  isClean?: (part: string) => boolean,
): E {
  return {
    ...redactor.value(others),
    request: redactedMessage(request, redactor, keeper, isClean),
    response: response && redactedMessage(response, redactor, keeper, isClean),
  } as E;
}

/** Returns a copy of an exchange without the `body` of its messages. */
export function storedExchange<E extends Messages>({ request, response, ...others }: E): E {
  const answer = response && { ...response, body: undefined };
  return { ...others, request: { ...request, body: undefined }, response: answer } as E;
}

/** Yields a document as JSON, in pieces no larger than an exchange. Each exchange is one line, which saves half of the space. */
export function* storedPieces({ exchanges, ...rest }: { exchanges: readonly Messages[] }): Generator<string> {
  yield `${visible(JSON.stringify(rest, null, 2)).slice(0, -2)},\n  "exchanges": [`;
  for (const [i, exchange] of exchanges.entries())
    yield `${i === 0 ? '' : ','}\n    ${visible(JSON.stringify(storedExchange(exchange)))}`;
  yield '\n  ]\n}\n';
}

/** Parses JSON. Throws UnreadableText with the parser's message. */
export function parsedAs<T>(text: string, what?: string): T {
  try {
    return JSON.parse(text) as T;
  } catch (error) {
    const why = messageOf(error);
    const complaint = what === undefined ? why : `${what} cannot be read (${why}).`;
    throw new UnreadableText(`It is not JSON: ${complaint}`, { cause: error });
  }
}

/** Throws UnreadableText if the version of a document is not `known`. */
export function checkVersion(
  { version }: { version?: unknown },
  known: readonly unknown[],
  what: string,
): void {
  if (!known.includes(version))
    throw new UnreadableText(
      `It is a ${what} of version ${JSON.stringify(version)}, and this kit reads version ${known.join(' and ')}.`,
    );
}

/** Parses the bodies of an exchange that was read. Deletes the text of a body that `keeper` refuses. */
export function restoreBodies<E extends Messages>(exchange: E, keeper: BodyKeeper): E {
  for (const message of [exchange.request, exchange.response ?? {}]) {
    if (typeof message.bodyText !== 'string' || message.bodyCut !== undefined) continue;
    const body = keeper.keep(Buffer.from(message.bodyText));
    if (body === null) delete message.bodyText;
    else withBody(message, body);
  }
  return exchange;
}

/** Returns a copy of a message without secrets. `isClean` returns true for a part of a body without secrets. */
function redactedMessage<M extends Message>(
  message: M,
  redactor: TextRedactor,
  keeper: BodyKeeper,
  isClean = (part: string): boolean => redactor.text(part) === part,
): M {
  const { body, bodyText, ...rest } = message;
  const others = redactor.value(rest);
  if (typeof bodyText !== 'string')
    return { ...others, ...(bodyText === undefined ? {} : { bodyText }), body } as M;
  const kept = bodyGivenTo(message);
  // Parse a body again only if it contains a secret.
  if (kept?.parts.every(isClean)) return withBody(others, kept) as unknown as M;
  const clean = redactor.text(bodyText);
  if (kept !== undefined) return withBody(others, keeper.replace(kept, Buffer.from(clean))) as unknown as M;
  const isSame = clean === bodyText || body === undefined;
  return { ...others, bodyText: clean, body: isSame ? body : parsedJson(clean) } as M;
}

/** Returns a copy with only the start of its body. */
export function cutMessage<M extends Message>(message: M): M {
  const text = message.bodyText ?? '';
  const bodyText = text.slice(0, BEGINNING);
  return { ...message, body: undefined, bodyText, bodyCut: Buffer.byteLength(text) };
}
