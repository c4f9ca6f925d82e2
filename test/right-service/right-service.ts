/**
 * A small exact model of a service that follows the source (§1, §4, §5.2, §7.1): accounts, paid jobs, operation keys and
 * pages. `Habits` choose what the source leaves open; a `Break` is a fault. The model shares no code with the oracles, and has
 * no clock: callers pass the time in ms since 1970.
 */
import type { Contract, Operation, OperationId, SearchOperation } from '../../spec/contract.js';
import { job } from '../samples/exchanges.js';

/** Choices about billing, operation keys and pages that the source leaves to a deployment. */
export const HABITS = {
  replayedBalance: ['stored', 'now'],
  /** `credits_used` in a replayed response: the price of the search, or 0. */
  replayedPrice: ['stored', 'nothing'],
  sameBody: ['value', 'bytes'],
  keyAfter402: ['free', 'conflict', 'stored'],
  copies: ['wait', 'conflict'],
  keyScope: ['account', 'endpoint'],
  madeKeys: ['new', 'same'],
  keyOnErrors: [true, false],
  legacyKeys: ['ignored', 'honoured'],
  history: ['every key', 'every key', 'every key', 'granted'],
  historyWithoutCredits: [402, 403],
  /** After a crash that follows the charge: whether a retry replays the response, or runs the search again. */
  crash: ['stored', 'forgotten'],
  lastFullPage: ['null', 'empty page'],
  order: ['newest', 'other'],
  /** Whether each response has new signatures in its logo URLs. */
  signedLogos: [false, false, true],
  balance: ['credits_remaining', 'credits'],
} as const satisfies Record<string, readonly unknown[]>;

export type Habits = { -readonly [Name in keyof typeof HABITS]: (typeof HABITS)[Name][number] };

/** Faults, each with its clauses. The suite must report at least one of them. A service has at most one fault. */
export const BREAKS = {
  'charges more than it says': 'BAL-2 BILL-11 BAL-5',
  'charges paid jobs again': 'BILL-6 BILL-7',
  'charges retries': 'IDEM-14 BILL-11',
  'charges 402': 'BILL-14',
  'charges 422': 'BILL-19',
  'charges lookups': 'LOOK-28',
  'charges half': 'BILL-1 BILL-2 BILL-3 BILL-4 BILL-5',
  'delivers on credit': 'BILL-12 LEG-31',
  'forgets keys': 'IDEM-13 IDEM-19',
  'takes a key for any body': 'IDEM-19 IDEM-20',
  'refuses a retry': 'IDEM-13',
  'replays other jobs': 'IDEM-13',
  'shares paid jobs between accounts': 'BILL-24',
  'shares keys between accounts': 'IDEM-33',
  'tells the old balance': 'BILL-11',
  'refuses what can be paid': 'BILL-15',
  'charges empty results': 'BILL-9',
  'repeats a job on the next page': 'PAGE-4 LEG-10',
} as const;

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
  operation: OperationId;
  body: string;
  cycle: number;
  reply: Reply;
}

interface Account {
  credits: number;
  paid: Set<number>;
  cycle: number;
  stored: Map<string, Stored>;
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

const DAY = 86_400_000;
export const COMPANY_URL = 'https://network.example/company/northwind';

/** The filters of searches, and the numbers of the jobs that they find. */
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

export class RightService {
  readonly #habits: Habits;
  readonly #breaks: Break | null;
  readonly #contract: Contract;
  readonly #accounts = new Map<string, Account>();
  readonly #turn: number;
  readonly #underWay = new Map<string, UnderWay[]>();
  readonly #postings = new Map<number, string>();
  #count = 0;

  /** `turn` is the time when the first billing cycle ends; later cycles end every 30 days. */
  constructor(contract: Contract, habits: Habits, turn: number, breaks: Break | null = null) {
    this.#contract = contract;
    this.#habits = habits;
    this.#turn = turn;
    this.#breaks = breaks;
    for (let n = 1; n <= 24; n += 1) this.#postings.set(n, '2026-02-20');
  }

  open(name: string, credits: number): void {
    this.#accounts.set(name, { credits, paid: new Set(), cycle: 0, stored: new Map() });
  }

  setCredits(name: string, credits: number): void {
    this.#accounts.get(name)!.credits = credits;
  }

  post(now: number): void {
    this.#postings.set(this.#postings.size + 1, new Date(now).toISOString().slice(0, 10));
  }

