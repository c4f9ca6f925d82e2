/** The only source of time for windows, cycles, rate limits, `Retry-After` and cursors, in milliseconds. */

import type { AdminSchemas } from '../../spec/admin.js';
import { addMonths, DAY, HOUR, instantOf, MINUTE, SECOND } from '../../fixtures/calendar.js';
import { refused } from './errors.js';

export type Duration = AdminSchemas['ClockStep'];

/** A change of a clock. `now` is an instant as text or in ms since 1970. Absent members do not change. */
export type ClockSetting = NonNullable<AdminSchemas['AccountState']['settings']['clock']>;

export type ClockState = AdminSchemas['ClockState'];

/** First and last instant that a clock may show, so that years have four digits. */
const EARLIEST = Date.UTC(1970, 0, 1);
const LATEST = Date.UTC(9000, 0, 1);

/**
 * A clock that is based on another: the mock's clock on real time, an account's clock on the mock's. An account's clock
 * shows the mock's time until it is set; then it has a constant offset, or is frozen.
 */
export class Clock {
  readonly #source: () => number;
  /** The state at the start. */
  readonly initial: ClockState;
  /** Each change replaces it. */
  state: ClockState = { offset: 0, frozenAt: null };
  /** Cache of `httpDate`: its last second and text, because formatting takes long compared to the rest of a response. */
  #second = NaN;
  #date = '';

  /** `start` is the first instant to show, by default that of the source. */
  constructor(source: () => number, start?: number, frozen = false, initial?: ClockState) {
    this.#source = source;
    this.change({ ...(start !== undefined && { now: start }), frozen });
    this.initial = initial ?? this.state;
  }

  /** Returns a clock that shows the same time and can be changed independently. */
  copy(): Clock {
    const copy = new Clock(this.#source, undefined, false, this.initial);
    copy.state = this.state;
    return copy;
  }

  now(): number {
    return this.state.frozenAt ?? this.#source() + this.state.offset;
  }

  /** The value of the header `Date`, by this clock, because clients read the service's day from it. */
  get httpDate(): string {
    const second = Math.floor(this.now() / SECOND);
    if (second !== this.#second) {
      this.#second = second;
      this.#date = new Date(second * SECOND).toUTCString();
    }
    return this.#date;
  }

  get frozen(): boolean {
    return this.state.frozenAt !== null;
  }

  /** Whether the clock differs from its initial state, because it was moved or frozen. */
  get own(): boolean {
    const { offset, frozenAt } = this.state;
    return offset !== this.initial.offset || frozenAt !== this.initial.frozenAt;
  }

  /** Applies a change; a clock that is frozen at `now` shows exactly this instant. Throws StateError if it is invalid. */
  change({ now, frozen = this.frozen }: ClockSetting): void {
    // A clock that goes on running keeps its offset, since computing it again could be a millisecond off.
    if (now === undefined && !frozen && !this.frozen) return;
    const instant = now === undefined ? inRange(this.now()) : parseInstant(now);
    this.state = frozen
      ? { ...this.state, frozenAt: instant }
      : { offset: instant - this.#source(), frozenAt: null };
  }

  /** Moves the clock forward, or back by negative parts: first by months, then by the rest. Throws StateError if out of range. */
  advance(by: Duration): void {
    const { months = 0, days = 0, hours = 0, minutes = 0, seconds = 0, milliseconds = 0 } = by;
    const from = this.now();
    const rest = days * DAY + hours * HOUR + minutes * MINUTE + seconds * SECOND + milliseconds;
    const to = inRange((months === 0 ? from : addMonths(from, months)) + rest);
    const { offset, frozenAt } = this.state;
    this.state = frozenAt === null ? { offset: offset + to - from, frozenAt } : { offset, frozenAt: to };
  }

  /** Restores the initial state. */
  reset(): void {
    this.state = this.initial;
  }
}

/** Parses an instant. Throws StateError if it is invalid or no clock can show it. */
export function parseInstant(value: string | number): number {
  const instant = instantOf(value);
  if (!Number.isNaN(instant)) return inRange(instant);
  throw refused('not-a-time', { value: String(value) });
}

function inRange(instant: number): number {
  if (instant >= EARLIEST && instant <= LATEST) return instant;
  throw refused('time-out-of-range', {});
}
