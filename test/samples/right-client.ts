/**
 * Histories of a right client that uses a small service in virtual time. The service fails at random. No rule may report
 * anything in these histories.
 */
import type { SearchId } from '../../spec/contract.js';
import type { TrafficHistory } from '../../conformance/record/traffic.js';
import { createRandom, type Random } from '../independent-service/random.js';
import { exchangeOf, historyOf, START, type Call } from './client-history.js';

/** Faults that lose an answer after the search. */
const LOSSES: Readonly<Record<string, Partial<Call>>> = {
  truncate: { sent: 'cut' },
  'gives-up': { sent: 'cut', aborted: true },
  'drop-after': { sent: 'never' },
};
const FAULTS = 'drop-before drop-after truncate gives-up 429 503 500 closed-idle'.split(' ');

interface Answer {
  status: number;
  retryAfter: number;
  next: unknown;
  isLost: boolean;
}

interface Reply extends Answer {
  /** Differences of the recorded exchange. */
  call: Partial<Call>;
}

class Story {
  readonly #random: Random;
  readonly history = historyOf([]);
  #time = 0;
  #connection = 1;
  #keys = 0;
  /** Newest first. More arrive over time. */
  #postings: number[] = Array.from({ length: 40 }, (_, i) => 40 - i);
  readonly #paid = new Set<number>();
  #balance: number;
  #isBroke = false;
  /** Operation keys of searches with an unknown outcome, by operation and body. */
  readonly #open = new Map<string, string>();
  /** Whether requests for first pages have `search_after: null`. */
  readonly #saysNull: boolean;
  readonly #stored = new Map<string, { next: unknown; credits: number }>();

  constructor(seed: number) {
    this.#random = createRandom(seed);
    this.#balance = this.#random.chance(0.2) ? 12 : 10_000;
    this.#saysNull = this.#random.chance(0.5);
  }

  tell(): TrafficHistory {
    // A client that cannot pay stops.
    for (let task = 0; task < 4 && !this.#isBroke; task += 1) {
      const kind = this.#random.pick([0, 1, 2, 3, 4]);
      if (kind < 2) this.#collect(kind === 0 ? 'searchJobs' : 'searchJobsHistorical');
      else if (kind === 2) this.#poll();
      else if (kind === 3) this.#time += this.#ask({ operation: 'getCreditBalance' }).retryAfter * 1_000;
      else this.#twice();
      this.#time += this.#random.next() * 3_000;
    }
    return this.history;
  }

  #newKey(): string {
    return `use_v1_${(this.#keys += 1)}`;
  }

  /** Fetches all pages. The last page can have a lower limit. */
  #collect(operation: SearchId): void {
    const body: Record<string, unknown> = { limit: 10, ...(this.#random.chance(0.5) && { is_remote: true }) };
    if (this.#saysNull) body['search_after'] = null;
    for (let pages = 0; pages < 8; pages += 1) {
      const answer = this.#search(operation, body);
      if (answer === null || answer.next === null) return;
      body['search_after'] = answer.next;
      if (pages === 2 && this.#random.chance(0.3)) body['limit'] = 5;
    }
  }

  #poll(): void {
    for (let time = 0; time < 3; time += 1)
      if (this.#search('searchJobs', { limit: 3, department: ['Sales'] }) === null) return;
  }

  /** Sends two concurrent copies of a search with one key. */
  #twice(): void {
    const call: Call = { operation: 'searchJobs', key: this.#newKey(), body: { limit: 7 } };
    const start = this.#time;
    this.#ask(call, 'none');
    this.#time = start + this.#random.next() * 20;
    this.#connection += 1;
    this.#ask(call, 'none');
  }

  /** One search with its retries; null if it gives up. */
  #search(operation: SearchId, body: Record<string, unknown>): Answer | null {
    // An earlier search with an unknown outcome goes on with its key.
    const wish = `${operation} ${JSON.stringify(body)}`;
    const call: Call = { operation, body: { ...body }, key: this.#open.get(wish) ?? this.#newKey() };
    this.#open.set(wish, call.key!);
    for (let attempt = 0; attempt < 4; attempt += 1) {
      const answer = this.#ask(call);
      const isOver = !answer.isLost && (answer.status === 200 || answer.status === 402);
      if (isOver) this.#open.delete(wish);
      if (isOver) return answer.status === 200 ? answer : null;
      this.#time += Math.max(answer.retryAfter * 1_000, 100 * 2 ** attempt) + this.#random.next() * 50;
    }
    return null;
  }

  #ask(call: Call, forced?: 'none'): Answer {
    this.#time += 1 + this.#random.next() * 20;
    const { exchanges } = this.history;
    const fault = forced ?? (this.#random.chance(0.35) ? this.#random.pick(FAULTS) : 'none');
    const shown = fault === 'closed-idle' ? 'none' : fault;
    if (fault !== 'none') this.#connection += 1;
    if (this.#random.chance(0.3)) this.#postings.unshift(this.#postings[0]! + 1);
    const answer = this.#answer(call, shown);
    const exchange = exchangeOf({ ...call, ...answer.call }, exchanges.length + 1, this.#time);
    exchanges.push({ ...exchange, connection: String(this.#connection), at: START + this.#time });
    this.#time += 5;
    if (answer.isLost) this.#connection += 1;
    return answer;
  }

  #answer(call: Call, fault: string): Reply {
    const refused = (status: number, more: Partial<Call> = {}): Reply => ({
      status,
      retryAfter: more.retryAfter ?? 0,
      next: null,
      isLost: false,
      call: { status, ...more, served: 'nothing', delivered: undefined },
    });
    if (fault === '429') return refused(429, { retryAfter: 1 + Math.floor(this.#random.next() * 3) });
    if (fault === '503' || fault === '500') return refused(Number(fault));
    if (fault === 'drop-before') return { ...refused(500, { sent: 'never' }), status: 0, isLost: true };
    const page = call.body === undefined ? { status: 200 } : this.#execute(call);
    const loss = LOSSES[fault];
    return {
      status: page.status ?? 200,
      retryAfter: 0,
      next: page.next ?? null,
      isLost: loss !== undefined,
      call: { ...page, ...loss },
    };
  }

  #execute({ key, body }: Call): Partial<Call> {
    const stored = this.#stored.get(key!);
    if (stored !== undefined) return { status: 200, ...stored, served: 'stored' };
    const cursor = body?.['search_after'] as [number, string] | null | undefined;
    const limit = body?.['limit'] as number;
    const rest = this.#postings.filter((posting) => !cursor || posting < cursor[0]);
    const page = rest.slice(0, limit);
    const fresh = page.filter((posting) => !this.#paid.has(posting));
    this.#isBroke = fresh.length > this.#balance;
    if (this.#isBroke) return { status: 402, served: 'nothing' };
    for (const posting of fresh) this.#paid.add(posting);
    this.#balance -= fresh.length;
    const last = page.at(-1);
    const next = rest.length > limit && last !== undefined ? [last, `p_${last}`] : null;
    const bought = { next, credits: fresh.length };
    this.#stored.set(key!, bought);
    return { status: 200, ...bought };
  }
}

export function rightHistory(seed: number): TrafficHistory {
  return new Story(seed).tell();
}
