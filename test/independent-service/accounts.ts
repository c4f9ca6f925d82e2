/** Accounts, and their rate limits. */
import type { Endpoint } from './endpoints.js';
import { Refusal } from './refusal.js';
import type { Service } from './service.js';

export interface Operation {
  endpoint: Endpoint['id'];
  /** The text of the body that retries must match. */
  body: string;
  month: string;
  text: string;
  /** When it was stored, in ms since 1970. */
  at: number;
}

export interface Account {
  credits: number;
  /** The balance before the last charge. */
  creditsBefore: number;
  /** Codes of postings, by the month in which they were paid for. */
  paid: Map<string, Set<string>>;
  operations: Map<string, Operation>;
  underWay: Map<string, { body: string; done: Promise<string> }>;
  /** How often another caller acted; null before the first request. */
  otherActs: number | null;
  /** Times of requests, by limit. */
  requests: Map<string, number[]>;
}

export function openAccount(credits: number): Account {
  const [paid, operations, underWay, requests] = [new Map(), new Map(), new Map(), new Map()];
  return { credits, creditsBefore: credits, paid, operations, underWay, otherActs: null, requests };
}

export function monthOf(time: number): string {
  return new Date(time).toISOString().slice(0, 7);
}

/** With the habit `cycleTurns`, a new billing cycle starts after this number of searches. */
const SEARCHES_OF_FIRST_CYCLE = 150;

/** Returns the billing cycle: the month, with a mark once `cycleTurns` has started a new one. */
export function cycleOf({ habits, now, searches }: Service): string {
  const month = monthOf(now());
  return habits.cycleTurns && searches > SEARCHES_OF_FIRST_CYCLE ? `${month} again` : month;
}

export function pay(account: Account, credits: number): void {
  if (credits === 0) return;
  account.creditsBefore = account.credits;
  account.credits -= credits;
}

/** How often another caller acts, by the habit `otherCaller`. */
const OTHER_ACTS_EVERY_MS = 2000;

/** Does what another caller of the account did since the last request. */
export function actAsOther(account: Account, { habits: { otherCaller }, now }: Service): void {
  const acts = Math.floor(now() / OTHER_ACTS_EVERY_MS);
  account.otherActs ??= acts;
  for (; account.otherActs < acts; account.otherActs += 1) {
    const spends =
      otherCaller === 'spends' || (otherCaller === 'spends and buys' && account.otherActs % 2 === 0);
    if (otherCaller !== 'none') account.credits += spends ? -3 : 50;
  }
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
