/**
 * The copy in memory of a shared state, and the part of it with the clock and the list of accounts. It is never ahead of the
 * Redis: own changes are applied when they are written, as entries like those of other mocks.
 */

import { randomBytes } from 'node:crypto';
import type { Account, AccountState } from '../../state/account.js';
import { plainChange } from '../../state/changes.js';
import type { World } from '../../state/world.js';
import { applyEntry, type Entry as LogEntry, type Whole } from '../../state/log.js';
import { NotDone } from './connection.js';
import {
  AccountPart,
  FaultsPart,
  stepsOf,
  worldOf,
  type Listed,
  type WorldState,
  type WorldStep,
} from './parts.js';
import { Part, type Entry, type Look, type News, type Store } from './store.js';

/** Accounts to read in one round trip: few enough that other requests do not wait long. */
const READ_TOGETHER = 250;

export class Mirror extends Part {
  readonly faults: FaultsPart;
  /** The parts of accounts, by account id. */
  readonly accounts = new Map<string, AccountPart>();
  /** Parts of accounts that are about to be listed, by their random text. */
  readonly #entering = new Map<string, AccountPart>();
  readonly #store: Store;

  constructor(world: World, store: Store) {
    super(store.keyOf('world'), world);
    this.#store = store;
    this.faults = new FaultsPart(store.keyOf('faults'), world);
  }

  get whole(): WorldState {
    const { clock, accounts } = this.world;
    const listed = Array.from(this.accounts.values(), (part) => part.listed);
    return { clock: clock.state, made: accounts.made, accounts: listed };
  }

  /** Returns the part of an account; undefined if the account was deleted or replaced. */
  find(account: Account): AccountPart | undefined {
    const part = this.accounts.get(account.id);
    return part?.account === account ? part : undefined;
  }

  protected apply(kind: Entry['kind'], value: unknown): void {
    if (kind === 'w') return this.#restore(value as WorldState);
    for (const step of value as WorldStep[]) {
      if (step.does !== 'enter') {
        applyEntry(this.world, { world: step });
        if (step.does === 'delete') this.accounts.delete(step.id);
        continue;
      }
      const [id, making] = step.account;
      const part = this.#entering.get(making);
      // If the account is missing, a later step deletes it.
      if (part === undefined) continue;
      this.#entering.delete(making);
      this.accounts.set(id, part);
      this.world.accounts.take(step.made, part.account);
    }
  }

  #restore({ clock, made, accounts }: WorldState): void {
    const parts = accounts.map((listed) => this.#partOf(listed) ?? this.#entering.get(listed[1])!);
    this.world.clock.state = clock;
    this.accounts.clear();
    for (const part of parts) this.accounts.set(part.listed[0], part);
    this.#entering.clear();
    this.world.accounts.replaceAll(
      made,
      parts.map(({ account }) => account),
    );
  }

