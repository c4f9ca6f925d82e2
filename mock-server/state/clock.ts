/** The one source of time. Windows, cycles, rates, `Retry-After` and cursors read milliseconds from here. */

import type { AdminSchemas } from '../../spec/admin.js';
import { addMonths, DAY, HOUR, instantOf, MINUTE, SECOND } from '../../fixtures/calendar.js';
import { refused } from './errors.js';

export type Duration = AdminSchemas['ClockStep'];

/** What to change of a clock: an instant as text or in ms since 1970. Absent members stay as they are. */
export type ClockSetting = NonNullable<AdminSchemas['AccountState']['settings']['clock']>;

export type ClockState = AdminSchemas['ClockState'];

/** First and last instant that a clock may show: years must have four digits. */
const EARLIEST = Date.UTC(1970, 0, 1);
const LATEST = Date.UTC(9000, 0, 1);

/**
 * A clock that is based on another: that of the mock on real time, that of an account on the mock's. An account's clock
 * follows the mock's until it is set itself; then it keeps its distance, or stands still.
 */
export class Clock {
  readonly #source: () => number;
  /** The state in which it was made. */
  readonly initial: ClockState;
  /** Each change replaces it. */
  state: ClockState = { offset: 0, frozenAt: null };
  /** The second that `httpDate` was last asked for, and its text: to write it takes long beside the rest of an answer. */
  #second = NaN;
  #date = '';

  /** `start` is the instant to show first, by default that of the source; `frozen`: it stands still there. */
  constructor(source: () => number, start?: number, frozen = false, initial?: ClockState) {
    this.#source = source;
    this.change({ ...(start !== undefined && { now: start }), frozen });
    this.initial = initial ?? this.state;
  }

  /** A clock that shows the same, and can be changed without this one. */
  copy(): Clock {
    const copy = new Clock(this.#source, undefined, false, this.initial);
    copy.state = this.state;
    return copy;
  }

  now(): number {
    return this.state.frozenAt ?? this.#source() + this.state.offset;
  }

  /** The header `Date`, by the mock's clock: clients read the service's day from it. */
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

  /** Whether it was moved or stopped since it was made. */
  get own(): boolean {
    const { offset, frozenAt } = this.state;
    return offset !== this.initial.offset || frozenAt !== this.initial.frozenAt;
  }

  /** Stands still, at `instant` or where it is. */
  freeze(instant: number = this.now()): void {
    this.state = { ...this.state, frozenAt: inRange(instant) };
  }

  /** Runs on from where it stands. */
  resume(): void {
    if (this.state.frozenAt !== null) this.#runFrom(this.state.frozenAt);
  }

  #runFrom(instant: number): void {
    this.state = { offset: instant - this.#source(), frozenAt: null };
  }

  /** Jumps to `instant`, and runs or stands still as before. */
  set(instant: number): void {
    inRange(instant);
    if (this.frozen) this.freeze(instant);
    else this.#runFrom(instant);
  }

  /** Jumps, stands still or runs on; a frozen clock shows exactly the instant given. */
  change({ now, frozen }: ClockSetting): void {
    const instant = now === undefined ? undefined : parseInstant(now);
    if (frozen) return this.freeze(instant);
    if (instant !== undefined) this.set(instant);
    if (frozen === false) this.resume();
  }

  /** Jumps forward (or back, with negative parts): months first, by the calendar, then the rest. */
  advance(by: Duration): void {
    const { months = 0, days = 0, hours = 0, minutes = 0, seconds = 0, milliseconds = 0 } = by;
    const from = this.now();
    const rest = days * DAY + hours * HOUR + minutes * MINUTE + seconds * SECOND + milliseconds;
    const to = inRange((months === 0 ? from : addMonths(from, months)) + rest);
    const { offset, frozenAt } = this.state;
    this.state = frozenAt === null ? { offset: offset + to - from, frozenAt } : { offset, frozenAt: to };
  }

  /** Back to how it was made. */
  reset(): void {
    this.state = this.initial;
  }
}

/** An instant that a clock can show; throws a `StateError` for all else. */
export function parseInstant(value: string | number): number {
  const instant = instantOf(value);
  if (!Number.isNaN(instant)) return inRange(instant);
  throw refused('not-a-time', { value: String(value) });
}

/** Whether a clock may show an instant: dates keep a four-digit year. */
export function clockCanShow(instant: number): boolean {
  return instant >= EARLIEST && instant <= LATEST;
}

function inRange(instant: number): number {
  if (clockCanShow(instant)) return instant;
  throw refused('time-out-of-range', {});
}
