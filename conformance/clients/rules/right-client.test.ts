import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SearchId } from '../../../spec/contract.js';
import type { TrafficHistory } from '../../record/traffic.js';
import {
  against,
  exchangeOf,
  historyOf,
  judged,
  START,
  type Call,
} from '../../../test/samples/client-history.js';
import { createRandom } from '../../../test/independent-service/random.js';

const SEEDS = fc.integer({ min: 0, max: 0x7fffffff });

/** Faults that lose the answer although the search was executed. */
const LOSSES: Readonly<Record<string, Partial<Call>>> = {
  truncate: { sent: 'cut' },
  'gives-up': { sent: 'cut', aborted: true },
  'drop-after': { sent: 'never' },
};
const FAULTS = 'drop-before drop-after truncate gives-up 429 503 500 closed-idle'.split(' ');

/** Members of a recorded exchange that differ from the defaults. `sent` is set if the answer is lost. */
type Reply = Partial<Call>;

/** A random history, in virtual time, of a right client and a small service that often fails. The rules must report nothing. */
function rightHistory(seed: number): TrafficHistory {
  const random = createRandom(seed);
  const history = historyOf([]);
  let time = 0;
  let connection = 1;
  let keys = 0;
  /** Newest first. New postings arrive over time. */
  const postings = Array.from({ length: 40 }, (_, i) => 40 - i);
  const paid = new Set<number>();
  let balance = random.chance(0.2) ? 12 : 10_000;
  let isBroke = false;
  /** Operation keys of searches with an unknown outcome, by operation and body. */
  const open = new Map<string, string>();
  /** Whether requests for first pages have `search_after: null`. */
  const saysNull = random.chance(0.5);
  const bought = new Map<string, { next: unknown; credits: number }>();

  function newKey(): string {
    return `use_v1_${(keys += 1)}`;
  }

  /** Fetches all pages. The last page can have a lower limit. */
  function collect(operation: SearchId): void {
    const body: Record<string, unknown> = { limit: 10, ...(random.chance(0.5) && { is_remote: true }) };
    if (saysNull) body['search_after'] = null;
    for (let pages = 0; pages < 8; pages += 1) {
      const answer = search(operation, body);
      if (!answer?.next) return;
      body['search_after'] = answer.next;
      if (pages === 2 && random.chance(0.3)) body['limit'] = 5;
    }
  }

  function poll(): void {
    for (let round = 0; round < 3; round += 1)
      if (search('searchJobs', { limit: 3, department: ['Sales'] }) === null) return;
  }

  /** Sends two concurrent copies of a search with one key. */
  function twice(): void {
    const call: Call = { operation: 'searchJobs', key: newKey(), body: { limit: 7 } };
    const start = time;
    ask(call, 'none');
    time = start + random.next() * 20;
    connection += 1;
    ask(call, 'none');
  }

  /** One search with its retries; null if it gives up. */
  function search(operation: SearchId, body: Record<string, unknown>): Reply | null {
    // Uses the key of an earlier search with the same body if its outcome is unknown.
    const wish = `${operation} ${JSON.stringify(body)}`;
    const call: Call = { operation, body: { ...body }, key: open.get(wish) ?? newKey() };
    open.set(wish, call.key!);
    for (let attempt = 0; attempt < 4; attempt += 1) {
      const { sent, status = 200, retryAfter = 0, ...reply } = ask(call);
      if (sent === undefined && (status === 200 || status === 402)) {
        open.delete(wish);
        return status === 200 ? reply : null;
      }
      time += Math.max(retryAfter * 1_000, 100 * 2 ** attempt) + random.next() * 50;
    }
    return null;
  }

  function ask(call: Call, forced?: 'none'): Reply {
    time += 1 + random.next() * 20;
    const { exchanges } = history;
    const fault = forced ?? (random.chance(0.35) ? random.pick(FAULTS) : 'none');
    if (fault !== 'none') connection += 1;
    if (random.chance(0.3)) postings.unshift(postings[0]! + 1);
    const reply = replyTo(call, fault);
    const exchange = exchangeOf({ ...call, ...reply }, exchanges.length + 1, time);
    exchanges.push({ ...exchange, connection: String(connection), at: START + time });
    time += 5;
    if (reply.sent !== undefined) connection += 1;
    return reply;
  }

  function replyTo(call: Call, fault: string): Reply {
    const nothing = { served: 'nothing', delivered: undefined } as const;
    if (fault === '429') return { status: 429, retryAfter: 1 + Math.floor(random.next() * 3), ...nothing };
    if (fault === '503' || fault === '500') return { status: Number(fault), ...nothing };
    if (fault === 'drop-before') return { status: 500, sent: 'never', ...nothing };
    return { ...(call.body && execute(call)), ...LOSSES[fault] };
  }

  function execute({ key, body }: Call): Reply {
    const stored = bought.get(key!);
    if (stored !== undefined) return { status: 200, ...stored, served: 'stored' };
    const cursor = body?.['search_after'] as [number, string] | null | undefined;
    const limit = body?.['limit'] as number;
    const rest = postings.filter((posting) => !cursor || posting < cursor[0]);
    const page = rest.slice(0, limit);
    const fresh = page.filter((posting) => !paid.has(posting));
    isBroke = fresh.length > balance;
    if (isBroke) return { status: 402, served: 'nothing' };
    for (const posting of fresh) paid.add(posting);
    balance -= fresh.length;
    const last = page.at(-1);
    const next = rest.length > limit && last !== undefined ? [last, `p_${last}`] : null;
    const answer = { next, credits: fresh.length };
    bought.set(key!, answer);
    return { status: 200, ...answer };
  }

  // A client that cannot pay stops.
  for (let task = 0; task < 4 && !isBroke; task += 1) {
    const kind = random.pick([0, 1, 2, 3, 4]);
    if (kind < 2) collect(kind === 0 ? 'searchJobs' : 'searchJobsHistorical');
    else if (kind === 2) poll();
    else if (kind === 3) time += (ask({ operation: 'getCreditBalance' }).retryAfter ?? 0) * 1_000;
    else twice();
    time += random.next() * 3_000;
  }
  return history;
}