  /** Returns the part of a listed account, if it is in memory. */
  #partOf([id, making]: Listed): AccountPart | undefined {
    const part = this.accounts.get(id);
    return part?.listed[1] === making ? part : undefined;
  }

  #newPart(listed: Listed): AccountPart {
    return new AccountPart(this.#store.keyOf(`account:${listed.join(':')}`), this.world, listed);
  }

  // Own changes

  /** Returns looks that write entries. The list of accounts is last, so that new accounts are applied before it. */
  writing(entries: readonly LogEntry[]): Look[] {
    const steps: WorldStep[] = [];
    const looks: Look[] = [];
    for (const entry of entries) {
      if ('account' in entry) {
        looks.push(this.accounts.get(entry.account)!.append('c', entry.changes.map(plainChange)));
        continue;
      }
      const { world: change } = entry;
      switch (change.does) {
        case 'replace':
          return this.replacing(change.whole);
        case 'faults':
          looks.push(this.faults.append('w', change.faults));
          break;
        case 'fault-counts':
          looks.push(this.faults.append('c', change.counts));
          break;
        case 'clock':
          steps.push(change);
          break;
        case 'delete':
          steps.push(change);
          looks.push(...this.#removing(change.id));
          break;
        case 'enter': {
          const { made, account } = change;
          const look = this.#making(account);
          looks.push(...this.#removing(account.settings.id), look);
          steps.push({ does: 'enter', made, account: look.part.listed });
        }
      }
    }
    return steps.length === 0 ? looks : [...looks, this.append('c', steps)];
  }

  replacing({ clock, faults, accounts: { made, all } }: Whole): Look[] {
    const removing = [...this.accounts.keys()].flatMap((id) => this.#removing(id));
    const making = all.map((state) => this.#making(state));
    const whole: WorldState = { clock, made, accounts: making.map(({ part }) => part.listed) };
    return [...removing, ...making, this.faults.append('w', faults), this.append('w', whole)];
  }

  #making(state: AccountState) {
    const making = randomBytes(6).toString('hex');
    const part = this.#newPart([state.settings.id, making]);
    this.#entering.set(making, part);
    return { ...part.append('w', state), part };
  }

  /** Deletes the part of the account with this id, if there is one. */
  #removing(id: string): Look[] {
    const part = this.accounts.get(id);
    return part === undefined ? [] : [{ ...part.look(), write: { kind: 'd' } }];
  }

  // Changes of others

  /** Applies new entries of accounts and faults. Ignores known entries. */
  hear(news: readonly News[]): void {
    for (const { look, isWhole, entries } of news) {
      const { part, known } = look;
      if (part === this || (isWhole && entries.length === 0)) continue;
      // Since the look was sent, other replies may have contained some or all of these entries.
      const at = entries.findIndex(({ id }) => id === part.known);
      if (at >= 0 || part.known === known || isWhole) part.bring(entries.slice(at + 1));
    }
  }

  /** Applies changes of the clock and the list of accounts. Returns false if another reply has changed them meanwhile. */
  async follow({ look, entries }: News): Promise<boolean> {
    const steps = stepsOf(entries);
    const parts = await this.#read(steps.flatMap((step) => (step.does === 'enter' ? [step.account] : [])));
    if (this.known !== look.known) return false;
    this.#enter(parts, new Set(steps.flatMap((step) => (step.does === 'delete' ? [step.id] : []))));
    this.bring(entries);
    // Own decisions that added accounts have failed, since they did not know these entries.
    this.#entering.clear();
    return true;
  }

  /** Prepares parts for the list of accounts. An account that replaces another continues its journal, unless the other was deleted. */
  #enter(parts: readonly AccountPart[], deleted: ReadonlySet<string> = new Set()): void {
    for (const part of parts) {
      const [id, making] = part.listed;
      const before = this.accounts.get(id);
      if (before !== part && !deleted.has(id)) part.account.keepJournal(before?.account);
      this.#entering.set(making, part);
    }
  }

  /** Reads whole accounts. Leaves out accounts that do not exist. */
  async #read(listed: readonly Listed[]): Promise<AccountPart[]> {
    const found: AccountPart[] = [];
    for (let from = 0; from < listed.length; from += READ_TOGETHER) {
      const parts = listed
        .slice(from, from + READ_TOGETHER)
        .map((each) => this.#partOf(each) ?? this.#newPart(each));
      const { news } = await this.#store.exchange(parts.map((part) => ({ part, known: '' })));
      for (const { look, entries } of news) {
        const part = look.part as AccountPart;
        part.bring(entries);
        found.push(part);
      }
    }
    return found;
  }

  /** Loads the whole state. With `isAll`, it also reads accounts that are known. */
  async load(isAll: boolean): Promise<void> {
    let missedAt = '';
    for (;;) {
      const [world, faults] = await Promise.all([
        this.#store.readWhole(this.key),
        this.#store.readWhole(this.faults.key),
      ]);
      if (world.length === 0 || faults.length === 0) throw new NotDone('a part of the state is gone');
      const state = worldOf(world);
      const wanted = state.accounts.filter((listed) => isAll || this.#partOf(listed) === undefined);
      const found = await this.#read(wanted);
      const foundMakings = new Set(found.map(({ listed: [, making] }) => making));
      const missed = wanted.find(([, making]) => !foundMakings.has(making));
      if (missed === undefined) {
        this.#enter(found);
        this.#restore(state);
        this.note(world);
        this.faults.bring(faults);
        return;
      }
      // Read the list again: an account that was deleted meanwhile is no longer listed. Otherwise only its key was deleted.
      const at = world.at(-1)!.id;
      if (at === missedAt) throw new NotDone(`account "${missed[0]}" is listed, and its key is gone`);
      missedAt = at;
    }
  }

  /** Forgets all known entries. */
  forget(): void {
    this.known = this.faults.known = '';
    this.accounts.clear();
  }
}
