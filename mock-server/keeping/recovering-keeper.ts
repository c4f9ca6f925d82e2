/** Common parts of the state stores (folder and Redis): the form of a stored state, and a keeper that recovers from failures. */

import { setTimeout as sleep } from 'node:timers/promises';
import { refused } from '../state/errors.js';
import { StateUnavailable } from '../state/keeper.js';
import { differenceOf, type Identity } from '../state/snapshot.js';
import type { World } from '../state/world.js';

/**
 * Makes the world of a state that is stored in a place; `firstDay` is the first day of its postings, undefined without a state.
 * The place loads the state into the world, and stores later changes.
 */
export type WorldMaker = (firstDay: string | undefined) => Promise<World>;

/** The first fields of a stored state. */
export interface StateHeader extends Identity {
  format: string;
  version: number;
  /** Version of the kit that wrote it. */
  kit: string;
}

/** Names in error messages: `place` for the store, and `other` for what to pass instead. */
export interface PlaceNames {
  place: string;
  other: string;
}

/** Throws StateError if this program cannot read the version. */
export function checkVersion(header: StateHeader, version: number, { place, other }: PlaceNames): void {
  const { version: its, kit } = header;
  if (its !== version) throw refused('state-of-other-version', { place, its, kit, version, other });
}

/** Throws StateError if the world has other postings or readings than the stored state. */
export function checkIdentity(header: StateHeader, world: World, { place, other }: PlaceNames): void {
  const difference = differenceOf(header, world.identity);
  if (difference !== null) throw refused('state-of-other', { place, difference, other });
}

/** Milliseconds between attempts to recover. */
const RETRY_MS = 250;

/** A keeper whose store may fail. During a failure it refuses requests and tries to recover. */
export abstract class RecoveringKeeper {
  readonly place: string;
  protected readonly world: World;
  readonly #closing = new AbortController();
  trouble: string | null = null;
  recovered: Promise<void> | null = null;

  constructor(world: World, place: string) {
    this.world = world;
    this.place = place;
  }

  /** Makes memory and the store equal again. Rejects if the store still fails. */
  protected abstract restore(): Promise<void>;

  /** Throws StateUnavailable during a failure. */
  protected checkTrouble(): void {
    if (this.trouble !== null) throw new StateUnavailable(this.trouble);
  }

  /** Refuses requests until the store works again. Starts to recover after `prepared`. */
  protected fail(why: string, prepared?: Promise<void>): void {
    if (this.#closing.signal.aborted) return;
    this.trouble = why;
    this.world.metrics.stateFailures += 1;
    this.recovered ??= this.#recover(prepared);
  }

  async #recover(prepared?: Promise<void>): Promise<void> {
    await prepared;
    const { signal } = this.#closing;
    while (!signal.aborted) {
      try {
        await this.restore();
        // No `await` between these lines, so that any later failure starts another recovery.
        this.trouble = null;
        this.recovered = null;
        return;
      } catch (error) {
        this.trouble = (error as Error).message;
      }
      await sleep(RETRY_MS, undefined, { ref: false, signal }).catch(() => undefined);
    }
  }

  /** Ends attempts to recover, and refuses later changes. Ignores later failures. */
  protected async stop(): Promise<void> {
    this.#closing.abort();
    await this.recovered;
    this.trouble = 'the mock is closed';
  }
}
