/**
 * Stores the state of a mock in a Redis, where any number of mocks share it. Each mock has the last known state of all
 * accounts in memory (`mirror.ts`) and decides by it. The Redis writes its changes if everything that the decision depends on
 * is unchanged; otherwise it returns the new entries, and the mock decides again. Therefore no response depends on outdated
 * state, and a search takes two round trips: one to count it, one to charge and store it.
 */

import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from '../../state/account.js';
import type { World } from '../../state/world.js';
import { AccountReplaced, StateUnavailable, type Decision, type Keeper } from '../../state/keeper.js';
import { RecoveringKeeper } from '../recovering-keeper.js';
import { Lost, OutcomeUnknown, type Connection } from './connection.js';
import { isGone, Mirror, type Writing } from './mirror.js';
import { bringFaults, isLong, noteEntries, stepsOf, type AccountPart } from './parts.js';
import { append, lookAt, type Look, type News, type Part, type Reply, type Store } from './store.js';

/** Milliseconds that a request waits for the outcome of a write whose reply was lost. */
const MOST_DOUBT_MS = 5_000;

export interface RedisParts {
  world: World;
  link: Connection;
  store: Store;
  place: string;
  /** Selects the state in the Redis, or starts one with `begin`. Rejects with StateError if the state does not fit the world. */
  join(begin: () => Look[]): Promise<void>;
}

export class RedisKeeper extends RecoveringKeeper implements Keeper {
  readonly kind = 'redis';
  readonly isShared = true;
  readonly remark = null;
  readonly #mirror: Mirror;
  readonly #link: Connection;
  readonly #store: Store;
  readonly #join: RedisParts['join'];
  /** The number of changes, as counted by the Redis, up to which all accounts are known. */
  #count = 0;
  /** Queue of decisions on the whole state. Each account has its own queue. */
  readonly #whole: Pick<AccountPart, 'turn'> = { turn: Promise.resolve() };
  #syncing: Promise<void> | null = null;
  #refreshing: Promise<void> | null = null;

  private constructor({ world, link, store, place, join }: RedisParts) {
    super(world, place);
    this.#mirror = new Mirror(world, store);
    this.#link = link;
    this.#store = store;
    this.#join = join;
    link.onLost = (why) => this.fail(why);
  }

  /** Makes a keeper and loads the state into the world. */
  static async over(parts: RedisParts): Promise<RedisKeeper> {
    const keeper = new RedisKeeper(parts);
    await keeper.#begin();
    return keeper;
  }

