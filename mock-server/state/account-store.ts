/** All accounts of a mock, by id and by API key. */

import type { AdminSchemas } from '../../spec/admin.js';
import type { OperationId } from '../../spec/index.js';
import type { Redactor } from '../../common/redact.js';
import type { RateLimit } from '../domain/rate-limit.js';
import type { Account, RateLimits } from './account.js';
import type { Clock, ClockSetting } from './clock.js';
import { refused } from './errors.js';

/** The settings of a new account; absent ones have defaults. */
export type NewAccount = Omit<AdminSchemas['NewAccount'], 'rateLimits' | 'clock'> & {
  /** By operation; `none` instead removes all limits. */
  rateLimits?: RateLimits | 'none';
  clock?: ClockSetting;
};

export type AccountPatch = Omit<AdminSchemas['AccountPatch'], 'rateLimits' | 'clock'> & {
  /** By operation, null to restore the contract's limit; `none` instead removes all limits. */
  rateLimits?: Partial<Record<OperationId, RateLimit | null>> | 'none';
  /** Null to make the account follow the mock's clock again. */
  clock?: ClockSetting | null;
};

export interface AccountStoreParts {
  /** The mock's clock, which the clocks of accounts follow. */
  clock: Clock;
  /** The clock of the machine, ms. */
  machineNow(): number;
  /** The redactor that gets the API keys of accounts; null for a store that requests do not use. */
  secrets: Redactor | null;
  /** Called once for each expired account. The store hides the account until it is dropped. */
  expired(account: Account): void;
}

export class AccountStore {
  readonly #parts: AccountStoreParts;
  readonly #byId = new Map<string, Account>();
  readonly #byKey = new Map<string, Account>();
  /** Number of accounts made so far, for their ids. */
  made = 0;
  /** Time of the machine before which no account expires, ms. */
  #nextExpiry = Infinity;

  constructor(parts: AccountStoreParts) {
    this.#parts = parts;
  }

  get size(): number {
    return this.list().length;
  }

  /** All accounts in order of creation, the seeded ones first. */
  list(): Account[] {
    const now = this.#dropExpired();
    return this.all.filter((account) => expiryOf(account) > now);
  }

  /** Like `list`, with expired accounts. */
  get all(): Account[] {
    return [...this.#byId.values()];
  }

  find(id: string): Account | undefined {
    return this.#shown(this.#byId, id);
  }

  byKey(key: string): Account | undefined {
    return this.#shown(this.#byKey, key);
  }

  /** Returns the account with this id. Throws StateError if there is none. */
  get(id: string): Account {
    const account = this.find(id);
    if (account !== undefined) return account;
    const named = this.#byKey.get(id);
    throw named === undefined ? refused('no-account', { id }) : refused('key-for-id', { id: named.id });
  }

  /** Returns the account with this API key. Throws StateError if there is none. */
  getByKey(key: string): Account {
    const account = this.byKey(key);
    if (account === undefined) throw refused('no-account-with-key', {});
    return account;
  }

  /** Whether the state contains this object. False after the account was replaced by another with its id. */
  has(account: Account): boolean {
    return this.find(account.id) === account;
  }

  /** Returns the account with this id, even if it has expired. */
  held(id: string): Account | undefined {
    return this.#byId.get(id);
  }

  #shown(accounts: ReadonlyMap<string, Account>, name: string): Account | undefined {
    const now = this.#dropExpired();
    const account = accounts.get(name);
    return account && expiryOf(account) > now ? account : undefined;
  }

  /** Called before each use of the store, so that no timer is needed. Returns the time of the machine. */
  #dropExpired(): number {
    const now = this.#parts.machineNow();
    const first = this.#nextExpiry;
    if (now < first) return now;
    // A callback may use the store, so this comes first.
    this.#nextExpiry = Infinity;
    for (const account of this.all) {
      const expiry = expiryOf(account);
      if (expiry > now) this.#nextExpiry = Math.min(this.#nextExpiry, expiry);
      // An earlier callback received the accounts that expired before `first`.
      else if (expiry >= first) this.#parts.expired(account);
    }
    return now;
  }

  /** The mock's clock, which the accounts follow. */
  get clock(): Clock {
    return this.#parts.clock;
  }

  /** Returns a store without accounts, in which none expires. `adopt` takes over its accounts. */
  empty(): AccountStore {
    return new AccountStore({ ...this.#parts, machineNow: () => -Infinity, secrets: null });
  }

  replaceAll(made: number, accounts: readonly Account[]): void {
    for (const key of this.#byKey.keys()) this.#parts.secrets?.remove(key);
    this.#byId.clear();
    this.#byKey.clear();
    this.#nextExpiry = Infinity;
    this.made = made;
    for (const account of accounts) this.#add(account);
  }

  /** Like `replaceAll`. Accounts with the same id and key keep their journals. */
  adopt(made: number, accounts: readonly Account[]): void {
    for (const account of accounts) account.keepJournal(this.#byId.get(account.id));
    this.replaceAll(made, accounts);
  }

  /** Adds an account, or replaces the one with its id. */
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
    // Another account may have the key of a hidden one.
    if (this.#byKey.get(account.key) !== account) return;
    this.#byKey.delete(account.key);
    this.#parts.secrets?.remove(account.key);
  }

  #add(account: Account): void {
    this.#byId.set(account.id, account);
    this.#byKey.set(account.key, account);
    this.#nextExpiry = Math.min(this.#nextExpiry, expiryOf(account));
    this.#parts.secrets?.add(account.key, '***');
  }
}

function expiryOf({ settings: { expiresAt = Infinity } }: Account): number {
  return expiresAt;
}
