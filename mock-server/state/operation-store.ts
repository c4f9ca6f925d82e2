/**
 * Stored operations, by operation key. The postings never change, so the answer itself is not kept: a replay runs
 * the search again as of `executedAt`, with the credits that the first answer named, and gives the same bytes.
 */

import type { OperationId } from '../../spec/index.js';

/**
 * How many operations an account holds. Beyond that the oldest are dropped: a key that is sent again after so many
 * further searches counts as new.
 */
export const OPERATIONS_CAPACITY = 20_000;

export interface StoredOperation {
  operation: OperationId;
  /** Digest of the request body by its JSON value. */
  digest: string;
  /** ms on the account's clock. */
  executedAt: number;
  /** How many jobs the answer held. */
  jobs: number;
  creditsUsed: number;
  creditsRemaining: number;
}

export class OperationStore {
  readonly capacity: number;
  readonly #byKey = new Map<string, StoredOperation>();
  /** Keys in the order of arrival; a ring once it is full. */
  readonly #order: string[] = [];
  #head = 0;
  #forgotten = 0;

  constructor(capacity: number = OPERATIONS_CAPACITY) {
    this.capacity = capacity;
  }

  get size(): number {
    return this.#byKey.size;
  }

  /** How many were dropped to make room. */
  get forgotten(): number {
    return this.#forgotten;
  }

  get(key: string): StoredOperation | undefined {
    return this.#byKey.get(key);
  }

  /** Stores under a key that is not yet taken. */
  put(key: string, operation: StoredOperation): void {
    if (this.#order.length < this.capacity) {
      this.#order.push(key);
    } else {
      this.#byKey.delete(this.#order[this.#head]!);
      this.#order[this.#head] = key;
      this.#head = (this.#head + 1) % this.capacity;
      this.#forgotten += 1;
    }
    this.#byKey.set(key, operation);
  }

  /** Key and operation, oldest first. */
  *entries(): Generator<[string, StoredOperation]> {
    for (let i = 0; i < this.#order.length; i += 1) {
      const key = this.#order[(this.#head + i) % this.#order.length]!;
      yield [key, this.#byKey.get(key)!];
    }
  }
}
