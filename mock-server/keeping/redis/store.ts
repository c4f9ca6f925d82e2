/**
 * The state of a mock in a Redis: parts, each a list of entries that begins with the whole part and continues with its
 * changes. The list has the text of an entry, then its id, then the next. One part has the clock and the list of accounts,
 * one the faults, and each account has its own. (Streams would start at 4 KiB each.)
 *
 * One script compares what its caller knows of some parts with their current entries. If they are the same, it appends to
 * them; else it changes nothing and returns the new entries. It has no rule of the service, and no time.
 */

import { createHash, randomInt } from 'node:crypto';
import { NotDone, type Connection } from './connection.js';

/** A part, and its latest entry that this process knows. */
export interface Part {
  readonly key: string;
  /** Id of the last known entry; empty for none. */
  known: string;
  /** Characters of all known entries, and of the first one. */
  size: number;
  wholeSize: number;
}

export function newPart(key: string): Part {
  return { key, known: '', size: 0, wholeSize: 0 };
}

/** Looks at a part and writes nothing. */
export function lookAt(part: Part): Look {
  return { part, known: part.known };
}

/** Looks at a part and appends an entry that follows the known ones. */
export function append(part: Part, kind: Entry['kind'], text: string) {
  const { known } = part;
  return { part, known, write: { kind, id: idAfter(known), text } };
}

export interface Entry {
  id: string;
  /** `w` is the whole part, `c` a change of it. */
  kind: 'w' | 'c';
  text: string;
}

/** `d` deletes the part, whatever is in it. `?` reads; a newer version is no conflict. */
export type Write = Entry | { kind: 'd' | '?' };

/** Asks whether the last entry of a part is still `known`; `write` takes effect if that holds for all looks. */
export interface Look {
  part: Part;
  known: string;
  write?: Write;
}

export interface News {
  look: Look;
  /** Whether the entries begin with the whole part, because the known entry no longer exists. */
  anew: boolean;
  entries: Entry[];
}

export interface Reply {
  /** Whether it was written. */
  done: boolean;
  news: News[];
}

/** Identifies the state in a Redis. */
export interface Head {
  /** New each time that a state begins. */
  id: string;
  text: string;
}

const SCRIPT = `
local id = redis.call('HGET', KEYS[1], 'id') or ''
if id ~= ARGV[1] then return {'other'} end
local behind, told = {'behind'}, {'done'}
for i = 3, #KEYS do
  local at = 4 + (i - 3) * 4
  local known, kind = ARGV[at], ARGV[at + 1]
  if kind ~= 'd' then
    local there = redis.call('LINDEX', KEYS[i], -1) or ''
    if there ~= known then
      local met = known ~= '' and redis.call('LPOS', KEYS[i], known, 'RANK', -1)
      local news = {i - 3, met and 0 or 1, redis.call('LRANGE', KEYS[i], met and met + 1 or 0, -1)}
      if kind == '?' then told[#told + 1] = news else behind[#behind + 1] = news end
    end
  end
end
if #behind > 1 then return behind end
if ARGV[2] ~= '' then redis.call('HSET', KEYS[1], 'id', ARGV[2], 'text', ARGV[3], 'count', 0) end
for i = 3, #KEYS do
  local at = 4 + (i - 3) * 4
  local kind, new, text = ARGV[at + 1], ARGV[at + 2], ARGV[at + 3]
  if kind == 'd' then
    redis.call('DEL', KEYS[i])
    redis.call('ZREM', KEYS[2], KEYS[i])
  elseif kind ~= '' and kind ~= '?' then
    redis.call('RPUSH', KEYS[i], text, new)
    if kind == 'w' then redis.call('LTRIM', KEYS[i], -2, -1) end
    redis.call('ZADD', KEYS[2], redis.call('HINCRBY', KEYS[1], 'count', 1), KEYS[i])
  end
end
return told
`;
const SCRIPT_SHA = createHash('sha1').update(SCRIPT).digest('hex');

/**
 * All keys of a state have one hash tag (the part in braces), so one node of a cluster holds them. A request depends on its
 * account and on the part of all accounts; a script can compare both only on one node.
 */
export function keyIn(prefix: string, name: string): string {
  return `{${prefix}}:${name}`;
}

/** The Redis no longer has the state that this process continues. */
export class OtherState extends Error {
  constructor() {
    super('the Redis holds another state now');
  }
}

