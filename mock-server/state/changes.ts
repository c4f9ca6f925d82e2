/** Changes of an account as plain values, which a keeper can replay on its earlier state: what was decided, never how. */

import type { OperationId } from '../../spec/index.js';
import type { KeyedRequest } from '../domain/operation-keys.js';
import { giveBackSlot, takeSlot } from '../domain/rate-limit.js';
import type { Account, AccountTerms } from './account.js';
import type { Charge } from './ledger.js';
import type { StoredOperation } from './operation-store.js';

export type AccountChange =
  /** A request came, and passed if the limit let it. `at`, here and below: ms on the account's clock. */
  | { does: 'pass'; operation: OperationId; limit: number; at: number }
  /** The last accepted one does not count. */
  | { does: 'unpass'; operation: OperationId }
  /** These jobs are paid for, as ordinals; there is an entry in the ledger where any of them is new. */
  | { does: 'buy'; at: number; jobs: ArrayLike<number>; charge: Charge }
  /** `newest`: from which ordinal on postings had come in, 0 for all. Old operations are dropped if necessary. */
  | { does: 'store'; key: string; newest: number; operation: StoredOperation }
  /** A search failed under this operation key. */
  | { does: 'attempt'; key: string; attempt: KeyedRequest }
  /** Everything that the owner of the mock can change. */
  | { does: 'set'; terms: AccountTerms }
  /** The owner makes `credits` the balance. */
  | { does: 'adjust'; at: number; credits: number };

/** The same as a value that can be written as JSON. */
export function plainChange(change: AccountChange): AccountChange {
  return change.does === 'buy' ? { ...change, jobs: Array.from(change.jobs) } : change;
}

export function applyChange(account: Account, change: AccountChange): void {
  switch (change.does) {
    case 'pass':
      takeSlot(account.rateWindow(change.operation), change.limit, change.at);
      return;
    case 'unpass':
      return giveBackSlot(account.rateWindow(change.operation));
    case 'buy': {
      const { at, jobs, charge } = change;
      const paid = account.paidJobs(at);
      account.ledger.charge(at, charge);
      for (let i = 0; i < jobs.length; i += 1) paid.add(jobs[i]!);
      return;
    }
    case 'store': {
      const { key, newest, operation } = change;
      account.canStoreOperation(operation.executedAt);
      account.noteNewest(key, newest);
      account.operations.put(key, operation);
      account.forgetAttempt(key);
      return;
    }
    case 'attempt':
      return account.noteAttempt(change.key, change.attempt);
    case 'set':
      account.terms = change.terms;
      return;
    case 'adjust':
      account.ledger.adjust(change.at, change.credits);
      return;
  }
}
