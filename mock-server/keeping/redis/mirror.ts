/**
 * The copy in memory of a shared state, and its parts: the clock with the list of accounts, the faults, and each account. It is
 * never ahead of the Redis: own changes are applied when they are written, as entries like those of other mocks.
 */

import { chunked } from '../../../conformance/values/grouped.js';
import { Account, type AccountState } from '../../state/account.js';
import { applyChange, plainChange, type AccountChange } from '../../state/changes.js';
import type { World } from '../../state/world.js';
import { applyEntry, type Entry as LogEntry, type Whole, type WorldChange } from '../../state/log.js';
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

/** Decodes the list of accounts and what is beside it, from all entries of their part. */
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
    else this.account = new Account(value as AccountState, this.world.clock);
  }
}

/** Accounts to read in one round trip: few enough that other requests do not wait long. */
const READ_TOGETHER = 250;

export class Mirror extends Part {
  readonly faults: FaultsPart;
  readonly #parts = new WeakMap<Account, AccountPart>();
  readonly #store: Store;

  constructor(world: World, store: Store) {
    super(store.keyOf('world'), world);
    this.#store = store;
    this.faults = new FaultsPart(store.keyOf('faults'), world);
  }

  get whole(): WorldState {
    const { clock, accounts } = this.world;
    const listed = this.accounts.map((part) => part.listed);
    return { clock: clock.state, made: accounts.made, accounts: listed };
  }

  /** The parts of all accounts. Before the first `load`, accounts have none. */
  get accounts(): AccountPart[] {
    return this.world.accounts.all.flatMap((account) => this.#parts.get(account) ?? []);
  }

  /** Returns the part of an account; undefined if the account was deleted or replaced. */
  find(account: Account | undefined): AccountPart | undefined {
    return account && this.world.accounts.held(account.id) === account ? this.#parts.get(account) : undefined;
  }

  #partOf(id: string): AccountPart | undefined {
    return this.find(this.world.accounts.held(id));
  }

  protected apply(_kind: Entry['kind'], value: unknown): void {
    for (const step of value as WorldStep[])
      if (step.does === 'enter') this.#enter(step);
      else applyEntry(this.world, { world: step });
  }

  /** Adds an account. If it replaces one with the same key, it continues the journal. */
  #enter({ made, first, account }: Extract<WorldStep, { does: 'enter' }>): void {
    const { accounts } = this.world;
    const part = this.#newPart([account.settings.id, first]);
    part.bring([{ id: first, kind: 'w', text: JSON.stringify(account) }]);
    part.account.keepJournal(accounts.held(account.settings.id));
    this.#parts.set(part.account, part);
    accounts.take(made, part.account);
  }

  #newPart(listed: Listed): AccountPart {
    return new AccountPart(this.#store.keyOf(`account:${listed.join(':')}`), this.world, listed);
  }

  // Own changes

  /** Returns looks that write entries. The list of accounts is last: if a reply is lost, its part shows whether all were written. */
  writing(entries: readonly LogEntry[]): Look[] {
    const steps: WorldStep[] = [];
    const looks: Look[] = [];
    for (const entry of entries) {
      if ('account' in entry) {
        looks.push(this.#partOf(entry.account)!.append('c', entry.changes.map(plainChange)));
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
    const removing = this.accounts.flatMap(({ listed: [id] }) => this.#removing(id));
    const making = all.map((state) => this.#making(state));
    const listed = making.map(({ write }, i): Listed => [all[i]!.settings.id, write.id]);
    const whole: WorldState = { clock, made, accounts: listed };
    return [...removing, ...making, this.faults.append('w', faults), this.append('w', whole)];
  }

  #making(state: AccountState): Look & { write: Entry } {
    const first = firstId();
    const part = this.#newPart([state.settings.id, first]);
    return { part, known: '', write: { kind: 'w', id: first, text: JSON.stringify(state) } };
  }

  /** Deletes the part of the account with this id, if there is one. */
  #removing(id: string): Look[] {
    const part = this.#partOf(id);
    return part === undefined ? [] : [{ ...part.look(), does: 'd' }];
  }

  // Written changes

  /** Applies new entries. Ignores known ones. Returns false if `load` has to read the list of accounts. */
  hear(news: readonly News[]): boolean {
    let isComplete = true;
    for (const { look, entries } of news) {
      const { part, known } = look;
      const [first] = entries;
      part.isThere &&= first !== undefined;
      if (first === undefined || (part === this && first.kind === 'w')) isComplete = false;
      else {
        // Since the look was sent, other replies may have contained some or all of these entries.
        const at = entries.findIndex(({ id }) => id === part.known);
        if (at >= 0 || part.known === known || first.kind === 'w') part.bring(entries.slice(at + 1));
      }
    }
    return isComplete;
  }

  /** Loads the clock, the faults, the list of accounts, and those accounts that are not in memory. */
  async load(): Promise<void> {
    let missedAt = '';
    for (;;) {
      const { news } = await this.#store.exchange([this, this.faults].map((part) => ({ part, known: '' })));
      const [world, faults] = news.map(({ entries }) => entries);
      if (world === undefined || faults === undefined) throw new Error('a part of the state is gone');
      const { clock, made, accounts } = worldOf(world);
      const parts = accounts.map((listed) => {
        const part = this.#partOf(listed[0]);
        return part?.listed[1] === listed[1] ? part : this.#newPart(listed);
      });
      await this.#read(parts.filter(({ isThere }) => !isThere));
      const missed = parts.find(({ isThere }) => !isThere);
      if (missed === undefined) {
        for (const part of parts) this.#parts.set(part.account, part);
        this.world.clock.state = clock;
        this.world.accounts.adopt(
          made,
          parts.map(({ account }) => account),
        );
        for (const entry of world) this.note(entry);
        this.faults.bring(faults);
        return;
      }
      // Read the list again: an account that was deleted meanwhile is no longer listed. Otherwise only its key was deleted.
      const at = world.at(-1)!.id;
      if (at === missedAt) throw new Error(`account "${missed.listed[0]}" is listed, and its key is gone`);
      missedAt = at;
    }
  }

  /** Reads whole accounts. Ignores accounts that do not exist. */
  async #read(parts: readonly AccountPart[]): Promise<void> {
    for (const some of chunked(parts, READ_TOGETHER, () => 1)) {
      const { news } = await this.#store.exchange(some.map((part) => ({ part, known: '' })));
      for (const { look, entries } of news) look.part.bring(entries);
    }
  }
}
