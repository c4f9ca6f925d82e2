/** All accounts of a mock, by id and by API key. */

import type { AdminSchemas } from '../../spec/admin.js';
import type { OperationId } from '../../spec/index.js';
import type { Redactor } from '../../common/redact.js';
import type { RateLimit } from '../domain/rate-limit.js';
import { Account, type AccountState, type RateLimits } from './account.js';
import type { Clock, ClockSetting } from './clock.js';
import { refused } from './errors.js';

/** Settings of an account by a test; all others have defaults. */
export type NewAccount = Omit<AdminSchemas['NewAccount'], 'rateLimits' | 'clock'> & {
  /** `none` for all operations lifts every limit. */
  rateLimits?: RateLimits | 'none';
  clock?: ClockSetting;
};

export type AccountPatch = Omit<AdminSchemas['AccountPatch'], 'rateLimits' | 'clock'> & {
  /** A null brings back the contract's limit for that operation; `none` for all operations lifts every limit. */
  rateLimits?: Partial<Record<OperationId, RateLimit | null>> | 'none';
  /** Null lets the account follow the world's clock again. */
  clock?: ClockSetting | null;
};

export interface AccountStoreParts {
  /** The clocks of accounts are based on it. */
  clock: Clock;
  /** The clock of the machine, ms. */
  machineNow(): number;
  /** The keys of its accounts are added to them; null for a store that requests never see. */
  secrets: Redactor | null;
  /** Called once for an account whose time is over. The store hides it until it is dropped. */
  expired(account: Account): void;
}

export class AccountStore {
  readonly #parts: AccountStoreParts;
  readonly #byId = new Map<string, Account>();
  readonly #byKey = new Map<string, Account>();
  /** Accounts whose time is over. */
  readonly #hidden = new Set<Account>();
  /** How many accounts were made so far. */
  made = 0;
  /** Before this, on the clock of the machine, none expires. */
  #nextExpiry = Infinity;

  constructor(parts: AccountStoreParts) {
    this.#parts = parts;
  }

  get size(): number {
    this.#hideExpired();
    return this.#byId.size - this.#hidden.size;
  }

  /** In order of creation, the seeded ones first. */
  list(): Account[] {
    this.#hideExpired();
    return [...this.#byId.values()].filter((account) => !this.#hidden.has(account));
  }

  find(id: string): Account | undefined {
    return this.#shown(this.#byId, id);
  }

  byKey(key: string): Account | undefined {
    return this.#shown(this.#byKey, key);
  }

  /** The account with this id; throws a StateError if there is none. */
  get(id: string): Account {
    const account = this.find(id);
    if (account !== undefined) return account;
    const named = this.#byKey.get(id);
    throw named === undefined ? refused('no-account', { id }) : refused('key-for-id', { id: named.id });
  }

  /** The account with this API key; throws a StateError if there is none. */
  getByKey(key: string): Account {
    const account = this.byKey(key);
    if (account === undefined) throw refused('no-account-with-key', {});
    return account;
  }

  /** Whether this very account is part of the state. */
  has(account: Account): boolean {
    return this.find(account.id) === account;
  }

  /** The account with this id, even if its time is over. */
  held(id: string): Account | undefined {
    return this.#byId.get(id);
  }

  #shown(accounts: ReadonlyMap<string, Account>, name: string): Account | undefined {
    this.#hideExpired();
    const account = accounts.get(name);
    return account === undefined || this.#hidden.has(account) ? undefined : account;
  }

  /** No timer is needed, because an unused account disturbs nothing. */
  #hideExpired(): void {
    if (this.#nextExpiry === Infinity || this.#parts.machineNow() < this.#nextExpiry) return;
    const now = this.#parts.machineNow();
    this.#nextExpiry = Infinity;
    const expired: Account[] = [];
    for (const account of this.#byId.values()) {
      const { expiresAt = Infinity } = account.settings;
      if (this.#hidden.has(account)) continue;
      if (expiresAt <= now) expired.push(account);
      else this.#nextExpiry = Math.min(this.#nextExpiry, expiresAt);
    }
    for (const account of expired) this.#hidden.add(account);
    for (const account of expired) this.#parts.expired(account);
  }

  /** A store without accounts, in which no time passes. This store can adopt its accounts. */
  empty(): AccountStore {
    return new AccountStore({ ...this.#parts, machineNow: () => -Infinity, secrets: null });
  }

  restore(made: number, states: readonly AccountState[]): void {
    this.replaceAll(
      made,
      states.map((state) => Account.of(state, this.#parts.clock)),
    );
  }

  replaceAll(made: number, accounts: readonly Account[]): void {
    for (const key of this.#byKey.keys()) this.#parts.secrets?.remove(key);
    this.#byId.clear();
    this.#byKey.clear();
    this.#hidden.clear();
    this.#nextExpiry = Infinity;
    this.made = made;
    for (const account of accounts) this.#add(account);
  }

  /** Replaces all accounts by those of another store. An account of the same id and key keeps its journal. */
  adopt(other: AccountStore): void {
    const accounts = [...other.#byId.values()];
    for (const account of accounts) account.keepJournal(this.#byId.get(account.id));
    this.replaceAll(other.made, accounts);
  }

  /** Adds an account, in the place of one with its id. */
  enter(made: number, state: AccountState): void {
    this.take(made, Account.of(state, this.#parts.clock));
  }

  take(made: number, account: Account): void {
    this.made = made;
    const before = this.#byId.get(account.id);
    if (before !== undefined) this.#leave(before);
    this.#add(account);
  }

  drop(id: string): void {
    const account = this.#byId.get(id);
    if (account === undefined) return;
    this.#byId.delete(id);
    this.#leave(account);
  }

  #leave(account: Account): void {
    this.#hidden.delete(account);
    // Another account may have the key of a hidden one.
    if (this.#byKey.get(account.key) !== account) return;
    this.#byKey.delete(account.key);
    this.#parts.secrets?.remove(account.key);
  }

  #add(account: Account): void {
    this.#byId.set(account.id, account);
    this.#byKey.set(account.key, account);
    this.#nextExpiry = Math.min(this.#nextExpiry, account.settings.expiresAt ?? Infinity);
    this.#parts.secrets?.add(account.key, '***');
  }
}
