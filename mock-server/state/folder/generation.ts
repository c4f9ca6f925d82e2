/**
 * One file of a folder of state: the whole state at one moment, then every change since. The first record is the header,
 * then come the accounts that it counts, then the changes in the order in which they were committed.
 */

import { Account, type AccountState } from '../account.js';
import { applyChange, plainChange, type AccountChange } from '../changes.js';
import type { ClockState } from '../clock.js';
import type { FaultsState } from '../faults.js';
import type { WorldChange } from '../keeper.js';
import type { SnapshotContent } from '../snapshot.js';
import type { World } from '../world.js';
import { decodeRecords, encodeRecord } from './records.js';

export const FORMAT = 'job-search-kit/state-log';
export const FORMAT_VERSION = 1;

export interface Header extends Pick<SnapshotContent, 'dataset' | 'readings'> {
  format: typeof FORMAT;
  version: number;
  /** Version of the kit that wrote it. */
  kit: string;
  clock: ClockState;
  faults: FaultsState;
  /** How many accounts were made so far, and how many there are. */
  made: number;
  accounts: number;
}

export type Entry = { account: string; changes: readonly AccountChange[] } | { world: WorldChange };

export interface Generation {
  header: Header;
  accounts: AccountState[];
  entries: Entry[];
  /** How many bytes of the file are whole records; the rest was torn off. */
  whole: number;
}

export function encodeWorld(world: World): Buffer {
  const accounts = world.accounts.list();
  const header: Header = {
    format: FORMAT,
    version: FORMAT_VERSION,
    kit: world.version,
    ...world.identity,
    clock: world.clock.state,
    faults: world.faults.state,
    made: world.accounts.made,
    accounts: accounts.length,
  };
  return Buffer.concat([header, ...accounts.map(({ state }) => state)].map(encodeRecord));
}

export function encodeEntry(entry: Entry): Buffer {
  if ('world' in entry) return encodeRecord(entry);
  return encodeRecord({ ...entry, changes: entry.changes.map(plainChange) });
}

/** Null where the file is none of this form. Throws RangeError where the state before the changes is not whole. */
export function decodeGeneration(bytes: Buffer): Generation | null {
  const { values, whole } = decodeRecords(bytes);
  const header = values[0] as Header | undefined;
  if (header?.format !== FORMAT) return null;
  const first = 1 + (header.version === FORMAT_VERSION ? header.accounts : 0);
  if (values.length < first) throw new RangeError('The state is not whole.');
  return {
    header,
    accounts: values.slice(1, first) as AccountState[],
    entries: values.slice(first) as Entry[],
    whole,
  };
}

/** Brings the state into a world, in place of its own. Accounts that were there before keep their journals. */
export function restoreWorld(world: World, { header, accounts, entries }: Generation): void {
  const before = world.accounts;
  const byId = new Map<string, Account>();
  const enter = (state: AccountState): void => {
    const account = Account.of(state, world.clock);
    const old = before.find(account.id);
    if (old?.key === account.key) account.journal = old.journal;
    byId.set(account.id, account);
  };
  let { made } = header;
  world.clock.restore(header.clock);
  world.faults.restore(header.faults);
  for (const state of accounts) enter(state);
  for (const entry of entries) {
    if ('account' in entry) {
      const account = byId.get(entry.account)!;
      for (const change of entry.changes) applyChange(account, change);
      continue;
    }
    const change = entry.world;
    switch (change.does) {
      case 'clock':
        world.clock.restore(change.clock);
        break;
      case 'faults':
        world.faults.restore(change.faults);
        break;
      case 'fault-counts':
        world.faults.counts = change.counts;
        break;
      case 'enter':
        ({ made } = change);
        enter(change.account);
        break;
      case 'delete':
        byId.delete(change.id);
        break;
    }
  }
  world.accounts.restore(made, [...byId.values()]);
}
