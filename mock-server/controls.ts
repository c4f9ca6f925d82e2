/** Controls of a mock for tests in the same process, without the admin API. */

import type { AdminSchemas } from '../spec/admin.js';
import { accountView } from './admin/account-handlers.js';
import type { Readings } from './domain/readings.js';
import type { Snapshot } from './state/snapshot.js';
import { checkInput } from './options.js';
import type { AccountPatch, NewAccount } from './state/account-store.js';
import type { Account } from './state/account.js';
import { parseInstant, type Duration } from './state/clock.js';
import type { Fault, NewFault } from './state/faults.js';
import type { JournalEntry, JournalFilter } from './state/journal.js';
import type { LedgerEntry } from './state/ledger.js';
import type { World } from './state/world.js';

/** An account as the admin API shows it. */
export type AccountFacts = AdminSchemas['Account'];

/** Identifies accounts by API key, because tests have the key. */
export interface AccountControls {
  /** Makes an account and returns its API key. Credits default to 1,000. */
  create(account?: NewAccount): Promise<string>;
  read(key: string): AccountFacts;
  /** Changes the fields in the patch. A change of credits adds an adjustment to the ledger. */
  patch(key: string, patch: AccountPatch): Promise<AccountFacts>;
  /** Returns the ledger. The credits of all entries add up to the balance. */
  ledger(key: string): LedgerEntry[];
  /** Resets the account to its initial state. */
  reset(key: string): Promise<AccountFacts>;
  delete(key: string): Promise<void>;
}

export interface ClockControls {
  /** Milliseconds since 1970, UTC. */
  now(): number;
  advance(by: Duration): Promise<void>;
  set(instant: string | number): Promise<void>;
  freeze(instant?: string | number): Promise<void>;
  resume(): Promise<void>;
}

export interface FaultControls {
  /** `account` takes an API key or an account id. */
  add(fault: NewFault): Promise<Fault>;
  list(): readonly Fault[];
  clear(): Promise<void>;
}

/** Changes resolve when they are stored (without `state`, immediately), and reject with a `StateError` if they are refused. */
export interface MockControls {
  /** The whole state of the mock; the admin API uses it too. */
  readonly world: World;
  readonly accounts: AccountControls;
  readonly clock: ClockControls;
  readonly faults: FaultControls;
  /** The current choice of each reading, by id. */
  readonly readings: Readings;
  /** Answered requests, oldest first; refused ones have a reason. */
  journal(filter?: JournalFilter): JournalEntry[];
  /** Resets everything to its state at the start. Takes milliseconds. */
  reset(): Promise<void>;
  exportState(): Snapshot;
  /** Replaces the whole state by an exported one. Rejects with a `StateError` if the snapshot cannot be imported. */
  importState(snapshot: unknown): Promise<void>;
}

/** Returns the input with its clock's instant in the form of the admin API. Throws StateError if it is not an instant. */
function withInstant(input: NewAccount | AccountPatch): object {
  const { clock } = Object(input) as NewAccount | AccountPatch;
  if (clock?.now === undefined) return input;
  return { ...input, clock: { ...clock, now: new Date(parseInstant(clock.now)).toISOString() } };
}

export function controlsOf(world: World): MockControls {
  const { owner } = world;
  const byKey = (key: string): Account => world.accounts.getByKey(key);
  const factsOf = (account: Account): AccountFacts => accountView(account, world);
  return {
    world,
    readings: world.readings,
    accounts: {
      create: async (account = {}) => {
        checkInput('accounts.create', withInstant(account));
        return (await owner.createAccount(account)).key;
      },
      read: (key) => factsOf(byKey(key)),
      patch: async (key, patch) => {
        checkInput('accounts.patch', withInstant(patch));
        return factsOf(await owner.patchAccount(byKey(key).id, patch));
      },
      ledger: (key) => byKey(key).ledger.entries,
      reset: async (key) => factsOf(await owner.resetAccount(byKey(key).id)),
      delete: async (key) => owner.deleteAccount(byKey(key).id),
    },
    clock: {
      now: () => world.clock.now(),
      advance: async (by) => {
        checkInput('clock.advance', by);
        await owner.changeClock((clock) => clock.advance(by));
      },
      set: (now) => owner.changeClock((clock) => clock.change({ now })),
      freeze: (now) =>
        owner.changeClock((clock) => clock.change({ ...(now !== undefined && { now }), frozen: true })),
      resume: () => owner.changeClock((clock) => clock.change({ frozen: false })),
    },
    faults: {
      add: async (fault) => {
        const named = world.accounts.byKey(fault?.account ?? '');
        const wanted = named === undefined ? fault : { ...fault, account: named.id };
        checkInput('faults.add', wanted);
        return owner.addFault(wanted);
      },
      list: () => world.faults.list,
      clear: async () => void (await owner.removeFaults(() => true)),
    },
    journal: (filter = {}) => {
      checkInput('journal', filter);
      return world.journal(filter).entries;
    },
    reset: () => owner.reset(),
    exportState: () => world.exportState(),
    importState: (snapshot) => owner.importState(snapshot),
  };
}
