/** All accounts of a mock, by id and by API key. */

import { operationIds, type OperationId } from '../../spec/index.js';
import type { Redactor } from '../../spec/redact.js';
import type { RateLimit } from '../domain/rate-limit.js';
import {
  Account,
  checkAnchorDay,
  checkCredits,
  checkRateLimit,
  type AccountSettings,
  type RateLimits,
} from './account.js';
import { applyChange, type AccountChange } from './changes.js';
import { parseInstant, type Clock, type ClockSetting } from './clock.js';
import { idTaken, keyForId, keyTaken, noAccount } from './errors.js';

/** What a test sets about an account; the rest has defaults. */
export type NewAccount = Partial<Omit<AccountSettings, 'seeded' | 'rateLimits'>> & {
  /** `none` for all operations lifts every limit. */
  rateLimits?: RateLimits | 'none';
};

export interface AccountPatch {
  credits?: number;
  active?: boolean;
  historicalAccess?: boolean;
  anchorDay?: number;
  /** A null brings back the contract's limit for that operation; `none` for all operations lifts every limit. */
  rateLimits?: Partial<Record<OperationId, RateLimit | null>> | 'none';
  /** Null lets the account follow the world's clock again. */
  clock?: ClockSetting | null;
}

const DEFAULT_CREDITS = 1_000;

/** Told of what the owner of the mock does to accounts. */
export interface AccountWatcher {
  /** It is new, or stands in the place of one with its id. */
  entered(account: Account): void;
  changed(account: Account, make: () => AccountChange[]): void;
  deleted(id: string): void;
}

export class AccountStore {
  readonly #clock: Clock;
  readonly #seeds: readonly NewAccount[];
  readonly #newKey: () => string;
  readonly #secrets: Redactor;
  readonly #watcher: AccountWatcher;
  readonly #byId = new Map<string, Account>();
  readonly #byKey = new Map<string, Account>();
  #made = 0;

  /** The keys of its accounts are secrets. */
  constructor(
    clock: Clock,
    seeds: readonly NewAccount[],
    newKey: () => string,
    secrets: Redactor,
    watcher: AccountWatcher,
  ) {
    this.#clock = clock;
    this.#seeds = seeds;
    this.#newKey = newKey;
    this.#secrets = secrets;
    this.#watcher = watcher;
    this.resetAll();
  }

  get size(): number {
    return this.#byId.size;
  }

  /** In order of creation, the seeded ones first. */
  list(): Account[] {
    return [...this.#byId.values()];
  }

  find(id: string): Account | undefined {
    return this.#byId.get(id);
  }

  byKey(key: string): Account | undefined {
    return this.#byKey.get(key);
  }

  /** The account with this id; throws a StateError where there is none. */
  get(id: string): Account {
    const account = this.#byId.get(id);
    if (account !== undefined) return account;
    const named = this.#byKey.get(id);
    throw named === undefined ? noAccount(id) : keyForId(named.id);
  }

  create(input: NewAccount = {}): Account {
    return this.#add(input, false);
  }

  /** Changes what the patch names, all of it or nothing; a new balance adds an adjustment to the ledger. */
  patch(id: string, patch: AccountPatch): Account {
    const account = this.get(id);
    if (patch.credits !== undefined) checkCredits(patch.credits);
    if (patch.anchorDay !== undefined) checkAnchorDay(patch.anchorDay);
    const limits = entriesOf(patch.rateLimits);
    for (const [operation, limit] of limits) if (limit !== null) checkRateLimit(operation, limit);
    if (patch.clock?.now !== undefined) parseInstant(patch.clock.now);

    if (patch.active !== undefined) account.active = patch.active;
    if (patch.historicalAccess !== undefined) account.historicalAccess = patch.historicalAccess;
    for (const [operation, limit] of limits) {
      if (limit === null) delete account.rateLimits[operation];
      else account.rateLimits[operation] = limit;
    }
    if (patch.clock === null) account.clock.reset();
    else account.clock.change(patch.clock ?? {});
    if (patch.anchorDay !== undefined) account.anchorDay = patch.anchorDay;
    const adjust: AccountChange[] =
      patch.credits === undefined || patch.credits === account.credits
        ? []
        : [{ does: 'adjust', at: account.clock.now(), credits: patch.credits }];
    for (const change of adjust) applyChange(account, change);
    this.#watcher.changed(account, () => [{ does: 'set', terms: account.terms }, ...adjust]);
    return account;
  }

  delete(id: string): void {
    const account = this.get(id);
    this.#byId.delete(id);
    this.#byKey.delete(account.key);
    this.#secrets.remove(account.key);
    this.#watcher.deleted(id);
  }

  /** Resets one account to how it was made; the key stays. */
  reset(id: string): Account {
    const account = new Account(this.get(id).settings, this.#clock);
    this.#enter(account);
    this.#watcher.entered(account);
    return account;
  }

  /** Back to the seeded accounts alone, as they were made. */
  resetAll(): void {
    this.#clear();
    this.#made = 0;
    for (const seed of this.#seeds) this.#add(seed, true);
  }

  get made(): number {
    return this.#made;
  }

  /** Replaces all accounts. */
  restore(made: number, accounts: readonly Account[]): void {
    this.#clear();
    this.#made = made;
    for (const account of accounts) this.#enter(account);
  }

  #clear(): void {
    for (const key of this.#byKey.keys()) this.#secrets.remove(key);
    this.#byId.clear();
    this.#byKey.clear();
  }

  #enter(account: Account): void {
    this.#byId.set(account.id, account);
    this.#byKey.set(account.key, account);
    this.#secrets.add(account.key, '***');
    account.clock.onChange = () =>
      this.#watcher.changed(account, () => [{ does: 'set', terms: account.terms }]);
  }

  #add(input: NewAccount, seeded: boolean): Account {
    const account = new Account(
      {
        id: input.id ?? this.#newAccountId(),
        key: input.key ?? this.#newKey(),
        seeded,
        active: input.active ?? true,
        credits: input.credits ?? DEFAULT_CREDITS,
        historicalAccess: input.historicalAccess ?? true,
        anchorDay: input.anchorDay ?? 1,
        rateLimits: Object.fromEntries(entriesOf(input.rateLimits)),
        clock: input.clock ?? null,
      },
      this.#clock,
    );
    if (this.#byId.has(account.id)) throw idTaken(account.id);
    if (this.#byKey.has(account.key)) throw keyTaken();
    this.#enter(account);
    this.#watcher.entered(account);
    return account;
  }

  #newAccountId(): string {
    do this.#made += 1;
    while (this.#byId.has(`acc_${this.#made}`));
    return `acc_${this.#made}`;
  }
}

/** The limits by operation; `none` names all of them. */
function entriesOf<Limit>(
  limits: Partial<Record<OperationId, Limit>> | 'none' = {},
): [OperationId, Limit | 'none'][] {
  if (limits === 'none') return operationIds.map((id) => [id, 'none']);
  return Object.entries(limits) as [OperationId, Limit][];
}
