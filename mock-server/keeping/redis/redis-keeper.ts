/**
 * Keeps the state of a mock in a Redis, where any number of mocks share it. Each mock has the last known state of all
 * accounts in memory (`mirror.ts`). A request decides on its account there. Its changes are written if the account and the
 * part of all accounts are unchanged; else the Redis returns the new entries, and the request decides again. So no answer
 * rests on outdated state, and a search takes two round trips: one to count it, one to charge and store it.
 * `owner-changes.ts` has the changes of the owner.
 */

import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from '../../state/account.js';
import { applyChange } from '../../state/changes.js';
import { AccountReplaced, StateUnavailable, type Decision, type Keeper } from '../keeper.js';
import type { World } from '../../state/world.js';
import { Lost, OutcomeUnknown, type Connection } from './connection.js';
import { isGone, Mirror, type AccountLook } from './mirror.js';
import { OwnerChanges } from './owner-changes.js';
import { bringFaults, encodeChanges, isLong, noteEntries, stepsOf, type AccountPart } from './parts.js';
import { append, lookAt, type Look, type News, type Reply, type Store } from './store.js';

/** The time between attempts to use a Redis again. */
const RETRY_MS = 50;

/** How long a request waits for the outcome of a write whose answer was lost. */
const MOST_DOUBT_MS = 5_000;

export interface RedisParts {
  world: World;
  link: Connection;
  store: Store;
  place: string;
  /** Adopts the state in the Redis, or begins one; throws a StateError if it cannot. */
  join(begin: () => Look[]): Promise<void>;
}

export class RedisKeeper extends OwnerChanges implements Keeper {
  readonly kind = 'redis';
  readonly isShared = true;
  readonly place: string;
  readonly remark = null;
  readonly #world: World;
  readonly #link: Connection;
  readonly #store: Store;
  readonly #join: RedisParts['join'];
  /** The count of changes up to which all accounts are known. */
  #count = 0;
  #trouble: string | null = null;
  #recovering: Promise<void> | null = null;
  #syncing: Promise<void> | null = null;
  #refreshing: Promise<void> | null = null;
  #isClosed = false;

  private constructor({ world, link, store, place, join }: RedisParts) {
    super(new Mirror(world, store));
    this.place = place;
    this.#world = world;
    this.#link = link;
    this.#store = store;
    this.#join = join;
    link.onLost = (why) => this.fail(why);
    link.onBack = () => void this.#recover();
  }

  /** Loads the state into the world. */
  static async over(parts: RedisParts): Promise<RedisKeeper> {
    const keeper = new RedisKeeper(parts);
    await keeper.#begin();
    return keeper;
  }

  get trouble(): string | null {
    return this.#trouble;
  }

  commit<T>(account: Account, decide: () => Decision<T>): Promise<T> {
    const part = this.mirror.find(account);
    if (part === undefined) return Promise.reject(new AccountReplaced());
    const result = part.turn.then(() => this.#commit(part, account, decide));
    part.turn = result.then(
      () => undefined,
      () => undefined,
    );
    return result;
  }

  async #commit<T>(part: AccountPart, account: Account, decide: () => Decision<T>): Promise<T> {
    const { worldPart, faultsPart } = this.mirror;
    for (;;) {
      while (this.isChanging(part)) await this.writing;
      if (this.#trouble !== null) throw new StateUnavailable(this.#trouble);
      if (this.mirror.find(account) !== part) throw new AccountReplaced();
      const decided = outcomeOf(decide);
      const changes = 'decision' in decided ? decided.decision.changes : [];
      const writing = changes.length === 0 ? null : append(part, 'c', encodeChanges(changes));
      const look = writing ?? lookAt(part);
      const all = lookAt(worldPart);
      const faults: Look = { ...lookAt(faultsPart), write: { kind: '?' } };
      const { done, news } = await this.exchange([all, look, faults], look);
      await this.#hear(news);
      if (!done) {
        // An account that is listed without its key would be requested for ever.
        if (isGone(news, look) && worldPart.known === all.known && this.mirror.find(account) === part)
          this.fail(`the key of account "${account.id}" is gone`);
        continue;
      }
      // The own changes may have come back already, with those of others.
      if (writing !== null && part.known === writing.known) {
        for (const change of changes) applyChange(account, change);
        noteEntries(part, [writing.write]);
      }
      if (isLong(part) && part.known === writing?.write.id) await this.#shorten(part);
      if ('error' in decided) throw decided.error;
      return decided.decision.result;
    }
  }

  /** Replaces the entries of an account by one with the whole account. */
  async #shorten(part: AccountPart): Promise<void> {
    const look = append(part, 'w', JSON.stringify(part.account.state));
    const reply = await this.#store.exchange([look]).catch(() => null);
    if (reply?.done && part.known === look.known) noteEntries(part, [look.write]);
  }

  settled(account: Account | null = null): Promise<void> | null {
    // An answer depends only on its own commit.
    return account === null ? this.writing : null;
  }

  async close(): Promise<void> {
    await this.writing;
    this.#isClosed = true;
    this.#link.close();
    await this.#recovering;
  }

  // Changes of others

