/** The ledger of an account: the balance is the sum of its entries. */

import type { AdminSchemas } from '../../spec/admin.js';

/** The most entries besides the opening entry, which sums up older ones. */
export const LEDGER_CAPACITY = 2_000;

/** `at` is in ms on the account's clock. */
export type LedgerEntry = AdminSchemas['AccountState']['ledger'][number];

export type Charge = Pick<LedgerEntry, 'credits' | 'jobs' | 'operation' | 'operationKey' | 'requestId'>;

const NO_SEARCH = { jobs: 0, operation: null, operationKey: null, requestId: null };

/** Returns the first entry of a new ledger. */
export function openingEntry(at: number, credits: number): LedgerEntry {
  return { id: 1, at, kind: 'opening', credits, balance: credits, ...NO_SEARCH };
}

export class Ledger {
  #entries: LedgerEntry[];

  constructor(entries: readonly LedgerEntry[]) {
    this.#entries = [...entries];
  }

  /** Credits, a whole number that may be zero or negative. */
  get balance(): number {
    return this.last.balance;
  }

  get last(): LedgerEntry {
    return this.#entries.at(-1)!;
  }

  /** The opening entry, then the others, oldest first. Their credits add up to the balance. */
  get entries(): LedgerEntry[] {
    return [...this.#entries];
  }

  /** Adds a charge. `credits` is the price of the search, a positive number. */
  charge(at: number, { credits, ...search }: Charge): LedgerEntry {
    return this.#post({ ...this.#next(at, 'charge', -credits), ...search });
  }

  adjust(at: number, credits: number): LedgerEntry {
    return this.#post(this.#next(at, 'adjustment', credits - this.balance));
  }

  #next(at: number, kind: LedgerEntry['kind'], credits: number): LedgerEntry {
    return { id: this.last.id + 1, at, kind, credits, balance: this.balance + credits, ...NO_SEARCH };
  }

  #post(entry: LedgerEntry): LedgerEntry {
    this.#entries.push(entry);
    if (this.#entries.length > LEDGER_CAPACITY + 1) {
      this.#entries.shift();
      const oldest = this.#entries[0]!;
      this.#entries[0] = { ...oldest, kind: 'opening', credits: oldest.balance, ...NO_SEARCH };
    }
    return entry;
  }
}
