/**
 * The copy in memory of a shared state, and its parts: the clock with the list of accounts, the faults, and each account. It is
 * never ahead of the Redis: own changes are applied when they are written, as entries like those of other mocks.
 */

import { Account, type AccountState } from '../../state/account.js';
import { applyChange, plainChange, type AccountChange } from '../../state/changes.js';
import type { World } from '../../state/world.js';
import { applyEntry, type Entry as LogEntry, type Whole, type WorldChange } from '../../state/log.js';
import { NotDone } from './connection.js';
import { firstId, Part, type Entry, type Look, type News, type Store } from './store.js';
import type { ClockState } from '../../state/clock.js';
import type { FaultCount, FaultsState } from '../../state/faults.js';

/** An entry of the list of accounts: the id, and the id of the first entry of the account's part, which no other account has. */
type Listed = [id: string, first: string];

interface WorldState {
  clock: ClockState;
  made: number;
  accounts: Listed[];
}

type WorldStep =
  | Extract<WorldChange, { does: 'clock' | 'delete' }>
  | (Extract<WorldChange, { does: 'enter' }> & { first: string });

/** Decodes the state of the world. The first entry of its part is a whole state, and the others are steps. */
function worldOf([whole, ...steps]: readonly Entry[]): WorldState {
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

class FaultsPart extends Part {
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

/** Accounts to read in one round trip: few enough that other requests do not wait long. */
const READ_TOGETHER = 250;

export class Mirror extends Part {
  readonly faults: FaultsPart;
  /** The parts of accounts, by account id. */
  readonly accounts = new Map<string, AccountPart>();
  /** Parts of accounts that are about to be listed, by the id of their first entry. */
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
    for (const step of kind === 'c' ? (value as WorldStep[]) : []) {
      if (step.does === 'enter') this.#enter(step);
      else {
        applyEntry(this.world, { world: step });
        if (step.does === 'delete') this.accounts.delete(step.id);
      }
    }
    if (kind === 'w') this.#restore(value as WorldState);
    // Other decisions that would have added accounts have failed, since they did not know this entry.
    this.#entering.clear();
  }

  /** Adds an account. If another mock has replaced an account by it, it continues the journal, unless the other was deleted. */
  #enter({ made, first, account }: Extract<WorldStep, { does: 'enter' }>): void {
    const { id } = account.settings;
    const part = this.#entering.get(first) ?? this.#newPart([id, first]);
    if (part.known === '') {
      part.bring([{ id: first, kind: 'w', text: JSON.stringify(account) }]);
      part.account.keepJournal(this.accounts.get(id)?.account);
    }
    this.accounts.set(id, part);
    this.world.accounts.take(made, part.account);
  }

  #restore({ clock, made, accounts }: WorldState): void {
    const parts = accounts.map((listed) => this.#partOf(listed) ?? this.#entering.get(listed[1])!);
    this.world.clock.state = clock;
    this.accounts.clear();
    for (const part of parts) this.accounts.set(part.listed[0], part);
    this.world.accounts.replaceAll(
      made,
      parts.map(({ account }) => account),
    );
  }

  /** Returns the part of a listed account, if it is in memory. */
  #partOf([id, first]: Listed): AccountPart | undefined {
    const part = this.accounts.get(id);
    return part?.listed[1] === first ? part : undefined;
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
          const look = this.#making(change.account);
          looks.push(...this.#removing(change.account.settings.id), look);
          steps.push({ ...change, first: look.write.id });
        }
      }
    }
    return steps.length === 0 ? looks : [...looks, this.append('c', steps)];
  }

  replacing({ clock, faults, accounts: { made, all } }: Whole): Look[] {
    const removing = [...this.accounts.keys()].flatMap((id) => this.#removing(id));
    const making = all.map((state) => this.#making(state));
    const listed = making.map(({ write }, i): Listed => [all[i]!.settings.id, write.id]);
    const whole: WorldState = { clock, made, accounts: listed };
    return [...removing, ...making, this.faults.append('w', faults), this.append('w', whole)];
  }

  #making(state: AccountState): Look & { write: Entry } {
    const first = firstId();
    const part = this.#newPart([state.settings.id, first]);
    this.#entering.set(first, part);
    return { part, known: '', write: { kind: 'w', id: first, text: JSON.stringify(state) } };
  }

  /** Deletes the part of the account with this id, if there is one. */
  #removing(id: string): Look[] {
    const part = this.accounts.get(id);
    return part === undefined ? [] : [{ ...part.look(), write: { kind: 'd' } }];
  }

  // Changes of others

  /** Applies new entries. Ignores known ones. Returns false if `load` has to read the list of accounts. */
  hear(news: readonly News[]): boolean {
    let isComplete = true;
    for (const { look, isWhole, entries } of news) {
      const { part, known } = look;
      if (isWhole && part === this) isComplete = false;
      if (isWhole && (part === this || entries.length === 0)) continue;
      // Since the look was sent, other replies may have contained some or all of these entries.
      const at = entries.findIndex(({ id }) => id === part.known);
      if (at >= 0 || part.known === known || isWhole) part.bring(entries.slice(at + 1));
    }
    return isComplete;
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
      const { news } = await this.#store.exchange([this, this.faults].map((part) => ({ part, known: '' })));
      const [world, faults] = news.map(({ entries }) => entries);
      if (world === undefined || faults === undefined) throw new NotDone('a part of the state is gone');
      const state = worldOf(world);
      const wanted = state.accounts.filter((listed) => isAll || this.#partOf(listed) === undefined);
      const found = await this.#read(wanted);
      const firsts = new Set(found.map(({ listed: [, first] }) => first));
      const missed = wanted.find(([, first]) => !firsts.has(first));
      if (missed === undefined) {
        for (const part of found) {
          const [id, first] = part.listed;
          const before = this.accounts.get(id);
          if (before !== part) part.account.keepJournal(before?.account);
          this.#entering.set(first, part);
        }
        this.apply('w', state);
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
