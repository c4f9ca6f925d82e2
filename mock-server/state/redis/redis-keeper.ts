/**
 * Keeps the state of a mock in a Redis, where any number of mocks share it. Each has all accounts in memory, as it last
 * heard of them. A request decides on its account there, and what it decided is written if the account and what concerns
 * all are still as they were known; else what is new comes back instead, and it decides again. So a request is never
 * answered by what is out of date, and a search takes two round trips: one to count it, one to charge and store it.
 * What the owner changes is done in memory at once and written in the same way; where another mock was first it is undone
 * and done again.
 */

import { randomBytes } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from '../account.js';
import { applyChange, type AccountChange } from '../changes.js';
import { StateError } from '../errors.js';
import {
  AccountReplaced,
  StateUnavailable,
  type Changed,
  type Decision,
  type Keeper,
  type WorldChange,
} from '../keeper.js';
import type { World } from '../world.js';
import { Batch, type Run } from './batch.js';
import { Lost, NotDone, type Connection } from './connection.js';
import {
  accountKey,
  accountOf,
  bringAccount,
  bringFaults,
  encodeChanges,
  isLong,
  noteEntries,
  stepsOf,
  worldOf,
  type AccountPart,
  type Listed,
  type WorldState,
} from './parts.js';
import {
  idAfter,
  newPart,
  OtherState,
  type Entry,
  type Look,
  type News,
  type Part,
  type Reply,
  type Store,
} from './store.js';

/** How often a Redis that could not be used is tried again. */
const RETRY_MS = 50;

/** How long a request waits to hear what became of a write whose answer was lost. */
const MOST_DOUBT_MS = 5_000;

/** Neither a 200 nor "nothing was charged" would be true: the answer to the caller is a 500. */
class OutcomeUnknown extends Error {}

export interface RedisParts {
  world: World;
  link: Connection;
  store: Store;
  place: string;
  /** Takes the state in the Redis for its own, or begins with this one; throws a StateError where it cannot. */
  join(begin: () => Look[]): Promise<void>;
}

export class RedisKeeper implements Keeper {
  readonly kind = 'redis';
  readonly isShared = true;
  readonly place: string;
  readonly remark = null;
  readonly #world: World;
  readonly #link: Connection;
  readonly #store: Store;
  readonly #join: RedisParts['join'];
  readonly #worldPart: Part;
  readonly #faultsPart: Part;
  readonly #parts = new Map<string, AccountPart>();
  /** Up to which count of changes all accounts are known. */
  #count = 0;
  #trouble: string | null = null;
  #recovering: Promise<void> | null = null;
  #syncing: Promise<void> | null = null;
  /** What the owner changed since the last batch was sent, and the batch that is on its way. */
  #next = new Batch();
  #sent: Batch | null = null;
  #writing: Promise<void> | null = null;
  #isRunning = false;
  /** While memory takes on what the Redis holds, that is no change. */
  #isRestoring = false;
  #isClosed = false;

  private constructor({ world, link, store, place, join }: RedisParts) {
    this.place = place;
    this.#world = world;
    this.#link = link;
    this.#store = store;
    this.#join = join;
    this.#worldPart = newPart(store.keyOf('world'));
    this.#faultsPart = newPart(store.keyOf('faults'));
    link.onLost = (why) => this.#fail(why);
    link.onBack = () => void this.#recover();
  }

  /** Brings the state into the world of these parts. */
  static async over(parts: RedisParts): Promise<RedisKeeper> {
    const keeper = new RedisKeeper(parts);
    await keeper.#begin();
    return keeper;
  }

  get trouble(): string | null {
    return this.#trouble;
  }

