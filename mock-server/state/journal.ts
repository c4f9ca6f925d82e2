/** The journal: requests, answers and reasons, without API keys. It keeps bodies apart (`Trace`) while memory allows. */

import type { AdminSchemas } from '../../spec/admin.js';
import type { ClauseId, OperationId, ReadingAssignment } from '../../spec/index.js';
import type { components } from '../generated/options.js';
import { bytesOf, forgetBodies, type Trace } from './trace.js';

export const JOURNAL_CAPACITY = 500;

/** The most that the bodies of one journal take; then the oldest are let go. */
export const MOST_BODIES_BYTES = 4 * 1024 * 1024;

/** A line as the admin API shows it. Ids count up over the whole mock, so that journals can be merged. */
export type JournalEntry = Omit<AdminSchemas['JournalEntry'], 'at' | 'clause' | 'reading' | 'findings'> & {
  /** When it was answered, ms on the account's clock. */
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
  /** How many older entries were dropped. */
  dropped = 0;
  #bytes = 0;
  #wasCleared = false;

  /** Returns whether the oldest had to make way. */
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

  /** Drops half of them, so that not every request has to drop some. */
  #forgetOldest(): void {
    for (const { trace } of this.recorded) {
      if (this.#bytes <= MOST_BODIES_BYTES / 2) return;
      this.#bytes -= bytesOf(trace);
      forgetBodies(trace);
    }
  }

  /** Whether it holds every request since the account was made. */
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
