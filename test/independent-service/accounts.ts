/** Accounts, and their rate limits. */
import { Refusal, type Endpoint, type Service } from './service.js';

export interface Operation {
  /** The request that retries must match. The body is a JSON value, or a text that they must repeat byte by byte. */
  request: { endpoint: Endpoint['id']; body: unknown; month: string };
  text: string;
}

export interface Account {
  credits: number;
  /** Codes of postings, by the month in which they were paid for. */
  paid: Map<string, Set<string>>;
  operations: Map<string, Operation>;
  underWay: Map<string, { body: unknown; done: Promise<string> }>;
  /** How often another caller spent credits; null before the first request. */
  otherSpent: number | null;
  /** Times of requests, by limit. */
  requests: Map<string, number[]>;
}

export function openAccount(credits: number): Account {
  const [paid, operations, underWay, requests] = [new Map(), new Map(), new Map(), new Map()];
  return { credits, paid, operations, underWay, otherSpent: null, requests };
}

export function monthOf(time: number): string {
  return new Date(time).toISOString().slice(0, 7);
}

/** How often another caller spends credits, with the habit `otherCaller`. */
const OTHER_SPENDS_EVERY_MS = 2000;

/** Takes the credits that another caller of the account has spent since the last request. */
export function spendAsOther(account: Account, { habits, now }: Service): void {
  const spent = Math.floor(now() / OTHER_SPENDS_EVERY_MS);
  if (habits.otherCaller) account.credits -= 3 * (spent - (account.otherSpent ?? spent));
  account.otherSpent = spent;
}

/** Counts a request. Throws Refusal if the limit is reached. */
export function countRequest(account: Account, name: string, limit: number, { habits, now }: Service): void {
  const time = now();
  const began = habits.rateWindow === 'fixed' ? time - (time % 60_000) : time - 60_000;
  const times = (account.requests.get(name) ?? []).filter((each) => each > began);
  if (times.length >= limit) {
    const wait = (habits.rateWindow === 'fixed' ? began : times[0]!) + 60_000 - time;
    const seconds = habits.retryAfterZero ? Math.floor(wait / 1000) : Math.max(1, Math.ceil(wait / 1000));
    throw new Refusal(429, `Rate limit exceeded: ${limit} requests per minute`, undefined, {
      'Retry-After': String(seconds),
    });
  }
  account.requests.set(name, [...times, time]);
}
