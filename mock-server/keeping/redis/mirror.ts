/** The copy in memory of a shared state. It is never ahead of the Redis: own changes are applied when they are written. */

import { randomBytes } from 'node:crypto';
import { Account, type AccountState } from '../../state/account.js';
import { applyChange, plainChange, type AccountChange } from '../../state/changes.js';
import type { World } from '../../state/world.js';
import { applyEntry, type Entry as LogEntry, type Whole } from '../../state/log.js';
import { NotDone } from './connection.js';
import {
  bringAccount,
  bringFaults,
  noteEntries,
  stepsOf,
  worldOf,
  type AccountPart,
  type Listed,
  type WorldState,
  type WorldStep,
} from './parts.js';
import { append, lookAt, newPart, type Entry, type Look, type News, type Part, type Store } from './store.js';

/** Accounts to read in one round trip: few enough that other requests do not wait long. */
const READ_TOGETHER = 250;

/** A write, and a function that applies it in memory when it is done. */
export interface Writing {
  look: Look;
  apply(): void;
}

const nothing = (): void => undefined;

export class Mirror {
  readonly world: World;
  readonly store: Store;
  /** The part with the clock and the list of accounts, and the part with the faults. */
  readonly worldPart: Part;
  readonly faultsPart: Part;
  /** The parts of accounts, by account id. */
  readonly parts = new Map<string, AccountPart>();

  constructor(world: World, store: Store) {
    this.world = world;
    this.store = store;
    this.worldPart = newPart(store.keyOf('world'));
    this.faultsPart = newPart(store.keyOf('faults'));
  }

  /** Returns the part of an account; undefined if the account was deleted or replaced. */
  find(account: Account): AccountPart | undefined {
    const part = this.parts.get(account.id);
    return part?.account === account ? part : undefined;
  }

  /** Encodes a whole part from memory. */
  textOf(part: Part): string {
    const { clock, accounts, faults } = this.world;
    if (part === this.faultsPart) return JSON.stringify(faults.state);
    if (part !== this.worldPart) return JSON.stringify((part as AccountPart).account.state);
    const listed = [...this.parts.values()].map(listedOf);
    return JSON.stringify({ clock: clock.state, made: accounts.made, accounts: listed } satisfies WorldState);
  }

  /** Forgets all known entries. */
  forget(): void {
    Object.assign(this.worldPart, newPart(this.worldPart.key));
    Object.assign(this.faultsPart, newPart(this.faultsPart.key));
    this.parts.clear();
  }

  // Own changes

