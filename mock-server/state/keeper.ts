/**
 * Keepers of the state of a mock: memory, a folder, or a Redis that several mocks share. Requests and the owner
 * decide by pure functions on the state as it is. A keeper commits each decision as a whole if nothing has changed
 * since; otherwise it calls the function again.
 */

import type { Account } from './account.js';
import { applyEntry, type Entry, type State } from './log.js';

/** The result of a decision, and the entries that carry it out: all of them happen, or none. */
export interface Decision<T> {
  entries: readonly Entry[];
  result: T;
}

export interface Keeper {
  readonly kind: 'memory' | 'folder' | 'redis';
  /** Whether other processes change the state, too: then what is known of it here may be out of date. */
  readonly isShared: boolean;
  /** Place of the state; null in memory. */
  readonly place: string | null;
  /** A warning about the stored state, for the owner of the mock. */
  readonly remark: string | null;
  /** Why nothing can be kept just now; null where all is well. */
  readonly trouble: string | null;
  /** Resolves when the trouble is over or the keeper is closed; null where all is well. */
  readonly recovered: Promise<void> | null;
  /**
   * Decides and commits the decision: on an account, or with null on the whole state. A promise only if it has to wait.
   * Throws what `decide` throws, and StateUnavailable if the decision cannot be kept: then nothing has happened.
   */
  commit<T>(account: Account | null, decide: () => Decision<T>): T | Promise<T>;
  /**
   * Adopts what others have changed so far: what concerns all accounts, and of accounts this one, all, or none. Null
   * if no other process can. Rejects with StateUnavailable.
   */
  refresh(what: Account | 'all' | null): Promise<void> | null;
  /**
   * Waits until all changes so far are kept; null if they are. Rejects with StateUnavailable if they are lost, or if
   * `account` is no part of the state any more. No answer leaves before.
   */
  settled(account?: Account | null): Promise<void> | null;
  /** Keeps what is still to be kept, and releases the place. */
  close(): Promise<void>;
}

/** The state cannot be kept just now: nothing was charged, and the same request can be sent again. */
export class StateUnavailable extends Error {
  readonly why: string;

  constructor(why: string) {
    super(`the state cannot be kept: ${why}`);
    this.name = 'StateUnavailable';
    this.why = why;
  }
}

/** The account was deleted or replaced; callers look it up again. */
export class AccountReplaced extends StateUnavailable {
  constructor() {
    super('the account was deleted or made anew meanwhile');
  }
}

/** Decides in memory and applies the decision. Throws AccountReplaced. */
export function decideOn<T>(state: State, account: Account | null, decide: () => Decision<T>): Decision<T> {
  if (account !== null && !state.accounts.has(account)) throw new AccountReplaced();
  const decision = decide();
  for (const entry of decision.entries) applyEntry(state, entry);
  return decision;
}

/** Ends with the process, and costs nothing. */
export const inMemory = (state: State): Keeper => ({
  kind: 'memory',
  isShared: false,
  place: null,
  remark: null,
  trouble: null,
  recovered: null,
  commit: (account, decide) => decideOn(state, account, decide).result,
  refresh: () => null,
  settled: () => null,
  close: () => Promise.resolve(),
});
