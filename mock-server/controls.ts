/** What a test in the same process does to a mock without going through the admin API. */

import type { Readings } from './domain/readings.js';
import type { AccountPatch, NewAccount } from './state/account-store.js';
import type { Account } from './state/account.js';
import type { Duration } from './state/clock.js';
import { parseInstant } from './state/clock.js';
import { noAccountWithKey } from './state/errors.js';
import type { Fault, NewFault } from './state/faults.js';
import type { JournalEntry, JournalFilter } from './state/journal.js';
import type { LedgerEntry } from './state/ledger.js';
import type { Snapshot } from './state/snapshot.js';
import type { World } from './state/world.js';

export interface AccountFacts {
  id: string;
  active: boolean;
  credits: number;
  historicalAccess: boolean;
  anchorDay: number;
  /** Jobs paid for in the current billing cycle. */
  paidJobs: number;
  storedOperations: number;
}

/** Accounts are named by their API key here: it is what a test holds. */
export interface AccountControls {
  /** Makes an account and returns its API key. Credits default to 1,000. */
  create(account?: NewAccount): Promise<string>;
  read(key: string): AccountFacts;
  /** Changes what the patch names; new credits are explained by an adjustment in the ledger. */
  patch(key: string, patch: AccountPatch): AccountFacts;
  /** Every entry's credits add up to the balance. */
  ledger(key: string): LedgerEntry[];
  /** Brings the account back to how it was made. */
  reset(key: string): AccountFacts;
  delete(key: string): void;
}

export interface ClockControls {
  /** Milliseconds since 1970, UTC. */
  now(): number;
  advance(by: Duration): void;
  set(instant: string | number): void;
  freeze(instant?: string | number): void;
  resume(): void;
}

export interface FaultControls {
  /** `account` takes an API key or an account id. */
  add(fault: NewFault): Fault;
  list(): readonly Fault[];
  clear(): void;
}

export interface MockControls {
  /** All of the mock's state; what the admin API works on. */
  readonly world: World;
  readonly accounts: AccountControls;
  readonly clock: ClockControls;
  readonly faults: FaultControls;
  /** The choices of readings in force, by id. */
  readonly readings: Readings;
  /** Requests answered, oldest first, with the reason where one was refused. */
  journal(filter?: JournalFilter): JournalEntry[];
  /** Everything as at the start, within milliseconds. */
  reset(): Promise<void>;
  exportState(): Snapshot;
  /** Puts an exported state in place, whole; throws a `StateError` that says why it cannot. */
  importState(snapshot: unknown): void;
}

export function controlsOf(world: World): MockControls {
  const byKey = (key: string): Account => {
    const account = world.accounts.byKey(key);
    if (account === undefined) throw noAccountWithKey();
    return account;
  };
  return {
    world,
    readings: world.readings,
    accounts: {
      create: (account) => Promise.resolve(account).then((input) => world.accounts.create(input).key),
      read: (key) => factsOf(byKey(key)),
      patch: (key, patch) => factsOf(world.patchAccount(byKey(key).id, patch)),
      ledger: (key) => byKey(key).ledger.entries,
      reset: (key) => factsOf(world.resetAccount(byKey(key).id)),
      delete: (key) => world.deleteAccount(byKey(key).id),
    },
    clock: {
      now: () => world.clock.now(),
      advance: (by) => world.clock.advance(by),
      set: (instant) => world.clock.set(parseInstant(instant)),
      freeze: (instant) => world.clock.freeze(instant === undefined ? undefined : parseInstant(instant)),
      resume: () => world.clock.resume(),
    },
    faults: {
      add: (fault) => {
        const named = fault.account ? world.accounts.byKey(fault.account) : undefined;
        return world.addFault(named === undefined ? fault : { ...fault, account: named.id });
      },
      list: () => world.faults.list,
      clear: () => world.faults.clear(),
    },
    journal: (filter) => world.journal(filter).entries,
    reset: () => Promise.resolve(world.reset()),
    exportState: () => world.exportState(),
    importState: (snapshot) => world.importState(snapshot),
  };
}

function factsOf(account: Account): AccountFacts {
  return {
    id: account.id,
    active: account.active,
    credits: account.credits,
    historicalAccess: account.historicalAccess,
    anchorDay: account.anchorDay,
    paidJobs: account.paidJobs(account.clock.now()).size,
    storedOperations: account.operations.size,
  };
}
