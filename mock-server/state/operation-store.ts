/**
 * Stored operations, by operation key. The response is not stored, because the postings never change: a replay runs
 * the search again as of `executedAt`, with the credits of that time, and returns the same bytes. An operation takes
 * 54 bytes and its key, so that an account can have all those of a billing cycle.
 */

import type { AdminSchemas } from '../../spec/admin.js';
import { operationIds } from '../../spec/index.js';
import { MOST_OPERATION_KEY_CHARACTERS, OPERATION_KEY_PREFIX } from '../../spec/operation-key.js';

/** `executedAt` is in ms on the account's clock. */
export type StoredOperation = AdminSchemas['AccountState']['operations'][number]['operation'];

/** Memory for the operations of an account: enough for more than a million with keys made by the mock. */
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

const LONGEST_RECORD = KEY + MOST_OPERATION_KEY_CHARACTERS;

/** A new chunk is about as long as all earlier ones, so that a new account is small, and a lookup searches few chunks. */
const LEAST_CHUNK_BYTES = 2 ** 10;
const MOST_CHUNK_BYTES = 2 ** 19;
/** Bytes of a chunk for each place of its hash table. The shortest record has 55. */
const BYTES_PER_PLACE = 32;

/** Concatenated records. Those before `from` were dropped. */
interface Chunk {
  readonly bytes: Buffer;
  /** A hash table by key with open addressing, never full. Its values are offsets of records plus one. */
  readonly places: Uint32Array;
  from: number;
  used: number;
  count: number;
}

export class OperationStore {
  readonly #mostBytes: number;
  readonly #most: number;
  /** The oldest first. */
  readonly #chunks: Chunk[] = [];
  size = 0;
  /** Number of operations that were dropped, all of ended billing cycles. */
  forgotten = 0;

  /** `most` is the limit of operations. */
  constructor({
    most = Infinity,
    mostBytes = MOST_OPERATION_BYTES,
  }: { most?: number; mostBytes?: number } = {}) {
    this.#most = most;
    this.#mostBytes = mostBytes;
  }

  get bytes(): number {
    return this.#chunks.reduce((sum, { bytes, places }) => sum + bytes.length + places.byteLength, 0);
  }

  get(key: string): StoredOperation | undefined {
    const hash = hashOf(key);
    for (let i = this.#chunks.length - 1; i >= 0; i -= 1) {
      const chunk = this.#chunks[i]!;
      const at = chunk.places[slotOf(chunk, key, hash)]! - 1;
      if (at >= chunk.from) return operationAt(chunk, at);
    }
    return undefined;
  }

  /** Makes room for an operation by dropping the oldest of ended billing cycles (`isOver`). Returns whether there is room. */
  makeRoom(isOver: (executedAt: number) => boolean): boolean {
    while (this.#chunkWithRoom() === null) {
      const oldest = this.#chunks[0];
      if (oldest === undefined) return false;
      // Against the limit of operations, dropping one helps; against that of bytes, only dropping a whole chunk does.
      const going = this.size < this.#most ? recordsOf(oldest) : [oldest.from];
      if (!going.every((at) => isOver(executedAt(oldest, at)))) return false;
      oldest.from = behind(oldest, going.at(-1)!);
      oldest.count -= going.length;
      this.size -= going.length;
      this.forgotten += going.length;
      if (oldest.count === 0) this.#chunks.shift();
    }
    return true;
  }

  /** Stores an operation under an unused key. Throws RangeError if there is no room. */
  put(key: string, operation: StoredOperation): void {
    const chunk = this.#chunkWithRoom();
    if (chunk === null) throw new RangeError('There is no room for another operation.');
    const prefix = OPERATION_KEY_PREFIX.length;
    const length = KEY + key.length - prefix;
    const { bytes, used: at } = chunk;
    bytes.writeDoubleLE(operation.executedAt, at + EXECUTED_AT);
    bytes.writeDoubleLE(operation.creditsRemaining, at + CREDITS_REMAINING);
    bytes.write(operation.digest, at + DIGEST, DIGEST_BYTES, 'base64url');
    bytes.writeUInt16LE(operation.creditsUsed, at + CREDITS_USED);
    bytes.writeUInt16LE(operation.jobs, at + JOBS);
    bytes[at + OPERATION] = operationIds.indexOf(operation.operation);
    bytes[at + KEY_LENGTH] = length - KEY;
    // For few characters a loop is faster than a call into node.
    for (let i = KEY; i < length; i += 1) bytes[at + i] = key.charCodeAt(prefix + i - KEY);
    chunk.places[slotOf(chunk, key, hashOf(key))] = at + 1;
    chunk.used += length;
    chunk.count += 1;
    this.size += 1;
  }

  /** Yields the operations with ids above `id`, oldest first. Ids count from 1 and include dropped operations. */
  *after(id = 0): Generator<{ id: number; key: string; operation: StoredOperation }> {
    let number = this.forgotten;
    for (const chunk of this.#chunks) {
      if (number + chunk.count <= id) {
        number += chunk.count;
        continue;
      }
      for (const at of recordsOf(chunk)) {
        number += 1;
        if (number > id) yield { id: number, key: keyAt(chunk, at), operation: operationAt(chunk, at) };
      }
    }
  }

  /** Returns a chunk with space for the longest record; null if there is no room. */
  #chunkWithRoom(): Chunk | null {
    if (this.size >= this.#most) return null;
    const last = this.#chunks.at(-1);
    if (last !== undefined && last.used + LONGEST_RECORD <= last.bytes.length) return last;
    let length = LEAST_CHUNK_BYTES;
    while (length < MOST_CHUNK_BYTES && length < 2 * BYTES_PER_PLACE * this.size) length *= 2;
    const places = length / BYTES_PER_PLACE;
    if (this.bytes + length + 4 * places > this.#mostBytes) return null;
    const bytes = Buffer.allocUnsafeSlow(length);
    const chunk: Chunk = { bytes, places: new Uint32Array(places), from: 0, used: 0, count: 0 };
    this.#chunks.push(chunk);
    return chunk;
  }
}

function operationAt(chunk: Chunk, at: number): StoredOperation {
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

function hasKey({ bytes }: Chunk, at: number, key: string): boolean {
  const prefix = OPERATION_KEY_PREFIX.length;
  const length = bytes[at + KEY_LENGTH]!;
  if (prefix + length !== key.length) return false;
  for (let i = 0; i < length; i += 1) if (bytes[at + KEY + i] !== key.charCodeAt(prefix + i)) return false;
  return true;
}

/** Returns the index in `places` of the record with this key, or the index at which to add it. */
function slotOf(chunk: Chunk, key: string, hash: number): number {
  const { places } = chunk;
  const last = places.length - 1;
  let slot = hash & last;
  while (places[slot] !== 0 && !hasKey(chunk, places[slot]! - 1, key)) slot = (slot + 1) & last;
  return slot;
}

/** FNV-1a, with the upper bits mixed into the lower ones, which determine the place. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let i = OPERATION_KEY_PREFIX.length; i < key.length; i += 1)
    hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  return hash ^ (hash >>> 15);
}
