/** The state as a log: a whole state, then entries. All stores use the same entries; only `applyEntry` applies them. */

import { Account, type AccountState } from './account.js';
import type { AccountStore } from './account-store.js';
import { applyChange, unknownKind, type AccountChange } from './changes.js';
import type { Clock, ClockState } from './clock.js';
import type { FaultCount, Faults, FaultsState } from './faults.js';
import type { SnapshotContent } from './snapshot.js';

/** All mutable state of a mock except its journals. */
export interface State {
  readonly clock: Clock;
  readonly faults: Faults;
  readonly accounts: AccountStore;
}

/** The state as JSON values. */
export type Whole = Pick<SnapshotContent, 'clock' | 'faults' | 'accounts'>;

/** Changes other than those within an account. */
export type WorldChange =
  | { does: 'clock'; clock: ClockState }
  | { does: 'faults'; faults: FaultsState }
  /** Counts of some or all faults. */
  | { does: 'fault-counts'; counts: FaultCount[] }
  /** An account is made, or replaced by its initial state. `made` is the number of accounts made so far. */
  | { does: 'enter'; made: number; account: AccountState }
  | { does: 'delete'; id: string }
  /** `isNew`: no account has received a request. Stored logs do not contain it, since they start with a whole state. */
  | { does: 'replace'; whole: Whole; isNew: boolean };

export type Entry = { account: string; changes: readonly AccountChange[] } | { world: WorldChange };

export function wholeOf({ clock, faults, accounts }: State): Whole {
  const all = accounts.list().map(({ state }) => state);
  return { clock: clock.state, faults: faults.state, accounts: { made: accounts.made, all } };
}

/** Applies an entry. Throws if it does not fit the state, such as one for an unknown account. */
export function applyEntry(state: State, entry: Entry): void {
  if ('account' in entry) {
    const account = state.accounts.held(entry.account)!;
    for (const change of entry.changes) applyChange(account, change);
    return;
  }
  const { world: change } = entry;
  switch (change.does) {
    case 'clock':
      state.clock.state = change.clock;
      return;
    case 'faults':
      state.faults.state = change.faults;
      return;
    case 'fault-counts':
      state.faults.counts = change.counts;
      return;
    case 'enter':
      return state.accounts.take(change.made, new Account(change.account, state.accounts.clock));
    case 'delete':
      return state.accounts.drop(change.id);
    case 'replace': {
      const { clock, faults, accounts } = change.whole;
      state.clock.state = clock;
      state.faults.state = faults;
      const all = accounts.all.map((each) => new Account(each, state.accounts.clock));
      state.accounts.replaceAll(accounts.made, all);
      if (!change.isNew) for (const account of state.accounts.list()) account.journal.clear();
      return;
    }
    default:
      throw unknownKind(change);
  }
}
