/**
 * A small exact model of a service that follows the source (§1, §4, §5.2, §7.1): accounts, paid jobs, operation keys and
 * pages. `Habits` choose what the source leaves open; a `Break` is a fault. The model shares no code with the oracles, and has
 * no clock: callers pass the time in ms since 1970.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Contract, Operation, OperationId, SearchOperation } from '../../spec/contract.js';
import { job } from '../samples/exchanges.js';
import { COMPANY } from '../samples/generated/samples.js';
import type { BREAKS, HABITS } from './generated/habits.js';

export type Habits = { -readonly [Name in keyof typeof HABITS]: (typeof HABITS)[Name][number] };

export type Break = keyof typeof BREAKS;

type Json = Readonly<Record<string, unknown>>;

export interface Ask {
  operation: OperationId;
  account: string;
  body: Json;
  bodyText: string;
  key: string | null;
  /** The service crashes after it has charged. */
  crashes: boolean;
}

export interface Reply {
  status: number;
  answer?: unknown;
  /** The body, if it is not JSON. */
  text?: string;
  /** The operation key that it returns. */
  key?: string | null;
}

interface Stored {
  /** The operation and body that a retry must have. */
  request: string;
  cycle: number;
  reply: Reply;
}

/** A request that was not answered yet. */
interface UnderWay {
  ask: Ask;
  key: string | null;
  slot: string | null;
  deliver(reply: Reply): void;
  /** True if `finish` was called while an earlier request with the same key was in flight. */
  isDue: boolean;
}

export const DAY = 86_400_000;
export const COMPANY_URL = COMPANY.network_url;

/** The filters of searches, and the numbers of the jobs that they find. If a body has several, the last applies. */
export const QUERIES: readonly { body: Json; finds(n: number): boolean }[] = [
  { body: {}, finds: () => true },
  { body: { is_remote: true }, finds: (n) => n % 2 === 0 },
  { body: { job_type: ['Contract'] }, finds: (n) => n % 3 === 0 },
  { body: { job_type: ['Volunteer'] }, finds: () => false },
];

export function refusal(
  { errorForm }: Operation,
  { code, message, details }: { code: string; message: string; details?: object[] | undefined },
): unknown {
  return errorForm === 'envelope'
    ? { success: false, data: null, error: { code, message, details: details ?? [] } }
    : { detail: details ?? message };
}

