/** Controls of a mock for tests in the same process, without the admin API. */

import type { AdminSchemas } from '../spec/admin.js';
import { accountView } from './admin/account-handlers.js';
import { checkInput } from './options.js';
import type { AccountPatch, NewAccount } from './state/account-store.js';
import type { Account } from './state/account.js';
import { parseInstant, type Duration } from './state/clock.js';
import type { Fault, NewFault } from './state/faults.js';
import type { JournalEntry, JournalFilter } from './state/journal.js';
import type { LedgerEntry } from './state/ledger.js';
import type { Snapshot } from './state/snapshot.js';
import type { World } from './state/world.js';

/** An account as the admin API shows it. */
export type AccountFacts = AdminSchemas['Account'];

/** Changes resolve when they are stored (without `state`, immediately), and reject with a `StateError` if they are refused. */
export type MockControls = Readonly<ReturnType<typeof controlsOf>>;
export type AccountControls = MockControls['accounts'];
export type ClockControls = MockControls['clock'];
export type FaultControls = MockControls['faults'];

/** Returns the input with its clock's instant in the form of the admin API. Throws StateError if it is not an instant. */
function withInstant(input: NewAccount | AccountPatch): object {
  const { clock } = Object(input) as NewAccount | AccountPatch;
  if (clock?.now === undefined) return input;
  return { ...input, clock: { ...clock, now: new Date(parseInstant(clock.now)).toISOString() } };
}

export function controlsOf(world: World) {
  const { owner } = world;
  const byKey = (key: string): Account => world.accounts.getByKey(key);
  const factsOf = (account: Account): AccountFacts => accountView(account, world);
  return {
    /** The whole state of the mock; the admin API uses it too. */
    world,
    /** The current choice of each reading, by id. */
    readings: world.readings,
    /** Identifies accounts by API key, because tests have the key. */
    accounts: {
      /** Makes an account and returns its API key. Credits default to 1,000. */
      async create(account: NewAccount = {}): Promise<string> {
        checkInput('accounts.create', withInstant(account));
        return (await owner.createAccount(account)).key;
      },
      read: (key: string): AccountFacts => factsOf(byKey(key)),
      /** Changes the fields in the patch. A change of credits adds an adjustment to the ledger. */
      async patch(key: string, patch: AccountPatch): Promise<AccountFacts> {
        checkInput('accounts.patch', withInstant(patch));
        return factsOf(await owner.patchAccount(byKey(key).id, patch));
      },
      /** Returns the ledger. The credits of all entries add up to the balance. */
      ledger: (key: string): LedgerEntry[] => byKey(key).ledger.entries,
      /** Resets the account to its initial state. */
      reset: async (key: string): Promise<AccountFacts> => factsOf(await owner.resetAccount(byKey(key).id)),
      delete: async (key: string): Promise<void> => owner.deleteAccount(byKey(key).id),
    },
    clock: {
      /** Milliseconds since 1970, UTC. */
      now: (): number => world.clock.now(),
      async advance(by: Duration): Promise<void> {
        checkInput('clock.advance', by);
        await owner.changeClock((clock) => clock.advance(by));
      },
      set: (now: string | number): Promise<void> => owner.changeClock((clock) => clock.change({ now })),
      freeze: (now?: string | number): Promise<void> =>
        owner.changeClock((clock) => clock.change({ ...(now !== undefined && { now }), frozen: true })),
      resume: (): Promise<void> => owner.changeClock((clock) => clock.change({ frozen: false })),
    },
    faults: {
      /** `account` takes an API key or an account id. */
      async add(fault: NewFault): Promise<Fault> {
        const named = world.accounts.byKey(fault?.account ?? '');
        const wanted = named === undefined ? fault : { ...fault, account: named.id };
        checkInput('faults.add', wanted);
        return owner.addFault(wanted);
      },
      list: (): readonly Fault[] => world.faults.list,
      clear: async (): Promise<void> => void (await owner.removeFaults(() => true)),
    },
    /** Answered requests, oldest first; refused ones have a reason. */
    journal(filter: JournalFilter = {}): JournalEntry[] {
      checkInput('journal', filter);
      return world.journal(filter).entries;
    },
    /** Resets everything to its state at the start. Takes milliseconds. */
    reset: (): Promise<void> => owner.reset(),
    exportState: (): Snapshot => world.exportState(),
    /** Replaces the whole state by an exported one. Rejects with a `StateError` if the snapshot cannot be imported. */
    importState: (snapshot: unknown): Promise<void> => owner.importState(snapshot),
  };
}
