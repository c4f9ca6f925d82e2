/** Changes of an account as JSON values, which a keeper can replay on an earlier state. They contain decisions, not reasons. */

import type { OperationId } from '../../spec/index.js';
import type { KeyedRequest } from '../domain/operation-keys.js';
import { takeSlot } from '../domain/rate-limit.js';
import type { Account, AccountTerms } from './account.js';
import type { Charge } from './ledger.js';
import type { StoredOperation } from './operation-store.js';

export type AccountChange =
  /** A request was counted against the rate limit. `at`, here and below: ms on the account's clock. */
  | { does: 'pass'; operation: OperationId; limit: number; at: number }
  /** The last counted request no longer counts. */
  | { does: 'unpass'; operation: OperationId }
  /** Jobs were paid for, given as ordinals. `charge` is an entry of the ledger. */
  | { does: 'buy'; at: number; jobs: ArrayLike<number>; charge: Charge }
  /** A search was stored under its operation key. `newest` is the ordinal of the newest posting that it could find. */
  | { does: 'store'; key: string; newest: number; operation: StoredOperation }
  /** A search with this operation key failed. */
  | { does: 'attempt'; key: string; attempt: KeyedRequest }
  /** The owner of the mock changed the terms. */
  | { does: 'set'; terms: AccountTerms }
  /** The owner set the balance to `credits`. */
  | { does: 'adjust'; at: number; credits: number };

/** Returns the change as a value that can be encoded as JSON. */
export function plainChange(change: AccountChange): AccountChange {
  return change.does === 'buy' ? { ...change, jobs: Array.from(change.jobs) } : change;
}

/** Does not compile if a kind of change has no case. */
export const unknownKind = (_change: never): TypeError => new TypeError('The change has an unknown kind.');

export function applyChange(account: Account, change: AccountChange): void {
  switch (change.does) {
    case 'pass':
      takeSlot(account.rateWindow(change.operation), change.limit, change.at);
      return;
    case 'unpass':
      account.rateWindow(change.operation).pop();
      return;
    case 'buy': {
      const { at, jobs, charge } = change;
      const paid = account.paidJobs(at);
      account.ledger.charge(at, charge);
      for (let i = 0; i < jobs.length; i += 1) paid.add(jobs[i]!);
      return;
    }
    case 'store': {
      const { key, newest, operation } = change;
      account.operations.makeRoom(account.cycle(operation.executedAt).start);
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
    default:
      throw unknownKind(change);
  }
}
