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
import { AccountPart, Mirror } from './mirror.js';
import type { Look, Reply, Store } from './store.js';

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
  readonly #parts: RedisParts;
  readonly #mirror: Mirror;
  /** The number of changes, as counted by the Redis, up to which all accounts are known. */
  #count = 0;
  #loading: Promise<void> | null = null;
  #refreshing: Promise<void> | null = null;

  private constructor(parts: RedisParts) {
    super(parts.world, parts.place);
    this.#parts = parts;
    this.#mirror = new Mirror(parts.world, parts.store);
    parts.link.onLost = (why) => this.fail(why);
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
    // Decisions on the whole state have a queue, and so has each account.
    const queue = own ?? this.#mirror;
    const result = queue.turn.then(() => this.#commit(decide, own));
    const end = (): void => undefined;
    queue.turn = result.then(end, end);
    return result;
  }

  /** Decides again until a decision is based on the current state, and writes it. `own` is the part of the request's account. */
  async #commit<T>(decide: () => Decision<T>, own: AccountPart | null): Promise<T> {
    const { faults } = this.#mirror;
    for (;;) {
      this.checkTrouble();
      if (own !== null && this.#mirror.find(own.account) !== own) throw new AccountReplaced();
      let decision: Decision<T> | undefined;
      let refusal: unknown;
      try {
        decision = decide();
      } catch (error) {
        refusal = error;
      }
      const writing = this.#mirror.writing(decision?.entries ?? []);
      const looks: Look[] = [this.#mirror.look()];
      if (own === null) looks.push(faults.look());
      else looks.push({ ...faults.look(), write: { kind: '?' } }, own.look());
      const others = looks.filter((look) => !writing.some(({ part }) => part === look.part));
      if (!(await this.#write(others, writing))) continue;
      if (decision === undefined) throw refusal;
      return decision.result;
    }
  }

  /** Writes, then applies the own changes or, if a part was outdated, those of others. Returns whether it wrote. */
  async #write(looks: readonly Look[], writing: readonly Look[]): Promise<boolean> {
    const mirror = this.#mirror;
    const { known } = mirror;
    // Before a change, replaces the entries of a long part by one entry with the whole part.
    const shortening = writing.flatMap(({ part, write }) =>
      write?.kind === 'c' && part.isLong ? [part.append('w', part.whole)] : [],
    );
    const { done, news } = await this.#exchange([...shortening, ...writing, ...looks]);
    if (!mirror.hear(news)) await this.#load();
    if (!done) {
      for (const { look, isWhole, entries } of news) {
        // If the key of a listed account is missing, `#commit` would repeat forever.
        const isGone = isWhole && entries.length === 0 && mirror.known === known;
        const { part } = look;
        if (isGone && part instanceof AccountPart && mirror.find(part.account) === part)
          this.fail(`the key of account "${part.account.id}" is gone`);
      }
      return false;
    }
    // A concurrent reply may have applied the own changes already, with those of others.
    const isNew = (look: Look): boolean => look.part.known === look.known;
    const [wholes, changes] = [shortening.filter(isNew), writing.filter(isNew)];
    for (const { part, write } of wholes) part.note([write]);
    for (const { part, write } of changes) if (write !== undefined && 'id' in write) part.bring([write]);
    return true;
  }

  settled(): null {
    // A response depends only on its own commit, which has been awaited.
    return null;
  }

  async close(): Promise<void> {
    await this.#mirror.turn;
    const stopped = this.stop();
    this.#parts.link.close();
    await stopped;
  }

  // Changes of others

  refresh(what: Account | 'all' | null): Promise<void> {
    if (what === 'all') return this.#refreshAll();
    const part = what && this.#mirror.find(what);
    return this.#sync(part ? [part] : []);
  }

  /** Concurrent callers share one refresh. */
  async #refreshAll(): Promise<void> {
    if (this.#refreshing !== null) await this.#refreshing.catch(() => undefined);
    await (this.#refreshing ??= this.#refreshAllNow().finally(() => (this.#refreshing = null)));
  }

  async #refreshAllNow(): Promise<void> {
    this.checkTrouble();
    const { keys, count } = await this.#ask(this.#parts.store.changedSince(this.#count));
    // Afterwards, so that accounts that it does not list have no changes among these.
    await this.#sync();
    const byKey = new Map(Array.from(this.#mirror.accounts.values(), (part) => [part.key, part]));
    const changed = keys.flatMap((key) => byKey.get(key) ?? []);
    if (changed.length > 0) await this.#sync(changed);
    this.#count = count;
  }

  /** Reads and applies changes of the clock, the faults and the list of accounts, and those of these accounts. */
  async #sync(accounts: readonly AccountPart[] = []): Promise<void> {
    const mirror = this.#mirror;
    for (;;) {
      this.checkTrouble();
      const looks = [mirror, mirror.faults, ...accounts].map((part) => part.look());
      const { news } = await this.#ask(this.#parts.store.exchange(looks));
      if (mirror.hear(news)) return;
      await this.#load();
    }
  }

  /** Concurrent callers share one load. */
  #load(): Promise<void> {
    return (this.#loading ??= this.#ask(this.#mirror.load(false)).finally(() => (this.#loading = null)));
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
   * Sends looks and their writes. If the reply is lost, waits until it can read whether the last write, and so all, happened.
   * Rejects with StateUnavailable if nothing was written, and with OutcomeUnknown if that remains unknown.
   */
  async #exchange(looks: readonly Look[]): Promise<Reply> {
    const began = performance.now();
    try {
      const reply = await this.#parts.store.exchange(looks);
      this.world.metrics.stateWrites.add((performance.now() - began) / 1_000);
      return reply;
    } catch (error) {
      this.fail(wordsOf(error));
      const written = looks.flatMap(({ part, write }) =>
        write && 'id' in write ? [{ part, id: write.id }] : [],
      );
      const last = written.at(-1);
      if (!(error instanceof Lost) || last === undefined) throw new StateUnavailable(wordsOf(error));
      const head = this.#parts.store.head;
      await Promise.race([this.recovered, sleep(MOST_DOUBT_MS, undefined, { ref: false })]);
      if (this.#parts.store.head !== head) throw new StateUnavailable('the state was lost');
      const was =
        this.trouble === null ? await this.#parts.store.has(last.part, last.id).catch(() => null) : null;
      if (was === null) throw new OutcomeUnknown('it is unknown whether the change was stored');
      return { done: was, news: [] };
    }
  }

  protected async restore(): Promise<void> {
    await this.#parts.link.connect();
    await this.#begin();
  }

  /** Continues the state of the Redis; if it has none, starts with the initial state. */
  async #begin(): Promise<void> {
    await this.#parts.join(() => {
      // The Redis lost the state, so the copy in memory is no longer valid.
      this.#mirror.forget();
      return this.#mirror.replacing(this.world.owner.initial());
    });
    this.#count = 0;
    await this.#mirror.load(true);
  }
}

function wordsOf(error: unknown): string {
  return (error as Error).message;
}
