/** What happens, as it happens: the source of the admin API's event stream. */

import type { JournalEntry } from './journal.js';
import type { LedgerEntry } from './ledger.js';

export type MockEvent =
  | { type: 'request'; entry: JournalEntry }
  | { type: 'ledger'; account: string; entry: LedgerEntry }
  /** The mock closes: streams end now, though requests in flight may still be told of. */
  | { type: 'end' };

export type Listener = (event: MockEvent) => void;

export class Events {
  readonly #listeners = new Set<Listener>();

  /** Whether anybody listens: making an event for nobody is not worth its cost. */
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
