/** An account: all state that belongs to one API key. */

import type { AdminSchemas } from '../../spec/admin.js';
import { operationIds, type OperationId } from '../../spec/index.js';
import { cycleAt, isIn, type Cycle } from '../domain/cycle.js';
import type { KeyedRequest } from '../domain/operation-keys.js';
import type { RateLimit, RateWindow } from '../domain/rate-limit.js';
import { Clock } from './clock.js';
import { MOST_FAULTS } from './faults.js';
import { Journal } from './journal.js';
import { Ledger, openingEntry } from './ledger.js';
import { OperationStore } from './operation-store.js';

/** Limits by operation. Absent operations have the contract's limit. */
export type RateLimits = Partial<Record<OperationId, RateLimit>>;

/** The whole account as JSON values, as in a snapshot. */
export type AccountState = AdminSchemas['AccountState'];

/** The settings with which an account was made, and which a reset restores. */
export type AccountSettings = AccountState['settings'];

/** Members that the owner of the mock can change, besides the balance. */
export type AccountTerms = Pick<
  AccountState,
  'active' | 'historicalAccess' | 'anchorDay' | 'rateLimits' | 'clock'
>;

/** Enough for all changes between the requests in a journal. */
const MOST_CHANGES = 1_000;

/** Limit of remembered failed searches. The operation keys of older ones count as unused. */
const MOST_ATTEMPTS = 1_000;

export class Account {
  readonly settings: AccountSettings;
  readonly clock: Clock;
  operations!: OperationStore;
  journal = new Journal();
  readonly rates = new Map<OperationId, RateWindow>();
  ledger!: Ledger;
  /** The latest changes by the owner: the id of the next journal entry, and the credits that they added. */
  readonly changes: { before: number; credits: number }[] = [];
  /** By the start of the cycle. Earlier cycles are kept in case the clock is moved back. */
  readonly #paid = new Map<number, Set<number>>();
  /** By operation key, the result of `newestFor`, for the few searches after which a fault added postings. */
  readonly #newest = new Map<string, number>();
  /** By operation key without a successful search, its first failed search. The oldest come first. */
  readonly #attempts = new Map<string, KeyedRequest>();
  active!: boolean;
  historicalAccess!: boolean;
  anchorDay!: number;
  rateLimits!: RateLimits;
  /** Cache of the last cycle, since most requests use the same one. */
  #cycle: Cycle | null = null;

  /** Makes an account with this state and an empty journal. */
  constructor(state: AccountState, worldClock: Clock) {
    this.settings = state.settings;
    this.clock = new Clock(() => worldClock.now());
    this.restore(state);
  }

  /** Returns the state of a new account. Throws StateError if no clock can show the time in its settings. */
  static opening(settings: AccountSettings, worldClock: Clock): AccountState {
    const { active, credits, historicalAccess, anchorDay, rateLimits } = settings;
    const clock = new Clock(() => worldClock.now());
    clock.change(settings.clock ?? {});
    const terms = { active, historicalAccess, anchorDay, rateLimits, clock: clock.state };
    const ledger = [openingEntry(clock.now(), credits)];
    return { settings, ...terms, paid: [], ledger, operations: [], attempts: [], newest: [], rates: [] };
  }

  get id(): string {
    return this.settings.id;
  }

  get key(): string {
    return this.settings.key;
  }

  /** Credits, a whole number that may be zero or negative. */
  get credits(): number {
    return this.ledger.balance;
  }

  /** Returns the first ordinal that existed when this operation was executed. A fault may have added newer postings later. */
  newestFor(operationKey: string): number {
    return this.#newest.get(operationKey) ?? 0;
  }

  noteNewest(operationKey: string, newest: number): void {
    // The key may be that of a dropped operation.
    this.#newest.delete(operationKey);
    if (newest > 0) this.#newest.set(operationKey, newest);
  }

  /** Returns the first failed search with this operation key in the billing cycle that contains `now`. */
  attemptUnder(operationKey: string, now: number): KeyedRequest | undefined {
    const attempt = this.#attempts.get(operationKey);
    return attempt && isIn(this.cycle(now), attempt.executedAt) ? attempt : undefined;
  }