  writingsOf(entries: readonly LogEntry[]): Writing[] {
    const steps: WorldStep[] = [];
    const applied: (() => void)[] = [];
    const writings: Writing[] = [];
    for (const entry of entries) {
      const apply = (): void => applyEntry(this.world, entry);
      if ('account' in entry) writings.push(this.#writingOfAccount(entry.account, entry.changes));
      else {
        const { world: change } = entry;
        switch (change.does) {
          case 'replace':
            return this.replacing(change.whole);
          case 'faults':
            writings.push({ look: append(this.faultsPart, 'w', JSON.stringify(change.faults)), apply });
            break;
          case 'fault-counts':
            writings.push({ look: append(this.faultsPart, 'c', JSON.stringify(change.counts)), apply });
            break;
          case 'clock':
            steps.push(change);
            applied.push(apply);
            break;
          case 'delete':
            steps.push(change);
            applied.push(apply, () => this.parts.delete(change.id));
            writings.push(...this.#removing(change.id));
            break;
          case 'enter': {
            const part = this.#made(change.account);
            const { made } = change;
            steps.push({ does: 'enter', made, account: listedOf(part) });
            applied.push(() => this.#take(made, part));
            writings.push(...this.#removing(part.account.id), this.#writingWhole(part));
          }
        }
      }
    }
    if (steps.length === 0) return writings;
    const look = append(this.worldPart, 'c', JSON.stringify(steps));
    return [{ look, apply: () => applied.forEach((apply) => apply()) }, ...writings];
  }

  replacing({ clock, faults, accounts: { made, all } }: Whole): Writing[] {
    const { world, worldPart, faultsPart, parts } = this;
    const entered = all.map((state) => this.#made(state));
    const state: WorldState = { clock, made, accounts: entered.map(listedOf) };
    const apply = (): void => {
      world.clock.state = clock;
      parts.clear();
      world.accounts.replaceAll(made, []);
      for (const part of entered) this.#take(made, part);
    };
    return [
      { look: append(worldPart, 'w', JSON.stringify(state)), apply },
      {
        look: append(faultsPart, 'w', JSON.stringify(faults)),
        apply: () => void (world.faults.state = faults),
      },
      ...entered.map((part) => this.#writingWhole(part)),
      ...[...parts.keys()].flatMap((id) => this.#removing(id)),
    ];
  }

  #writingOfAccount(id: string, changes: readonly AccountChange[]): Writing {
    const part = this.parts.get(id)!;
    return {
      look: append(part, 'c', JSON.stringify(changes.map(plainChange))),
      apply: () => changes.forEach((change) => applyChange(part.account, change)),
    };
  }

  #writingWhole(part: AccountPart): Writing {
    return { look: append(part, 'w', this.textOf(part)), apply: nothing };
  }

  /** Deletes the part of the account with this id, if there is one. */
  #removing(id: string): Writing[] {
    const part = this.parts.get(id);
    return part === undefined ? [] : [{ look: { ...lookAt(part), write: { kind: 'd' } }, apply: nothing }];
  }

  #made(state: AccountState): AccountPart {
    const account = Account.of(state, this.world.clock);
    // Other mocks may serve its requests, so this journal does not have all of them.
    account.journal.clear();
    const making = randomBytes(6).toString('hex');
    return { ...this.#partAt([account.id, making]), making, account, turn: Promise.resolve() };
  }

  #partAt([id, making]: Listed): Part {
    return newPart(this.store.keyOf(`account:${id}:${making}`));
  }

  #take(made: number, part: AccountPart): void {
    this.parts.set(part.account.id, part);
    this.world.accounts.take(made, part.account);
  }

  // Changes of others

  /** Applies new entries of accounts and faults. Ignores known entries and deleted accounts. */
  bring(news: readonly News[]): void {
    for (const { look, anew, entries } of news) {
      const { part, known } = look;
      const account = (part as Partial<AccountPart>).account;
      const isReplaced = account !== undefined && this.find(account) !== part;
      if (part === this.worldPart || isReplaced || (anew && entries.length === 0)) continue;
      // Since the look was sent, other replies may have contained some or all of these entries.
      const at = entries.findIndex(({ id }) => id === part.known);
      if (at < 0 && part.known !== known && !anew) continue;
      const left = entries.slice(at + 1);
      if (account === undefined) bringFaults(this.world, left);
      else bringAccount(account, left);
      noteEntries(part, left);
    }
  }

  /** Applies changes of the clock and the list of accounts. `entered` has the added accounts, by `making`. */
  follow(entries: readonly Entry[], entered: ReadonlyMap<string, AccountPart>): void {
    for (const step of stepsOf(entries)) {
      if (step.does !== 'enter') {
        applyEntry(this.world, { world: step });
        if (step.does === 'delete') this.parts.delete(step.id);
        continue;
      }
      const [id, making] = step.account;
      const part = entered.get(making);
      // If the account is missing, a later step deletes it.
      if (part === undefined) continue;
      part.account.keepJournal(this.parts.get(id)?.account);
      this.#take(step.made, part);
    }
    noteEntries(this.worldPart, entries);
  }

  /** Reads accounts. Returns the existing ones, by `making`. */
  async read(listed: readonly Listed[]): Promise<Map<string, AccountPart>> {
    const found = new Map<string, AccountPart>();
    for (let from = 0; from < listed.length; from += READ_TOGETHER) {
      const some = listed.slice(from, from + READ_TOGETHER);
      const looks = some.map((each) => lookAt(this.#partAt(each)));
      const { news } = await this.store.exchange(looks);
      for (const { look, entries } of news) {
        const [, making] = some[looks.indexOf(look)]!;
        const account = Account.of(JSON.parse(entries[0]!.text) as AccountState, this.world.clock);
        bringAccount(account, entries.slice(1));
        noteEntries(look.part, entries);
        found.set(making, { ...look.part, making, account, turn: Promise.resolve() });
      }
    }
    return found;
  }

  /** Loads the whole state. With `isAll`, it also reads accounts that are known. */
  async load(isAll: boolean): Promise<void> {
    let missedAt = '';
    for (;;) {
      const [world, faults] = await Promise.all([
        this.store.readWhole(this.worldPart.key),
        this.store.readWhole(this.faultsPart.key),
      ]);
      if (world.length === 0 || faults.length === 0) throw new NotDone('a part of the state is gone');
      const state = worldOf(world);
      const isKnown = ([id, making]: Listed): boolean => !isAll && this.parts.get(id)?.making === making;
      const found = await this.read(state.accounts.filter((listed) => !isKnown(listed)));
      const missed = state.accounts.find((listed) => !isKnown(listed) && !found.has(listed[1]));
      if (missed === undefined) {
        this.#restore(state, found);
        bringFaults(this.world, faults);
        noteEntries(this.worldPart, world);
        noteEntries(this.faultsPart, faults);
        return;
      }
      // Read the list again: an account that was deleted meanwhile is no longer listed. Otherwise only its key was deleted.
      const at = world.at(-1)!.id;
      if (at === missedAt) throw new NotDone(`account "${missed[0]}" is listed, and its key is gone`);
      missedAt = at;
    }
  }

  #restore({ clock, made, accounts }: WorldState, found: ReadonlyMap<string, AccountPart>): void {
    const before = new Map(this.parts);
    this.world.clock.state = clock;
    this.parts.clear();
    for (const [id, making] of accounts) {
      const part = before.get(id);
      const read = found.get(making);
      if (read !== undefined && part?.making === making) {
        // Keep the same object, so that requests that use it can continue.
        const { account, turn } = part;
        account.restore(read.account.state);
        Object.assign(part, read, { account, turn });
      } else read?.account.keepJournal(part?.account);
      this.parts.set(id, part?.making === making ? part : read!);
    }
    this.world.accounts.replaceAll(
      made,
      [...this.parts.values()].map(({ account }) => account),
    );
  }
}

function listedOf({ account, making }: AccountPart): Listed {
  return [account.id, making];
}

/** Whether the part of this look existed and was deleted. */
export function isGone(news: readonly News[], { part }: Look): boolean {
  return news.some(({ look, anew, entries }) => look.part === part && anew && entries.length === 0);
}
