/** The journal of requests: what was asked, what was answered, and why. It never holds an API key or a body. */

import type { ClauseId, OperationId, ReadingAssignment } from '../../spec/index.js';
import { Ring } from './ring.js';

/** How many requests a journal holds. */
const JOURNAL_CAPACITY = 500;

export interface JournalEntry {
  /** Counts up over the whole mock, so that journals can be merged. */
  id: number;
  /** When it was answered, ms on the account's clock. */
  at: number;
  requestId: string;
  /** Id of the account; null when the request named none. */
  account: string | null;
  method: string;
  /** Without the query. */
  path: string;
  operation: OperationId | null;
  /** Null when the connection was dropped on purpose. */
  status: number | null;
  /** Real milliseconds from the arrival of the headers to the answer. */
  durationMs: number;
  operationKey: string | null;
  creditsUsed: number;
  /** Why it was refused, in more words than the body has, or what was unusual about it. */
  reason: string | null;
  /** The clause of `spec/clauses.yaml` that was applied, such as `IDEM-3`. */
  clause: ClauseId | null;
  /** The reading that decided, as `id=choice`. */
  reading: ReadingAssignment | null;
  /** Id of the fault that hit it. */
  fault: string | null;
  /** The answer was a stored one. */
  replayed: boolean;
}

export interface JournalFilter {
  account?: string;
  operation?: OperationId;
  status?: number;
}

export class Journal {
  readonly #ring: Ring<JournalEntry>;

  constructor(capacity: number = JOURNAL_CAPACITY) {
    this.#ring = new Ring(capacity);
  }

  add(entry: JournalEntry): void {
    this.#ring.push(entry);
  }

  /** Oldest first. */
  get entries(): JournalEntry[] {
    return [...this.#ring];
  }

  /** How many older entries were dropped. */
  get dropped(): number {
    return this.#ring.dropped;
  }

  clear(): void {
    this.#ring.clear();
  }
}
