/** The parts of a state in Redis for faults and accounts, and the form of the part that lists the accounts. */

import { Account, type AccountState } from '../../state/account.js';
import { applyChange, type AccountChange } from '../../state/changes.js';
import type { ClockState } from '../../state/clock.js';
import type { FaultCount, FaultsState } from '../../state/faults.js';
import type { World } from '../../state/world.js';
import { applyEntry, type WorldChange } from '../../state/log.js';
import { Part, type Entry } from './store.js';

/** An entry of the list of accounts: the id, and the id of the first entry of the account's part, which no other account has. */
export type Listed = [id: string, first: string];

export interface WorldState {
  clock: ClockState;
  made: number;
  accounts: Listed[];
}

export type WorldStep =
  | Extract<WorldChange, { does: 'clock' | 'delete' }>
  | (Extract<WorldChange, { does: 'enter' }> & { first: string });

/** Decodes the state of the world. The first entry of its part is a whole state, and the others are steps. */
export function worldOf([whole, ...steps]: readonly Entry[]): WorldState {
  const state = JSON.parse(whole!.text) as WorldState;
  const accounts = new Map(state.accounts);
  for (const step of steps.flatMap(({ text }) => JSON.parse(text) as WorldStep[])) {
    if (step.does === 'clock') state.clock = step.clock;
    else if (step.does === 'delete') accounts.delete(step.id);
    else {
      state.made = step.made;
      accounts.set(step.account.settings.id, step.first);
    }
  }
  return { ...state, accounts: [...accounts] };
}

export class FaultsPart extends Part {
  get whole(): FaultsState {
    return this.world.faults.state;
  }

  protected apply(kind: Entry['kind'], value: unknown): void {
    const change: WorldChange =
      kind === 'w'
        ? { does: 'faults', faults: value as FaultsState }
        : { does: 'fault-counts', counts: value as FaultCount[] };
    applyEntry(this.world, { world: change });
  }
}

export class AccountPart extends Part {
  readonly listed: Listed;
  /** Made when the first entry is known. */
  account!: Account;

  constructor(key: string, world: World, listed: Listed) {
    super(key, world);
    this.listed = listed;
  }

  get whole(): AccountState {
    return this.account.state;
  }

  protected apply(kind: Entry['kind'], value: unknown): void {
    if (kind === 'c') for (const change of value as AccountChange[]) applyChange(this.account, change);
    // Keep the same object, so that requests that use it can continue.
    else if (this.account !== undefined) this.account.restore(value as AccountState);
    else {
      this.account = Account.of(value as AccountState, this.world.clock);
      // Other mocks may serve its requests, so this journal does not have all of them.
      this.account.journal.clear();
    }
  }
}