  noteAttempt(operationKey: string, attempt: KeyedRequest): void {
    this.#attempts.delete(operationKey);
    this.#attempts.set(operationKey, attempt);
    const [oldest] = this.#attempts.keys();
    if (this.#attempts.size > MOST_ATTEMPTS && oldest !== undefined) this.#attempts.delete(oldest);
  }

  forgetAttempt(operationKey: string): void {
    this.#attempts.delete(operationKey);
  }

  noteChange(before: number, credits: number): void {
    this.changes.push({ before, credits });
    if (this.changes.length > MOST_CHANGES) this.changes.shift();
  }

  /** Returns the billing cycle that contains `now`. */
  cycle(now: number): Cycle {
    if (this.#cycle === null || !isIn(this.#cycle, now)) this.#cycle = cycleAt(now, this.anchorDay);
    return this.#cycle;
  }

  /** Returns the jobs paid for in the cycle that contains `now`, as ordinals of the search index. */
  paidJobs(now: number): Set<number> {
    const { start } = this.cycle(now);
    let paid = this.#paid.get(start);
    if (paid === undefined) this.#paid.set(start, (paid = new Set()));
    return paid;
  }

  /** The most faults that this account may have. */
  get mostFaults(): number {
    return this.settings.quotas?.faults ?? MOST_FAULTS;
  }

  rateWindow(operation: OperationId): RateWindow {
    let window = this.rates.get(operation);
    if (window === undefined) this.rates.set(operation, (window = []));
    return window;
  }

  get terms(): AccountTerms {
    const { active, historicalAccess, anchorDay, rateLimits } = this;
    return { active, historicalAccess, anchorDay, rateLimits, clock: this.clock.state };
  }

  set terms({ active, historicalAccess, anchorDay, rateLimits, clock }: AccountTerms) {
    this.active = active;
    this.historicalAccess = historicalAccess;
    this.anchorDay = anchorDay;
    this.rateLimits = { ...rateLimits };
    this.#cycle = null;
    this.clock.state = clock;
  }

  get state(): AccountState {
    return {
      settings: this.settings,
      ...this.terms,
      // Reading a cycle creates it, so skip those without jobs.
      paid: Array.from(this.#paid, ([cycleStart, paid]) => ({
        cycleStart,
        jobs: [...paid].sort((a, b) => a - b),
      }))
        .filter(({ jobs }) => jobs.length > 0)
        .sort((a, b) => a.cycleStart - b.cycleStart),
      ledger: this.ledger.entries,
      operations: Array.from(this.operations.after(), ({ key, operation }) => ({
        key,
        operation: { ...operation },
      })),
      attempts: Array.from(this.#attempts, ([key, attempt]) => ({ key, attempt })),
      newest: Array.from(this.#newest, ([key, from]) => ({ key, from })),
      rates: operationIds.flatMap((operation) => {
        const passed = this.rates.get(operation) ?? [];
        return passed.length === 0 ? [] : [{ operation, passed: [...passed] }];
      }),
    };
  }

  /** Continues the journal of an earlier account with the same key. Without one, marks the journal as incomplete. */
  keepJournal(before: Account | undefined): void {
    if (before?.key === this.key) this.journal = before.journal;
    else this.journal.clear();
  }

  /** Replaces the state by an earlier or later one of this account. */
  restore(state: AccountState): void {
    this.terms = state;
    this.#paid.clear();
    for (const { cycleStart, jobs } of state.paid) this.#paid.set(cycleStart, new Set(jobs));
    this.ledger = new Ledger(state.ledger);
    this.operations = new OperationStore(this.settings.quotas?.operations);
    for (const { key, operation } of state.operations) this.operations.put(key, operation);
    this.#attempts.clear();
    for (const { key, attempt } of state.attempts ?? []) this.#attempts.set(key, attempt);
    this.#newest.clear();
    for (const { key, from } of state.newest ?? []) this.#newest.set(key, from);
    this.rates.clear();
    for (const { operation, passed } of state.rates) this.rates.set(operation, [...passed]);
  }
}
