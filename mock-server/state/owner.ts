/** Changes by the owner of the mock: accounts, clocks, faults, the whole state. Each resolves when it is stored. */

import { operationIds, type OperationId } from '../../spec/index.js';
import { canShow } from '../domain/fault-effects.js';
import type { AccountChange } from './changes.js';
import type { Decision } from './keeper.js';
import type { Entry, Whole } from './log.js';
import { openSnapshot } from './snapshot.js';
import { Account, type AccountState } from './account.js';
import type { AccountPatch, NewAccount } from './account-store.js';
import type { Clock } from './clock.js';
import { refused } from './errors.js';
import type { Fault, FaultTarget, NewFault } from './faults.js';
import type { World } from './world.js';

const DEFAULT_CREDITS = 1_000;

export class Owner {
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  async #change<T>(decide: () => Decision<T>): Promise<T> {
    const { keeper } = this.#world;
    const result = await keeper.commit(null, decide);
    await keeper.settled();
    return result;
  }

  /** Makes changes without a result. */
  #apply(entriesOf: () => Entry[]): Promise<void> {
    return this.#change(() => ({ entries: entriesOf(), result: undefined }));
  }

  /** Makes an account. Rejects with StateError if the id or the key is taken. */
  async createAccount(input: NewAccount = {}): Promise<Account> {
    const { accounts, clock } = this.#world;
    const id = await this.#change(() => {
      let { made } = accounts;
      let id = input.id;
      if (id === undefined) {
        do id = `acc_${(made += 1)}`;
        while (accounts.find(id) !== undefined);
      }
      const account = this.#newAccount({ ...input, id }, false, clock);
      if (accounts.find(id) !== undefined) throw refused('id-taken', { id });
      if (accounts.byKey(account.settings.key) !== undefined) throw refused('key-taken', {});
      return { entries: [{ world: { does: 'enter', made, account } }], result: id };
    });
    return accounts.get(id);
  }

  /** Changes the fields in the patch. A new balance adds an adjustment to the ledger. Rejects with StateError. */
  async patchAccount(id: string, patch: AccountPatch): Promise<Account> {
    const world = this.#world;
    const { before, isAdjusted } = await this.#change(() => {
      const account = world.accounts.get(id);
      const clock = account.clock.copy();
      if (patch.clock === null) clock.reset();
      else clock.change(patch.clock ?? {});
      const { terms, credits: before } = account;
      const rateLimits = { ...terms.rateLimits };
      for (const [operation, limit] of limitsIn(patch.rateLimits)) {
        if (limit === null) delete rateLimits[operation];
        else rateLimits[operation] = limit;
      }
      const { credits = before, active = terms.active, anchorDay = terms.anchorDay } = patch;
      const { historicalAccess = terms.historicalAccess } = patch;
      const set = { active, historicalAccess, anchorDay, rateLimits, clock: clock.state };
      const changes: AccountChange[] = [{ does: 'set', terms: set }];
      const isAdjusted = credits !== before;
      if (isAdjusted) changes.push({ does: 'adjust', at: clock.now(), credits });
      return { entries: [{ account: id, changes }], result: { before, isAdjusted } };
    });
    const account = world.accounts.get(id);
    world.noteChange(account, account.credits - before);
    if (isAdjusted) world.events.emit('ledger', id, account.ledger.last);
    return account;
  }

  /** Deletes an account and its faults. Rejects with StateError if there is none. */
  deleteAccount(id: string): Promise<void> {
    return this.#apply(() => this.#without(this.#world.accounts.get(id)));
  }

  /** Deletes an expired account, unless it was deleted or replaced. */
  expireAccount(account: Account): Promise<void> {
    const { accounts } = this.#world;
    return this.#apply(() => (accounts.held(account.id) === account ? this.#without(account) : []));
  }

  /** Returns the entries that delete an account and its faults. */
  #without({ id }: Account): Entry[] {
    return [{ world: { does: 'delete', id } }, ...this.#faultsWithout(({ account }) => account === id)];
  }

  /** Restores the initial state of an account with the same key, removes its faults and clears its journal. */
  async resetAccount(id: string): Promise<Account> {
    const { accounts, clock } = this.#world;
    await this.#apply(() => {
      const account = Account.opening(accounts.get(id).settings, clock);
      return [
        { world: { does: 'enter', made: accounts.made, account } },
        ...this.#faultsWithout(({ account }) => account === id),
      ];
    });
    const account = accounts.get(id);
    // Other mocks keep the entries of requests that they answered.
    if (this.#world.keeper.isShared) account.journal.clear();
    return account;
  }

  /** Changes the mock's clock. Rejects with StateError if it cannot show the time. */
  changeClock(change: (clock: Clock) => void): Promise<void> {
    return this.#apply(() => {
      const clock = this.#world.clock.copy();
      change(clock);
      return [{ world: { does: 'clock', clock: clock.state } }];
    });
  }

  async changeAccountClock(id: string, change: (clock: Clock) => void): Promise<Account> {
    const { accounts } = this.#world;
    await this.#apply(() => {
      const account = accounts.get(id);
      const clock = account.clock.copy();
      change(clock);
      return [{ account: id, changes: [{ does: 'set', terms: { ...account.terms, clock: clock.state } }] }];
    });
    return accounts.get(id);
  }

  /** Adds a fault. Rejects with StateError if its account does not exist, or its operation cannot have its effect. */
  async addFault(fault: NewFault): Promise<Fault> {
    const { accounts, contract, faults } = this.#world;
    return this.#change(() => {
      const most = fault.account ? accounts.get(fault.account).mostFaults : undefined;
      if (fault.operation) {
        const operation = contract.operation(fault.operation);
        const { effect } = fault;
        if (!canShow(operation, effect))
          throw refused('effect-not-shown', { operation: operation.id, effect });
      }
      const state = faults.with(fault, most);
      return { entries: [{ world: { does: 'faults', faults: state } }], result: state.rules.at(-1)! };
    });
  }

  /** Removes faults. Resolves to whether there were any. */
  removeFaults(isRemoved: (fault: Fault) => boolean): Promise<boolean> {
    return this.#change(() => {
      const entries = this.#faultsWithout(isRemoved);
      return { entries, result: entries.length > 0 };
    });
  }

  /** Returns the entry that removes some faults; no entry if there are none. */
  #faultsWithout(isRemoved: (fault: Fault) => boolean): Entry[] {
    const { made, rules } = this.#world.faults.state;
    if (!rules.some(isRemoved)) return [];
    return [{ world: { does: 'faults', faults: { made, rules: rules.filter((rule) => !isRemoved(rule)) } } }];
  }

  /** Counts a request for every fault that it matches. Returns the fault that hits it, or null. Does not wait for storing. */
  hitFault(target: FaultTarget): Fault | null | Promise<Fault | null> {
    const { faults, keeper } = this.#world;
    if (faults.meet(target).counts.length === 0) return null;
    return keeper.commit(null, () => {
      const { fault, counts } = faults.meet(target);
      const entries: Entry[] = counts.length === 0 ? [] : [{ world: { does: 'fault-counts', counts } }];
      return { entries, result: fault };
    });
  }

  /** Decreases the hits of a fault, for a hit that had no effect. */
  takeBackHit(id: string): Promise<void> {
    return this.#apply(() => {
      const fault = this.#world.faults.list.find((each) => each.id === id);
      if (fault === undefined || fault.hits === 0) return [];
      return [{ world: { does: 'fault-counts', counts: [{ id, seen: fault.seen, hits: fault.hits - 1 }] } }];
    });
  }

  /** Restores the initial state of the mock. */
  reset(): Promise<void> {
    return this.#replace(() => this.initial(), true);
  }

  /** Replaces the whole state by an exported one. Rejects with StateError if the snapshot is not valid here. */
  async importState(value: unknown): Promise<void> {
    const { identity, clock } = this.#world;
    const whole = openSnapshot(value, identity, clock);
    await this.#replace(() => whole, false);
  }

  async #replace(wholeOf: () => Whole, isNew: boolean): Promise<void> {
    const replaced = this.#apply(() => [{ world: { does: 'replace', whole: wholeOf(), isNew } }]);
    this.#world.anonymous.clear();
    await replaced;
    if (this.#world.keeper.isShared) this.#world.clearJournal();
  }

  /** Returns the initial state of the mock, with only the seeded accounts. */
  initial(): Whole {
    const { seeds } = this.#world;
    const clock = this.#world.clock.copy();
    clock.reset();
    const all = seeds.map((seed) => this.#newAccount(seed, true, clock));
    return { clock: clock.initial, faults: { made: 0, rules: [] }, accounts: { made: 0, all } };
  }

  #newAccount(input: NewAccount & { id: string }, seeded: boolean, clock: Clock): AccountState {
    const { machineNow, newKey } = this.#world;
    const { expires_in: seconds, quotas } = input;
    const settings = {
      id: input.id,
      key: input.key ?? newKey(),
      seeded,
      active: input.active ?? true,
      credits: input.credits ?? DEFAULT_CREDITS,
      historicalAccess: input.historicalAccess ?? true,
      anchorDay: input.anchorDay ?? 1,
      rateLimits: Object.fromEntries(limitsIn(input.rateLimits)),
      clock: input.clock ?? null,
      ...(seconds !== undefined && { expiresAt: machineNow() + seconds * 1_000 }),
      ...(quotas !== undefined && { quotas: { ...quotas } }),
    };
    return Account.opening(settings, clock);
  }
}

/** Returns limits by operation; `none` is for all operations. */
function limitsIn<Limit>(
  limits: Partial<Record<OperationId, Limit>> | 'none' = {},
): [OperationId, Limit | 'none'][] {
  if (limits === 'none') return operationIds.map((id) => [id, 'none']);
  return Object.entries(limits) as [OperationId, Limit][];
}
