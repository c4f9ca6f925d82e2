/** Requests and ledger entries as they happen, for the log and the event streams of the admin API. */

import type { JournalEntry } from './journal.js';
import type { LedgerEntry } from './ledger.js';

export type MockEvent =
  | { type: 'request'; entry: JournalEntry }
  | { type: 'ledger'; account: string; entry: LedgerEntry }
  /** The mock closes: streams end now; the log still gets requests in flight. */
  | { type: 'end' };

export type Listener = (event: MockEvent) => void;

export class Events {
  readonly #listeners = new Set<Listener>();

  /** Whether there are listeners; without any, no event need be made. */
  get active(): boolean {
    return this.#listeners.size > 0;
  }

  /** Returns the function that ends the subscription. */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  emit(event: MockEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}
