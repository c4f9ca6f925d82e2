/** Splits a JSON text in pieces into the items of its long lists and the text around them. */

/** A text is not JSON, has another format, or is incomplete. The subject "It" of the message is the text. */
export class UnreadableText extends Error {}

/** The deepest level of a list in `lists`. */
const DEEPEST_LIST = 3;
const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [BRACE, BRACKET] = [0x7b, 0x5b];

/**
 * Passes each item of `lists`, which are paths such as `log.entries`, to `onItem`, and returns the rest. The text of an item that is
 * too long is null. Values after the first one, as in NDJSON, are items of the list ''. Does not check the items. `most` is the limit
 * of an item and `mostAround` that of the rest, in bytes. Throws UnreadableText.
 */
export function splitJson(
  pieces: Iterable<Buffer>,
  lists: readonly string[],
  onItem: (item: { list: string; text: string | null }) => void,
  most = Infinity,
  mostAround = Infinity,
) {
  /** By open object or list, the name of its member; empty for items and for a whole value. */
  const open: string[] = [];
  let around = '';
  let name = '';
  /** The current list, and (`depth`) the number of open objects and lists around its items. */
  let list: string | null = null;
  let depth = 0;
  let values = 0;
  let quoted = false;
  let isLong = false;
  let text: Buffer = Buffer.alloc(0);
  /** Offsets in `text`: of the next byte, of the start of the current item or text around lists, and of the last string. */
  let [at, from, string] = [0, 0, 0];
  const cut = (to: number, next: number): string => {
    const part = text.toString('utf8', from, to);
    from = next;
    return part;
  };
  const begin = (path: string, to: number): void => {
    around += cut(to, to);
    [list, depth] = [path, open.length];
  };
  const endItem = (to: number, next: number): void => {
    const item = to - from > most || isLong ? null : cut(to, next).trim();
    [from, isLong] = [next, false];
    if (item !== '') onItem({ list: list!, text: item });
  };
  for (const piece of pieces) {
    [text, at, string, from] = [Buffer.concat([text.subarray(from), piece]), at - from, string - from, 0];
    for (; at < text.length; at += 1) {
      const byte = text[at]!;
      if (quoted) {
        if (byte === BACKSLASH) at += 1;
        else if (byte === QUOTE) quoted = false;
      } else if (byte === BRACE || byte === BRACKET) {
        if (open.length === 0 && values > 0) begin('', at);
        open.push(name);
        name = '';
        const path = list === null && open.length <= DEEPEST_LIST ? open.slice(1).join('.') : '';
        if (byte === BRACKET && lists.includes(path)) begin(path, at + 1);
      } else if (open.length === 0) refuse(text.subarray(at, at + 2), values);
      else if (byte === QUOTE) [quoted, string] = [true, at + 1];
      else if (byte === COLON) name = list === null ? nameIn(text.toString('utf8', string, at)) : '';
      else if (byte === COMMA) {
        name = '';
        if (list !== null && open.length === depth) endItem(at, at + 1);
      } else if (byte === BRACE + 2 || byte === BRACKET + 2) {
        if (list !== null && open.length === Math.max(depth, 1)) {
          const end = depth === 0 ? at + 1 : at;
          endItem(end, end);
          list = null;
        }
        open.pop();
        name = '';
        if (open.length === 0) values += 1;
      }
    }
    if (list === null && around.length + text.length > mostAround)
      throw new UnreadableText(`It holds more than ${mostAround / 1024 / 1024} MiB that are no requests.`);
    if (list !== null && text.length - from > most) [isLong, from] = [true, text.length];
  }
  if (list === null) around += cut(text.length, text.length);
  return {
    /** The first value without the items of its lists; only its start if the text is cut. */
    text: around.replace(/^\ufeff/, ''),
    /** False if the text ends within its first value. */
    whole: open.length === 0 && values > 0,
  };
}

/** Returns the name of a member. Dots are replaced, because dots in `lists` separate names. */
function nameIn(written: string): string {
  return written.slice(0, written.lastIndexOf('"')).replaceAll('.', '/');
}

/** Throws unless the byte is valid outside of objects and lists: white space, or part of a byte order mark. */
function refuse([byte = 0, next = 0]: Buffer, values: number): void {
  const isPacked = (byte === 0x1f && next === 0x8b) || (byte === 0x50 && next === 0x4b);
  if (isPacked) throw new UnreadableText('It is packed as gzip or ZIP: unpack it first.');
  if (byte >= 0xfe) throw new UnreadableText('It is written in UTF-16, and JSON is UTF-8: save it as UTF-8.');
  const isMark = values === 0 && [0xef, 0xbb, 0xbf].includes(byte);
  if (byte > 0x20 && !isMark)
    throw new UnreadableText(`It is not JSON${byte === QUOTE ? ' of an object' : ''}.`);
}
