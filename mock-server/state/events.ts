/** Events for the log and the event streams of the admin API. */

import type { JournalEntry } from './journal.js';
import type { LedgerEntry } from './ledger.js';

export type MockEvent =
  | { type: 'request'; entry: JournalEntry }
  | { type: 'ledger'; account: string; entry: LedgerEntry }
  /** The mock closes. Streams end; the log still gets requests in flight. */
  | { type: 'end' };

export type Listener = (event: MockEvent) => void;

export class Events {
  readonly #listeners = new Set<Listener>();

  /** Whether there are listeners. If not, callers need not make events. */
  get active(): boolean {
    return this.#listeners.size > 0;
  }

  /** Adds a listener. Returns a function that removes it. */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  emit(event: MockEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}
