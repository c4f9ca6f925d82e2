/**
 * A right client against a service of a few lines that fails at random, in virtual time: what they leave behind is a
 * history in which no rule may find anything. Another seed, another story.
 */
import type { SearchId } from '../../spec/contract.js';
import type { TrafficHistory } from '../../conformance/record/traffic.js';
import { exchangeOf, START, type Call } from './client-history.js';

type Random = () => number;

/** Numbers from 0 to 1, the same for the same seed. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Fault =
  'none' | 'drop-before' | 'drop-after' | 'truncate' | 'gives-up' | '429' | '503' | '500' | 'closed-idle';
const FAULTS: Fault[] = [
  'drop-before',
  'drop-after',
  'truncate',
  'gives-up',
  '429',
  '503',
  '500',
  'closed-idle',
];

interface Answer {
  status: number;
  retryAfter: number;
  next: unknown;
  isLost: boolean;
}

class Story {
  readonly #random: Random;
  readonly history: TrafficHistory;
  #time = 0;
  #connection = 1;
  #keys = 0;
  /** Postings, newest first; some are added as time goes by. */
  #postings: number[] = Array.from({ length: 40 }, (_, i) => 40 - i);
  readonly #paid = new Set<number>();
  #balance: number;
  #isBroke = false;
  /** Operation keys whose outcome is open, by what was searched. */
  readonly #open = new Map<string, string>();
  /** Whether its first pages name the cursor. */
  readonly #saysNull: boolean;
  readonly #stored = new Map<string, { body: string; next: unknown; credits: number }>();

  constructor(seed: number) {
    this.#random = randomFrom(seed);
    this.#balance = this.#random() < 0.2 ? 12 : 10_000;
    this.#saysNull = this.#random() < 0.5;
    this.history = {
      format: 'job-search-kit/traffic',
      version: 1,
      kitVersion: '0.0.0',
      source: 'mock',
      dropped: 0,
      accounts: [{ alias: 'one', changes: [] }],
      exchanges: [],
    };
  }

  tell(): TrafficHistory {
    // Whoever cannot pay stops.
    for (let task = 0; task < 4 && !this.#isBroke; task += 1) {
      const kind = Math.floor(this.#random() * 5);
      if (kind < 2) this.#collect(kind === 0 ? 'searchJobs' : 'searchJobsHistorical');
      else if (kind === 2) this.#poll();
      else if (kind === 3) this.#time += this.#ask({ operation: 'getCreditBalance' }).retryAfter * 1_000;
      else this.#twice();
      this.#time += this.#random() * 3_000;
    }
    return this.history;
  }

  #newKey(): string {
    return `use_v1_${(this.#keys += 1)}`;
  }

  /** Page after page to the end, the last with a lower limit at times. */
  #collect(operation: SearchId): void {
    const body: Record<string, unknown> = { limit: 10, ...(this.#random() < 0.5 ? { is_remote: true } : {}) };
    if (this.#saysNull) body['search_after'] = null;
    for (let pages = 0; pages < 8; pages += 1) {
      const answer = this.#search(operation, body);
      if (answer === null || answer.next === null) return;
      body['search_after'] = answer.next;
      if (pages === 2 && this.#random() < 0.3) body['limit'] = 5;
    }
  }

  #poll(): void {
    for (let time = 0; time < 3; time += 1)
      if (this.#search('searchJobs', { limit: 3, department: ['Sales'] }) === null) return;
  }

  /** Two copies at once for one search, under one key. */
  #twice(): void {
    const call: Call = { operation: 'searchJobs', key: this.#newKey(), body: { limit: 7 } };
    const start = this.#time;
    this.#ask(call, 'none');
    this.#time = start + this.#random() * 20;
    this.#connection += 1;
    this.#ask(call, 'none');
  }

  /** One search with its retries; null where it was given up. */
  #search(operation: SearchId, body: Record<string, unknown>): Answer | null {
    // What was given up with its outcome open is gone on with under its old key.
    const wish = `${operation} ${JSON.stringify(body)}`;
    const call: Call = { operation, body: { ...body }, key: this.#open.get(wish) ?? this.#newKey() };
    this.#open.set(wish, call.key!);
    for (let attempt = 0; attempt < 4; attempt += 1) {
      const answer = this.#ask(call);
      const isOver = !answer.isLost && (answer.status === 200 || answer.status === 402);
      if (isOver) this.#open.delete(wish);
      if (isOver) return answer.status === 200 ? answer : null;
      this.#time += Math.max(answer.retryAfter * 1_000, 100 * 2 ** attempt) + this.#random() * 50;
    }
    return null;
  }

  #ask(call: Call, forced?: Fault): Answer {
    this.#time += 1 + this.#random() * 20;
    const { exchanges } = this.history;
    const fault =
      forced ?? (this.#random() < 0.35 ? FAULTS[Math.floor(this.#random() * FAULTS.length)]! : 'none');
    const shown = fault === 'closed-idle' ? 'none' : fault;
    if (fault !== 'none') this.#connection += 1;
    // Postings come in between two requests.
    if (this.#random() < 0.3) this.#postings.unshift(this.#postings[0]! + 1);
    const answer = this.#answer(call, shown);
    const exchange = exchangeOf({ ...call, ...answer.call }, exchanges.length + 1, this.#time);
    exchanges.push({ ...exchange, connection: String(this.#connection), at: START + this.#time });
    this.#time += 5;
    if (answer.isLost) this.#connection += 1;
    return answer;
  }

  #answer(call: Call, fault: Fault): Answer & { call: Partial<Call> } {
    const plain = { retryAfter: 0, next: null, isLost: false };
    const nothing = { served: 'nothing' as const, delivered: undefined };
    if (fault === '429') {
      const retryAfter = 1 + Math.floor(this.#random() * 3);
      return { ...plain, status: 429, retryAfter, call: { status: 429, retryAfter, ...nothing } };
    }
    if (fault === '503' || fault === '500')
      return { ...plain, status: Number(fault), call: { status: Number(fault), ...nothing } };
    if (fault === 'drop-before')
      return { ...plain, status: 0, isLost: true, call: { status: 500, sent: 'never', ...nothing } };
    const page = call.body === undefined ? { status: 200 } : this.#execute(call);
    const isLost = fault !== 'none';
    const loss: Partial<Call> =
      fault === 'truncate'
        ? { sent: 'cut' }
        : fault === 'gives-up'
          ? { sent: 'cut', aborted: true }
          : isLost
            ? { sent: 'never' }
            : {};
    return {
      ...plain,
      status: page.status ?? 200,
      next: page.next ?? null,
      isLost,
      call: { ...page, ...loss },
    };
  }

  #execute({ key, body }: Call): Partial<Call> {
    const stored = this.#stored.get(key!);
    if (stored !== undefined)
      return { status: 200, next: stored.next, credits: stored.credits, served: 'stored' };
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
    this.#stored.set(key!, { body: JSON.stringify(body), next, credits: fresh.length });
    return { status: 200, next, credits: fresh.length };
  }
}

export function rightHistory(seed: number): TrafficHistory {
  return new Story(seed).tell();
}
