/**
 * Keepers store the state of a mock: in memory, in a folder, or in a Redis that several mocks share. Requests and the
 * owner decide with pure functions of the current state. A keeper commits each decision atomically if the state has not
 * changed meanwhile; otherwise it calls the function again.
 */

import type { Account } from './account.js';
import type { AccountChange } from './changes.js';
import { refused, StateError } from './errors.js';
import { applyEntry, type Entry, type State } from './log.js';

/** The result of a decision, and its changes of the state, of which all are made or none. */
export interface Decision<T> {
  entries: readonly Entry[];
  result: T;
}

/** Makes a decision with changes of one account. */
export function decided<T>({ id }: Account, changes: readonly AccountChange[], result: T): Decision<T> {
  return { entries: changes.length === 0 ? [] : [{ account: id, changes }], result };
}

export interface Keeper {
  readonly kind: 'memory' | 'folder' | 'redis';
  /** Whether other processes change the state, too, so that the copy in memory may be outdated. */
  readonly isShared: boolean;
  /** The folder or Redis, for messages; null in memory. */
  readonly place: string | null;
  /** A warning about the stored state, for the owner of the mock. */
  readonly remark: string | null;
  /** Why the state cannot be stored at present; null if it can. */
  readonly trouble: string | null;
  /** Resolves when the state can be stored again or the keeper is closed; null if it can be stored. */
  readonly recovered: Promise<void> | null;
  /**
   * Calls `decide` and commits the decision about an account or, with null, about the whole state. Returns a promise only
   * if it has to wait. Throws errors of `decide`, and StateUnavailable if nothing could be stored or changed.
   */
  commit<T>(account: Account | null, decide: () => Decision<T>): T | Promise<T>;
  /**
   * Loads changes by other processes: those of the clock, the faults and the list of accounts, and those of one account,
   * all accounts or (null) none. Returns null if the state is not shared. Rejects with StateUnavailable.
   */
  refresh(what: Account | 'all' | null): Promise<void> | null;
  /**
   * Waits until all changes so far are stored; null if they are. Rejects with StateUnavailable if they are lost, or if
   * `account` was deleted or replaced. Call it before sending a response.
   */
  settled(account?: Account | null): Promise<void> | null;
  /** Stores pending changes and releases the folder or Redis. */
  close(): Promise<void>;
}

/** The state cannot be stored at present. Nothing was charged, and the same request can be sent again. */
export class StateUnavailable extends StateError {
  constructor(why: string) {
    super('unavailable', refused('unavailable', { why }).message);
  }
}

/** The account was deleted or replaced. Callers look it up again. */
export class AccountReplaced extends StateUnavailable {
  constructor() {
    super('the account was deleted or replaced meanwhile');
  }
}

/** Calls `decide` and applies the decision in memory. Throws AccountReplaced, and errors of `decide`. */
export function decideOn<T>(state: State, account: Account | null, decide: () => Decision<T>): Decision<T> {
  if (account !== null && !state.accounts.has(account)) throw new AccountReplaced();
  const decision = decide();
  for (const entry of decision.entries) applyEntry(state, entry);
  return decision;
}

/** Returns a keeper for a state that exists only in memory. */
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
