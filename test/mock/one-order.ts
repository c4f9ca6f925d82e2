/**
 * Checks that one order of events explains all answers to the callers of one account, with any state store. A pure function
 * of requests, answers, the final ledger and the stored operations, which does its own arithmetic.
 */
import { collected } from '../../conformance/values/grouped.js';
import type { LedgerEntry } from '../../mock-server/state/ledger.js';

/** One request of the account with its outcome. */
export interface Attempt {
  /** Null for a request that is not a search. */
  search: { operationKey: string | null } | null;
  /** Milliseconds on one monotonic clock: before sending, and after the answer. */
  from: number;
  to: number;
  /** Null if no answer came. */
  status: number | null;
  requestId: string | null;
  answerKey: string | null;
  text: string;
}

export type Entry = Pick<
  LedgerEntry,
  'id' | 'kind' | 'credits' | 'balance' | 'jobs' | 'operationKey' | 'requestId'
>;

/** The requests of one account on one operation within one billing cycle, and its state after them. */
export interface History {
  attempts: readonly Attempt[];
  /** Oldest first, including the opening entry. */
  ledger: readonly Entry[];
  /** Keys of the stored operations, in the order in which they were stored. */
  stored: readonly string[];
  /** Credits for a new job. */
  cost: number;
  /** How many searches are allowed in any minute of the account's clock. */
  limit?: { searches: number; clock: 'runs' | 'stands still' };
}

/** Returns a sentence for each fact that no order of events explains. */
export function disorderIn(history: History): string[] {
  const operations = operationsIn(history);
  return [
    ...brokenLedger(history),
    ...unexplained(history, operations),
    ...outOfOrder(history.ledger.flatMap(({ operationKey }) => operations.get(operationKey ?? '') ?? [])),
    ...outOfOrder(history.stored.flatMap((key) => operations.get(key) ?? [])),
    ...wrongBalances(history, operations),
    ...wrongPrices(history, operations),
    ...wrongLimits(history),
  ];
}

/** All attempts at one search. */
interface Operation {
  key: string;
  attempts: Attempt[];
  /** The successful answers, earliest first. */
  answers: Attempt[];
  /** The earliest and the latest time of its execution; the latter is Infinity without an answer. */
  from: number;
  to: number;
}

function operationsIn({ attempts, ledger }: History): Map<string, Operation> {
  const executed = new Set(ledger.map(({ requestId }) => requestId));
  const searches = attempts.flatMap((attempt): [string, Attempt][] => {
    // If the answer was lost, the caller does not know the key that the service made.
    const key = attempt.search && (attempt.search.operationKey ?? attempt.answerKey);
    return key === null ? [] : [[key, attempt]];
  });
  const operations = [...collected(searches)].map(([key, all]): [string, Operation] => {
    const answers = all.filter(({ status }) => status === 200).sort((a, b) => a.to - b.to);
    const charged = all.find(({ requestId }) => requestId !== null && executed.has(requestId));
    const from = charged?.from ?? Math.min(...all.map((each) => each.from));
    return [key, { key, attempts: all, answers, from, to: answers[0]?.to ?? Infinity }];
  });
  return new Map(operations);
}

function brokenLedger({ ledger }: History): string[] {
  return ledger.slice(1).flatMap(({ id, credits, balance }, i) => {
    const before = ledger[i]!;
    if (id !== before.id + 1) return [`entry ${before.id} of the ledger is followed by ${id}`];
    if (balance === before.balance + credits) return [];
    return [`entry ${id} adds ${credits} to ${before.balance} and says ${balance}`];
  });
}

/** Checks that each answer is stored and charged once, and that each charge and stored answer belongs to a search. */
function unexplained({ ledger, stored }: History, operations: Map<string, Operation>): string[] {
  const charges = ledger.filter(({ kind }) => kind === 'charge');
  const chargedKeys = charges.map(({ operationKey }) => operationKey ?? '');
  const charged = new Map(charges.map((entry) => [entry.operationKey, entry]));
  const kept = new Set(stored);
  const found = [
    ...repeated(chargedKeys).map((key) => `${key} is charged twice`),
    ...repeated(stored).map((key) => `the answer to ${key} is stored twice`),
    ...chargedKeys
      .filter((key) => key !== '' && !kept.has(key))
      .map((key) => `${key} is charged and not stored`),
  ];
  for (const key of new Set([...chargedKeys, ...stored])) {
    const attempts = operations.get(key)?.attempts;
    // If the answer was lost, no caller knows the key that the service made.
    if (attempts !== undefined && attempts.every(isRefused))
      found.push(`${key} was refused, but is charged or stored`);
  }
  for (const { key, answers } of operations.values()) {
    const [first] = answers;
    if (first === undefined) continue;
    if (answers.some(({ text }) => text !== first.text)) found.push(`${key} has two different answers`);
    if (!kept.has(key)) found.push(`${key} was answered and is not stored`);
    const { credits_used: used, credits_remaining: left } = pageOf(first);
    const entry = charged.get(key);
    if (entry === undefined ? used !== 0 : used !== -entry.credits || left !== entry.balance)
      found.push(
        `the answer to ${key} says ${used} credits with ${left} left, but the ledger says ` +
          (entry === undefined ? 'nothing' : `${-entry.credits} with ${entry.balance} left`),
      );
  }
  return found;
}

