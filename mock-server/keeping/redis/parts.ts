/** Encodes the parts of a state for Redis, and decodes them. */

import type { Account, AccountState } from '../../state/account.js';
import { applyChange, type AccountChange } from '../../state/changes.js';
import type { ClockState } from '../../state/clock.js';
import type { FaultCount, FaultsState } from '../../state/faults.js';
import type { World } from '../../state/world.js';
import { applyEntry, type WorldChange } from '../../state/log.js';
import type { Entry, Part } from './store.js';

/** An entry of the list of accounts: the id, and a random text that distinguishes the account from earlier ones with this id. */
export type Listed = [id: string, making: string];

export interface WorldState {
  clock: ClockState;
  made: number;
  accounts: Listed[];
}

export type WorldStep =
  Extract<WorldChange, { does: 'clock' | 'delete' }> | { does: 'enter'; made: number; account: Listed };

export interface AccountPart extends Part {
  making: string;
  account: Account;
  /** Ends when the previous decision on the account is written; the next one waits for it. */
  turn: Promise<void>;
}

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

/** Applies entries of the faults, which start with a whole state or continue the current one. */
export function bringFaults(world: World, entries: readonly Entry[]): void {
  for (const { kind, text } of entries) {
    const change: WorldChange =
      kind === 'w'
        ? { does: 'faults', faults: JSON.parse(text) as FaultsState }
        : { does: 'fault-counts', counts: JSON.parse(text) as FaultCount[] };
    applyEntry(world, { world: change });
  }
}

/** Applies entries of an account in the same way. */
export function bringAccount(account: Account, entries: readonly Entry[]): void {
  for (const { kind, text } of entries) {
    if (kind === 'w') account.restore(JSON.parse(text) as AccountState);
    else for (const change of JSON.parse(text) as AccountChange[]) applyChange(account, change);
  }
}

export function noteEntries(part: Part, entries: readonly Entry[]): void {
  for (const { id, kind, text } of entries) {
    part.known = id;
    if (kind === 'w') part.wholeSize = part.size = text.length;
    else part.size += text.length;
  }
}

/** A part is rewritten as a whole if it is longer than both this many characters and `GROWTH` times its whole. */
const LEAST_SIZE = 16 * 1024;
const GROWTH = 3;

export function isLong({ size, wholeSize }: Part): boolean {
  return size > Math.max(LEAST_SIZE, GROWTH * wholeSize);
}
