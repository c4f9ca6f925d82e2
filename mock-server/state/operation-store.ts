/**
 * Stored operations, by operation key. The postings never change, so the answer itself is not kept: a replay runs
 * the search again as of `executedAt`, with the credits of that time, and returns the same bytes. An operation is
 * packed into 54 bytes and its key, so that an account remembers a whole billing period.
 */

import type { AdminSchemas } from '../../spec/admin.js';
import { operationIds } from '../../spec/index.js';
import { OPERATION_KEY_PREFIX } from '../../spec/operation-key.js';
import { AddressTable } from './address-table.js';

/** `executedAt` is in ms on the account's clock. */
export type StoredOperation = AdminSchemas['AccountState']['operations'][number]['operation'];

/** Memory for the operations of an account: enough for more than a million with keys that the mock makes. */
export const MOST_OPERATION_BYTES = 128 * 1024 * 1024;

/** Layout of a record. The key is last, without the common prefix. */
const EXECUTED_AT = 0;
const CREDITS_REMAINING = 8;
const DIGEST = 16;
const CREDITS_USED = 48;
const JOBS = 50;
const OPERATION = 52;
const KEY_LENGTH = 53;
const KEY = 54;
const DIGEST_BYTES = 32;

const CHUNK_BITS = 18;
const CHUNK_BYTES = 1 << CHUNK_BITS;
const FIRST_CHUNK_BYTES = 1 << 10;

/** Records one after the other; those before `from` are gone. */
interface Chunk {
  bytes: Buffer;
  from: number;
  used: number;
  count: number;
}

export class OperationStore {
  readonly #mostBytes: number;
  readonly #most: number;
  /** The oldest first. Chunks are numbered from the first that there was; the oldest may be gone. */
  readonly #chunks: Chunk[] = [];
  #chunksGone = 0;
  readonly #addresses = new AddressTable((address) => this.#hashAt(address));
  #size = 0;
  #forgotten = 0;

  /** `most`: how many it holds at most. */
  constructor({
    most = Infinity,
    mostBytes = MOST_OPERATION_BYTES,
  }: { most?: number; mostBytes?: number } = {}) {
    this.#most = most;
    this.#mostBytes = mostBytes;
  }

  get size(): number {
    return this.#size;
  }

  /** How many were dropped to make room, all of billing periods that were over. */
  get forgotten(): number {
    return this.#forgotten;
  }

  get bytes(): number {
    return this.#chunks.reduce((sum, { bytes }) => sum + bytes.length, 0) + this.#addresses.bytes;
  }

  get(key: string): StoredOperation | undefined {
    const address = this.#addresses.find(hashOf(key), (each) => this.#hasKey(each, key));
    return address === null ? undefined : this.#read(address);
  }

  /**
   * Makes room for one more operation. If there is none, it drops the oldest operations whose billing periods are
   * over, by `isOver` of their times. Returns whether there is room.
   */
  makeRoom(isOver: (executedAt: number) => boolean): boolean {
    while (!this.#hasRoom()) {
      const oldest = this.#chunks[0];
      if (oldest === undefined) return false;
      // Each dropped operation makes room in a limit on their number, but only a whole chunk makes room in bytes.
      const going = this.#size < this.#most ? recordsOf(oldest) : [oldest.from];
      if (!going.every((at) => isOver(executedAt(oldest, at)))) return false;
      this.#drop(oldest, going);
    }
    return true;
  }

