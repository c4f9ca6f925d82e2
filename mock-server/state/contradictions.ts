/** Finds the first contradiction in a snapshot with well-formed fields, which no mock could have exported. */

import { DAY } from '../../fixtures/calendar.js';
import { clockCanShow, type ClockState } from './clock.js';
import type { AccountState } from './account.js';
import type { LedgerEntry } from './ledger.js';
import type { SnapshotContent } from './snapshot.js';

/** A sentence, or null. `now` is the real time, on which the clock of the mock is based; ms. */
export function contradictionIn(
  { dataset, clock, faults, accounts }: SnapshotContent,
  now: number,
): string | null {
  const { all } = accounts;
  const start = shownBy(clock, now);
  return (
    twice('account id', all, ({ settings }) => settings.id) ??
    (hasTwice(all.map(({ settings }) => settings.key)) ? 'two accounts have one API key' : null) ??
    twice('fault id', faults.rules, ({ id }) => id) ??
    (clockCanShow(start) ? null : `the clock would show ${yearOf(start)}`) ??
    first(all, (account) => {
      const found = contradictionOf(account, dataset.size, start);
      return found === null ? null : `account ${account.settings.id}: ${found}`;
    })
  );
}

const LONGEST_CYCLE = 31 * DAY;

function contradictionOf(account: AccountState, postings: number, clock: number): string | null {
  const { operations, paid, rates, ledger } = account;
  const own = shownBy(account.clock, clock);
  const instants = [
    own,
    ...ledger.map(({ at }) => at),
    ...operations.map(({ operation }) => operation.executedAt),
    // A cycle may have begun in the month before the first that a clock can show.
    ...paid.map(({ cycleStart }) => cycleStart + LONGEST_CYCLE),
    ...rates.flatMap(({ passed }) => passed),
  ];
  return (
    first(instants, (instant) => (clockCanShow(instant) ? null : `a time is in ${yearOf(instant)}`)) ??
    twice('operation key', operations, ({ key }) => key) ??
    twice('billing cycle of paid jobs', paid, ({ cycleStart }) => new Date(cycleStart).toISOString()) ??
    twice('rate window', rates, ({ operation }) => operation) ??
    first(paid, ({ jobs }) => contradictionInJobs(jobs, postings)) ??
    contradictionInLedger(ledger)
  );
}

function contradictionInJobs(jobs: readonly number[], postings: number): string | null {
  if (hasTwice(jobs)) return 'a job is paid for twice in a cycle';
  const unknown = jobs.find((job) => job >= postings);
  return unknown === undefined ? null : `job ${unknown} is paid for, of ${postings} postings`;
}

/** The credits of the entries add up to the balance, entry by entry. */
function contradictionInLedger(ledger: readonly LedgerEntry[]): string | null {
  let balance = 0;
  for (const [i, entry] of ledger.entries()) {
    if ((entry.kind === 'opening') !== (i === 0))
      return 'its ledger does not begin with its one opening entry';
    if (i > 0 && entry.id !== ledger[i - 1]!.id + 1) return `entry ${entry.id} of its ledger is out of order`;
    if (entry.kind === 'charge' && entry.credits > 0)
      return `entry ${entry.id} of its ledger is a charge that adds credits`;
    balance += entry.credits;
    if (entry.balance !== balance)
      return `entry ${entry.id} of its ledger has a balance of ${entry.balance}, where the credits add up to ${balance}`;
  }
  return null;
}

function shownBy({ offset, frozenAt }: ClockState, source: number): number {
  return frozenAt ?? source + offset;
}

function first<T>(items: readonly T[], find: (item: T) => string | null): string | null {
  for (const item of items) {
    const found = find(item);
    if (found !== null) return found;
  }
  return null;
}

function twice<T>(what: string, items: readonly T[], nameOf: (item: T) => string): string | null {
  const seen = new Set<string>();
  return first(items, (item) => {
    const name = nameOf(item);
    if (seen.has(name)) return `the ${what} ${name} stands there twice`;
    seen.add(name);
    return null;
  });
}

function hasTwice(values: readonly unknown[]): boolean {
  return new Set(values).size < values.length;
}

function yearOf(instant: number): string {
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) ? 'no year at all' : `the year ${date.getUTCFullYear()}`;
}
