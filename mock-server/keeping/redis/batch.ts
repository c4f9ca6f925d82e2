/** What the owner of the mock changed, to be kept in one step: which parts that touches, and how to do it once more. */

import type { AccountChange } from '../../state/changes.js';
import type { AccountPart, WorldStep } from './parts.js';
import type { Part } from './store.js';

/** One change, as it was asked for. */
export interface Run {
  again(): void;
  kept(): void;
  failed(error: Error): void;
}

export class Batch {
  readonly runs: Run[] = [];
  readonly steps: WorldStep[] = [];
  faults: 'untouched' | 'counts' | 'rules' = 'untouched';
  /** The changes of an account, or that it is new. */
  readonly accounts = new Map<AccountPart, AccountChange[] | 'new'>();
  readonly gone = new Set<AccountPart>();
  /** Everything is replaced. */
  all = false;
  /** What was known of the parts when this batch touched them. */
  readonly #bases = new Map<Part, string>();
  /** Counts what was told. */
  touches = 0;

  touch(part: Part): void {
    this.touches += 1;
    if (!this.#bases.has(part)) this.#bases.set(part, part.known);
  }

  baseOf(part: Part): string {
    return this.#bases.get(part) ?? part.known;
  }

  /** The batch before this one was kept, on which this one was made. */
  follow(part: Part, before: string): void {
    if (this.#bases.get(part) === before) this.#bases.set(part, part.known);
  }

  /** Whether a decision on this account, or on any, would rest on it. */
  concerns(part: AccountPart): boolean {
    return this.all || this.steps.length > 0 || this.accounts.has(part);
  }
}
