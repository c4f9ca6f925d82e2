/** The journal: requests, responses and reasons, without API keys. Bodies are in traces and dropped first. */

import type { AdminSchemas } from '../../spec/admin.js';
import type { ClauseId, OperationId, ReadingAssignment } from '../../spec/index.js';
import type { components } from '../generated/options.js';
import { bytesOf, forgetBodies, type Trace } from './trace.js';

export const JOURNAL_CAPACITY = 500;

/** The most bytes of bodies in one journal. Above this, the oldest are dropped. */
export const MOST_BODIES_BYTES = 4 * 1024 * 1024;

/** An entry as the admin API shows it. Ids are consecutive in the whole mock, so that journals can be merged. */
export type JournalEntry = Omit<AdminSchemas['JournalEntry'], 'at' | 'clause' | 'reading' | 'findings'> & {
  /** Time of the response, ms on the account's clock. */
  at: number;
  clause: ClauseId | null;
  reading: ReadingAssignment | null;
};

export interface Recorded {
  readonly entry: JournalEntry;
  readonly trace: Trace;
}

export type JournalFilter = components['schemas']['JournalFilter'] & { operation?: OperationId };

export class Journal {
  /** Oldest first. */
  recorded: Recorded[] = [];
  /** Number of older entries that were dropped. */
  dropped = 0;
  #bytes = 0;
  #wasCleared = false;

  /** Adds an entry. Returns whether it dropped the oldest one. */
  add(entry: JournalEntry, trace: Trace): boolean {
    this.recorded.push({ entry, trace });
    this.#bytes += bytesOf(trace);
    const isFull = this.recorded.length > JOURNAL_CAPACITY;
    if (isFull) {
      this.#bytes -= bytesOf(this.recorded.shift()!.trace);
      this.dropped += 1;
    }
    if (this.#bytes > MOST_BODIES_BYTES) this.#forgetOldest();
    return isFull;
  }

  /** Drops half of the bodies, so that not every request has to drop some. */
  #forgetOldest(): void {
    for (const { trace } of this.recorded) {
      if (this.#bytes <= MOST_BODIES_BYTES / 2) return;
      this.#bytes -= bytesOf(trace);
      forgetBodies(trace);
    }
  }

  /** Whether it contains every request since the account was made. */
  get isComplete(): boolean {
    return this.dropped === 0 && !this.#wasCleared;
  }

  clear(): void {
    this.recorded = [];
    this.dropped = 0;
    this.#bytes = 0;
    this.#wasCleared = true;
  }
}