/** `turn` is the time when the first billing cycle ends; later cycles end every 30 days. */
export function rightService(contract: Contract, habits: Habits, turn: number, breaks: Break | null = null) {
  const credits = new Map<string, number>();
  /** Jobs that were paid for, each with its account and billing cycle. */
  const paid = new Set<string>();
  const stored = new Map<string, Stored>();
  const underWay = new Map<string, UnderWay[]>();
  /** Dates of the postings, which are numbered from 1. */
  const postings = Array<string>(24).fill('2026-02-20');
  let count = 0;

  const cycleAt = (now: number): number => (now < turn ? 0 : 1 + Math.floor((now - turn) / (30 * DAY)));
  const charge = ({ account }: Ask, amount: number): void =>
    void credits.set(account, credits.get(account)! - amount);

  function bodyOf({ body, bodyText }: Ask): string {
    return habits.sameBody === 'bytes' ? bodyText : JSON.stringify(Object.entries(body).sort());
  }

  function madeKey(ask: Ask, now: number): string {
    count += 1;
    if (habits.madeKeys === 'new') return `use_v1_made-${count}`;
    const text = `${ask.account} ${ask.operation} ${bodyOf(ask)} ${cycleAt(now)}`;
    return `use_v1_made-${Buffer.from(text).toString('base64url').slice(-100)}`;
  }

  function refuse({ ask, key }: UnderWay, status: number, message: string, details?: object[]): Reply {
    const code = status === 422 ? 'validation_error' : 'refused';
    const answer = refusal(contract.operation(ask.operation), { code, message, details });
    return { status, answer, key: habits.keyOnErrors ? key : null };
  }

  function answer(request: UnderWay, now: number): Reply {
    const { ask, slot } = request;
    const operation = contract.operation(ask.operation);
    if (operation.kind === 'balance')
      return { status: 200, answer: { [habits.balance]: credits.get(ask.account) } };
    if (operation.kind === 'lookup') {
      if (breaks === 'charges lookups') charge(ask, 1);
      const values = [...contract.enums.department].sort();
      return { status: 200, answer: { departments: values.map((value) => ({ label: value, value })) } };
    }
    if (Number(ask.body['limit'] ?? 1) > operation.page.most) {
      if (breaks === 'charges 422') charge(ask, 1);
      const msg = 'The limit is too large.';
      return refuse(request, 422, msg, [{ loc: ['body', 'limit'], msg, type: 'maximum' }]);
    }
    const before = slot === null ? undefined : stored.get(slot);
    if (before !== undefined && breaks !== 'forgets keys') return repeated(request, before, cycleAt(now));
    if (/istorical/.test(operation.id) && habits.history === 'granted')
      return refuse(request, 403, 'Historical access is not enabled.');
    return search(request, operation, cycleAt(now));
  }

  function repeated(request: UnderWay, { request: first, cycle, reply }: Stored, now: number): Reply {
    const { ask } = request;
    const isSame = first === `${ask.operation} ${bodyOf(ask)}` || breaks === 'takes a key for any body';
    if (!isSame || cycle !== now || breaks === 'refuses a retry')
      return refuse(request, 409, 'The key was used for another request.');
    if (reply.status !== 200)
      return habits.keyAfter402 === 'stored' ? reply : refuse(request, 409, 'The key was used up.');
    const { answer } = reply as { answer: { data: Json } };
    if (breaks === 'charges retries') charge(ask, Number(answer.data['credits_used']));
    const data = {
      ...answer.data,
      ...(habits.replayedBalance === 'now' ? { credits_remaining: credits.get(ask.account) } : {}),
      ...(habits.replayedPrice === 'nothing' ? { credits_used: 0 } : {}),
      ...(breaks === 'replays other jobs' ? { jobs: [], total: 0 } : {}),
    };
    return { ...reply, answer: { ...answer, data }, key: request.key };
  }

  function search(request: UnderWay, operation: SearchOperation, cycle: number): Reply {
    const { ask, key, slot } = request;
    const { page, total, next } = pageOf(ask, operation);
    const owner = breaks === 'shares paid jobs between accounts' ? '' : ask.account;
    const nameOf = (n: number): string => `${owner} ${cycle} ${n}`;
    const isNew = (n: number): boolean => breaks === 'charges paid jobs again' || !paid.has(nameOf(n));
    const price = operation.creditCost * (breaks === 'charges half' ? 0.5 : 1);
    const isFree = page.length > 0 || breaks !== 'charges empty results';
    const used = isFree ? Math.floor(page.filter(isNew).length * price) : 1;
    const store = (reply: Reply): Reply => {
      const kept = { request: `${ask.operation} ${bodyOf(ask)}`, cycle, reply };
      if (slot !== null && !(ask.crashes && habits.crash === 'forgotten')) stored.set(slot, kept);
      return reply;
    };
    const before = credits.get(ask.account)!;
    const isDear = used > before || breaks === 'refuses what can be paid';
    if (used > 0 && isDear && breaks !== 'delivers on credit') {
      if (breaks === 'charges 402') charge(ask, 1);
      const isOfHistory = ask.operation === 'searchCompanyJobsHistorical' && credits.get(ask.account)! <= 0;
      if (isOfHistory && habits.historyWithoutCredits === 403)
        return refuse(request, 403, 'API key has no credits remaining');
      const refused = refuse(request, 402, 'Not enough credits.');
      return habits.keyAfter402 === 'free' || ask.key === null ? refused : store(refused);
    }
    charge(ask, breaks === 'charges more than it says' ? 2 * used : used);
    for (const n of page) paid.add(nameOf(n));
    const data = {
      ...(operation.withCompany ? { company_details: COMPANY } : {}),
      jobs: page.map(shown),
      total: page.length,
      total_jobs_found: total,
      credits_used: used,
      credits_remaining: breaks === 'tells the old balance' ? before : before - used,
      [operation.cursorField]: next,
    };
    const error = page.length === 0 ? 'No jobs match.' : null;
    return store({ status: 200, answer: { success: true, data, error }, key });
  }

  function pageOf({ body }: Ask, operation: SearchOperation) {
    const { limit = 100, search_after: after, next_cursor: cursor } = body;
    const isAsked = ([name, value]: [string, unknown]): boolean => isDeepStrictEqual(body[name], value);
    const query = QUERIES.findLast((each) => Object.entries(each.body).every(isAsked))!;
    const rank = (n: number): number => (habits.order === 'newest' ? -n : (n * 7) % 101);
    const all = postings.map((_date, i) => i + 1);
    const found = all.filter((n) => query.finds(n)).sort((a, b) => rank(a) - rank(b));
    const last = Array.isArray(after) ? Number(after[1]) : typeof cursor === 'string' ? Number(cursor) : null;
    const back = breaks === 'repeats a job on the next page' ? 1 : 0;
    const left = last === null ? found : found.filter((n) => rank(n) > rank(last) - back);
    const page = left.slice(0, Number(limit));
    const isLast = page.length === left.length;
    const isOver = isLast && (habits.lastFullPage === 'null' || page.length < Number(limit));
    const end = page.at(-1);
    const next = isOver || end === undefined ? null : [1_700_000_000_000 + end, String(end)];
    return {
      page,
      total: found.length,
      next: operation.cursorField === 'next_cursor' ? (next?.[1] ?? null) : next,
    };
  }

  function shown(n: number): Json {
    count += 1;
    return job(n, {
      'Post Date': postings[n - 1],
      'Is Remote': n % 2 === 0,
      'Job Type': n % 3 === 0 ? 'Contract' : 'Full Time',
      // Some jobs have no URL that identifies them.
      'Job URL': n % 7 === 0 ? null : `https://jobs.example/${n}`,
      'Logo URL': habits.signedLogos ? `https://logos.example/${n}?sign=${count}` : null,
      'Salary From': 1000,
    });
  }

  const service = {
    setCredits: (name: string, amount: number) => void credits.set(name, amount),

    post: (now: number) => void postings.push(new Date(now).toISOString().slice(0, 10)),

    /** Accepts a request, and reserves its operation key. Call `finish` with the returned request. */
    begin(ask: Ask, now: number, deliver: UnderWay['deliver']): UnderWay {
      const operation = contract.operation(ask.operation);
      const isKeyed =
        operation.kind === 'search' && (operation.acceptsOperationKey || habits.legacyKeys === 'honoured');
      const key = isKeyed ? (ask.key ?? madeKey(ask, now)) : null;
      const owner = breaks === 'shares keys between accounts' ? '' : ask.account;
      const scope = habits.keyScope === 'account' ? '' : ask.operation;
      const slot = key === null ? null : `${owner} ${scope} ${key}`;
      const request: UnderWay = { ask, key, slot, deliver, isDue: false };
      if (slot !== null) underWay.set(slot, [...(underWay.get(slot) ?? []), request]);
      return request;
    },

    /** Answers a request now, or after the earlier requests of its key. */
    finish(request: UnderWay, now: number): void {
      const queue = request.slot === null ? [request] : underWay.get(request.slot)!;
      const isFirst = queue[0] === request;
      if (!isFirst && habits.copies === 'wait') {
        request.isDue = true;
        return;
      }
      queue.splice(queue.indexOf(request), 1);
      if (!isFirst) return request.deliver(refuse(request, 409, 'The key is in use.'));
      request.deliver(answer(request, now));
      if (queue[0]?.isDue === true) service.finish(queue[0], now);
    },
  };
  return service;
}