/** Text and id of each entry, in turn. */
type RawEntries = string[];

export class Store {
  readonly #link: Connection;
  readonly #prefix: string;
  /** Id of the head of the state that it continues. */
  head = '';

  constructor(link: Connection, prefix: string) {
    this.#link = link;
    this.#prefix = prefix;
  }

  keyOf(name: string): string {
    return keyIn(this.#prefix, name);
  }

  async readHead(): Promise<Head | null> {
    const [id, text] = (await this.#link.send(['HMGET', this.keyOf('head'), 'id', 'text'])) as (
      string | null
    )[];
    return typeof id === 'string' && typeof text === 'string' ? { id, text } : null;
  }

  /** Begins a state if there is none yet. Returns false if another process was first. */
  async begin(head: Head, looks: readonly Look[]): Promise<boolean> {
    try {
      const { done } = await this.#run('', head, looks);
      if (!done) throw new NotDone('keys of another program stand under this prefix');
    } catch (error) {
      if (error instanceof OtherState) return false;
      throw error;
    }
    this.head = head.id;
    return true;
  }

  /** Writes if all parts are as known; else returns the new entries. Throws OtherState, and the errors of the connection. */
  exchange(looks: readonly Look[]): Promise<Reply> {
    return this.#run(this.head, null, looks);
  }

  async #run(expected: string, head: Head | null, looks: readonly Look[]): Promise<Reply> {
    const args = [String(2 + looks.length), this.keyOf('head'), this.keyOf('changed')];
    for (const { part } of looks) args.push(part.key);
    args.push(expected, head?.id ?? '', head?.text ?? '');
    for (const { known, write } of looks) {
      if (write === undefined || !('id' in write)) args.push(known, write?.kind ?? '', '', '');
      else args.push(known, write.kind, write.id, write.text);
    }
    const [word, ...found] = (await this.#evaluate(args)) as [string, ...[number, number, RawEntries][]];
    if (word === 'other') throw new OtherState();
    const news = found.map(([i, anew, entries]) => ({
      look: looks[i]!,
      anew: anew === 1,
      entries: entriesOf(entries, anew === 1),
    }));
    return { done: word === 'done', news };
  }

  async #evaluate(args: string[]): Promise<unknown> {
    try {
      return await this.#link.send(['EVALSHA', SCRIPT_SHA, ...args]);
    } catch (error) {
      if (!(error instanceof NotDone && error.message.startsWith('NOSCRIPT'))) throw error;
      return this.#link.send(['EVAL', SCRIPT, ...args]);
    }
  }

  async readWhole(key: string): Promise<Entry[]> {
    return entriesOf((await this.#link.send(['LRANGE', key, '0', '-1'])) as RawEntries, true);
  }

  /** Keys of the parts that changed since the count of changes was `since`, and the current count. */
  async changedSince(since: number): Promise<{ keys: string[]; count: number }> {
    const args = ['ZRANGEBYSCORE', this.keyOf('changed'), `(${since}`, '+inf', 'WITHSCORES'];
    const found = ((await this.#link.send(args)) as (string | number | [string, number])[]).flat();
    const keys = found.filter((_, i) => i % 2 === 0).map(String);
    return { keys, count: Number(found.at(-1) ?? since) };
  }

  /** Whether a write without an answer was carried out; null if that is unknown. */
  async has(key: string, id: string): Promise<boolean | null> {
    const entries = await this.readWhole(key);
    if (entries.some((entry) => entry.id === id)) return true;
    // The entries before the whole were deleted.
    return entries.length > 0 && numberOf(entries[0]!.id) > numberOf(id) ? null : false;
  }
}

/** If `anew` is true, the first entry contains the complete part. */
function entriesOf(raw: RawEntries, anew: boolean): Entry[] {
  const entries: Entry[] = [];
  for (let i = 0; i < raw.length; i += 2)
    entries.push({ id: raw[i + 1]!, kind: anew && i === 0 ? 'w' : 'c', text: raw[i]! });
  return entries;
}

function numberOf(id: string): number {
  return Number(id.split('-')[0] || 0);
}

/** The next id. Part of it is random: after a failover to a copy that lags, the same number is another entry. */
function idAfter(known: string): string {
  return `${numberOf(known) + 1}-${randomInt(2 ** 47)}`;
}