/** A damaged history: up to a fifth is missing or reordered, and how much is missing is unknown. */
function spoilt(history: TrafficHistory, seed: number): TrafficHistory {
  const random = createRandom(seed).next;
  const share = random() / 5;
  const exchanges = history.exchanges.filter(() => random() >= share);
  for (let moves = Math.floor((exchanges.length * share) / 2); moves > 0; moves -= 1) {
    const [moved] = exchanges.splice(Math.floor(random() * exchanges.length), 1);
    exchanges.splice(Math.floor(random() * exchanges.length), 0, moved!);
  }
  return { ...history, dropped: undefined, accounts: [], exchanges };
}

describe('a right client', () => {
  it('gets no failure and no warning, whatever fails', () => {
    fc.assert(
      fc.property(SEEDS, (seed) => {
        expect(against(judged(rightHistory(seed)).filter(({ verdict }) => verdict !== 'pass'))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('meets the situations of most rules', () => {
    const met = new Set<string>();
    for (let seed = 0; seed < 60; seed += 1) for (const { rule } of judged(rightHistory(seed))) met.add(rule);
    for (const rule of 'CLI-2 CLI-3 CLI-5 CLI-14 CLI-19 CLI-29 CLI-33 CLI-34 CLI-36'.split(' '))
      expect(met).toContain(rule);
  });

  it('gets no failure and no warning from a history with missing or reordered requests', () => {
    fc.assert(
      fc.property(SEEDS, (seed) => {
        const found = judged(spoilt(rightHistory(seed), seed + 1));
        expect(against(found.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn'))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});
