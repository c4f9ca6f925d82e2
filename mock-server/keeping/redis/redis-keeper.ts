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
import { Lost, type Connection } from './connection.js';
import { Mirror, type AccountPart } from './mirror.js';
import type { Look, Part, Reply, Store } from './store.js';

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
  /** If it fails, `checkTrouble` throws. */
  readonly #load = shared(() => this.#mirror.load().catch((error) => void this.#failed(error)));
  readonly #refreshAll = shared(() => this.#refreshAllNow());

  constructor(parts: RedisParts) {
    super(parts.world, parts.place);
    this.#parts = parts;
    this.#mirror = new Mirror(parts.world, parts.store);
    parts.link.onLost = (why) => this.fail(why);
    // Marks the journals as incomplete, since other mocks may serve requests of these accounts.
    parts.world.clearJournal();
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
      else looks.push({ ...faults.look(), does: '?' }, own.look());
      const others = looks.filter((look) => !writing.some(({ part }) => part === look.part));
      if (!(await this.#write(others, writing))) continue;
      if (decision === undefined) throw refusal;
      return decision.result;
    }
  }

  /** Writes, then applies the own changes or, if a part was outdated, those of others. Returns whether it wrote. */
  async #write(looks: readonly Look[], writing: readonly Look[]): Promise<boolean> {
    const { done, news } = await this.#exchange([...writing, ...looks]);
    // A concurrent reply may have applied the own changes already, with those of others.
    const own = writing.flatMap((look) => {
      const { part, known, write } = look;
      return done && write && part.isThere && part.known === known ? [{ look, entries: [write] }] : [];
    });
    if (!this.#mirror.hear([...news, ...own])) await this.#load();
    for (const { part, write } of done ? writing : [])
      if (write?.kind === 'c' && part.isLong) await this.#shorten(part);
    return done;
  }

  /** Replaces all entries of a part by one. If another mock changes the part meanwhile, a later change tries again. */
  async #shorten(part: Part): Promise<void> {
    const look = part.append('w', part.whole);
    const reply = await this.#parts.store.exchange([look]).catch(() => null);
    if (reply?.done && part.known === look.known) part.note(look.write);
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

  async #refreshAllNow(): Promise<void> {
    this.checkTrouble();
    const { keys, count } = await this.#parts.store.changedSince(this.#count).catch((error) => {
      throw this.#failed(error);
    });
    // Afterwards, so that accounts that it does not list have no changes among these.
    await this.#sync();
    const names = new Set(keys);
    const changed = this.#mirror.accounts.filter(({ key }) => names.has(key));
    if (changed.length > 0) await this.#sync(changed);
    this.#count = count;
  }

  /** Reads and applies changes of the clock, the faults and the list of accounts, and those of these accounts. */
  async #sync(accounts: readonly AccountPart[] = []): Promise<void> {
    this.checkTrouble();
    const looks = [this.#mirror, this.#mirror.faults, ...accounts].map((part) => part.look());
    await this.#write(looks, []);
    this.checkTrouble();
  }

  // Failures

  #failed(error: unknown): StateUnavailable {
    const { message } = error as Error;
    this.fail(message);
    return new StateUnavailable(message);
  }

  /**
   * Sends looks and their writes. If the reply is lost, waits until it can read whether the last write, and so all, happened.
   * Rejects with StateUnavailable if nothing was written. If that remains unknown, rejects with another error, which becomes a 500,
   * because a 200 or "nothing was changed" could be wrong.
   */
  async #exchange(looks: readonly Look[]): Promise<Reply> {
    const { store } = this.#parts;
    const last = looks.findLast(({ write }) => write !== undefined);
    const began = performance.now();
    try {
      const reply = await store.exchange(looks);
      if (last !== undefined) this.world.metrics.stateWrites.add((performance.now() - began) / 1_000);
      return reply;
    } catch (error) {
      const unavailable = this.#failed(error);
      if (!(error instanceof Lost) || last === undefined) throw unavailable;
      const { head } = store;
      await Promise.race([this.recovered, sleep(MOST_DOUBT_MS, undefined, { ref: false })]);
      if (store.head !== head) throw new StateUnavailable('the state was lost');
      const was = this.trouble === null ? await store.has(last.part, last.write!.id).catch(() => null) : null;
      if (was === null) throw new Error('it is unknown whether the change was stored', { cause: error });
      return { done: was, news: [] };
    }
  }

  protected async restore(): Promise<void> {
    await this.#parts.link.connect();
    await this.begin();
  }

  /** Continues the state of the Redis; if it has none, starts with the initial state. */
  async begin(): Promise<void> {
    await this.#parts.join(() => {
      // The Redis lost the state, so the copy in memory is no longer valid.
      this.#mirror.known = this.#mirror.faults.known = '';
      return this.#mirror.replacing(this.world.owner.initial());
    });
    this.#count = 0;
    await this.#mirror.load();
  }
}

/** Returns a function that does the work. Concurrent callers share one run, which begins after they called. */
function shared(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  return async () => {
    if (running !== null) await running.catch(() => undefined);
    await (running ??= work().finally(() => (running = null)));
  };
}
