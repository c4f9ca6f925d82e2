/**
 * Keeps the state of a mock in a Redis, where any number of mocks share it. Each has all accounts in memory, as it last
 * heard of them (`mirror.ts`). A request decides on its account there, and what it decided is written if the account and what
 * concerns all are still as they were known; else what is new comes back instead, and it decides again. So a request is never
 * answered by what is out of date, and a search takes two round trips: one to count it, one to charge and store it.
 * What the owner changes goes by `owner-changes.ts`.
 */

import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from '../account.js';
import { applyChange, type AccountChange } from '../changes.js';
import {
  AccountReplaced,
  StateUnavailable,
  type Changed,
  type Decision,
  type Keeper,
  type WorldChange,
} from '../keeper.js';
import type { World } from '../world.js';
import { Lost, OutcomeUnknown, type Connection } from './connection.js';
import { isGone, Mirror, type AccountLook } from './mirror.js';
import { OwnerChanges } from './owner-changes.js';
import { bringFaults, encodeChanges, isLong, noteEntries, stepsOf, type AccountPart } from './parts.js';
import { idAfter, type Look, type News, type Reply, type Store } from './store.js';

/** How often a Redis that could not be used is tried again. */
const RETRY_MS = 50;

/** How long a request waits to hear what became of a write whose answer was lost. */
const MOST_DOUBT_MS = 5_000;

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
  readonly #mirror: Mirror;
  readonly #owner: OwnerChanges;
  /** Up to which count of changes all accounts are known. */
  #count = 0;
  #trouble: string | null = null;
  #recovering: Promise<void> | null = null;
  #syncing: Promise<void> | null = null;
  #refreshing: Promise<void> | null = null;
  #isClosed = false;

  private constructor({ world, link, store, place, join }: RedisParts) {
    this.place = place;
    this.#world = world;
    this.#link = link;
    this.#store = store;
    this.#join = join;
    this.#mirror = new Mirror(world, store);
    this.#owner = new OwnerChanges({
      mirror: this.#mirror,
      exchange: (looks, proof) => this.#exchange(looks, proof, 'owner'),
      trouble: () => this.#trouble,
      failed: (why) => this.#fail(why),
    });
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
    const part = this.#mirror.find(account);
    if (part === undefined) return Promise.reject(new AccountReplaced());
    const result = part.turn.then(() => this.#commit(part, account, decide));
    part.turn = result.then(
      () => undefined,
      () => undefined,
    );
    return result;
  }

  async #commit<T>(part: AccountPart, account: Account, decide: () => Decision<T>): Promise<T> {
    const { worldPart, faultsPart } = this.#mirror;
    for (;;) {
      while (this.#owner.isChanging(part)) await this.#owner.writing;
      if (this.#trouble !== null) throw new StateUnavailable(this.#trouble);
      if (this.#mirror.find(account) !== part) throw new AccountReplaced();
      const decided = outcomeOf(decide);
      const changes = 'decision' in decided ? decided.decision.changes : [];
      const base = part.known;
      const id = idAfter(base);
      const text = changes.length === 0 ? '' : encodeChanges(changes);
      const look: Look = { part, known: base };
      if (text !== '') look.write = { kind: 'c', id, text };
      const all: Look = { part: worldPart, known: worldPart.known };
      const faults: Look = { part: faultsPart, known: faultsPart.known, write: { kind: '?' } };
      const { done, news } = await this.#exchange([all, look, faults], look);
      await this.#hear(news);
      if (!done) {
        // One that is listed and not there would be looked for again and again.
        if (isGone(news, look) && worldPart.known === all.known && this.#mirror.find(account) === part)
          this.#fail(`the key of account "${account.id}" is gone`);
        continue;
      }
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

  change<T>(run: () => T): Changed<T> {
    return this.#owner.change(run);
  }

  keepAccount(account: Account, make: () => AccountChange[]): void {
    this.#owner.keepAccount(account, make);
  }

  keepWorld(make: () => WorldChange): void {
    this.#owner.keepWorld(make);
  }

  keepAll(): void {
    this.#owner.keepAll();
  }

  settled(account: Account | null = null): Promise<void> | null {
    // An answer to a request rests on what it committed itself.
    return account === null ? this.#owner.writing : null;
  }

  async close(): Promise<void> {
    await this.#owner.writing;
    this.#isClosed = true;
    this.#link.close();
    await this.#recovering;
  }

  // What others change

  refresh(what: Account | 'all' | null): Promise<void> {
    return what === 'all' ? this.#refreshAll() : this.#refresh(what);
  }

  async #refresh(account: Account | null): Promise<void> {
    if (this.#trouble !== null) throw new StateUnavailable(this.#trouble);
    // One that is under way may have asked before the change that matters.
    if (this.#syncing !== null) await this.#syncing.catch(() => undefined);
    await this.#sync();
    const part = account === null ? undefined : this.#mirror.find(account);
    if (part !== undefined) await this.#follow([part]);
  }

  /** Requests that come at the same time share one. */
  async #refreshAll(): Promise<void> {
    if (this.#refreshing !== null) await this.#refreshing.catch(() => undefined);
    await (this.#refreshing ??= this.#refreshAllNow().finally(() => (this.#refreshing = null)));
  }

  async #refreshAllNow(): Promise<void> {
    await this.#refresh(null);
    const { keys, count } = await this.#ask(this.#store.changedSince(this.#count));
    const byKey = new Map(Array.from(this.#mirror.parts.values(), (part) => [part.key, part]));
    await this.#follow(keys.flatMap((key) => byKey.get(key) ?? []));
    this.#count = count;
  }

  /** Takes on all that happened to these accounts before it was called. */
  async #follow(parts: readonly AccountPart[]): Promise<void> {
    let left = parts;
    for (let isFirst = true; left.length > 0; isFirst = false) {
      while (this.#owner.writing !== null) await this.#owner.writing;
      const looks = left.map((part) => ({ part, known: part.known }));
      const { news } = await this.#ask(this.#store.exchange(looks));
      const missed = this.#bring(news);
      // One that moved on before the first answer may not have come as far as that; one that moves on later has.
      left = missed.filter(({ part, known }) => isFirst || part.known === known).map(({ part }) => part);
    }
  }

  /** Takes on what is new, where memory is not ahead of it. */
  async #hear(news: readonly News[]): Promise<void> {
    if (news.length === 0) return;
    this.#bring(news);
    if (news.some(({ look }) => look.part === this.#mirror.worldPart)) await this.#sync();
  }

  #bring(news: readonly News[]): AccountLook[] {
    return this.#mirror.bring(news, (part) => this.#owner.isAhead(part));
  }

  #sync(): Promise<void> {
    return (this.#syncing ??= this.#syncNow().finally(() => (this.#syncing = null)));
  }

  /** Brings what concerns all: clock, faults, and which accounts there are. */
  async #syncNow(): Promise<void> {
    const { worldPart, faultsPart } = this.#mirror;
    for (;;) {
      while (this.#owner.writing !== null) await this.#owner.writing;
      if (this.#trouble !== null) throw new StateUnavailable(this.#trouble);
      const looks = [worldPart, faultsPart].map((part) => ({ part, known: part.known }));
      const { news } = await this.#ask(this.#store.exchange(looks));
      if (news.length === 0) return;
      const world = news.find(({ look }) => look.part === worldPart);
      if (world?.anew) {
        if (this.#owner.writing === null) await this.#ask(this.#mirror.load(new Set()));
        continue;
      }
      const steps = stepsOf(world?.entries ?? []);
      const listed = steps.flatMap((step) => (step.does === 'enter' ? [step.account] : []));
      const entered = await this.#ask(this.#mirror.read(listed));
      if (this.#owner.writing !== null || looks.some(({ part, known }) => part.known !== known)) continue;
      for (const { look, entries } of news) {
        if (look.part === faultsPart) bringFaults(this.#world, entries);
        noteEntries(look.part, entries);
      }
      this.#mirror.follow(world?.entries ?? [], entered);
      return;
    }
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
  async #exchange(looks: readonly Look[], proof: Look, from?: 'owner'): Promise<Reply> {
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
      // A batch of the owner's is part of what a recovery waits for.
      if (from === 'owner')
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
    return (this.#recovering ??= this.#recoverNow());
  }

  async #recoverNow(): Promise<void> {
    while (!this.#isClosed) {
      try {
        if (this.#link.isReady && this.#owner.writing === null) {
          await this.#begin();
          // In one step, so that whatever fails from here on is recovered from.
          this.#trouble = null;
          this.#recovering = null;
          return;
        }
      } catch (error) {
        this.#trouble = wordsOf(error);
      }
      await sleep(RETRY_MS, undefined, { ref: false });
    }
  }

  /** Goes on from what the Redis holds; where it holds nothing, everything is as at the start. */
  async #begin(): Promise<void> {
    const before = this.#store.head;
    await this.#join(() => {
      // What was known is gone, like the Redis that held it.
      this.#mirror.forget(before !== '');
      return this.#owner.wholeState();
    });
    this.#count = 0;
    await this.#mirror.load('all');
  }
}

function outcomeOf<T>(decide: () => Decision<T>): { decision: Decision<T> } | { error: unknown } {
  try {
    return { decision: decide() };
  } catch (error) {
    return { error };
  }
}

function wordsOf(error: unknown): string {
  return (error as Error).message;
}
