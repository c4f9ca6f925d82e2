/**
 * Who keeps the state of a mock: its memory alone, a place that lasts (`folder/`), or one that several mocks share
 * (`redis/`). Requests decide by pure functions on
 * an account as it stands, and what they decided is committed as one, if nothing has changed since; else they decide
 * again.
 */

import type { Account, AccountState } from '../state/account.js';
import { applyChange, type AccountChange } from '../state/changes.js';
import type { ClockState } from '../state/clock.js';
import type { FaultCount, FaultsState } from '../state/faults.js';

export interface Decision<T> {
  /** All of them happen, or none. */
  changes: readonly AccountChange[];
  result: T;
}

/** What the owner of the mock does to it, beside what requests do to accounts; faults count what they meet. */
export type WorldChange =
  | { does: 'clock'; clock: ClockState }
  | { does: 'faults'; faults: FaultsState }
  | { does: 'fault-counts'; counts: FaultCount[] }
  /** An account is made, or replaced by one as it was made. */
  | { does: 'enter'; made: number; account: AccountState }
  | { does: 'delete'; id: string };

/** A change of the owner: what came of it at once, and of the one that is kept; null where that is the same. */
export interface Changed<T> {
  now: T;
  kept: Promise<T> | null;
}

export interface Keeper {
  readonly kind: 'memory' | 'folder' | 'redis';
  /** Whether other processes change the state, too: then what is known of it here may be out of date. */
  readonly isShared: boolean;
  /** Where the state is kept; null in memory. */
  readonly place: string | null;
  /** What its owner should know of what was found there. */
  readonly remark: string | null;
  /** Why nothing can be kept just now; null where all is well. */
  readonly trouble: string | null;
  /**
   * Decides on the account as it stands and commits what was decided. A promise only where there is something to wait
   * for. Throws what `decide` throws, and StateUnavailable where it cannot be kept: then nothing has happened.
   */
  commit<T>(account: Account, decide: () => Decision<T>): T | Promise<T>;
  /**
   * Brings what others have changed so far: what concerns all accounts, and of accounts this one, all, or none. Null where nobody else
   * can. Rejects with StateUnavailable.
   */
  refresh(what: Account | 'all' | null): Promise<void> | null;
  /**
   * Carries out a change of the owner. Where another process was first, it is undone and carried out once more on what
   * stands then. What it does to the state is told to the keeper by the calls below, as it happens.
   */
  change<T>(run: () => T): Changed<T>;
  /** Keeps what the owner has changed of an account; `make` is called where it is needed. */
  keepAccount(account: Account, make: () => AccountChange[]): void;
  /** Keeps what the owner has changed of the mock. */
  keepWorld(make: () => WorldChange): void;
  /** Keeps the whole state anew, which was replaced. */
  keepAll(): void;
  /**
   * Whatever the state shows now is kept once this resolves; null where it is already. Rejects with StateUnavailable where
   * it could not be, or was not what `account` showed: then the state is as it was before. No answer leaves before.
   */
  settled(account?: Account | null): Promise<void> | null;
  /** Keeps what is still to be kept, and lets go of the place. */
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

/** The account was deleted, or is made anew: whoever holds it looks it up again. */
export class AccountReplaced extends StateUnavailable {
  constructor() {
    super('the account was deleted or made anew meanwhile');
  }
}

/** Ends with the process, and costs nothing. */
export const MEMORY: Keeper = {
  kind: 'memory',
  isShared: false,
  place: null,
  remark: null,
  trouble: null,
  commit(account, decide) {
    const { changes, result } = decide();
    for (const change of changes) applyChange(account, change);
    return result;
  },
  refresh: () => null,
  change: (run) => ({ now: run(), kept: null }),
  keepAccount: () => undefined,
  keepWorld: () => undefined,
  keepAll: () => undefined,
  settled: () => null,
  close: () => Promise.resolve(),
};