  commit<T>(account: Account, decide: () => Decision<T>): Promise<T> {
    const part = this.#parts.get(account.id);
    if (part?.account !== account) return Promise.reject(new AccountReplaced());
    const result = part.turn.then(() => this.#commit(part, account, decide));
    part.turn = result.then(
      () => undefined,
      () => undefined,
    );
    return result;
  }

  async #commit<T>(part: AccountPart, account: Account, decide: () => Decision<T>): Promise<T> {
    for (;;) {
      while (this.#isChanging(part)) await this.#writing;
      if (this.#trouble !== null) throw new StateUnavailable(this.#trouble);
      if (this.#parts.get(account.id) !== part || part.account !== account) throw new AccountReplaced();
      const decided = outcomeOf(decide);
      const changes = 'decision' in decided ? decided.decision.changes : [];
      const base = part.known;
      const id = idAfter(base);
      const text = changes.length === 0 ? '' : encodeChanges(changes);
      const look: Look = { part, known: base };
      if (text !== '') look.write = { kind: 'c', id, text };
      const all: Look = { part: this.#worldPart, known: this.#worldPart.known };
      const faults: Look = { part: this.#faultsPart, known: this.#faultsPart.known, write: { kind: '?' } };
      const { done, news } = await this.#exchange([all, look, faults], look);
      await this.#hear(news);
      if (!done) continue;
      // What this one wrote may have come back already, with what others wrote.
      if (text !== '' && part.known === base) {
        for (const change of changes) applyChange(account, change);
        noteEntries(part, [{ id, kind: 'c', text }]);
      }
      if (isLong(part) && part.known === id) await this.#shorten(part);
      if ('error' in decided) throw decided.error;
      return decided.decision.result;
    }
  }

  /** Writes an account as a whole again, in place of all that happened to it. */
  async #shorten(part: AccountPart): Promise<void> {
    const write = { kind: 'w', id: idAfter(part.known), text: JSON.stringify(part.account.state) } as const;
    const look: Look = { part, known: part.known, write };
    const reply = await this.#store.exchange([look]).catch(() => null);
    if (reply?.done && part.known === look.known) noteEntries(part, [write]);
  }

  refresh(what: 'world' | 'all'): Promise<void> {
    return this.#refresh(what === 'all');
  }

  async #refresh(all: boolean): Promise<void> {
    if (this.#trouble !== null) throw new StateUnavailable(this.#trouble);
    // One that is under way may have asked before the change that matters.
    if (this.#syncing !== null) await this.#syncing.catch(() => undefined);
    await this.#sync();
    if (!all) return;
    for (;;) {
      while (this.#writing !== null) await this.#writing;
      const { keys, count } = await this.#ask(this.#store.changedSince(this.#count));
      const byKey = new Map(Array.from(this.#parts.values(), (part) => [part.key, part]));
      const looks = keys.flatMap((key) => byKey.get(key) ?? []).map((part) => ({ part, known: part.known }));
      const news = looks.length === 0 ? [] : (await this.#ask(this.#store.exchange(looks))).news;
      // An account that moved on meanwhile is looked at again.
      if (!this.#bring(news)) continue;
      this.#count = count;
      return;
    }
  }

  change<T>(run: () => T): Changed<T> {
    if (this.#isRunning) return { now: run(), kept: null };
    const batch = this.#next;
    const before = batch.touches;
    this.#isRunning = true;
    let result: T;
    try {
      result = run();
    } finally {
      this.#isRunning = false;
      if (batch.touches > before) this.#writeSoon();
    }
    if (batch.touches === before) return { now: result, kept: null };
    const now = result;
    const kept = new Promise<T>((resolve, reject) => {
      let thrown: Error | null = null;
      batch.runs.push({
        again() {
          thrown = null;
          try {
            result = run();
          } catch (error) {
            thrown = error as Error;
          }
        },
        kept: () => (thrown === null ? resolve(result) : reject(thrown)),
        failed: reject,
      });
    });
    // Where nobody waits for it, its failure shows in what follows.
    kept.catch(() => undefined);
    return { now, kept };
  }

  keepAccount(account: Account, make: () => AccountChange[]): void {
    const part = this.#parts.get(account.id);
    if (this.#isRestoring || part?.account !== account) return;
    const changes = make();
    this.#tell(
      (batch) => {
        batch.touch(part);
        const before = batch.accounts.get(part);
        if (before === undefined) batch.accounts.set(part, changes);
        else if (before !== 'new') before.push(...changes);
      },
      changes.length > 0 ? () => this.#redo(account.id, changes) : () => undefined,
    );
  }

  keepWorld(make: () => WorldChange): void {
    if (this.#isRestoring) return;
    const change = make();
    this.#tell(
      (batch) => this.#note(batch, change),
      () => undefined,
    );
  }

  keepAll(): void {
    if (this.#isRestoring) return;
    this.#tell(
      (batch) => this.#noteAll(batch),
      () => undefined,
    );
  }

  settled(account: Account | null = null): Promise<void> | null {
    // An answer to a request rests on what it committed itself.
    if (account !== null || this.#writing === null) return null;
    return this.#writing;
  }

  async close(): Promise<void> {
    await this.#writing;
    this.#isClosed = true;
    this.#link.close();
    await this.#recovering;
  }

  // What the owner changes

  /** A change that came without `change` cannot be done again as it was meant: what it came to is. */
  #tell(note: (batch: Batch) => void, again: () => void): void {
    note(this.#next);
    if (this.#isRunning) return;
    this.#next.runs.push({ again, kept: () => undefined, failed: () => undefined });
    this.#writeSoon();
  }

  #redo(id: string, changes: readonly AccountChange[]): void {
    const part = this.#parts.get(id);
    if (part === undefined) return;
    for (const change of changes) applyChange(part.account, change);
    this.keepAccount(part.account, () => [...changes]);
  }

  #noteAll(batch: Batch): void {
    batch.touch(this.#worldPart);
    batch.touch(this.#faultsPart);
    for (const part of [...this.#parts.values()]) this.#leave(batch, part);
    for (const account of this.#world.accounts.list()) this.#enter(batch, account);
    batch.all = true;
  }

  #note(batch: Batch, change: WorldChange): void {
    switch (change.does) {
      case 'clock':
        batch.touch(this.#worldPart);
        batch.steps.push(change);
        return;
      case 'faults':
      case 'fault-counts':
        batch.touch(this.#faultsPart);
        if (batch.faults !== 'rules') batch.faults = change.does === 'faults' ? 'rules' : 'counts';
        return;
      case 'enter': {
        batch.touch(this.#worldPart);
        const { id } = change.account.settings;
        const listed = this.#enter(batch, this.#world.accounts.get(id));
        batch.steps.push({ does: 'enter', made: change.made, account: listed });
        return;
      }
      case 'delete': {
        batch.touch(this.#worldPart);
        const part = this.#parts.get(change.id);
        if (part !== undefined) this.#leave(batch, part);
        batch.steps.push(change);
        return;
      }
    }
  }

  #enter(batch: Batch, account: Account): Listed {
    const before = this.#parts.get(account.id);
    if (before !== undefined) this.#leave(batch, before);
    const listed: Listed = [account.id, randomBytes(6).toString('hex')];
    const part = this.#partOf(listed, account);
    // Others may serve its requests: the journal here does not hold all of them.
    account.journal.clear();
    batch.touch(part);
    batch.accounts.set(part, 'new');
    return listed;
  }

  #leave(batch: Batch, part: AccountPart): void {
    this.#parts.delete(part.account.id);
    // One that was made in the same batch was never written.
    if (!batch.accounts.delete(part)) batch.gone.add(part);
    else if (part.known !== '') batch.gone.add(part);
  }

  #partOf([id, making]: Listed, account: Account): AccountPart {
    const key = this.#store.keyOf(accountKey(id, making));
    const part: AccountPart = { ...newPart(key), making, account, turn: Promise.resolve() };
    this.#parts.set(id, part);
    return part;
  }

  #isChanging(part: AccountPart): boolean {
    return this.#next.concerns(part) || (this.#sent?.concerns(part) ?? false);
  }

  #writeSoon(): void {
    this.#writing ??= this.#write();
  }

  async #write(): Promise<void> {
    // All changes of this turn go together.
    await Promise.resolve();
    while (this.#next.touches > 0 || this.#next.runs.length > 0) {
      this.#sent = this.#next;
      this.#next = new Batch();
      try {
        await this.#writeBatch();
        for (const run of this.#sent.runs) run.kept();
      } catch (error) {
        const failed: Run[] = [...this.#sent.runs, ...this.#next.runs];
        this.#next = new Batch();
        this.#fail((error as Error).message);
        const { trouble } = this;
        const told = error instanceof OutcomeUnknown ? error : new StateUnavailable(trouble ?? 'closed');
        for (const run of failed) run.failed(told);
      }
    }
    this.#sent = null;
    this.#writing = null;
  }

  async #writeBatch(): Promise<void> {
    for (;;) {
      if (this.#trouble !== null) throw new NotDone(this.#trouble);
      const batch = this.#sent!;
      const looks = this.#looksOf(batch);
      const proof = looks.find(({ write }) => write !== undefined && 'id' in write);
      const { done } = await this.#exchange(looks, proof ?? looks[0]!, 'here');
      if (done) {
        for (const { part, known, write } of looks) {
          if (write === undefined || !('id' in write) || part.known !== known) continue;
          noteEntries(part, [write]);
          this.#next.follow(part, known);
        }
        return;
      }
      // Undone, and done once more with what was asked for meanwhile.
      let touches: number;
      do {
        touches = this.#next.touches;
        await this.#load(new Set([...this.#touched(batch), ...this.#touched(this.#next)]));
      } while (this.#next.touches > touches);
      const runs = [...batch.runs, ...this.#next.runs];
      this.#next = new Batch();
      this.#isRunning = true;
      for (const run of runs) run.again();
      this.#isRunning = false;
      this.#next.runs.push(...runs);
      this.#sent = this.#next;
      this.#next = new Batch();
      if (this.#sent.touches === 0) return;
    }
  }

  #touched(batch: Batch): AccountPart[] {
    return [...batch.accounts.keys(), ...batch.gone];
  }

  #looksOf(batch: Batch): Look[] {
    const { steps, faults, all } = batch;
    const world: Look = { part: this.#worldPart, known: batch.baseOf(this.#worldPart) };
    if (all || (steps.length > 0 && isLong(this.#worldPart)))
      world.write = { kind: 'w', id: idAfter(world.known), text: JSON.stringify(this.#worldState()) };
    else if (steps.length > 0)
      world.write = { kind: 'c', id: idAfter(world.known), text: JSON.stringify(steps) };
    const looks: Look[] = [world];
    if (all || faults !== 'untouched') {
      const known = batch.baseOf(this.#faultsPart);
      const isWhole = all || faults === 'rules' || isLong(this.#faultsPart);
      const text = JSON.stringify(isWhole ? this.#world.faults.state : this.#world.faults.counts);
      const write = { kind: isWhole ? 'w' : 'c', id: idAfter(known), text } as const;
      looks.push({ part: this.#faultsPart, known, write });
    }
    for (const [part, changes] of batch.accounts) {
      const known = batch.baseOf(part);
      const id = idAfter(known);
      if (changes === 'new')
        looks.push({ part, known, write: { kind: 'w', id, text: JSON.stringify(part.account.state) } });
      else looks.push({ part, known, write: { kind: 'c', id, text: encodeChanges(changes) } });
    }
    for (const part of batch.gone) looks.push({ part, known: part.known, write: { kind: 'd' } });
    return looks;
  }

  #worldState(): WorldState {
    const { clock, accounts } = this.#world;
    const listed = Array.from(accounts.list(), ({ id }): Listed => [id, this.#parts.get(id)!.making]);
    return { clock: clock.state, made: accounts.made, accounts: listed };
  }

  // What others change

  /** Takes on what is new, where memory is not ahead of it. */
  async #hear(news: readonly News[]): Promise<void> {
    if (news.length === 0) return;
    this.#bring(news);
    if (news.some(({ look }) => look.part === this.#worldPart)) await this.#sync();
  }

  /** Whether all that was new of accounts is known now; those that are no more do not matter. */
  #bring(news: readonly News[]): boolean {
    let whole = true;
    for (const { look, anew, entries } of news) {
      const { part } = look;
      if (part === this.#faultsPart) this.#bringFaults(look, entries);
      const account = (part as Partial<AccountPart>).account;
      if (account === undefined || !isOf(this.#parts.get(account.id), part)) continue;
      if (anew && entries.length === 0) continue;
      if (part.known !== look.known || this.#isChanging(part as AccountPart)) {
        whole = false;
        continue;
      }
      bringAccount(account, entries);
      noteEntries(part, entries);
    }
    return whole;
  }

  #bringFaults({ part, known }: Look, entries: readonly Entry[]): void {
    const isAhead = this.#next.faults !== 'untouched' || (this.#sent?.faults ?? 'untouched') !== 'untouched';
    if (part.known !== known || isAhead) return;
    bringFaults(this.#world, entries);
    noteEntries(part, entries);
  }

  #sync(): Promise<void> {
    return (this.#syncing ??= this.#syncNow().finally(() => (this.#syncing = null)));
  }

  /** Brings what concerns all: clock, faults, and which accounts there are. */
  async #syncNow(): Promise<void> {
    for (;;) {
      while (this.#writing !== null) await this.#writing;
      if (this.#trouble !== null) throw new StateUnavailable(this.#trouble);
      const looks = [this.#worldPart, this.#faultsPart].map((part) => ({ part, known: part.known }));
      const { news } = await this.#ask(this.#store.exchange(looks));
      if (news.length === 0) return;
      const world = news.find(({ look }) => look.part === this.#worldPart);
      if (world?.anew) {
        if (this.#writing === null) await this.#load(new Set());
        continue;
      }
      const entered = await this.#read(
        stepsOf(world?.entries ?? []).flatMap((step) => (step.does === 'enter' ? [step.account] : [])),
      );
      if (this.#writing !== null || looks.some(({ part, known }) => part.known !== known)) continue;
      for (const { look, entries } of news) {
        if (look.part === this.#faultsPart) bringFaults(this.#world, entries);
        noteEntries(look.part, entries);
      }
      this.#isRestoring = true;
      for (const step of stepsOf(world?.entries ?? [])) {
        if (step.does === 'clock') this.#world.clock.restore(step.clock);
        else if (step.does === 'delete') this.#drop(step.id);
        else this.#take(step.made, entered.get(step.account[1]), step.account);
      }
      this.#isRestoring = false;
      return;
    }
  }

  #drop(id: string): void {
    this.#world.accounts.drop(id);
    this.#parts.delete(id);
  }

  /** An account that is gone again was deleted by what comes next. */
  #take(made: number, found: (Part & { account: Account }) | undefined, listed: Listed): void {
    if (found === undefined) return;
    const before = this.#parts.get(listed[0])?.account;
    if (before?.key === found.account.key) found.account.journal = before.journal;
    this.#world.accounts.take(made, found.account);
    Object.assign(this.#partOf(listed, found.account), {
      known: found.known,
      size: found.size,
      wholeSize: found.wholeSize,
    });
  }

  /** Reads accounts, by their makings; those that are gone are left out. */
  async #read(listed: readonly Listed[]): Promise<Map<string, Part & { account: Account }>> {
    const found = await Promise.all(
      listed.map(async ([id, making]) => {
        const key = this.#store.keyOf(accountKey(id, making));
        const entries = await this.#ask(this.#store.readWhole(key));
        if (entries.length === 0) return [];
        const part = { ...newPart(key), account: accountOf(entries, this.#world) };
        noteEntries(part, entries);
        return [[making, part] as const];
      }),
    );
    return new Map(found.flat());
  }

  /** Takes on the whole state: of accounts, those that are not known and those that memory may be ahead of. */
  async #load(ahead: ReadonlySet<AccountPart> | 'all'): Promise<void> {
    for (;;) {
      const [world, faults] = await Promise.all([
        this.#store.readWhole(this.#worldPart.key),
        this.#store.readWhole(this.#faultsPart.key),
      ]);
      const state = worldOf(world);
      const isKnown = ([id, making]: Listed): boolean => {
        const part = this.#parts.get(id);
        return part?.making === making && part.known !== '' && ahead !== 'all' && !ahead.has(part);
      };
      const found = await this.#read(state.accounts.filter((listed) => !isKnown(listed)));
      // One that was deleted while this was read: the list has changed, too.
      if (state.accounts.some((listed) => !isKnown(listed) && !found.has(listed[1]))) continue;
      this.#isRestoring = true;
      this.#restore(state, found);
      bringFaults(this.#world, faults);
      this.#isRestoring = false;
      noteEntries(this.#worldPart, world);
      noteEntries(this.#faultsPart, faults);
      return;
    }
  }

  #restore({ clock, made, accounts }: WorldState, found: Map<string, Part & { account: Account }>): void {
    const before = new Map(this.#parts);

    this.#world.clock.restore(clock);
    this.#parts.clear();
    const kept = accounts.map(([id, making]) => {
      const part = before.get(id);
      const read = found.get(making);
      if (read === undefined) {
        this.#parts.set(id, part!);
        return part!.account;
      }
      const { known, size, wholeSize } = read;
      if (part?.making === making) {
        // The very same account: requests that hold it go on.
        part.account.restore(read.account.state);
        this.#parts.set(id, Object.assign(part, { known, size, wholeSize }));
        return part.account;
      }
      if (part?.account.key === read.account.key) read.account.journal = part.account.journal;
      Object.assign(this.#partOf([id, making], read.account), { known, size, wholeSize });
      return read.account;
    });
    this.#world.accounts.restore(made, kept);
  }

  // What can go wrong

  /** Asks the Redis; what it does not answer is told as StateUnavailable. */
  async #ask<T>(reply: Promise<T>): Promise<T> {
    try {
      return await reply;
    } catch (error) {
      this.#fail(wordsOf(error));
      throw new StateUnavailable(this.#trouble ?? wordsOf(error));
    }
  }

  /**
   * Looks and writes. Where the answer is lost, waits until it is known whether `proof` was written: it was, or it
   * was not. Throws StateUnavailable where it certainly was not, and OutcomeUnknown.
   */
  async #exchange(looks: readonly Look[], proof: Look, from?: 'here'): Promise<Reply> {
    const began = performance.now();
    try {
      const reply = await this.#store.exchange(looks);
      this.#world.metrics.stateWrites.add((performance.now() - began) / 1_000);
      return reply;
    } catch (error) {
      this.#fail(wordsOf(error));
      const { write } = proof;
      if (!(error instanceof Lost) || write === undefined || !('id' in write))
        throw new StateUnavailable(wordsOf(error));
      const head = this.#store.head;
      // A batch is part of what a recovery waits for.
      if (from === 'here')
        throw new OutcomeUnknown(`${wordsOf(error)}, and what became of a change is not known`);
      await Promise.race([this.#recover(), sleep(MOST_DOUBT_MS, undefined, { ref: false })]);
      if (this.#store.head !== head) throw new StateUnavailable('the state was lost');
      const was =
        this.#trouble === null ? await this.#store.has(proof.part.key, write.id).catch(() => null) : null;
      if (was === null) throw new OutcomeUnknown('whether it was charged is not known');
      return { done: was, news: [] };
    }
  }

  #fail(why: string): void {
    if (this.#isClosed) return;
    this.#world.metrics.stateFailures += 1;
    this.#trouble = why;
    void this.#recover();
  }

  /** Ends when the Redis can be used again. */
  #recover(): Promise<void> {
    return (this.#recovering ??= this.#recoverNow().finally(() => (this.#recovering = null)));
  }

  async #recoverNow(): Promise<void> {
    while (!this.#isClosed) {
      try {
        if (this.#link.isReady && this.#writing === null) {
          await this.#begin();
          return;
        }
      } catch (error) {
        if (error instanceof StateError) this.#trouble = error.message;
      }
      await sleep(RETRY_MS, undefined, { ref: false });
    }
  }

  /** Goes on from what the Redis holds; where it holds nothing, everything is as at the start. */
  async #begin(): Promise<void> {
    const before = this.#store.head;
    await this.#join(() => {
      this.#isRestoring = true;
      // What was known is gone, like the Redis that held it.
      if (before !== '') this.#world.reset();
      this.#isRestoring = false;
      Object.assign(this.#worldPart, newPart(this.#worldPart.key));
      Object.assign(this.#faultsPart, newPart(this.#faultsPart.key));
      this.#parts.clear();
      const batch = new Batch();
      this.#noteAll(batch);
      return this.#looksOf(batch);
    });
    this.#count = 0;
    await this.#load('all');
    this.#trouble = null;
  }
}

function isOf(known: Part | undefined, part: Part): boolean {
  return known === part;
}

function outcomeOf<T>(decide: () => Decision<T>): { decision: Decision<T> } | { error: unknown } {
  try {
    return { decision: decide() };
  } catch (error) {
    return { error };
  }
}

function wordsOf(error: unknown): string {
  return error instanceof OtherState ? 'the Redis holds another state now' : (error as Error).message;
}
