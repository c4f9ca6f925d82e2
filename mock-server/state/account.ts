/** An account: everything that one API key sees of the mock except the postings, which all accounts share. */

import type { AdminSchemas } from '../../spec/admin.js';
import { operationIds, type OperationId } from '../../spec/index.js';
import { cycleAt, type Cycle } from '../domain/cycle.js';
import type { KeyedRequest } from '../domain/operation-keys.js';
import { passedTimes, rateWindowOf, type RateLimit, type RateWindow } from '../domain/rate-limit.js';
import { Clock } from './clock.js';
import { MOST_FAULTS } from './faults.js';
import { Journal } from './journal.js';
import { Ledger } from './ledger.js';
import { OperationStore } from './operation-store.js';
import { PaidJobs } from './paid-jobs.js';

/** By operation; operations without a limit here have the contract's. */
export type RateLimits = Partial<Record<OperationId, RateLimit>>;

/** All of an account as plain values: what a snapshot holds of it. */
export type AccountState = AdminSchemas['AccountState'];

/** How an account is made, and what a reset restores. */
export type AccountSettings = AccountState['settings'];

/** The owner can change these and the balance. */
export type AccountTerms = Pick<
  AccountState,
  'active' | 'historicalAccess' | 'anchorDay' | 'rateLimits' | 'clock'
>;

/** More than a journal holds requests. */
const MOST_CHANGES = 1_000;

/** Older failed searches are forgotten, and their operation keys count as unused. */
const MOST_ATTEMPTS = 1_000;

const NO_CYCLE: Cycle = { start: 0, end: 0 };

export class Account {
  readonly settings: AccountSettings;
  readonly clock: Clock;
  operations: OperationStore;
  journal = new Journal();
  readonly rates = new Map<OperationId, RateWindow>();
  ledger: Ledger;
  /** The latest changes of its owner: before which journal entry, and how many credits they added. */
  readonly changes: { before: number; credits: number }[] = [];
  /** By the start of the cycle. If the clock goes back, the earlier cycle still has its jobs. */
  readonly #paid = new Map<number, PaidJobs>();
  /** By operation key, for the few searches after which postings came in. */
  readonly #newest = new Map<string, number>();
  /** The first failed search under each operation key that no search has succeeded with, the oldest first. */
  readonly #attempts = new Map<string, KeyedRequest>();
  active!: boolean;
  historicalAccess!: boolean;
  anchorDay!: number;
  rateLimits!: RateLimits;
  /** The last one used, since most requests need the same. */
  #cycle: Cycle = NO_CYCLE;

  constructor(settings: AccountSettings, worldClock: Clock) {
    this.settings = settings;
    this.clock = new Clock(() => worldClock.now());
    this.clock.change(settings.clock ?? {});
    this.terms = { ...settings, clock: this.clock.state };
    this.operations = this.#emptyStore();
    this.ledger = new Ledger(this.clock.now(), settings.credits);
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

  /** The ordinal from which on postings had come in when this operation was executed. */
  newestFor(operationKey: string): number {
    return this.#newest.get(operationKey) ?? 0;
  }

  noteNewest(operationKey: string, newest: number): void {
    if (newest > 0) this.#newest.set(operationKey, newest);
  }

  /** The first failed search under this operation key in the billing cycle that holds `now`. */
  attemptUnder(operationKey: string, now: number): KeyedRequest | undefined {
    const attempt = this.#attempts.get(operationKey);
    if (attempt === undefined) return undefined;
    const { start, end } = this.cycle(now);
    return attempt.executedAt >= start && attempt.executedAt < end ? attempt : undefined;
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

  /** The billing cycle that holds `now`. */
  cycle(now: number): Cycle {
    if (now < this.#cycle.start || now >= this.#cycle.end) this.#cycle = cycleAt(now, this.anchorDay);
    return this.#cycle;
  }

  /** Jobs paid for in the cycle that holds `now`, as ordinals of the search index. */
  paidJobs(now: number): PaidJobs {
    const { start } = this.cycle(now);
    let paid = this.#paid.get(start);
    if (paid === undefined) this.#paid.set(start, (paid = new PaidJobs()));
    return paid;
  }

  /** Whether there is room to store another operation, for which those of ended billing cycles make way. */
  canStoreOperation(now: number): boolean {
    return this.operations.makeRoom((executedAt) => cycleAt(executedAt, this.anchorDay).end <= now);
  }

  #emptyStore(): OperationStore {
    const { operations: most } = this.settings.quotas ?? {};
    return new OperationStore(most === undefined ? {} : { most });
  }

  /** How many faults may name it. */
  get mostFaults(): number {
    return this.settings.quotas?.faults ?? MOST_FAULTS;
  }

  rateWindow(operation: OperationId): RateWindow {
    let window = this.rates.get(operation);
    if (window === undefined) this.rates.set(operation, (window = rateWindowOf([])));
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
    this.#cycle = NO_CYCLE;
    this.clock.state = clock;
  }

  get state(): AccountState {
    return {
      settings: this.settings,
      ...this.terms,
      // Reading a cycle creates it, so skip those without jobs.
      paid: Array.from(this.#paid, ([cycleStart, paid]) => ({ cycleStart, jobs: paid.ordinals }))
        .filter(({ jobs }) => jobs.length > 0)
        .sort((a, b) => a.cycleStart - b.cycleStart),
      ledger: this.ledger.entries,
      operations: Array.from(this.operations.after(), ({ key, operation }) => ({ key, operation })),
      attempts: Array.from(this.#attempts, ([key, attempt]) => ({ key, attempt })),
      newest: Array.from(this.#newest, ([key, from]) => ({ key, from })),
      rates: operationIds.flatMap((operation) => {
        const window = this.rates.get(operation);
        const passed = window === undefined ? [] : passedTimes(window);
        return passed.length === 0 ? [] : [{ operation, passed }];
      }),
    };
  }

  /** With an empty journal. */
  static of(state: AccountState, worldClock: Clock): Account {
    const account = new Account(state.settings, worldClock);
    account.restore(state);
    return account;
  }

  /** Continues the journal of an earlier account with the same key. Otherwise, nothing is known of earlier requests. */
  keepJournal(before: Account | undefined): void {
    if (before?.key === this.key) this.journal = before.journal;
    else this.journal.clear();
  }

  /** Goes on from a state of this very account. */
  restore(state: AccountState): void {
    this.terms = state;
    this.#paid.clear();
    for (const { cycleStart, jobs } of state.paid) this.#paid.set(cycleStart, new PaidJobs(jobs));
    this.ledger = Ledger.of(state.ledger);
    // Thousands are read at the start, most without one.
    if (this.operations.size > 0 || this.operations.forgotten > 0) this.operations = this.#emptyStore();
    for (const { key, operation } of state.operations) this.operations.put(key, operation);
    this.#attempts.clear();
    for (const { key, attempt } of state.attempts ?? []) this.#attempts.set(key, attempt);
    this.#newest.clear();
    for (const { key, from } of state.newest ?? []) this.#newest.set(key, from);
    this.rates.clear();
    for (const { operation, passed } of state.rates) this.rates.set(operation, rateWindowOf(passed));
  }
}
