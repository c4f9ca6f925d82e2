/** The world of one mock: the immutable part that all share, and the accounts. Any number live in one process. */

import type { Dataset } from '../../fixtures/index.js';
import type { Contract, Operation, Reading } from '../../spec/index.js';
import { createRedactor } from '../../common/redact.js';
import { limitInForce, type RateLimit, type RateLimitMode } from '../domain/rate-limit.js';
import type { Readings } from '../domain/readings.js';
import type { SearchIndex } from '../search/index.js';
import type { Account } from './account.js';
import { AccountStore, type NewAccount } from './account-store.js';
import type { Clock } from './clock.js';
import { Connections } from './connections.js';
import { Events } from './events.js';
import { Faults } from './faults.js';
import { Journal, type JournalEntry, type JournalFilter, type Recorded } from './journal.js';
import { inMemory, type Keeper } from './keeper.js';
import { applyEntry, wholeOf, type State } from './log.js';
import type { LedgerEntry } from './ledger.js';
import { Metrics } from './metrics.js';
import type { Identity } from './open-snapshot.js';
import { Owner } from './owner.js';
import { Slab } from './slab.js';
import type { Trace } from './trace.js';
import { takeSnapshot, type Snapshot } from './snapshot.js';

/** Parts of a world. */
export type WorldParts = Pick<
  World,
  'version' | 'contract' | 'knownReadings' | 'readings' | 'dataset' | 'index' | 'clock' | 'seeds' | 'newId'
> &
  Partial<Pick<World, 'rateLimits' | 'strictRequests' | 'mark' | 'machineNow'>>;

export class World implements State {
  readonly version!: string;
  readonly contract!: Contract;
  /** Every reading, with its choices. */
  readonly knownReadings!: readonly Reading[];
  /** The choices in force. */
  readonly readings!: Readings;
  readonly rateLimits: RateLimitMode = 'contract';
  /** Whether accepted mistakes are refused. */
  readonly strictRequests: boolean = false;
  /** Value of `X-Mock-Server` on every answer; null for none, and for no `X-Mock-Reason`. */
  readonly mark: string | null = null;
  readonly dataset!: Dataset;
  readonly index!: SearchIndex;
  readonly clock!: Clock;
  /** The clock of the machine, in ms, which the contract does not follow: for uptimes, and for the end of temporary accounts. */
  readonly machineNow: () => number = Date.now;
  /** A new UUID on each call. */
  readonly newId!: () => string;
  readonly newKey = (): string => keyOf(this.newId());
  /** The accounts at the start. */
  readonly seeds!: readonly (NewAccount & { id: string })[];
  /** Strikes every API key, and the admin token, out of what journals, logs and ledgers say of a request. */
  readonly secrets = createRedactor();
  readonly accounts: AccountStore;
  readonly faults = new Faults();
  readonly owner = new Owner(this);
  /** Memory alone, until it is given a place that lasts. */
  keeper: Keeper = inMemory(this);
  readonly events = new Events();
  readonly metrics = new Metrics();
  readonly connections = new Connections();
  readonly slab = new Slab();
  /** Requests that named no account. */
  readonly anonymous = new Journal();
  readonly #closing = new AbortController();
  #entries = 0;

  constructor(parts: WorldParts) {
    Object.assign(this, parts);
    this.accounts = new AccountStore({
      clock: parts.clock,
      machineNow: this.machineNow,
      secrets: this.secrets,
      // If it cannot be deleted now, it stays hidden.
      expired: (account) => void this.owner.expireAccount(account).catch(() => undefined),
    });
    applyEntry(this, { world: { does: 'replace', whole: this.owner.initial(), isNew: true } });
  }

  /** An empty state, to collect a state that this world may adopt. */
  draft(): State {
    return { clock: this.clock.copy(), faults: new Faults(), accounts: this.accounts.empty() };
  }

  /** Continues the state of a draft. Accounts of the same id and key keep their journals. */
  adopt({ clock, faults, accounts }: State): void {
    this.clock.state = clock.state;
    this.faults.state = faults.state;
    this.accounts.adopt(accounts);
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
    if (this.events.active) this.events.emit({ type: 'request', entry });
    return entry;
  }

  /** Of requests without an account, then of all accounts. */
  get journals(): Journal[] {
    return [this.anonymous, ...this.accounts.list().map(({ journal }) => journal)];
  }

  /** Entries of all journals that match, oldest first, and how many older ones those journals dropped. */
  journal(filter: JournalFilter = {}): { entries: JournalEntry[]; dropped: number } {
    const { account } = filter;
    const journals = account === undefined ? this.journals : [this.accounts.get(account).journal];
    const entries = journals
      .flatMap(({ recorded }) => recorded.map(({ entry }) => entry))
      .filter(
        (entry) =>
          (filter.operation === undefined || entry.operation === filter.operation) &&
          (filter.status === undefined || entry.status === filter.status),
      )
      .sort((a, b) => a.id - b.id);
    return { entries, dropped: journals.reduce((sum, journal) => sum + journal.dropped, 0) };
  }

  /** The entry with this number and its trace, while a journal holds it. */
  recorded(id: number): Recorded | undefined {
    return this.journals.flatMap(({ recorded }) => recorded).find(({ entry }) => entry.id === id);
  }

  clearJournal(): void {
    for (const journal of this.journals) journal.clear();
  }

  /** Tells the listeners of a new ledger entry. */
  announce(account: Account, entry: LedgerEntry): void {
    if (this.events.active) this.events.emit({ type: 'ledger', account: account.id, entry });
  }

  /** Records for the judges of callers that the owner changed an account, and how many credits that added. */
  noteChange(account: Account, credits: number): void {
    account.noteChange(this.#entries + 1, credits);
  }

  /** The limit of an operation that holds for the account. */
  rateLimit(account: Account, operation: Operation): RateLimit {
    const own = account.rateLimits[operation.id];
    return limitInForce(operation, own, this.rateLimits, this.readings['rate-others']);
  }

  exportState(): Snapshot {
    return takeSnapshot({ ...this.identity, ...wholeOf(this) });
  }

  /** Identifies postings and readings: with others, the same requests have other answers. */
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
