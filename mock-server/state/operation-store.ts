/**
 * Stored operations, by operation key. The response is not stored, because the postings never change: a replay runs
 * the search again as of `executedAt`, with the credits of that time, and returns the same bytes.
 */

import type { AdminSchemas } from '../../spec/admin.js';

/** `executedAt` is in ms on the account's clock. */
export type StoredOperation = AdminSchemas['AccountState']['operations'][number]['operation'];

/** The most operations of an account. With keys made by the mock they take about 300 MB. */
export const MOST_OPERATIONS = 1_000_000;

export class OperationStore {
  /** The limit of operations. */
  readonly most: number;
  /** The oldest first: a Map keeps the order in which keys were set. */
  readonly #operations = new Map<string, StoredOperation>();
  /** One iterator for all drops: a new one would pass all deleted places of the Map again. */
  readonly #inOrder = this.#operations.entries();
  #oldest: [string, StoredOperation] | undefined;
  /** Number of operations that were dropped, all of ended billing cycles. */
  forgotten = 0;

  constructor(most = MOST_OPERATIONS) {
    this.most = Math.min(most, MOST_OPERATIONS);
  }

  get size(): number {
    return this.#operations.size;
  }

  get(key: string): StoredOperation | undefined {
    return this.#operations.get(key);
  }

  /** Drops the oldest operations from before this start of a billing cycle until another one has room. Returns whether it has. */
  makeRoom(cycleStart: number): boolean {
    while (this.size >= this.most) {
      this.#oldest ??= this.#inOrder.next().value;
      if (this.#oldest === undefined || this.#oldest[1].executedAt >= cycleStart) return false;
      this.#operations.delete(this.#oldest[0]);
      this.#oldest = undefined;
      this.forgotten += 1;
    }
    return true;
  }

  /** Stores an operation under an unused key, even above the limit: an earlier version of the mock may have had room for it. */
  put(key: string, operation: StoredOperation): void {
    this.#operations.set(key, operation);
  }

  /** Yields the operations with ids above `id`, oldest first. Ids count from 1 and include dropped operations. */
  *after(id = 0): Generator<{ id: number; key: string; operation: StoredOperation }> {
    let number = this.forgotten;
    for (const [key, operation] of this.#operations) {
      number += 1;
      if (number > id) yield { id: number, key, operation };
    }
  }
}
