/**
 * Who keeps the state of a mock: its memory alone, a folder, or a Redis that several mocks share. Requests and the owner
 * decide by pure functions on the state as it is. A keeper commits each decision as a whole if nothing has changed since;
 * otherwise it calls the function again.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from '../state/account.js';
import { applyChange, type AccountChange } from '../state/changes.js';
import type { World } from '../state/world.js';
import { applyEntry, type Entry, type State } from './log.js';
import type { Identity } from './open-snapshot.js';

/** What a request decides on its account. All changes happen, or none. */
export interface Decision<T> {
  changes: readonly AccountChange[];
  result: T;
}

/** The same for the owner, or for all accounts. */
export interface OwnerDecision<T> {
  entries: readonly Entry[];
  result: T;
}

export interface Keeper {
  readonly kind: 'memory' | 'folder' | 'redis';
  /** Whether other processes change the state, too: then what is known of it here may be out of date. */
  readonly isShared: boolean;
  /** Where the state is kept; null in memory. */
  readonly place: string | null;
  /** What its owner should know of what was found there. */
  readonly remark: string | null;
  /** Why nothing can be kept just now; null where all is well. */
  readonly trouble: string | null;
  /** Resolves when the trouble is over or the keeper is closed; null where all is well. */
  readonly recovered: Promise<void> | null;
  /**
   * Decides on the account and commits the decision. A promise only if it has to wait. Throws what `decide` throws, and
   * StateUnavailable if the decision cannot be kept: then nothing has happened.
   */
  commit<T>(account: Account, decide: () => Decision<T>): T | Promise<T>;
  /** The same for decisions on the whole state. */
  change<T>(decide: () => OwnerDecision<T>): T | Promise<T>;
  /**
   * Adopts what others have changed so far: what concerns all accounts, and of accounts this one, all, or none. Null if
   * nobody else can. Rejects with StateUnavailable.
   */
  refresh(what: Account | 'all' | null): Promise<void> | null;
  /**
   * Waits until all changes so far are kept; null if they are. Rejects with StateUnavailable if they are lost, or if
   * `account` is no part of the state any more. No answer leaves before.
   */
  settled(account?: Account | null): Promise<void> | null;
  /** Keeps what is still to be kept, and releases the place. */
  close(): Promise<void>;
}

/** A place that `--state` names, opened. */
export interface StatePlace {
  /** The day that the postings of its state are relative to; undefined if it has no state yet. */
  firstDay: string | undefined;
  /** Lets the world continue the state of the place, and keeps it there. Throws a StateError if it cannot. */
  keep(world: World): Promise<void>;
  /** Releases the place after a failed start. */
  release(): Promise<void>;
}

/** The first fields of a kept state. */
export interface StateHeader extends Identity {
  format: string;
  version: number;
  /** Version of the kit that wrote it. */
  kit: string;
}

/** The state cannot be kept just now: nothing was charged, and the same request can be sent again. */
export class StateUnavailable extends Error {
  readonly why: string;

  constructor(why: string) {
    super(`the state cannot be kept: ${why}`);
    this.name = 'StateUnavailable';
    this.why = why;
  }
}

/** The account was deleted, or is made anew: whoever holds it looks it up again. */
export class AccountReplaced extends StateUnavailable {
  constructor() {
    super('the account was deleted or made anew meanwhile');
  }
}

/** The same account, as long as it is part of the state. Throws AccountReplaced. */
function checkCurrent(state: State, account: Account): void {
  if (!state.accounts.has(account)) throw new AccountReplaced();
}

/** Decides on an account in memory and applies the decision. Throws AccountReplaced. */
export function decideOn<T>(state: State, account: Account, decide: () => Decision<T>): Decision<T> {
  checkCurrent(state, account);
  const decision = decide();
  for (const change of decision.changes) applyChange(account, change);
  return decision;
}

/** The same for the whole state. */
export function decideOnAll<T>(state: State, decide: () => OwnerDecision<T>): OwnerDecision<T> {
  const decision = decide();
  for (const entry of decision.entries) applyEntry(state, entry);
  return decision;
}

/** Ends with the process, and costs nothing. */
export const inMemory = (state: State): Keeper => ({
  kind: 'memory',
  isShared: false,
  place: null,
  remark: null,
  trouble: null,
  recovered: null,
  commit: (account, decide) => decideOn(state, account, decide).result,
  change: (decide) => decideOnAll(state, decide).result,
  refresh: () => null,
  settled: () => null,
  close: () => Promise.resolve(),
});

export interface Deferred {
  promise: Promise<void>;
  resolve(): void;
  reject(error: Error): void;
}

export function deferred(): Deferred {
  let resolve!: () => void;
  let reject!: (error: Error) => void;
  const promise = new Promise<void>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

/** A keeper whose place may fail: while it does, requests are refused, and it tries to recover. */
export abstract class RecoveringKeeper {
  readonly place: string;
  protected readonly world: World;
  protected isClosed = false;
  readonly #retryMs: number;
  #trouble: string | null = null;
  #recovered: Deferred | null = null;
  #recovering: Promise<void> | null = null;

  /** `retryMs`: the time between attempts to recover. */
  constructor(world: World, place: string, retryMs: number) {
    this.world = world;
    this.place = place;
    this.#retryMs = retryMs;
  }

  get trouble(): string | null {
    return this.#trouble;
  }

  get recovered(): Promise<void> | null {
    return this.#recovered?.promise ?? null;
  }

  /** Makes memory and the place agree again. Rejects if the place still fails. */
  protected abstract restore(): Promise<void>;

  /** Throws StateUnavailable while the place fails. */
  protected checkTrouble(): void {
    if (this.#trouble !== null) throw new StateUnavailable(this.#trouble);
  }

  /** Refuses requests from now on. */
  protected suspend(why: string): void {
    this.#trouble = why;
    this.#recovered ??= deferred();
    this.world.metrics.stateFailures += 1;
  }

  /** Refuses requests until the place works again. */
  protected fail(why: string): void {
    if (this.isClosed) return;
    this.suspend(why);
    void this.recover();
  }

  /** Ends when the place works again, or the keeper is closed. */
  protected recover(): Promise<void> {
    return (this.#recovering ??= this.#recoverNow());
  }

  async #recoverNow(): Promise<void> {
    while (!this.isClosed) {
      try {
        await this.restore();
        // In one step, so that any later failure starts another recovery.
        this.#trouble = null;
        this.#recovering = null;
        this.#recovered?.resolve();
        this.#recovered = null;
        return;
      } catch (error) {
        this.#trouble = (error as Error).message;
      }
      await sleep(this.#retryMs, undefined, { ref: false });
    }
  }

  protected async closed(): Promise<void> {
    this.isClosed = true;
    this.#recovered?.resolve();
    await this.#recovering;
  }
}
