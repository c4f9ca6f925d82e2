/**
 * What a Redis holds of a mock: parts, each a list of changes that begins with the whole of it: the text of an entry, then its
 * id, then the next. There is one for what belongs to all (clock, list of accounts), one for the faults, and one for each account.
 * A stream would hold the same, and gives each a block of 4 KiB to begin with.
 * One script compares what its caller knows of some parts with what they are and, where that is the same, appends to
 * them; else it changes nothing and tells what is new. It knows no rule of the service, and no time.
 */

import { createHash, randomInt } from 'node:crypto';
import { NotDone, type Connection } from './connection.js';

/** A part, and how much of it this process knows. */
export interface Part {
  readonly key: string;
  /** Id of the last entry that is known; empty for none. */
  known: string;
  /** Characters of all that is known, and of the whole that it began with. */
  size: number;
  wholeSize: number;
}

export function newPart(key: string): Part {
  return { key, known: '', size: 0, wholeSize: 0 };
}

export interface Entry {
  id: string;
  /** `w` is the whole of the part as it then is, `c` what changed. */
  kind: 'w' | 'c';
  text: string;
}

/** `d` lets go of the part, whatever is in it; `?` writes nothing, and is content with what is there. */
export type Write = { kind: 'w' | 'c'; id: string; text: string } | { kind: 'd' | '?' };

/** What is asked about a part: whether it is still as `known` says, and what to write if all are. */
export interface Look {
  part: Part;
  known: string;
  write?: Write;
}

export interface News {
  look: Look;
  /** Whether the entries begin with the whole of it, since what is known is no beginning of what is there. */
  anew: boolean;
  entries: Entry[];
}

export interface Reply {
  /** Whether it was written. */
  done: boolean;
  news: News[];
}

/** What a Redis says of itself: what the state in it belongs to. */
export interface Head {
  /** Another one after each beginning. */
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
 * All keys of a state have one hash tag, which is what stands in braces: in a cluster one node holds all of it. A request rests on
 * its account and on what concerns all, the clock and the list of accounts; only in one place can one script compare both.
 */
function keyIn(prefix: string, name: string): string {
  return `{${prefix}}:${name}`;
}

/** What is there if there is a state. */
export function headKey(prefix: string): string {
  return keyIn(prefix, 'head');
}

/** The state in this Redis is not the one that this process went on from. */
export class OtherState extends Error {
  constructor() {
    super('the Redis holds another state now');
  }
}

/** Text and id of one entry after the other. */
type RawEntries = string[];

export class Store {
  readonly #link: Connection;
  readonly #prefix: string;
  /** Id of the head that it goes on from. */
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

  /** Begins where there is nothing yet. Whether it did: another process may have been first. */
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

  /** Writes if all is still as it is known; else tells what is new. Throws also OtherState. */
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

  /** Keys of the parts that changed since the count of changes was `since`, and what it is now. */
  async changedSince(since: number): Promise<{ keys: string[]; count: number }> {
    const args = ['ZRANGEBYSCORE', this.keyOf('changed'), `(${since}`, '+inf', 'WITHSCORES'];
    const found = ((await this.#link.send(args)) as (string | number | [string, number])[]).flat();
    const keys = found.filter((_, i) => i % 2 === 0).map(String);
    return { keys, count: Number(found.at(-1) ?? since) };
  }

  /** Whether a write was carried out of which no answer came; null where that cannot be told any more. */
  async has(key: string, id: string): Promise<boolean | null> {
    const entries = await this.readWhole(key);
    if (entries.some((entry) => entry.id === id)) return true;
    // What came before the whole is gone.
    return entries.length > 0 && numberOf(entries[0]!.id) > numberOf(id) ? null : false;
  }
}

/** `anew`: the first is the whole. */
function entriesOf(raw: RawEntries, anew: boolean): Entry[] {
  const entries: Entry[] = [];
  for (let i = 0; i < raw.length; i += 2)
    entries.push({ id: raw[i + 1]!, kind: anew && i === 0 ? 'w' : 'c', text: raw[i]! });
  return entries;
}

function numberOf(id: string): number {
  return Number(id.split('-')[0] || 0);
}

/** An id that follows. Part of it is random: after a failover to a copy that lags, the same number is another entry. */
export function idAfter(known: string): string {
  return `${numberOf(known) + 1}-${randomInt(2 ** 47)}`;
}
