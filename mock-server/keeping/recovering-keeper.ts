/** Common parts of folder and Redis: the opened place, and a keeper that recovers from failures. */

import { setTimeout as sleep } from 'node:timers/promises';
import { refused } from '../state/errors.js';
import { StateUnavailable } from '../state/keeper.js';
import { differenceOf, type Identity } from '../state/open-snapshot.js';
import type { World } from '../state/world.js';

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

/** How refusals call a place of state, and a place to name instead. */
export interface PlaceNames {
  place: string;
  other: string;
}

/** Throws a StateError if this program does not read the version. */
export function checkVersion(header: StateHeader, version: number, { place, other }: PlaceNames): void {
  const { version: its, kit } = header;
  if (its !== version) throw refused('state-of-other-version', { place, its, kit, version, other });
}

/** Throws a StateError if the world has other postings or readings. */
export function checkIdentity(header: StateHeader, world: World, { place, other }: PlaceNames): void {
  const difference = differenceOf(header, world.identity);
  if (difference !== null) throw refused('state-of-other', { place, difference, other });
}

export type Deferred = ReturnType<typeof deferred>;

export function deferred() {
  let resolve!: () => void;
  let reject!: (error: Error) => void;
  const promise = new Promise<void>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

/** Milliseconds between attempts to use a place again. */
const RETRY_MS = 250;

/** A keeper whose place may fail: while it does, requests are refused, and it tries to recover. */
export abstract class RecoveringKeeper {
  readonly place: string;
  protected readonly world: World;
  readonly #closing = new AbortController();
  #trouble: string | null = null;
  #recovered: Deferred | null = null;
  #recovering: Promise<void> | null = null;

  constructor(world: World, place: string) {
    this.world = world;
    this.place = place;
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
    if (this.#closing.signal.aborted) return;
    this.suspend(why);
    void this.recover();
  }

  /** Ends when the place works again, or the keeper is closed. */
  protected recover(): Promise<void> {
    return (this.#recovering ??= this.#recoverNow());
  }

  async #recoverNow(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
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
      await sleep(RETRY_MS, undefined, { ref: false, signal }).catch(() => undefined);
    }
  }

  /** Ends attempts to recover, and refuses later changes. Later failures do not count. */
  protected async stop(): Promise<void> {
    this.#closing.abort();
    this.#recovered?.resolve();
    await this.#recovering;
    this.#trouble = 'the mock is closed';
  }
}
