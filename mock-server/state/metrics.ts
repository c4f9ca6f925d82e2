/** Counters of a mock since its start, for `/__admin/metrics`. None is specific to an account, key or path. */

import type { OperationId } from '../../spec/index.js';
import type { FaultEffect } from '../domain/fault-effects.js';

/** Upper bounds in seconds, from a write to the page cache to a disk that hangs. */
export const BOUNDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export class Metrics {
  /** By operation, then by status. The operation is null for other requests, the status if there was no response. */
  readonly requests = new Map<OperationId | null, Map<number | null, number>>();
  readonly credits = new Map<OperationId, number>();
  /** Requests hit, by effect. */
  readonly faults = new Map<FaultEffect, number>();
  /** Durations of writes to a folder or Redis. */
  readonly stateWrites = new Durations();
  stateFailures = 0;
  /** Entries that full journals have dropped. */
  rowsDropped = 0;

  countRequest(operation: OperationId | null, status: number | null, credits: number): void {
    let statuses = this.requests.get(operation);
    if (statuses === undefined) this.requests.set(operation, (statuses = new Map()));
    addTo(statuses, status, 1);
    if (operation !== null && credits > 0) addTo(this.credits, operation, credits);
  }

  countFault(effect: FaultEffect): void {
    addTo(this.faults, effect, 1);
  }
}

/** A histogram of durations in seconds. */
export class Durations {
  /** By bound; the last number is of durations above all bounds. */
  readonly #counts = new Array<number>(BOUNDS.length + 1).fill(0);
  sum = 0;

  add(seconds: number): void {
    const place = BOUNDS.findIndex((bound) => seconds <= bound);
    this.#counts[place < 0 ? BOUNDS.length : place]! += 1;
    this.sum += seconds;
  }

  /** By bound, the number of durations up to it; the last number is that of all durations. */
  get upTo(): number[] {
    let total = 0;
    return this.#counts.map((count) => (total += count));
  }
}

function addTo<Key>(counts: Map<Key, number>, key: Key, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count);
}