/** False if the caller does not know the outcome. */
function isRefused({ status }: Attempt): boolean {
  return status !== null && status !== 200 && status !== 500;
}

function repeated(values: readonly string[]): string[] {
  const seen = new Set<string>();
  return [...new Set(values.filter((value) => seen.size === seen.add(value).size))];
}

/** Checks that an operation that ended before another one began comes first in the ledger. */
function outOfOrder(operations: readonly Operation[]): string[] {
  const found: string[] = [];
  let next: Operation | null = null;
  for (const operation of [...operations].reverse()) {
    if (next !== null && next.to < operation.from)
      found.push(`${next.key} was answered before ${operation.key} was sent, but follows it in the ledger`);
    if (next === null || operation.to < next.to) next = operation;
  }
  return found;
}

/** Checks that a free answer shows a balance that existed during its request, and not an older one than earlier answers. */
function wrongBalances({ attempts, ledger }: History, operations: Map<string, Operation>): string[] {
  const charged = new Set(ledger.map(({ operationKey }) => operationKey));
  const reads = [
    ...attempts
      .filter(({ search, status }) => search === null && status === 200)
      .map((answer) => ({ name: 'a balance', from: answer.from, to: answer.to, answer, at: 0 })),
    ...[...operations.values()]
      .filter(({ key, answers }) => answers.length > 0 && !charged.has(key))
      .map(({ key, from, to, answers }) => ({ name: key, from, to, answer: answers[0]!, at: 0 })),
  ].sort((a, b) => a.from - b.from);
  const spans = ledger.map(({ operationKey }) => operations.get(operationKey ?? '') ?? null);
  const found: string[] = [];
  for (const read of reads) {
    const isEarlier = (other: { to: number } | null): boolean => other !== null && other.to < read.from;
    const least = Math.max(spans.findLastIndex(isEarlier), ...reads.filter(isEarlier).map(({ at }) => at));
    const most = spans.findLastIndex((span) => span === null || span.from <= read.to);
    const { credits_remaining: left } = pageOf(read.answer);
    const at = ledger.findIndex(({ balance }, i) => i >= least && i <= most && balance === left);
    if (at === -1)
      found.push(`${read.name} shows ${left} credits, which were never the balance during its request`);
    else read.at = at;
  }
  return found;
}

/** Checks that a job is charged when it is first delivered, and never again. */
function wrongPrices({ ledger, cost }: History, operations: Map<string, Operation>): string[] {
  const found: string[] = [];
  const paidAt = new Map<string, number>();
  // The jobs of a search without an answer are unknown.
  let isWhole = true;
  const charged = new Set<string>();
  for (const [i, { kind, operationKey, credits, jobs }] of ledger.entries()) {
    if (kind !== 'charge') continue;
    const answer = operations.get(operationKey ?? '')?.answers[0];
    charged.add(operationKey ?? '');
    if (answer === undefined) isWhole = false;
    else {
      const fresh = pageOf(answer).jobs.filter((job) => !paidAt.has(job));
      if (isWhole && (fresh.length !== jobs || -credits !== fresh.length * cost))
        found.push(`${operationKey} has ${fresh.length} new jobs, but is charged ${-credits} for ${jobs}`);
      for (const job of fresh) paidAt.set(job, i);
    }
  }
  if (!isWhole) return found;
  for (const { key, answers, to } of operations.values()) {
    if (answers.length === 0 || charged.has(key)) continue;
    const isFree = pageOf(answers[0]!).jobs.every((job) => {
      const at = paidAt.get(job);
      return at !== undefined && (operations.get(ledger[at]!.operationKey ?? '')?.from ?? 0) <= to;
    });
    if (!isFree) found.push(`${key} delivers unpaid jobs for free`);
  }
  return found;
}

/** Checks that at most `limit` searches pass within a minute, and that no search below the limit is refused. */
function wrongLimits({ attempts, limit }: History): string[] {
  if (limit === undefined) return [];
  const minute = limit.clock === 'runs' ? 60_000 : Infinity;
  const searches = attempts.filter(({ search }) => search !== null);
  const passed = searches.filter(({ status }) => status === 200 || status === 402 || status === 409);
  const found: string[] = [];
  for (const { from } of passed) {
    const within = passed.filter((each) => each.from >= from && each.to <= from + minute).length;
    if (within <= limit.searches) continue;
    found.push(`${within} searches passed within a minute, but the limit is ${limit.searches}`);
    break;
  }
  for (const refused of searches.filter(({ status }) => status === 429)) {
    const before = searches.filter(
      (each) => each.status !== 429 && each.from <= refused.to && each.to > refused.from - minute,
    ).length;
    if (before < limit.searches)
      found.push(`a search was refused after ${before} searches, but the limit is ${limit.searches}`);
  }
  return found;
}

/** The credits of an answer, and each of its jobs as a text, since any field of a job can be null. */
function pageOf({ text }: Attempt) {
  const body = JSON.parse(text) as {
    data?: { credits_used: number; credits_remaining: number; jobs: unknown[] };
    credits_remaining: number;
  };
  const { credits_used, credits_remaining, jobs } = body.data ?? { ...body, credits_used: 0, jobs: [] };
  return { credits_used, credits_remaining, jobs: jobs.map((job) => JSON.stringify(job)) };
}
