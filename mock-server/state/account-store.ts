/** All accounts of a mock, by id and by API key. */

import type { AdminSchemas } from '../../spec/admin.js';
import { operationIds, type OperationId } from '../../spec/index.js';
import type { Redactor } from '../../common/redact.js';
import type { RateLimit } from '../domain/rate-limit.js';
import { Account, type AccountSettings, type RateLimits } from './account.js';
import { applyChange, type AccountChange } from './changes.js';
import { parseInstant, type Clock, type ClockSetting } from './clock.js';
import { idTaken, keyForId, keyTaken, noAccount } from './errors.js';

/** What a test sets about an account; the rest has defaults. */
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

const DEFAULT_CREDITS = 1_000;

export interface AccountStoreParts {
  /** What the clocks of accounts are based on. */
  clock: Clock;
  /** The clock of the machine, ms. */
  machineNow(): number;
  seeds: readonly NewAccount[];
  newKey(): string;
  /** The keys of its accounts are added to them. */
  secrets: Redactor;
  /** It is new, or stands in the place of one with its id. */
  entered(account: Account): void;
  /** By the owner of the mock. */
  changed(account: Account, make: () => AccountChange[]): void;
  /** By the owner of the mock, or because its time was over. */
  deleted(id: string): void;
}

export class AccountStore {
  readonly #parts: AccountStoreParts;
  readonly #byId = new Map<string, Account>();
  readonly #byKey = new Map<string, Account>();
  #made = 0;
  /** Before this, on the clock of the machine, none expires. */
  #nextExpiry = Infinity;

  constructor(parts: AccountStoreParts) {
    this.#parts = parts;
    this.resetAll();
  }

  get size(): number {
    this.#dropExpired();
    return this.#byId.size;
  }

  /** In order of creation, the seeded ones first. */
  list(): Account[] {
    this.#dropExpired();
    return [...this.#byId.values()];
  }

  find(id: string): Account | undefined {
    this.#dropExpired();
    return this.#byId.get(id);
  }

  byKey(key: string): Account | undefined {
    this.#dropExpired();
    return this.#byKey.get(key);
  }

  /** The account with this id; throws a StateError where there is none. */
  get(id: string): Account {
    const account = this.find(id);
    if (account !== undefined) return account;
    const named = this.#byKey.get(id);
    throw named === undefined ? noAccount(id) : keyForId(named.id);
  }

  create(input: NewAccount = {}): Account {
    this.#dropExpired();
    return this.#add(input, false);
  }

  /** Changes what the patch names, all of it or nothing; a new balance adds an adjustment to the ledger. */
  patch(id: string, patch: AccountPatch): Account {
    const account = this.get(id);
    const limits = entriesOf(patch.rateLimits);
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
    this.#parts.changed(account, () => [{ does: 'set', terms: account.terms }, ...adjust]);
    return account;
  }

  delete(id: string): void {
    this.#remove(this.get(id));
  }

  #remove({ id }: Account): void {
    this.drop(id);
    this.#parts.deleted(id);
  }

  /** Without a timer: one that nobody asks for is in nobody's way. */
  #dropExpired(): void {
    if (this.#nextExpiry === Infinity || this.#parts.machineNow() < this.#nextExpiry) return;
    const now = this.#parts.machineNow();
    let next = Infinity;
    for (const account of [...this.#byId.values()]) {
      const { expiresAt = Infinity } = account.settings;
      if (expiresAt <= now) this.#remove(account);
      else next = Math.min(next, expiresAt);
    }
    this.#nextExpiry = next;
  }

  /** Resets one account to how it was made; the key stays. */
  reset(id: string): Account {
    const account = new Account(this.get(id).settings, this.#parts.clock);
    this.#enter(account);
    this.#parts.entered(account);
    return account;
  }

  /** Back to the seeded accounts alone, as they were made. */
  resetAll(): void {
    this.#clear();
    this.#made = 0;
    for (const seed of this.#parts.seeds) this.#add(seed, true);
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

  /** One that another process has made, in the place of one with its id. */
  take(made: number, account: Account): void {
    this.#made = made;
    const before = this.#byId.get(account.id);
    if (before !== undefined) this.#leave(before);
    this.#enter(account);
  }

  /** Another process has deleted it. */
  drop(id: string): void {
    const account = this.#byId.get(id);
    if (account === undefined) return;
    this.#byId.delete(id);
    this.#leave(account);
  }

  #leave({ key }: Account): void {
    this.#byKey.delete(key);
    this.#parts.secrets.remove(key);
  }

  #clear(): void {
    for (const key of this.#byKey.keys()) this.#parts.secrets.remove(key);
    this.#byId.clear();
    this.#byKey.clear();
    this.#nextExpiry = Infinity;
  }

  #enter(account: Account): void {
    this.#byId.set(account.id, account);
    this.#byKey.set(account.key, account);
    this.#nextExpiry = Math.min(this.#nextExpiry, account.settings.expiresAt ?? Infinity);
    this.#parts.secrets.add(account.key, '***');
    account.clock.onChange = () =>
      this.#parts.changed(account, () => [{ does: 'set', terms: account.terms }]);
  }

  #add(input: NewAccount, seeded: boolean): Account {
    const account = new Account(
      {
        id: input.id ?? this.#newAccountId(),
        key: input.key ?? this.#parts.newKey(),
        seeded,
        active: input.active ?? true,
        credits: input.credits ?? DEFAULT_CREDITS,
        historicalAccess: input.historicalAccess ?? true,
        anchorDay: input.anchorDay ?? 1,
        rateLimits: Object.fromEntries(entriesOf(input.rateLimits)),
        clock: input.clock ?? null,
        ...this.#expiryOf(input),
        ...(input.quotas !== undefined && { quotas: { ...input.quotas } }),
      },
      this.#parts.clock,
    );
    if (this.#byId.has(account.id)) throw idTaken(account.id);
    if (this.#byKey.has(account.key)) throw keyTaken();
    this.#enter(account);
    this.#parts.entered(account);
    return account;
  }

  #expiryOf({ expires_in: seconds }: NewAccount): Pick<AccountSettings, 'expiresAt'> {
    if (seconds === undefined) return {};
    return { expiresAt: this.#parts.machineNow() + seconds * 1_000 };
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