  commit<T>(account: Account | null, decide: () => Decision<T>): Promise<T> {
    const own = account && this.#mirror.find(account);
    if (own === undefined) return Promise.reject(new AccountReplaced());
    const queue = own ?? this.#whole;
    const result = queue.turn.then(() => this.#commit(decide, own));
    queue.turn = ended(result);
    return result;
  }

  /** Decides again until a decision is based on the current state, and writes it. `own` is the part of the request's account. */
  async #commit<T>(decide: () => Decision<T>, own: AccountPart | null): Promise<T> {
    const { worldPart, faultsPart } = this.#mirror;
    for (;;) {
      this.checkTrouble();
      if (own !== null && this.#mirror.find(own.account) !== own) throw new AccountReplaced();
      const decided = outcomeOf(decide);
      const writings = 'decision' in decided ? this.#mirror.writingsOf(decided.decision.entries) : [];
      const isWritten = ({ part }: Look): boolean => writings.some(({ look }) => look.part === part);
      const faults = lookAt(faultsPart);
      const looks: Look[] = [lookAt(worldPart)];
      if (own === null) looks.push(faults);
      else looks.push({ ...faults, write: { kind: '?' } }, lookAt(own));
      const others = looks.filter((look) => !isWritten(look));
      if (!(await this.#write(others, writings))) continue;
      if ('error' in decided) throw decided.error;
      return decided.decision.result;
    }
  }

  /** Writes, then applies the own changes or, if a part was outdated, those of others. Returns whether it wrote. */
  async #write(looks: readonly Look[], writings: readonly Writing[]): Promise<boolean> {
    const { worldPart } = this.#mirror;
    const known = worldPart.known;
    const all = [...writings.map(({ look }) => look), ...looks];
    const { done, news } = await this.#exchange(all);
    await this.#hear(news);
    if (!done) {
      // If the key of a listed account is missing, `#commit` would repeat forever.
      for (const { part } of all.filter((look) => isGone(news, look) && worldPart.known === known)) {
        const { account } = part as Partial<AccountPart>;
        if (account !== undefined && this.#mirror.find(account) === part)
          this.fail(`the key of account "${account.id}" is gone`);
      }
      return false;
    }
    for (const { look, apply } of writings) {
      const { part, write } = look;
      // A concurrent reply may have applied the own changes already, with those of others.
      if (part.known !== look.known) continue;
      apply();
      if (write === undefined || !('id' in write)) continue;
      noteEntries(part, [write]);
      if (isLong(part)) await this.#shorten(part);
    }
    return true;
  }

  /** Replaces the entries of a part by one entry with the whole part. */
  async #shorten(part: Part): Promise<void> {
    const look = append(part, 'w', this.#mirror.textOf(part));
    const reply = await this.#store.exchange([look]).catch(() => null);
    if (reply?.done && part.known === look.known) noteEntries(part, [look.write]);
  }

  settled(): null {
    // A response depends only on its own commit, which has been awaited.
    return null;
  }

  async close(): Promise<void> {
    await this.#whole.turn;
    const stopped = this.stop();
    this.#link.close();
    await stopped;
  }

  // Changes of others

  refresh(what: Account | 'all' | null): Promise<void> {
    return what === 'all' ? this.#refreshAll() : this.#refresh(what);
  }

  async #refresh(account: Account | null): Promise<void> {
    this.checkTrouble();
    // A sync in progress may have read the state before the latest change.
    if (this.#syncing !== null) await this.#syncing.catch(() => undefined);
    await this.#sync();
    const part = account === null ? undefined : this.#mirror.find(account);
    if (part !== undefined) await this.#follow([part]);
  }

  /** Concurrent callers share one refresh. */
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

  /** Reads and applies the changes of these accounts. */
  async #follow(parts: readonly Part[]): Promise<void> {
    if (parts.length === 0) return;
    const { news } = await this.#ask(this.#store.exchange(parts.map(lookAt)));
    this.#mirror.bring(news);
  }

  /** Applies new entries from a reply. */
  async #hear(news: readonly News[]): Promise<void> {
    if (news.length === 0) return;
    this.#mirror.bring(news);
    if (news.some(({ look }) => look.part === this.#mirror.worldPart)) await this.#sync();
  }

  #sync(): Promise<void> {
    return (this.#syncing ??= this.#syncNow().finally(() => (this.#syncing = null)));
  }

  /** Reads and applies changes of the clock, the faults and the list of accounts. */
  async #syncNow(): Promise<void> {
    const { worldPart, faultsPart } = this.#mirror;
    for (;;) {
      this.checkTrouble();
      const looks = [worldPart, faultsPart].map(lookAt);
      const { news } = await this.#ask(this.#store.exchange(looks));
      if (news.length === 0) return;
      const world = news.find(({ look }) => look.part === worldPart);
      if (world?.anew) {
        await this.#ask(this.#mirror.load(false));
        continue;
      }
      const entries = world?.entries ?? [];
      const listed = stepsOf(entries).flatMap((step) => (step.does === 'enter' ? [step.account] : []));
      const entered = await this.#ask(this.#mirror.read(listed));
      if (looks.some(({ part, known }) => part.known !== known)) continue;
      const faults = news.find(({ look }) => look.part === faultsPart)?.entries ?? [];
      bringFaults(this.world, faults);
      noteEntries(faultsPart, faults);
      this.#mirror.follow(entries, entered);
      return;
    }
  }

  // Failures

  /** Waits for a reply of the Redis. Rejects with StateUnavailable if there is none. */
  async #ask<T>(reply: Promise<T>): Promise<T> {
    try {
      return await reply;
    } catch (error) {
      this.fail(wordsOf(error));
      throw new StateUnavailable(this.trouble ?? wordsOf(error));
    }
  }

  /**
   * Sends looks and their writes. If the reply is lost, waits until it can read whether the first write, and so all, happened.
   * Rejects with StateUnavailable if nothing was written, and with OutcomeUnknown if that remains unknown.
   */
  async #exchange(looks: readonly Look[]): Promise<Reply> {
    const began = performance.now();
    try {
      const reply = await this.#store.exchange(looks);
      this.world.metrics.stateWrites.add((performance.now() - began) / 1_000);
      return reply;
    } catch (error) {
      this.fail(wordsOf(error));
      const { part, write } = looks[0]!;
      if (!(error instanceof Lost) || write === undefined || !('id' in write))
        throw new StateUnavailable(wordsOf(error));
      const head = this.#store.head;
      await Promise.race([this.recovered, sleep(MOST_DOUBT_MS, undefined, { ref: false })]);
      if (this.#store.head !== head) throw new StateUnavailable('the state was lost');
      const was = this.trouble === null ? await this.#store.has(part.key, write.id).catch(() => null) : null;
      if (was === null) throw new OutcomeUnknown('it is unknown whether the change was stored');
      return { done: was, news: [] };
    }
  }

  protected async restore(): Promise<void> {
    await this.#link.connect();
    await this.#begin();
  }

  /** Continues the state of the Redis; if it has none, starts with the initial state. */
  async #begin(): Promise<void> {
    await this.#join(() => {
      // The Redis lost the state, so the copy in memory is no longer valid.
      this.#mirror.forget();
      return this.#mirror.replacing(this.world.owner.initial()).map(({ look }) => look);
    });
    this.#count = 0;
    await this.#mirror.load(true);
  }
}

function outcomeOf<D>(decide: () => D): { decision: D } | { error: unknown } {
  try {
    return { decision: decide() };
  } catch (error) {
    return { error };
  }
}

/** Resolves when a promise is settled. */
function ended(promise: Promise<unknown>): Promise<void> {
  return promise.then(
    () => undefined,
    () => undefined,
  );
}

function wordsOf(error: unknown): string {
  return (error as Error).message;
}
