/** The world of one mock: the immutable part that all share, and the accounts. Any number live in one process. */

import type { Dataset } from '../../fixtures/index.js';
import type { Contract, Operation, Reading } from '../../spec/index.js';
import { createRedactor } from '../../common/redact.js';
import { canShow } from '../domain/fault-effects.js';
import { limitInForce, type RateLimit, type RateLimitMode } from '../domain/rate-limit.js';
import type { Readings } from '../domain/readings.js';
import type { SearchIndex } from '../search/index.js';
import type { Account } from './account.js';
import { AccountStore, type AccountPatch, type NewAccount } from './account-store.js';
import type { Clock } from './clock.js';
import { NO_JUDGE, type CallerJudge } from './callers.js';
import { Connections } from './connections.js';
import { Events } from './events.js';
import { effectNotShown } from './errors.js';
import { Faults, type Fault, type NewFault } from './faults.js';
import { Journal, type JournalEntry, type JournalFilter, type Recorded } from './journal.js';
import { MEMORY, type Keeper } from '../keeping/keeper.js';
import type { LedgerEntry } from './ledger.js';
import { Metrics } from './metrics.js';
import { openSnapshot, type Identity } from '../keeping/open-snapshot.js';
import { Slab } from './slab.js';
import type { Trace } from './trace.js';
import { takeSnapshot, type Snapshot } from '../keeping/snapshot.js';

export interface WorldParts {
  version: string;
  contract: Contract;
  /** Every reading, with its choices. */
  knownReadings: readonly Reading[];
  /** The choices in force. */
  readings: Readings;
  /** Default: as the contract says. */
  rateLimits?: RateLimitMode;
  /** Default: false. */
  strictRequests?: boolean;
  dataset: Dataset;
  index: SearchIndex;
  clock: Clock;
  /** The clock of the machine, ms. Default: the real time. */
  machineNow?: () => number;
  seeds: readonly NewAccount[];
  /** A new UUID on each call. */
  newId: () => string;
  /** Makes what judges callers. Default: nothing is said of them. */
  callers?: (world: World) => CallerJudge;
}

export class World {
  readonly version: string;
  readonly contract: Contract;
  readonly knownReadings: readonly Reading[];
  readonly readings: Readings;
  readonly rateLimits: RateLimitMode;
  /** Whether accepted mistakes are refused. */
  readonly strictRequests: boolean;
  readonly dataset: Dataset;
  readonly index: SearchIndex;
  readonly clock: Clock;
  /** What nothing of the contract follows: uptimes, and the end of throw-away accounts. */
  readonly machineNow: () => number;
  readonly newId: () => string;
  /** Strikes every API key, and the admin token, out of what journals, logs and ledgers say of a request. */
  readonly secrets = createRedactor();
  readonly accounts: AccountStore;
  readonly faults: Faults;
  /** Memory alone, until it is given a place that lasts. */
  keeper: Keeper = MEMORY;
  readonly events = new Events();
  readonly metrics = new Metrics();
  readonly connections = new Connections();
  readonly slab = new Slab();
  /** Requests that named no account. */
  readonly anonymous = new Journal();
  readonly #closing = new AbortController();
  #entries = 0;
  readonly #judgeOf: (world: World) => CallerJudge;
  #callers: CallerJudge | undefined;

  constructor(parts: WorldParts) {
    this.version = parts.version;
    this.contract = parts.contract;
    this.knownReadings = parts.knownReadings;
    this.readings = parts.readings;
    this.rateLimits = parts.rateLimits ?? 'contract';
    this.strictRequests = parts.strictRequests ?? false;
    this.dataset = parts.dataset;
    this.index = parts.index;
    this.clock = parts.clock;
    this.machineNow = parts.machineNow ?? Date.now;
    this.newId = parts.newId;
    this.#judgeOf = parts.callers ?? (() => NO_JUDGE);
    this.faults = new Faults({
      rules: () => this.keeper.keepWorld(() => ({ does: 'faults', faults: this.faults.state })),
      counts: () => this.keeper.keepWorld(() => ({ does: 'fault-counts', counts: this.faults.counts })),
    });
    this.clock.onChange = () => this.keeper.keepWorld(() => ({ does: 'clock', clock: this.clock.state }));
    this.accounts = new AccountStore({
      clock: parts.clock,
      machineNow: this.machineNow,
      seeds: parts.seeds,
      newKey: () => keyOf(parts.newId()),
      secrets: this.secrets,
      entered: (account) =>
        this.keeper.keepWorld(() => ({
          does: 'enter',
          made: this.accounts.made,
          account: account.state,
        })),
      changed: (account, make) => this.keeper.keepAccount(account, make),
      deleted: (id) => {
        this.keeper.keepWorld(() => ({ does: 'delete', id }));
        this.faults.clear(id);
      },
    });
  }

