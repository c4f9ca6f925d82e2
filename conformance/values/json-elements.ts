/** Takes a JSON text apart while it comes: the items of long lists one by one, and the rest of it in one piece. */

export interface Rest {
  /** The first value without the items of its lists; where the text is cut, what there is of it. */
  text: string;
  /** False where the text ends before the value that it holds. */
  whole: boolean;
}

/** Tells of one item of the list; its text is null where it is longer than what is taken. */
type OnItem = (list: string, text: string | null) => void;

/** Not even JSON in its beginning, or more of it around the lists than anybody writes. */
export class NotElements extends Error {
  override name = 'NotElements';
}

const MOST_AROUND = 16 * 1024 * 1024;
/** Names below this level lead to no list. */
const DEEPEST_NAME = 3;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const BRACE = 0x7b;
const BRACKET = 0x5b;

/**
 * `lists` are paths of lists, such as `log.entries`. Values that follow the first one, as in NDJSON, are items of the list
 * with no name. Items are not checked here: whoever parses them finds out.
 */
export class JsonElements {
  readonly #lists: readonly string[];
  readonly #onItem: OnItem;
  readonly #most: number;
  readonly #mostAround: number;
  /** Of each object or list that is open: its sign, and the member's name that leads to it. */
  readonly #open: { sign: number; name: string }[] = [];
  readonly #around: Buffer[] = [];
  #aroundBytes = 0;
  #name = '';
  /** Bytes of a member's name, while one is read. */
  #naming: number[] | null = null;
  #expectsName = false;
  #quoted = false;
  #escaped = false;
  #values = 0;
  /** The depth at which items begin, and of which list; -1 outside of one, 0 for values one after the other. */
  #base = -1;
  #list = '';
  #item: Buffer[] = [];
  #itemBytes = 0;
  #begun = false;
  #chunk: Buffer = Buffer.alloc(0);
  /** Where the bytes of the chunk begin that are not handed on yet. */
  #from = 0;

  /** `most` is what is taken of one item, `mostAround` of what stands around the lists, in bytes. */
  constructor(lists: readonly string[], onItem: OnItem, most: number, mostAround = MOST_AROUND) {
    this.#lists = lists;
    this.#onItem = onItem;
    this.#most = most;
    this.#mostAround = mostAround;
  }

  /** Throws NotElements. */
  push(given: Buffer): void {
    const chunk = this.#begun ? given : withoutMark(given);
    this.#begun ||= given.length > 0;
    this.#chunk = chunk;
    this.#from = 0;
    for (let i = 0; i < chunk.length; i += 1) {
      const byte = chunk[i]!;
      if (this.#quoted) this.#inString(byte);
      else if (byte === QUOTE) this.#beginString();
      else if (byte === BRACE || byte === BRACKET) this.#enter(byte, i);
      else if (byte === BRACE + 2 || byte === BRACKET + 2) this.#leave(i);
      else if (byte === COMMA) this.#next(i);
      else if (byte === COLON) this.#expectsName = false;
      else if (this.#open.length === 0 && byte > 0x20) throw new NotElements('It is not JSON.');
    }
    this.#hand(chunk.length);
  }

  end(): Rest {
    const whole = this.#open.length === 0 && this.#values > 0;
    return { text: Buffer.concat(this.#around).toString('utf8'), whole };
  }

  #beginString(): void {
    if (this.#open.length === 0) throw new NotElements('It is not JSON of an object.');
    this.#quoted = true;
    if (this.#expectsName && this.#base === -1 && this.#open.length <= DEEPEST_NAME) this.#naming = [];
  }

  #inString(byte: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (byte === BACKSLASH) this.#escaped = true;
    else if (byte === QUOTE) {
      this.#quoted = false;
      if (this.#naming !== null) this.#name = Buffer.from(this.#naming).toString('utf8');
      this.#naming = null;
      return;
    }
    this.#naming?.push(byte);
  }

  #enter(sign: number, at: number): void {
    if (this.#open.length === 0 && this.#values > 0) this.#beginList(at, 0, '');
    this.#open.push({ sign, name: this.#open.length === 0 ? '' : this.#name });
    this.#expectsName = sign === BRACE;
    if (this.#base !== -1 || sign !== BRACKET) return;
    const path = this.#open
      .slice(1)
      .map(({ name }) => name)
      .join('.');
    if (this.#lists.includes(path)) this.#beginList(at + 1, this.#open.length, path);
  }

  #leave(at: number): void {
    if (this.#open.length === this.#base && this.#base > 0) this.#endList(at);
    this.#name = this.#open.pop()?.name ?? '';
    this.#expectsName = false;
    if (this.#open.length > 0) return;
    this.#values += 1;
    if (this.#base === 0) this.#endList(at + 1);
  }

  #next(at: number): void {
    this.#expectsName = this.#open.at(-1)?.sign === BRACE;
    if (this.#base <= 0 || this.#open.length !== this.#base) return;
    this.#hand(at);
    this.#tell();
    this.#from = at + 1;
  }

  #beginList(at: number, base: number, list: string): void {
    this.#hand(at);
    this.#base = base;
    this.#list = list;
  }

  #endList(at: number): void {
    this.#hand(at);
    this.#tell();
    this.#base = -1;
  }

  #tell(): void {
    const text = this.#itemBytes > this.#most ? null : Buffer.concat(this.#item).toString('utf8').trim();
    this.#item = [];
    this.#itemBytes = 0;
    if (text !== '') this.#onItem(this.#list, text);
  }

  /** Hands the bytes before a place to the item that is open, or to what is around the lists. */
  #hand(to: number): void {
    if (to <= this.#from) return;
    const bytes = this.#chunk.subarray(this.#from, to);
    this.#from = to;
    if (this.#base !== -1) {
      this.#itemBytes += bytes.length;
      // A copy, since whoever reads a file may use its buffer again.
      if (this.#itemBytes <= this.#most) this.#item.push(Buffer.from(bytes));
      else this.#item = [];
      return;
    }
    this.#aroundBytes += bytes.length;
    if (this.#aroundBytes > this.#mostAround)
      throw new NotElements(`It holds more than ${this.#mostAround / 1024 / 1024} MiB that are no requests.`);
    this.#around.push(Buffer.from(bytes));
  }
}

/** Without the mark that some programs begin a text with. */
function withoutMark(chunk: Buffer): Buffer {
  if (chunk[0] === 0xff && chunk[1] === 0xfe)
    throw new NotElements('It is written in UTF-16, and JSON is UTF-8: save it as UTF-8.');
  return chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf ? chunk.subarray(3) : chunk;
}
