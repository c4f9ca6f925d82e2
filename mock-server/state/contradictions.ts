/** Finds contradictions in a snapshot with valid fields. No mock could have exported such a snapshot. */

import { DAY } from '../../fixtures/calendar.js';
import { clockCanShow, type ClockState } from './clock.js';
import type { AccountState } from './account.js';
import type { LedgerEntry } from './ledger.js';
import type { SnapshotContent } from './snapshot.js';

/** Returns the first contradiction as a sentence, or null. `now` is the real time in ms, on which the mock's clock is based. */
export function contradictionIn(content: SnapshotContent, now: number): string | null {
  return contradictionsIn(content, now).next().value ?? null;
}

function* contradictionsIn(
  { dataset, clock, faults, accounts: { all } }: SnapshotContent,
  now: number,
): Generator<string, undefined> {
  yield* twice('account id', all, ({ settings }) => settings.id);
  if (hasTwice(all.map(({ settings }) => settings.key))) yield 'two accounts have one API key';
  yield* twice('fault id', faults.rules, ({ id }) => id);
  const start = shownBy(clock, now);
  if (!clockCanShow(start)) yield `the clock would show ${yearOf(start)}`;
  for (const account of all)
    for (const found of contradictionsOf(account, dataset.size, start))
      yield `account ${account.settings.id}: ${found}`;
}

const LONGEST_CYCLE = 31 * DAY;

function* contradictionsOf(account: AccountState, postings: number, clock: number): Generator<string> {
  const { operations, paid, rates, ledger } = account;
  const instants = [
    shownBy(account.clock, clock),
    ...ledger.map(({ at }) => at),
    ...operations.map(({ operation }) => operation.executedAt),
    // A cycle may start in the month before the first instant that a clock can show.
    ...paid.map(({ cycleStart }) => cycleStart + LONGEST_CYCLE),
    ...rates.flatMap(({ passed }) => passed),
  ];
  const wrong = instants.find((instant) => !clockCanShow(instant));
  if (wrong !== undefined) yield `a time is in ${yearOf(wrong)}`;
  yield* twice('operation key', operations, ({ key }) => key);
  yield* twice('billing cycle of paid jobs', paid, ({ cycleStart }) => new Date(cycleStart).toISOString());
  yield* twice('rate window', rates, ({ operation }) => operation);
  for (const { jobs } of paid) {
    if (hasTwice(jobs)) yield 'a job is paid for twice in a cycle';
    const unknown = jobs.find((job) => job >= postings);
    if (unknown !== undefined) yield `job ${unknown} is paid for, of ${postings} postings`;
  }
  yield* contradictionsInLedger(ledger);
}

/** Checks that each entry's balance is the sum of the credits up to it, and the order and kinds of entries. */
function* contradictionsInLedger(ledger: readonly LedgerEntry[]): Generator<string> {
  let balance = 0;
  for (const [i, entry] of ledger.entries()) {
    if ((entry.kind === 'opening') !== (i === 0))
      yield 'its ledger does not begin with its one opening entry';
    if (i > 0 && entry.id !== ledger[i - 1]!.id + 1) yield `entry ${entry.id} of its ledger is out of order`;
    if (entry.kind === 'charge' && entry.credits > 0)
      yield `entry ${entry.id} of its ledger is a charge that adds credits`;
    balance += entry.credits;
    if (entry.balance !== balance)
      yield `entry ${entry.id} of its ledger has a balance of ${entry.balance}, but the credits add up to ${balance}`;
  }
}

function shownBy({ offset, frozenAt }: ClockState, source: number): number {
  return frozenAt ?? source + offset;
}

function* twice<T>(what: string, items: readonly T[], nameOf: (item: T) => string): Generator<string> {
  const seen = new Set<string>();
  for (const item of items) {
    const name = nameOf(item);
    if (seen.has(name)) yield `the ${what} ${name} occurs twice`;
    seen.add(name);
  }
}

function hasTwice(values: readonly unknown[]): boolean {
  return new Set(values).size < values.length;
}

function yearOf(instant: number): string {
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) ? 'no year at all' : `the year ${date.getUTCFullYear()}`;
}