  /** Stores under a key that is not yet taken. Throws RangeError if there is no room. */
  put(key: string, operation: StoredOperation): void {
    if (!this.#hasRoom()) throw new RangeError('There is no room for another operation.');
    const prefix = OPERATION_KEY_PREFIX.length;
    const length = KEY + key.length - prefix;
    const chunk = this.#chunkFor(length);
    const { bytes, used: at } = chunk;
    bytes.writeDoubleLE(operation.executedAt, at + EXECUTED_AT);
    bytes.writeDoubleLE(operation.creditsRemaining, at + CREDITS_REMAINING);
    bytes.write(operation.digest, at + DIGEST, DIGEST_BYTES, 'base64url');
    bytes.writeUInt16LE(operation.creditsUsed, at + CREDITS_USED);
    bytes.writeUInt16LE(operation.jobs, at + JOBS);
    bytes[at + OPERATION] = operationIds.indexOf(operation.operation);
    bytes[at + KEY_LENGTH] = length - KEY;
    // For so few characters a loop is faster than a call into node.
    for (let i = KEY; i < length; i += 1) bytes[at + i] = key.charCodeAt(prefix + i - KEY);
    chunk.used += length;
    chunk.count += 1;
    this.#size += 1;
    this.#addresses.add(hashOf(key), this.#addressOf(this.#chunks.length - 1, at));
  }

  /** Key and operation, oldest first. */
  *entries(): Generator<[string, StoredOperation]> {
    for (const { key, operation } of this.after(0)) yield [key, operation];
  }

  /** Those with a number above `id`, oldest first. They are numbered from 1 on, dropped ones included. */
  *after(id: number): Generator<{ id: number; key: string; operation: StoredOperation }> {
    let number = this.#forgotten;
    for (const [i, chunk] of this.#chunks.entries()) {
      if (number + chunk.count <= id) {
        number += chunk.count;
        continue;
      }
      for (const at of recordsOf(chunk)) {
        number += 1;
        if (number <= id) continue;
        const address = this.#addressOf(i, at);
        yield { id: number, key: keyAt(chunk, at), operation: this.#read(address) };
      }
    }
  }

  /** Room for the longest record, in a chunk or for a new chunk. */
  #hasRoom(): boolean {
    if (this.#size >= this.#most) return false;
    const last = this.#chunks.at(-1);
    if (last !== undefined && last.used + KEY + 255 <= CHUNK_BYTES) return true;
    return this.bytes + CHUNK_BYTES <= this.#mostBytes;
  }

  /** The last chunk, or a new one, with room for so many bytes. The first grows, so that a new account is small. */
  #chunkFor(length: number): Chunk {
    let chunk = this.#chunks.at(-1);
    if (chunk === undefined || chunk.used + length > CHUNK_BYTES) {
      const size = chunk === undefined && this.#chunksGone === 0 ? FIRST_CHUNK_BYTES : CHUNK_BYTES;
      chunk = { bytes: Buffer.allocUnsafeSlow(size), from: 0, used: 0, count: 0 };
      this.#chunks.push(chunk);
    }
    while (chunk.used + length > chunk.bytes.length) {
      const larger = Buffer.allocUnsafeSlow(2 * chunk.bytes.length);
      chunk.bytes.copy(larger);
      chunk.bytes = larger;
    }
    return chunk;
  }

  /** Drops the first records of the oldest chunk. */
  #drop(oldest: Chunk, places: readonly number[]): void {
    for (const at of places) {
      const address = this.#addressOf(0, at);
      this.#addresses.remove(this.#hashAt(address), (each) => each === address);
      oldest.from = behind(oldest, at);
    }
    oldest.count -= places.length;
    this.#size -= places.length;
    this.#forgotten += places.length;
    if (oldest.count > 0) return;
    // The last one is filled again from its beginning.
    if (this.#chunks.length === 1) oldest.from = oldest.used = 0;
    else {
      this.#chunks.shift();
      this.#chunksGone += 1;
    }
  }

  /** Numbers of chunks come round again, long after the chunk that had one is gone. */
  #addressOf(chunk: number, at: number): number {
    return (((chunk + this.#chunksGone) << CHUNK_BITS) | at) >>> 0;
  }

  #placeOf(address: number): { chunk: Chunk; at: number } {
    const number = ((address >>> CHUNK_BITS) - this.#chunksGone) & (2 ** (32 - CHUNK_BITS) - 1);
    return { chunk: this.#chunks[number]!, at: address & (CHUNK_BYTES - 1) };
  }

  #read(address: number): StoredOperation {
    const { chunk, at } = this.#placeOf(address);
    const { bytes } = chunk;
    return {
      operation: operationIds[bytes[at + OPERATION]!]!,
      digest: bytes.toString('base64url', at + DIGEST, at + DIGEST + DIGEST_BYTES),
      executedAt: executedAt(chunk, at),
      jobs: bytes.readUInt16LE(at + JOBS),
      creditsUsed: bytes.readUInt16LE(at + CREDITS_USED),
      creditsRemaining: bytes.readDoubleLE(at + CREDITS_REMAINING),
    };
  }

  #hasKey(address: number, key: string): boolean {
    const { chunk, at } = this.#placeOf(address);
    const { bytes } = chunk;
    const prefix = OPERATION_KEY_PREFIX.length;
    const length = bytes[at + KEY_LENGTH]!;
    if (prefix + length !== key.length) return false;
    for (let i = 0; i < length; i += 1) if (bytes[at + KEY + i] !== key.charCodeAt(prefix + i)) return false;
    return true;
  }

  /** Returns `hashOf` of the key there without making a string, because a growing table hashes all keys. */
  #hashAt(address: number): number {
    const { chunk, at } = this.#placeOf(address);
    const { bytes } = chunk;
    const end = at + KEY + bytes[at + KEY_LENGTH]!;
    let hash = HASH_START;
    for (let i = at + KEY; i < end; i += 1) hash = hashStep(hash, bytes[i]!);
    return mixed(hash);
  }
}

function recordsOf(chunk: Chunk): number[] {
  const places: number[] = [];
  for (let at = chunk.from; at < chunk.used; at = behind(chunk, at)) places.push(at);
  return places;
}

function behind({ bytes }: Chunk, at: number): number {
  return at + KEY + bytes[at + KEY_LENGTH]!;
}

function executedAt({ bytes }: Chunk, at: number): number {
  return bytes.readDoubleLE(at + EXECUTED_AT);
}

function keyAt({ bytes }: Chunk, at: number): string {
  return OPERATION_KEY_PREFIX + bytes.toString('latin1', at + KEY, at + KEY + bytes[at + KEY_LENGTH]!);
}

/** FNV-1a, and a last mix, since both the upper and the lower bits choose a place. */
function hashOf(key: string): number {
  let hash = HASH_START;
  for (let i = OPERATION_KEY_PREFIX.length; i < key.length; i += 1) hash = hashStep(hash, key.charCodeAt(i));
  return mixed(hash);
}

const HASH_START = 0x811c9dc5;

function hashStep(hash: number, code: number): number {
  return Math.imul(hash ^ code, 0x01000193);
}

function mixed(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  return (once ^ (once >>> 13)) >>> 0;
}
