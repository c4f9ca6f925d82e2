/** What a mock has in memory of a state that it shares: which parts there are, how much of each is known, and how it takes on the rest. */

import type { Account } from '../account.js';
import type { World } from '../world.js';
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

/** So many accounts are read in one round trip: few enough that others are not kept waiting. */
const READ_AT_ONCE = 250;

/** A look at an account. */
export type AccountLook = Look & { part: AccountPart };

/** An account as it was read, and what is known of its part then. */
export type Read = Part & { account: Account };

export class Mirror {
  readonly world: World;
  readonly store: Store;
  /** What concerns all, and the faults. */
  readonly worldPart: Part;
  readonly faultsPart: Part;
  /** By id of the account. */
  readonly parts = new Map<string, AccountPart>();
  /** While memory takes on what the Redis holds, that is no change. */
  isRestoring = false;

  constructor(world: World, store: Store) {
    this.world = world;
    this.store = store;
    this.worldPart = newPart(store.keyOf('world'));
    this.faultsPart = newPart(store.keyOf('faults'));
  }

  /** The part of this very account; undefined where it was deleted or made anew. */
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

  /** Nothing is known any more; with `reset`, memory is as at the start. */
  forget(reset: boolean): void {
    this.#restoring(() => {
      if (reset) this.world.reset();
    });
    Object.assign(this.worldPart, newPart(this.worldPart.key));
    Object.assign(this.faultsPart, newPart(this.faultsPart.key));
    this.parts.clear();
  }

  /**
   * Takes on what is new of accounts and faults, but for the parts that moved on since, and those of which memory is ahead.
   * Returns the looks at such accounts; those that are no more do not matter.
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

  /** Takes on what happened to what concerns all. `entered` holds the accounts that came in. */
  follow(entries: readonly Entry[], entered: ReadonlyMap<string, Read>): void {
    this.#restoring(() => {
      for (const step of stepsOf(entries)) {
        if (step.does === 'clock') this.world.clock.restore(step.clock);
        else if (step.does === 'delete') {
          this.world.accounts.drop(step.id);
          this.parts.delete(step.id);
        } else this.#take(step.made, entered.get(step.account[1]), step.account);
      }
    });
  }

  /** An account that is gone again was deleted by what comes next. */
  #take(made: number, found: Read | undefined, listed: Listed): void {
    if (found === undefined) return;
    const before = this.parts.get(listed[0])?.account;
    if (before?.key === found.account.key) found.account.journal = before.journal;
    this.world.accounts.take(made, found.account);
    Object.assign(this.enter(listed, found.account), extentOf(found));
  }

  /** Reads accounts, by their makings; those that are gone are left out. */
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

  /** Takes on the whole state: of accounts, those that are not known and those that memory may be ahead of. */
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
      // One that was deleted while this was read is not listed any more; else somebody else has removed its key.
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
      if (part?.account.key === read.account.key) read.account.journal = part.account.journal;
      Object.assign(this.enter([id, making], read.account), extentOf(read));
      return read.account;
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

/** Whether the part that this look is about was there, and is no more. */
export function isGone(news: readonly News[], { part }: Look): boolean {
  return news.some(({ look, anew, entries }) => look.part === part && anew && entries.length === 0);
}