  /** Accepts a request, and reserves its operation key. Call `finish` with the returned request. */
  begin(ask: Ask, now: number, deliver: UnderWay['deliver']): UnderWay {
    const operation = this.#contract.operation(ask.operation);
    const isKeyed =
      operation.kind === 'search' &&
      (operation.acceptsOperationKey || this.#habits.legacyKeys === 'honoured');
    const key = isKeyed ? (ask.key ?? this.#madeKey(ask, now)) : null;
    const owner = this.#breaks === 'shares keys between accounts' ? '' : ask.account;
    const scope = this.#habits.keyScope === 'account' ? '' : ask.operation;
    const slot = key === null ? null : `${owner} ${scope} ${key}`;
    const request: UnderWay = { ask, key, slot, deliver, isDue: false };
    if (slot !== null) this.#underWay.set(slot, [...(this.#underWay.get(slot) ?? []), request]);
    return request;
  }

  /** Answers a request now, or after the earlier requests of its key. */
  finish(request: UnderWay, now: number): void {
    const queue = request.slot === null ? [request] : this.#underWay.get(request.slot)!;
    const isFirst = queue[0] === request;
    if (!isFirst && this.#habits.copies === 'wait') {
      request.isDue = true;
      return;
    }
    queue.splice(queue.indexOf(request), 1);
    if (!isFirst) return request.deliver(this.#refusal(request, 409, 'The key is in use.'));
    request.deliver(this.#answer(request, now));
    if (queue[0]?.isDue === true) this.finish(queue[0], now);
  }

  #madeKey(ask: Ask, now: number): string {
    this.#count += 1;
    if (this.#habits.madeKeys === 'new') return `use_v1_made-${this.#count}`;
    const text = `${ask.account} ${ask.operation} ${this.#bodyOf(ask)} ${this.#cycle(now)}`;
    return `use_v1_made-${Buffer.from(text).toString('base64url').slice(-100)}`;
  }

  #cycle(now: number): number {
    return now < this.#turn ? 0 : 1 + Math.floor((now - this.#turn) / (30 * DAY));
  }

  #bodyOf({ body, bodyText }: Ask): string {
    if (this.#habits.sameBody === 'bytes') return bodyText;
    return JSON.stringify(Object.entries(body).sort());
  }

  #refusal({ ask, key }: UnderWay, status: number, message: string, details?: object[]): Reply {
    const operation = this.#contract.operation(ask.operation);
    const code = status === 422 ? 'validation_error' : 'refused';
    return {
      status,
      answer: refusal(operation, { code, message, details }),
      key: this.#habits.keyOnErrors ? key : null,
    };
  }

  #answer(request: UnderWay, now: number): Reply {
    const { ask } = request;
    const account = this.#accounts.get(ask.account)!;
    const operation = this.#contract.operation(ask.operation);
    const cycle = this.#cycle(now);
    if (account.cycle !== cycle) {
      account.cycle = cycle;
      account.paid = new Set();
    }
    if (operation.kind === 'balance')
      return { status: 200, answer: { [this.#habits.balance]: account.credits } };
    if (operation.kind === 'lookup') {
      if (this.#breaks === 'charges lookups') account.credits -= 1;
      const values = [...this.#contract.enums.department].sort();
      return { status: 200, answer: { departments: values.map((value) => ({ label: value, value })) } };
    }
    if (Number(ask.body['limit'] ?? 1) > operation.page.most) {
      if (this.#breaks === 'charges 422') account.credits -= 1;
      const msg = 'The limit is too large.';
      return this.#refusal(request, 422, msg, [{ loc: ['body', 'limit'], msg, type: 'maximum' }]);
    }
    const keys =
      this.#breaks === 'shares keys between accounts'
        ? [...this.#accounts.values()][0]!.stored
        : account.stored;
    const stored = request.slot === null ? undefined : keys.get(request.slot);
    if (stored !== undefined && this.#breaks !== 'forgets keys')
      return this.#repeated(request, stored, account, cycle);
    if (/istorical/.test(operation.id) && this.#habits.history === 'granted')
      return this.#refusal(request, 403, 'Historical access is not enabled.');
    return this.#search(request, operation, account, keys);
  }

  #repeated(request: UnderWay, stored: Stored, account: Account, cycle: number): Reply {
    const { ask } = request;
    const isSame = stored.operation === ask.operation && stored.body === this.#bodyOf(ask);
    const isTaken = isSame || this.#breaks === 'takes a key for any body';
    if (!isTaken || stored.cycle !== cycle || this.#breaks === 'refuses a retry')
      return this.#refusal(request, 409, 'The key was used for another request.');
    if (stored.reply.status !== 200)
      return this.#habits.keyAfter402 === 'stored'
        ? stored.reply
        : this.#refusal(request, 409, 'The key was used up.');
    const { answer } = stored.reply as { answer: { data: Json } };
    const used = Number(answer.data['credits_used']);
    if (this.#breaks === 'charges retries') account.credits -= used;
    const data = {
      ...answer.data,
      ...(this.#habits.replayedBalance === 'now' ? { credits_remaining: account.credits } : {}),
      ...(this.#habits.replayedPrice === 'nothing' ? { credits_used: 0 } : {}),
      ...(this.#breaks === 'replays other jobs' ? { jobs: [], total: 0 } : {}),
    };
    return { ...stored.reply, answer: { ...answer, data }, key: request.key };
  }

  #search(request: UnderWay, operation: SearchOperation, account: Account, keys: Map<string, Stored>): Reply {
    const { ask, key, slot } = request;
    const price = operation.creditCost;
    const { page, total, next } = this.#page(ask, operation);
    const paid = this.#breaks === 'shares paid jobs between accounts' ? this.#allPaid() : account.paid;
    const chargesAll = this.#breaks === 'charges paid jobs again';
    const fresh = chargesAll ? page : page.filter((n) => !paid.has(n));
    const used =
      page.length === 0 && this.#breaks === 'charges empty results'
        ? 1
        : Math.floor(fresh.length * price * (this.#breaks === 'charges half' ? 0.5 : 1));
    const store = (reply: Reply): Reply => {
      const kept = { operation: ask.operation, body: this.#bodyOf(ask), cycle: account.cycle, reply };
      if (slot !== null && !(ask.crashes && this.#habits.crash === 'forgotten')) keys.set(slot, kept);
      return reply;
    };
    const isDear = used > account.credits || this.#breaks === 'refuses what can be paid';
    if (used > 0 && isDear && this.#breaks !== 'delivers on credit') {
      if (this.#breaks === 'charges 402') account.credits -= 1;
      const is403 =
        ask.operation === 'searchCompanyJobsHistorical' &&
        account.credits <= 0 &&
        this.#habits.historyWithoutCredits === 403;
      if (is403) return this.#refusal(request, 403, 'API key has no credits remaining');
      const refusal = this.#refusal(request, 402, 'Not enough credits.');
      return this.#habits.keyAfter402 === 'free' || ask.key === null ? refusal : store(refusal);
    }
    const before = account.credits;
    account.credits -= this.#breaks === 'charges more than it says' ? 2 * used : used;
    for (const n of page) account.paid.add(n);
    const data = {
      ...(operation.withCompany ? { company_details: COMPANY } : {}),
      jobs: page.map((n) => this.#shown(n)),
      total: page.length,
      total_jobs_found: total,
      credits_used: used,
      credits_remaining: this.#breaks === 'tells the old balance' ? before : before - used,
      [operation.cursorField]: next,
    };
    const error = page.length === 0 ? 'No jobs match.' : null;
    return store({ status: 200, answer: { success: true, data, error }, key });
  }

  #allPaid(): Set<number> {
    return new Set([...this.#accounts.values()].flatMap(({ paid }) => [...paid]));
  }

  #page({ body }: Ask, operation: SearchOperation): { page: number[]; total: number; next: unknown } {
    const { limit = 100, search_after: after, next_cursor: cursor, ...rest } = body;
    const { company_network_url: url, ...filter } = rest;
    void url;
    const query = QUERIES.find((each) => JSON.stringify(each.body) === JSON.stringify(filter))!;
    const rank = (n: number): number => (this.#habits.order === 'newest' ? -n : (n * 7) % 101);
    const found = [...this.#postings.keys()].filter((n) => query.finds(n)).sort((a, b) => rank(a) - rank(b));
    const last = Array.isArray(after) ? Number(after[1]) : typeof cursor === 'string' ? Number(cursor) : null;
    const back = this.#breaks === 'repeats a job on the next page' ? 1 : 0;
    const left = last === null ? found : found.filter((n) => rank(n) > rank(last) - back);
    const page = left.slice(0, Number(limit));
    const isLast = page.length === left.length;
    const isOver = isLast && (this.#habits.lastFullPage === 'null' || page.length < Number(limit));
    const end = page.at(-1);
    const next = isOver || end === undefined ? null : [1_700_000_000_000 + end, String(end)];
    return {
      page,
      total: found.length,
      next: next !== null && operation.cursorField === 'next_cursor' ? next[1] : next,
    };
  }

  #shown(n: number): Json {
    this.#count += 1;
    return job(n, {
      'Post Date': this.#postings.get(n),
      'Is Remote': n % 2 === 0,
      'Job Type': n % 3 === 0 ? 'Contract' : 'Full Time',
      // Some jobs have no URL that identifies them.
      'Job URL': n % 7 === 0 ? null : `https://jobs.example/${n}`,
      'Logo URL': this.#habits.signedLogos ? `https://logos.example/${n}?sign=${this.#count}` : null,
      'Salary From': 1000,
    });
  }
}

const COMPANY = {
  company_name: 'Northwind',
  description: null,
  industry: null,
  employee_data: { headcount: 12, size_range: '11-50' },
  website: null,
  network_url: COMPANY_URL,
  locations: [],
  founded_date: { year: 2009 },
  specialties: [],
};
