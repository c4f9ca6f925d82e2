/** The copy of a shared state in the memory of a mock: its parts, the known entries of each, and the adoption of others. */

import type { Account } from '../../state/account.js';
import type { World } from '../../state/world.js';
import { NotDone } from './connection.js';
import {
  accountKey,
  accountOf,
  bringAccount,
  bringFaults,
  noteEntries,
  stepsOf,
  worldOf,
  type AccountPart,
  type Listed,
  type WorldState,
} from './parts.js';
import { newPart, type Entry, type Look, type News, type Part, type Store } from './store.js';

/** The number of accounts read in one round trip: few enough that other requests do not wait long. */
const READ_AT_ONCE = 250;

/** A look at an account. */
export type AccountLook = Look & { part: AccountPart };

/** An account as it was read, with the known entries of its part. */
export type Read = Part & { account: Account };

export class Mirror {
  readonly world: World;
  readonly store: Store;
  /** The clock and the list of accounts, and the faults. */
  readonly worldPart: Part;
  readonly faultsPart: Part;
  /** By id of the account. */
  readonly parts = new Map<string, AccountPart>();
  /** True while memory adopts the state of the Redis, which is not a change. */
  isRestoring = false;

  constructor(world: World, store: Store) {
    this.world = world;
    this.store = store;
    this.worldPart = newPart(store.keyOf('world'));
    this.faultsPart = newPart(store.keyOf('faults'));
  }

  /** The part of this very account; undefined if it was deleted or replaced. */
  find(account: Account): AccountPart | undefined {
    const part = this.parts.get(account.id);
    return part?.account === account ? part : undefined;
  }

  enter([id, making]: Listed, account: Account): AccountPart {
    const key = this.store.keyOf(accountKey(id, making));
    const part: AccountPart = { ...newPart(key), making, account, turn: Promise.resolve() };
    this.parts.set(id, part);
    return part;
  }

  get worldState(): WorldState {
    const { clock, accounts } = this.world;
    const listed = Array.from(accounts.list(), ({ id }): Listed => [id, this.parts.get(id)!.making]);
    return { clock: clock.state, made: accounts.made, accounts: listed };
  }

