/**
 * The state of a mock in a Redis. It consists of parts, each a Redis list: first the whole part, then its changes, each as a
 * text and an id. One part has the clock and the list of accounts, one the faults, and each account has its own. (A stream
 * would take at least 4 KiB.)
 *
 * One script compares the last entries that the caller knows with the current ones. If they are equal, it appends new
 * entries; otherwise it changes nothing and returns the entries that the caller lacks. It knows no rules of the service.
 */

import { createHash, randomInt } from 'node:crypto';
import type { World } from '../../state/world.js';
import type { Connection } from './connection.js';

export interface Entry {
  id: string;
  /** `w` is the whole part, `c` a change of it. */
  kind: 'w' | 'c';
  text: string;
}

/** A part is rewritten as a whole if it is longer than both this many characters and `GROWTH` times its whole. */
const LEAST_SIZE = 16 * 1024;
const GROWTH = 3;

/** A part of the state in memory, as of the last entry of it that this process knows. */
export abstract class Part {
  readonly key: string;
  protected readonly world: World;
  /** Id of the last known entry; empty for none. */
  known = '';
  /** Whether the Redis has the part, as far as this process knows. */
  isThere = false;
  /** Characters of all known entries, and (`wholeSize`) of the first one. */
  #size = 0;
  #wholeSize = 0;
  /** Ends when the previous decision on the part is written; the next one waits for it. */
  turn = Promise.resolve();

  constructor(key: string, world: World) {
    this.key = key;
    this.world = world;
  }

  /** The whole part, as a JSON value. */
  abstract get whole(): unknown;

  protected abstract apply(kind: Entry['kind'], value: unknown): void;

  /** Applies the entries after the known ones. */
  bring(entries: readonly Entry[]): void {
    for (const entry of entries) {
      this.apply(entry.kind, JSON.parse(entry.text));
      this.note(entry);
    }
  }

  /** Makes an entry known that is applied already. */
  note({ id, kind, text }: Entry): void {
    this.known = id;
    this.isThere = true;
    if (kind === 'w') this.#wholeSize = this.#size = text.length;
    else this.#size += text.length;
  }

  get isLong(): boolean {
    return this.#size > Math.max(LEAST_SIZE, GROWTH * this.#wholeSize);
  }

  /** Makes a look without a write. */
  look(): Look {
    return { part: this, known: this.known };
  }

  /** Makes a look that appends an entry after the known ones. */
  append(kind: Entry['kind'], value: unknown): Look & { write: Entry } {
    const { known } = this;
    return { part: this, known, write: { kind, id: idAfter(known), text: JSON.stringify(value) } };
  }
}

/** Compares the last entry of a part with `known`. If all looks of a request match, their writes are executed. */
export interface Look {
  part: Part;
  known: string;
  write?: Entry;
  /** Without a write: `d` deletes the part, even if it changed. `?` reads: a newer entry does not prevent writes. */
  does?: 'd' | '?';
}

export interface News {
  look: Look;
  /** The entries after the known one. If that no longer exists, all entries; none if the part was deleted. */
  entries: Entry[];
}

export interface Reply {
  /** Whether the writes were executed. */
  done: boolean;
  news: News[];
}

/** Identifies the state in a Redis. */
export interface Head {
  /** Random; each new state has another id. */
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
 * Returns a Redis key. All keys of a state have the same hash tag (in braces), so they are on one node of a cluster. The
 * script compares several parts, which is possible only on one node.
 */
export function keyIn(prefix: string, name: string): string {
  return `{${prefix}}:${name}`;
}

export class Store {
  readonly #link: Connection;
  readonly #prefix: string;
  /** Id of the current state. */
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

  /** Creates the state unless there is one. Returns false if another process was first. */
  async begin(head: Head, looks: readonly Look[]): Promise<boolean> {
    const reply = await this.#run('', head, looks);
    if (reply === null) return false;
    if (!reply.done) throw new Error('keys of another program have this prefix');
    this.head = head.id;
    return true;
  }

  /** Writes if all looks match, else returns the new entries. Rejects with Lost if the outcome is unknown. */
  async exchange(looks: readonly Look[]): Promise<Reply> {
    const reply = await this.#run(this.head, null, looks);
    if (reply === null) throw new Error('the Redis holds another state now');
    return reply;
  }

  /** Returns null if the id of the state is not `expected`. */
  async #run(expected: string, head: Head | null, looks: readonly Look[]): Promise<Reply | null> {
    const args = [String(2 + looks.length), this.keyOf('head'), this.keyOf('changed')];
    for (const { part } of looks) args.push(part.key);
    args.push(expected, head?.id ?? '', head?.text ?? '');
    for (const { known, write, does } of looks)
      args.push(known, does ?? write?.kind ?? '', write?.id ?? '', write?.text ?? '');
    type Found = [look: number, isWhole: number, textsAndIds: string[]];
    const [word, ...found] = (await this.#evaluate(args)) as [string, ...Found[]];
    if (word === 'other') return null;
    const news = found.map(([i, isWhole, entries]) => ({
      look: looks[i]!,
      entries: entriesOf(entries, isWhole === 1),
    }));
    return { done: word === 'done', news };
  }

  async #evaluate(args: string[]): Promise<unknown> {
    try {
      return await this.#link.send(['EVALSHA', SCRIPT_SHA, ...args]);
    } catch (error) {
      if (!(error as Error).message.startsWith('NOSCRIPT')) throw error;
      return this.#link.send(['EVAL', SCRIPT, ...args]);
    }
  }

  /** Returns the keys of parts that changed after the first `since` changes, and the current number of changes. */
  async changedSince(since: number): Promise<{ keys: string[]; count: number }> {
    const args = ['ZRANGEBYSCORE', this.keyOf('changed'), `(${since}`, '+inf', 'WITHSCORES'];
    const found = ((await this.#link.send(args)) as (string | number | [string, number])[]).flat();
    const keys = found.filter((_, i) => i % 2 === 0).map(String);
    return { keys, count: Number(found.at(-1) ?? since) };
  }

  /** Whether the write of an entry, whose reply was lost, was executed; null if unknown. */
  async has(part: Part, id: string): Promise<boolean | null> {
    const { news } = await this.exchange([{ part, known: id }]);
    const [first] = news.flatMap(({ entries }) => entries);
    if (news.length === 0 || first?.kind === 'c') return true;
    // If the whole part was rewritten later, earlier entries were deleted.
    return first !== undefined && numberOf(first.id) > numberOf(id) ? null : false;
  }
}

/** Decodes entries, whose texts and ids alternate. If `isWhole` is true, the first entry contains the complete part. */
function entriesOf(raw: readonly string[], isWhole: boolean): Entry[] {
  const entries: Entry[] = [];
  for (let i = 0; i < raw.length; i += 2)
    entries.push({ id: raw[i + 1]!, kind: isWhole && i === 0 ? 'w' : 'c', text: raw[i]! });
  return entries;
}

function numberOf(id: string): number {
  return Number(id.split('-')[0] || 0);
}

/** Returns the next id. Part of it is random, because after a failover to a lagging replica another entry may have the number. */
function idAfter(known: string): string {
  return `${numberOf(known) + 1}-${randomInt(2 ** 47)}`;
}

/** Returns an id for the first entry of a part. */
export const firstId = (): string => idAfter('');
