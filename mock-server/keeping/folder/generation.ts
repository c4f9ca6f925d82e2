/**
 * One file of a folder of state: the whole state at one moment, then every change since. The first record is the header,
 * then come the accounts that it counts, then the changes in the order in which they were committed.
 */

import { Account, type AccountState } from '../../state/account.js';
import { applyChange, plainChange, type AccountChange } from '../../state/changes.js';
import type { ClockState } from '../../state/clock.js';
import type { FaultCount, FaultsState } from '../../state/faults.js';
import type { WorldChange } from '../keeper.js';
import type { SnapshotContent } from '../snapshot.js';
import type { World } from '../../state/world.js';
import { encodeRecord, readRecords, type ReadableFile } from './records.js';

export const FORMAT = 'job-search-kit/state-log';
export const FORMAT_VERSION = 2;

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

/** What a file holds, read to its end, and not yet in the world. */
export interface Generation {
  /** How many bytes of the file are whole records; the rest was torn off. */
  whole: number;
  /** How many it held when it was new, before the changes. */
  begun: number;
  /** Brings it into the world, in place of its own state. Accounts that were there before keep their journals. */
  restore(): void;
}

/** As records: together they may be longer than one buffer can be. */
export function encodeWorld(world: World): Buffer[] {
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
  return [encodeRecord(header), ...accounts.map(({ state }) => encodeRecord(state))];
}

export function encodeEntry(entry: Entry): Buffer {
  if ('world' in entry) return encodeRecord(entry);
  return encodeRecord({ ...entry, changes: entry.changes.map(plainChange) });
}

/** Null where the file is none of this form. */
export async function readHeader(file: ReadableFile): Promise<Header | null> {
  let first: unknown;
  await readRecords(file, (value) => {
    first = value;
    return false;
  });
  const header = first as Header | undefined;
  return header?.format === FORMAT ? header : null;
}

/** The file does not hold a state of this kit: the message continues a sentence about the file. */
export class DamagedLog extends Error {
  override name = 'DamagedLog';
}

/** Reads a file of this version up to `end`. Throws DamagedLog. */
export async function readGeneration(file: ReadableFile, world: World, end?: number): Promise<Generation> {
  const draft = new Draft(world);
  let begun = 0;
  const take = (value: unknown, behind: number): boolean => {
    if (!draft.isWhole) begun = behind;
    try {
      draft.take(value);
    } catch {
      throw new DamagedLog(`has a record before byte ${behind} that does not fit the records before it`);
    }
    return true;
  };
  const whole = await readRecords(file, take, end);
  if (!draft.isWhole) throw new DamagedLog('does not begin with a whole state');
  return { whole, begun, restore: () => draft.restore() };
}

/** A state that comes record by record, beside that of the world. */
class Draft {
  readonly #world: World;
  readonly #accounts = new Map<string, Account>();
  #header: Header | null = null;
  /** How many accounts are still to come before the changes. */
  #missing = 0;
  #made = 0;
  #clock!: ClockState;
  #faults!: FaultsState;
  /** Since the faults were last told as a whole. */
  #counts: FaultCount[] | null = null;

  constructor(world: World) {
    this.#world = world;
  }

  get isWhole(): boolean {
    return this.#header !== null && this.#missing === 0;
  }

  take(value: unknown): void {
    if (this.#header === null) this.#begin(value as Header);
    else if (this.#missing > 0) {
      this.#missing -= 1;
      this.#enter(value as AccountState);
    } else this.#follow(value as Entry);
  }

  restore(): void {
    const { clock, faults, accounts } = this.#world;
    for (const account of this.#accounts.values()) {
      const before = accounts.find(account.id);
      if (before?.key === account.key) account.journal = before.journal;
    }
    clock.restore(this.#clock);
    faults.restore(this.#faults);
    if (this.#counts !== null) faults.counts = this.#counts;
    accounts.restore(this.#made, [...this.#accounts.values()]);
  }

  #begin(header: Header): void {
    this.#header = header;
    this.#missing = header.accounts;
    this.#made = header.made;
    this.#clock = header.clock;
    this.#faults = header.faults;
  }

  #enter(state: AccountState): void {
    const account = Account.of(state, this.#world.clock);
    this.#accounts.set(account.id, account);
  }

  #follow(entry: Entry): void {
    if ('account' in entry) {
      const account = this.#accounts.get(entry.account)!;
      for (const change of entry.changes) applyChange(account, change);
      return;
    }
    const change = entry.world;
    switch (change.does) {
      case 'clock':
        this.#clock = change.clock;
        return;
      case 'faults':
        this.#faults = change.faults;
        this.#counts = null;
        return;
      case 'fault-counts':
        this.#counts = change.counts;
        return;
      case 'enter':
        this.#made = change.made;
        this.#enter(change.account);
        return;
      case 'delete':
        this.#accounts.delete(change.id);
        return;
    }
  }
}