  /** Forgets all known entries; with `reset`, memory is as at the start. */
  forget(reset: boolean): void {
    this.#restoring(() => {
      if (reset) this.world.reset();
    });
    Object.assign(this.worldPart, newPart(this.worldPart.key));
    Object.assign(this.faultsPart, newPart(this.faultsPart.key));
    this.parts.clear();
  }

  /**
   * Adopts the new entries of accounts and faults, except for parts that changed since and parts in which memory is ahead.
   * Returns the looks at such accounts. Ignores deleted accounts.
   */
  bring(news: readonly News[], isAhead: (part: Part) => boolean): AccountLook[] {
    const missed: AccountLook[] = [];
    for (const { look, anew, entries } of news) {
      const { part, known } = look;
      const isOpen = part.known === known && !isAhead(part);
      if (part === this.faultsPart && isOpen) {
        bringFaults(this.world, entries);
        noteEntries(part, entries);
      }
      const account = (part as Partial<AccountPart>).account;
      if (account === undefined || this.find(account) !== part) continue;
      if (anew && entries.length === 0) continue;
      if (!isOpen) missed.push(look as AccountLook);
      else {
        bringAccount(account, entries);
        noteEntries(part, entries);
      }
    }
    return missed;
  }

  /** Adopts changes of the clock and the list of accounts. `entered` has the accounts that were added. */
  follow(entries: readonly Entry[], entered: ReadonlyMap<string, Read>): void {
    this.#restoring(() => {
      for (const step of stepsOf(entries)) {
        if (step.does === 'clock') this.world.clock.restore(step.clock);
        else if (step.does === 'delete') {
          this.world.accounts.drop(step.id);
          this.parts.delete(step.id);
        } else {
          const found = entered.get(step.account[1]);
          // If the account is missing, a later step deletes it.
          if (found) this.world.accounts.take(step.made, this.#bring(step.account, found));
        }
      }
    });
  }

  /** Enters an account that was read; it keeps the journal of an account of the same id and key. */
  #bring(listed: Listed, read: Read, before = this.parts.get(listed[0])): Account {
    if (before?.account.key === read.account.key) read.account.journal = before.account.journal;
    Object.assign(this.enter(listed, read.account), extentOf(read));
    return read.account;
  }

  /** Reads accounts that still exist, by their makings. */
  async read(listed: readonly Listed[]): Promise<Map<string, Read>> {
    const found = new Map<string, Read>();
    for (let from = 0; from < listed.length; from += READ_AT_ONCE) {
      const some = listed.slice(from, from + READ_AT_ONCE).map(([id, making]) => {
        const part = newPart(this.store.keyOf(accountKey(id, making)));
        return { part, known: '', making };
      });
      const { news } = await this.store.exchange(some);
      for (const { look, entries } of news) {
        const account = accountOf(entries, this.world);
        noteEntries(look.part, entries);
        found.set((look as (typeof some)[number]).making, Object.assign(look.part, { account }));
      }
    }
    return found;
  }

  /** Adopts the whole state: of accounts, the unknown ones and those in which memory may be ahead. */
  async load(ahead: ReadonlySet<AccountPart> | 'all'): Promise<void> {
    let missedAt = '';
    for (;;) {
      const [world, faults] = await Promise.all([
        this.store.readWhole(this.worldPart.key),
        this.store.readWhole(this.faultsPart.key),
      ]);
      if (world.length === 0 || faults.length === 0) throw new NotDone('a part of the state is gone');
      const state = worldOf(world);
      const isKnown = ([id, making]: Listed): boolean => {
        const part = this.parts.get(id);
        return part?.making === making && part.known !== '' && ahead !== 'all' && !ahead.has(part);
      };
      const found = await this.read(state.accounts.filter((listed) => !isKnown(listed)));
      const missed = state.accounts.find((listed) => !isKnown(listed) && !found.has(listed[1]));
      if (missed === undefined) {
        this.#restoring(() => {
          this.#restore(state, found);
          bringFaults(this.world, faults);
        });
        noteEntries(this.worldPart, world);
        noteEntries(this.faultsPart, faults);
        return;
      }
      // An account that was deleted meanwhile is no longer listed; else another program has deleted its key.
      const at = world.at(-1)!.id;
      if (at === missedAt) throw new NotDone(`account "${missed[0]}" is listed, and its key is gone`);
      missedAt = at;
    }
  }

  #restore({ clock, made, accounts }: WorldState, found: ReadonlyMap<string, Read>): void {
    const before = new Map(this.parts);
    this.world.clock.restore(clock);
    this.parts.clear();
    const kept = accounts.map(([id, making]) => {
      const part = before.get(id);
      const read = found.get(making);
      if (read === undefined) {
        this.parts.set(id, part!);
        return part!.account;
      }
      if (part?.making === making) {
        // The very same account: requests that hold it go on.
        part.account.restore(read.account.state);
        this.parts.set(id, Object.assign(part, extentOf(read)));
        return part.account;
      }
      return this.#bring([id, making], read, part);
    });
    this.world.accounts.restore(made, kept);
  }

  #restoring(run: () => void): void {
    this.isRestoring = true;
    try {
      run();
    } finally {
      this.isRestoring = false;
    }
  }
}

function extentOf({ known, size, wholeSize }: Part): Pick<Part, 'known' | 'size' | 'wholeSize'> {
  return { known, size, wholeSize };
}

/** Whether the part of this look existed and was deleted. */
export function isGone(news: readonly News[], { part }: Look): boolean {
  return news.some(({ look, anew, entries }) => look.part === part && anew && entries.length === 0);
}
