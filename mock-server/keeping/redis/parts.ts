/** The parts of a state in Redis for faults and accounts, and the form of the part that lists the accounts. */

import { Account, type AccountState } from '../../state/account.js';
import { applyChange, type AccountChange } from '../../state/changes.js';
import type { ClockState } from '../../state/clock.js';
import type { FaultCount, FaultsState } from '../../state/faults.js';
import type { World } from '../../state/world.js';
import { applyEntry, type WorldChange } from '../../state/log.js';
import { Part, type Entry } from './store.js';

/** An entry of the list of accounts: the id, and a random text that distinguishes the account from earlier ones with this id. */
export type Listed = [id: string, making: string];

export interface WorldState {
  clock: ClockState;
  made: number;
  accounts: Listed[];
}

export type WorldStep =
  Extract<WorldChange, { does: 'clock' | 'delete' }> | { does: 'enter'; made: number; account: Listed };

/** Decodes the state of the world. The first entry of its part is a whole state, and the others are steps. */
export function worldOf(entries: readonly Entry[]): WorldState {
  const state = JSON.parse(entries[0]!.text) as WorldState;
  const accounts = new Map(state.accounts);
  for (const step of stepsOf(entries.slice(1))) {
    if (step.does === 'clock') state.clock = step.clock;
    else if (step.does === 'delete') accounts.delete(step.id);
    else {
      state.made = step.made;
      accounts.set(...step.account);
    }
  }
  return { ...state, accounts: [...accounts] };
}

export function stepsOf(entries: readonly Entry[]): WorldStep[] {
  return entries.flatMap(({ text }) => JSON.parse(text) as WorldStep[]);
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