  /** Judges callers by what the journals hold. Made on first use, since most mocks in tests are not asked. */
  get callers(): CallerJudge {
    return (this.#callers ??= this.#judgeOf(this));
  }

  /** Aborted when the mock closes, which ends all delays. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** Ends event streams and delays; requests in flight can still be answered. */
  close(): void {
    this.#closing.abort();
    this.events.emit({ type: 'end' });
  }

  /** Numbers the entry, adds it to the journal of the account, or to that of requests without one, and tells the listeners. */
  record(account: Account | null, entry: JournalEntry, trace: Trace): JournalEntry {
    this.#entries += 1;
    entry.id = this.#entries;
    const { operation, status, creditsUsed } = entry;
    this.metrics.countRequest(operation, status, creditsUsed);
    if ((account?.journal ?? this.anonymous).add(entry, trace)) this.metrics.rowsDropped += 1;
    if (this.events.active) {
      const findings = account === null ? [] : this.callers.latest(account);
      this.events.emit({ type: 'request', entry, findings });
    }
    return entry;
  }

  /** Entries of all journals that match, oldest first, and how many older ones those journals dropped. */
  journal(filter: JournalFilter = {}): { entries: JournalEntry[]; dropped: number } {
    const journals =
      filter.account === undefined
        ? [this.anonymous, ...this.accounts.list().map((account) => account.journal)]
        : [this.accounts.get(filter.account).journal];
    const entries = journals
      .flatMap((journal) => journal.entries)
      .filter(
        (entry) =>
          (filter.operation === undefined || entry.operation === filter.operation) &&
          (filter.status === undefined || entry.status === filter.status),
      )
      .sort((a, b) => a.id - b.id);
    return { entries, dropped: journals.reduce((sum, journal) => sum + journal.dropped, 0) };
  }

  /** The entry with this number and what stands beside it, while a journal holds it. */
  recorded(id: number): Recorded | undefined {
    for (const journal of [this.anonymous, ...this.accounts.list().map((account) => account.journal)]) {
      const found = journal.recorded.find(({ entry }) => entry.id === id);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  clearJournal(): void {
    this.anonymous.clear();
    for (const account of this.accounts.list()) account.journal.clear();
  }

  /** Tells the listeners of a new ledger entry. */
  announce(account: Account, entry: LedgerEntry): void {
    if (this.events.active) this.events.emit({ type: 'ledger', account: account.id, entry });
  }

  /** Changes what the patch names; a new balance adds an adjustment to the ledger. */
  patchAccount(id: string, patch: AccountPatch): Account {
    const before = this.accounts.get(id).ledger.last;
    const account = this.accounts.patch(id, patch);
    account.noteChange(this.#entries + 1, account.credits - before.balance);
    if (account.ledger.last !== before) this.announce(account, account.ledger.last);
    return account;
  }

  /** Adds a fault; the account and operation that it names exist, and the operation can answer so. */
  addFault(fault: NewFault): Fault {
    const most = fault.account ? this.accounts.get(fault.account).mostFaults : undefined;
    if (fault.operation) {
      const operation = this.contract.operation(fault.operation);
      if (!canShow(operation, fault.effect)) throw effectNotShown(operation.id, fault.effect);
    }
    return this.faults.add(fault, most);
  }

  /** The limit of an operation that holds for the account. */
  rateLimit(account: Account, operation: Operation): RateLimit {
    const own = account.rateLimits[operation.id];
    return limitInForce(operation, own, this.rateLimits, this.readings['rate-others']);
  }

  /** Resets one account to how it was made; its faults are removed, and its journal is empty. */
  resetAccount(id: string): Account {
    const account = this.accounts.reset(id);
    this.faults.clear(id);
    return account;
  }

  /** Resets everything to how it was at the start. */
  reset(): void {
    this.clock.reset();
    this.faults.restore({ made: 0, rules: [] });
    this.anonymous.clear();
    this.accounts.resetAll();
    this.keeper.keepAll();
  }

  exportState(): Snapshot {
    return takeSnapshot({
      ...this.identity,
      clock: this.clock.state,
      faults: this.faults.state,
      accounts: { made: this.accounts.made, all: this.accounts.list().map((account) => account.state) },
    });
  }

  /** Replaces the whole state by an exported one, or throws a `StateError` and changes nothing. */
  importState(value: unknown): void {
    const { content, accounts } = openSnapshot(value, this.identity, this.clock);
    this.clock.restore(content.clock);
    this.faults.restore(content.faults);
    this.anonymous.clear();
    this.accounts.restore(content.accounts.made, accounts);
    this.keeper.keepAll();
  }

  /** What a state belongs to: under other postings or readings the same requests have other answers. */
  get identity(): Identity {
    const { seed, size, firstDay, hash, networkUrl } = this.dataset;
    return { dataset: { seed, size, firstDay, hash, networkUrl }, readings: this.readings };
  }
}

/** In letters that no UUID, digest or number has, so that a part of a key is never mistaken for a part of one of those. */
function keyOf(id: string): string {
  const letters = id
    .replace(/[^0-9a-f]/g, '')
    .replace(/./g, (digit) => 'ghijklmnopqrstuv'[parseInt(digit, 16)]!);
  return `key_${letters}`;
}