  refresh(what: Account | 'all' | null): Promise<void> {
    return what === 'all' ? this.#refreshAll() : this.#refresh(what);
  }

  async #refresh(account: Account | null): Promise<void> {
    if (this.#trouble !== null) throw new StateUnavailable(this.#trouble);
    // A call that is running may have read before the change that matters.
    if (this.#syncing !== null) await this.#syncing.catch(() => undefined);
    await this.#sync();
    const part = account === null ? undefined : this.mirror.find(account);
    if (part !== undefined) await this.#follow([part]);
  }

  /** Concurrent requests share one. */
  async #refreshAll(): Promise<void> {
    if (this.#refreshing !== null) await this.#refreshing.catch(() => undefined);
    await (this.#refreshing ??= this.#refreshAllNow().finally(() => (this.#refreshing = null)));
  }

  async #refreshAllNow(): Promise<void> {
    await this.#refresh(null);
    const { keys, count } = await this.#ask(this.#store.changedSince(this.#count));
    const byKey = new Map(Array.from(this.mirror.parts.values(), (part) => [part.key, part]));
    await this.#follow(keys.flatMap((key) => byKey.get(key) ?? []));
    this.#count = count;
  }

  /** Adopts all changes of these accounts before the call. */
  async #follow(parts: readonly AccountPart[]): Promise<void> {
    let left = parts;
    for (let isFirst = true; left.length > 0; isFirst = false) {
      while (this.writing !== null) await this.writing;
      const looks = left.map(lookAt);
      const { news } = await this.#ask(this.#store.exchange(looks));
      const missed = this.#bring(news);
      // A part that changed before the first answer may still be older than the call. A later change is not.
      left = missed.filter(({ part, known }) => isFirst || part.known === known).map(({ part }) => part);
    }
  }

  /** Adopts the new entries of parts in which memory is not ahead. */
  async #hear(news: readonly News[]): Promise<void> {
    if (news.length === 0) return;
    this.#bring(news);
    if (news.some(({ look }) => look.part === this.mirror.worldPart)) await this.#sync();
  }

  #bring(news: readonly News[]): AccountLook[] {
    return this.mirror.bring(news, (part) => this.isAhead(part));
  }

  #sync(): Promise<void> {
    return (this.#syncing ??= this.#syncNow().finally(() => (this.#syncing = null)));
  }

  /** Adopts clock, faults and the list of accounts. */
  async #syncNow(): Promise<void> {
    const { worldPart, faultsPart } = this.mirror;
    for (;;) {
      while (this.writing !== null) await this.writing;
      if (this.#trouble !== null) throw new StateUnavailable(this.#trouble);
      const looks = [worldPart, faultsPart].map(lookAt);
      const { news } = await this.#ask(this.#store.exchange(looks));
      if (news.length === 0) return;
      const world = news.find(({ look }) => look.part === worldPart);
      if (world?.anew) {
        if (this.writing === null) await this.#ask(this.mirror.load(new Set()));
        continue;
      }
      const steps = stepsOf(world?.entries ?? []);
      const listed = steps.flatMap((step) => (step.does === 'enter' ? [step.account] : []));
      const entered = await this.#ask(this.mirror.read(listed));
      if (this.writing !== null || looks.some(({ part, known }) => part.known !== known)) continue;
      for (const { look, entries } of news) {
        if (look.part === faultsPart) bringFaults(this.#world, entries);
        noteEntries(look.part, entries);
      }
      this.mirror.follow(world?.entries ?? [], entered);
      return;
    }
  }

  // Failures

  /** Waits for an answer of the Redis. Throws StateUnavailable if there is none. */
  async #ask<T>(reply: Promise<T>): Promise<T> {
    try {
      return await reply;
    } catch (error) {
      this.fail(wordsOf(error));
      throw new StateUnavailable(this.#trouble ?? wordsOf(error));
    }
  }

  /**
   * Looks and writes. If the answer is lost, waits until it is known whether `proof` was written. Throws StateUnavailable
   * if it certainly was not, and OutcomeUnknown.
   */
  protected async exchange(looks: readonly Look[], proof: Look, from?: 'owner'): Promise<Reply> {
    const began = performance.now();
    try {
      const reply = await this.#store.exchange(looks);
      this.#world.metrics.stateWrites.add((performance.now() - began) / 1_000);
      return reply;
    } catch (error) {
      this.fail(wordsOf(error));
      const { write } = proof;
      if (!(error instanceof Lost) || write === undefined || !('id' in write))
        throw new StateUnavailable(wordsOf(error));
      const head = this.#store.head;
      // A recovery waits for the batches of the owner.
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

  protected fail(why: string): void {
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
        if (this.#link.isReady && this.writing === null) {
          await this.#begin();
          // In one step, so that any later failure starts another recovery.
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

  /** Continues the state of the Redis; if it has none, everything is as at the start. */
  async #begin(): Promise<void> {
    const before = this.#store.head;
    await this.#join(() => {
      // The known state is lost with the Redis that had it.
      this.mirror.forget(before !== '');
      return this.wholeState();
    });
    this.#count = 0;
    await this.mirror.load('all');
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
