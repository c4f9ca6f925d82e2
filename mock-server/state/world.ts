/** The state of one mock: contract, data, accounts, clock and faults. A process can have several, which share no state. */
import { EventEmitter } from 'node:events';
import type { Dataset } from '../../fixtures/index.js';
import type { Contract, Operation, Reading } from '../../spec/index.js';
import { Redactor } from '../../common/redact.js';
import { limitInForce, type RateLimit, type RateLimitMode } from '../domain/rate-limit.js';
import type { Readings } from '../domain/readings.js';
import type { SearchIndex } from '../search/index.js';
import type { Account } from './account.js';
import { AccountStore, type NewAccount } from './account-store.js';
import type { Clock } from './clock.js';
import { Connections } from './connections.js';
import { Faults } from './faults.js';
import { Journal, type JournalEntry, type JournalFilter, type Recorded } from './journal.js';
import { inMemory, type Keeper } from './keeper.js';
import { applyEntry, wholeOf, type State } from './log.js';
import type { LedgerEntry } from './ledger.js';
import { Metrics } from './metrics.js';
import { takeSnapshot, type Identity, type Snapshot } from './snapshot.js';
import { Owner } from './owner.js';
import type { Trace } from './trace.js';

export type WorldParts = Pick<
  World,
  'version' | 'contract' | 'knownReadings' | 'readings' | 'dataset' | 'index' | 'clock' | 'seeds' | 'newId'
> &
  Partial<Pick<World, 'rateLimits' | 'strictRequests' | 'mark' | 'machineNow'>>;

export class World implements State {
  readonly version!: string;
  readonly contract!: Contract;
  readonly knownReadings!: readonly Reading[];
  /** The current choices. */
  readonly readings!: Readings;
  readonly rateLimits: RateLimitMode = 'contract';
  /** Whether to refuse unknown fields and content types other than JSON, which the contract accepts. */
  readonly strictRequests: boolean = false;
  /** Value of `X-Mock-Server` in every response. Null leaves out that header and `X-Mock-Reason`. */
  readonly mark: string | null = null;
  readonly dataset!: Dataset;
  readonly index!: SearchIndex;
  readonly clock!: Clock;
  /** The machine's time in ms, for uptimes and the end of temporary accounts. Everything else uses `clock`. */
  readonly machineNow: () => number = Date.now;
  /** Start time of this mock, ms on the machine's clock. */
  readonly startedAt: number;
  /** A new UUID on each call. */
  readonly newId!: () => string;
  readonly newKey = (): string => keyOf(this.newId());
  /** Settings of the accounts at the start. */
  readonly seeds!: readonly (NewAccount & { id: string })[];
  /** Redacts API keys and the admin token in journals, logs and ledgers. */
  readonly secrets = new Redactor();
  readonly accounts: AccountStore;
  readonly faults = new Faults();
  readonly owner = new Owner(this);
  /** Keeps the state in memory only, unless the mock starts with `state`. */
  keeper: Keeper = inMemory(this);
  /**
   * Requests and ledger entries, for the log and event streams. Closing the mock emits `end`, which ends the streams; the log still
   * gets requests in flight.
   */
  readonly events = new EventEmitter<{
    request: [entry: JournalEntry];
    ledger: [account: string, entry: LedgerEntry];
    end: [];
  }>().setMaxListeners(0);
  readonly metrics = new Metrics();
  readonly connections = new Connections();
  /** The journal of requests without the key of an account. */
  readonly anonymous = new Journal();
  readonly #closing = new AbortController();
  /** Aborted when the mock closes, which ends all delays. */
  readonly closing: AbortSignal = this.#closing.signal;
  #entries = 0;

  constructor(parts: WorldParts) {
    Object.assign(this, parts);
    this.startedAt = this.machineNow();
    this.accounts = new AccountStore({
      clock: parts.clock,
      machineNow: this.machineNow,
      secrets: this.secrets,
      // If deleting fails, the account stays hidden.
      expired: (account) => void this.owner.expireAccount(account).catch(() => undefined),
    });
    applyEntry(this, { world: { does: 'replace', whole: this.owner.initial(), isNew: true } });
  }

  /** Returns an empty state to fill with a stored one. `adopt` makes it the state of this world. */
  draft(): State {
    return { clock: this.clock.copy(), faults: new Faults(), accounts: this.accounts.empty() };
  }

  /** Replaces the state with that of a draft. Accounts with the same id and key keep their journals. */
  adopt({ clock, faults, accounts }: State): void {
    this.clock.state = clock.state;
    this.faults.state = faults.state;
    this.accounts.adopt(accounts.made, accounts.all);
  }

  /** Ends event streams and delays; requests in flight can still be answered. */
  close(): void {
    this.#closing.abort();
    this.events.emit('end');
  }

  /** Numbers the entry, adds it to the journal of the account (or to `anonymous`), and notifies listeners. */
  record(account: Account | null, entry: JournalEntry, trace: Trace): JournalEntry {
    this.#entries += 1;
    entry.id = this.#entries;
    const { operation, status, creditsUsed } = entry;
    this.metrics.countRequest(operation, status, creditsUsed);
    if ((account?.journal ?? this.anonymous).add(entry, trace)) this.metrics.rowsDropped += 1;
    this.events.emit('request', entry);
    return entry;
  }

  /** The journal of requests without an account, then those of all accounts. */
  get journals(): Journal[] {
    return [this.anonymous, ...this.accounts.list().map(({ journal }) => journal)];
  }

  /** Returns the matching entries, oldest first, and the number of older entries that their journals dropped. */
  journal({ account, ...members }: JournalFilter & { requestId?: string } = {}) {
    const wanted = Object.entries(members) as [keyof typeof members, unknown][];
    const journals = account === undefined ? this.journals : [this.accounts.get(account).journal];
    const entries = journals
      .flatMap(({ recorded }) => recorded.map(({ entry }) => entry))
      .filter((entry) => wanted.every(([name, value]) => value === undefined || entry[name] === value))
      .sort((a, b) => a.id - b.id);
    return { entries, dropped: journals.reduce((sum, journal) => sum + journal.dropped, 0) };
  }

  /** Returns the entry with this number and its trace; undefined if the journal has dropped it. */
  recorded(id: number): Recorded | undefined {
    return this.journals.flatMap(({ recorded }) => recorded).find(({ entry }) => entry.id === id);
  }

  clearJournal(): void {
    for (const journal of this.journals) journal.clear();
  }

  /** Records that the owner changed an account and added `credits`, because the rules for clients have to know it. */
  noteChange(account: Account, credits: number): void {
    account.noteChange(this.#entries + 1, credits);
  }

  rateLimit(account: Account, operation: Operation): RateLimit {
    const own = account.rateLimits[operation.id];
    return limitInForce(operation, own, this.rateLimits, this.readings['rate-others']);
  }

  exportState(): Snapshot {
    return takeSnapshot({ ...this.identity, ...wholeOf(this) });
  }

  /** Identifies the postings and readings, on which responses depend in addition to the state. */
  get identity(): Identity {
    const { seed, size, firstDay, hash, networkUrl } = this.dataset;
    return { dataset: { seed, size, firstDay, hash, networkUrl }, readings: this.readings };
  }
}

/** Makes an API key without hexadecimal digits, so that redaction never mistakes a part of a UUID or digest for a key. */
function keyOf(id: string): string {
  const letters = id
    .replace(/[^0-9a-f]/g, '')
    .replace(/./g, (digit) => 'ghijklmnopqrstuv'[parseInt(digit, 16)]!);
  return `key_${letters}`;
}
