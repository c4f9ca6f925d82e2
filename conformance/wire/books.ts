/** The books of a run: what each request cost which account, repeats known, and balances held against it. */
import type { Contract } from '../../spec/contract.js';
import type { Exchange } from '../record/exchange.js';
import type { AccountFacts } from '../record/facts.js';
import { balanceIn } from '../values/balance.js';
import { canonical } from '../values/json.js';
import { follow } from '../values/pointers.js';
import type { Budget } from './budget.js';
import { CUT } from './http-client.js';
import {
  chargeOf,
  jobsIn,
  mostOf,
  operationOf,
  type Charge,
  type Priced,
  type ReadCharge,
} from './charges.js';

/** A request on the books: who pays for it, and the most that it can cost. */
export interface Entry {
  /** The account whose key it carries in whatever form; null where it carries none, so that nobody can be charged. */
  payer: AccountFacts | null;
  most: number;
}

export interface Books {
  entryFor(request: Priced, payer: AccountFacts | null): Entry;
  /** Books the exchanges of requests that went out together. */
  close(closed: readonly { entry: Entry; exchange: Exchange; reached: boolean }[]): void;
  /** Last `credits_remaining` that an account was told, by alias. */
  balanceOf(alias: string): number | null;
  /**
   * Credits, by account of the profile, that could have been charged since its balance was last read, and that the
   * target says were not, or of which no answer told.
   */
  readonly unproven: ReadonlyMap<string, number>;
  /** Counts what the target says was free, unless its searches tell the balance of the account: its own cannot be read. */
  doubt(alias: string): void;
  /** How often the balance of an account was read. */
  readingsOf(alias: string): number;
  /** What was sent with the key of an account of the profile since its balance was last read. */
  readonly untested: ReadonlyMap<string, Untested>;
}

/** Requests whose charges no reading of the balance has shown yet. */
export interface Untested {
  requests: number;
  /** The most credits that they can have cost, by what their answers tell. */
  credits: number;
  /** Whether an operation is among them that was asked for the first time. */
  isNew: boolean;
}

export function createBooks(contract: Contract, balancePointer: string | null, budget: Budget): Books {
  const balances = new Map<string, number>();
  const believed = new Map<string, number>();
  const untested = new Map<string, Untested>();
  const asked = new Set<string>();
  const readings = new Map<string, number>();
  /** Accounts whose last search told their balance. */
  const tells = new Set<string>();
  const lossOf = lossPerAccount();
  const operations = bookPerOperation(contract, (alias) => lossOf.isKnown(alias));

  const addUntested = (alias: string, { operation, request }: Exchange, credits: number): void => {
    if (operation === 'getCreditBalance') return;
    const name = `${alias} ${operation ?? request.path}`;
    const so = untested.get(alias) ?? { requests: 0, credits: 0, isNew: false };
    const isNew = so.isNew || !asked.has(name);
    untested.set(alias, { requests: so.requests + 1, credits: so.credits + Math.max(0, credits), isNew });
    asked.add(name);
  };
  const book = (entry: Entry, exchange: Exchange): void => {
    const { payer, most } = entry;
    if (payer === null) return;
    const charge = operations.book(exchange, payer.alias, most);
    if (!payer.fresh) addUntested(payer.alias, exchange, charge.most);
    budget.spend(exchange.scenario, payer.alias, charge);
    lossOf.paid(payer.alias, charge.told);
    if (!payer.fresh && most > charge.most)
      believed.set(payer.alias, (believed.get(payer.alias) ?? 0) + most - charge.most);
  };
  const compare = ({ payer }: Entry, { operation, response, scenario }: Exchange): void => {
    // A search that failed may fill its figures with zeros.
    if (payer === null || response?.status !== 200 || follow(response.body, ['success']) === false) return;
    const isBalance = operation === 'getCreditBalance';
    const said = follow(response.body, ['data', 'credits_remaining']);
    if (typeof said === 'number') balances.set(payer.alias, said);
    if (!isBalance && operation?.startsWith('search') === true)
      if (Number.isSafeInteger(said)) tells.add(payer.alias);
      else tells.delete(payer.alias);
    const balance = isBalance ? balanceIn(response.body, balancePointer) : said;
    // An account made for one scenario is given credits and takes them as the scenario likes; its balance proves nothing.
    if (payer.fresh || !Number.isSafeInteger(balance)) return;
    const { lost, beyondTold, hasMoved, hasRisen } = lossOf.at(payer.alias, balance as number);
    if (isBalance && !hasRisen) {
      readings.set(payer.alias, (readings.get(payer.alias) ?? 0) + 1);
      if (hasMoved)
        budget.spend(scenario, payer.alias, { told: 0, most: operations.settle(payer.alias, beyondTold) });
      believed.delete(payer.alias);
      untested.delete(payer.alias);
    }
    budget.lost(scenario, payer.alias, lost);
  };

  return {
    entryFor: (request, payer) => ({ payer, most: payer === null ? 0 : mostOf(request, contract) }),
    close(closed) {
      // All charges before any balance: copies of one moment can each tell what all of them left.
      for (const { entry, exchange, reached } of closed) if (reached) book(entry, exchange);
      for (const { entry, exchange } of closed) compare(entry, exchange);
    },
    balanceOf: (alias) => balances.get(alias) ?? null,
    get unproven() {
      const unproven = new Map(believed);
      for (const [alias, credits] of operations.unread)
        unproven.set(alias, (unproven.get(alias) ?? 0) + credits);
      return unproven;
    },
    doubt(alias) {
      if (tells.has(alias)) return;
      budget.spend('', alias, { told: 0, most: believed.get(alias) ?? 0 });
      believed.delete(alias);
    },
    readingsOf: (alias) => readings.get(alias) ?? 0,
    untested,
  };
}

/** What is booked for one operation. */
interface Booked extends Charge {
  /** The part of its most that rests on answers that nobody read, until a balance or a recovered answer tells. */
  unread: number;
  /** Whether a balance told, so that what is recovered behind it is on the books. */
  isSettled: boolean;
}

interface Operations {
  /** Gives what is to be booked; less than nothing where a recovered answer tells less than was booked for the lost one. */
  book(exchange: Exchange, account: string, most: number): Charge;
  /** Gives what is to be booked once a balance shows that, since the run began, so many credits were charged that no answer told. */
  settle(account: string, untold: number): number;
  /** Credits, by account, that a reading of the balance can settle. */
  readonly unread: ReadonlyMap<string, number>;
}

/**
 * Books each operation once: a repeat, known by the key that was sent with the same body, adds only what it costs more, and tells what
 * an answer that nobody read has cost. `isKnown` says whether an account's balance was told before, so that another can show a charge.
 */
function bookPerOperation(contract: Contract, isKnown: (alias: string) => boolean): Operations {
  const operations = new Map<string, Booked>();
  const open = new Map<string, Set<Booked>>();
  const bought = new Map<string, Set<string>>();
  /** What no answer had told when a balance was last read. */
  const untoldBefore = new Map<string, number>();
  const openOf = (account: string): Set<Booked> => {
    const all = open.get(account) ?? new Set<Booked>();
    open.set(account, all);
    return all;
  };
  const unreadIn = (all: ReadonlySet<Booked>): number =>
    [...all].reduce((sum, { unread }) => sum + unread, 0);
  const chargeFor = (exchange: Exchange, account: string, most: number): ReadCharge => {
    const { creditCost } =
      operationOf({ ...exchange.request, operation: exchange.operation }, contract) ?? {};
    const jobs = bought.get(account) ?? new Set<string>();
    bought.set(account, jobs);
    const charge = chargeOf(exchange, most, creditCost ?? 0, (job) => jobs.has(job));
    for (const job of jobsIn(exchange.response?.body)) jobs.add(job);
    return charge;
  };

  return {
    book(exchange, account, most) {
      const charge = chargeFor(exchange, account, most);
      const names = namesOf(exchange, account, contract);
      const earlier = names.sent === null ? undefined : operations.get(names.sent);
      const booked = earlier ?? { told: 0, most: 0, unread: 0, isSettled: false };
      const before = { ...booked };
      const recovered = charge.isRead && exchange.response?.status === 200 ? booked.unread : 0;
      booked.told = Math.max(booked.told, charge.told);
      booked.most = Math.max(booked.most - recovered, charge.most);
      booked.unread -= recovered;
      // What the suite cut off was a whole answer.
      const canTell = isKnown(account) || exchange.failure?.message === CUT;
      if (!charge.isRead && canTell) booked.unread += Math.max(0, booked.most - before.most);
      if (isKnown(account) && booked.unread > 0) openOf(account).add(booked);
      if (names.kept !== null) operations.set(names.kept, booked);
      const told = booked.told - before.told;
      const untold = untoldBefore.get(account) ?? 0;
      const settled = booked.isSettled ? Math.min(told, Math.max(0, untold)) : 0;
      untoldBefore.set(account, untold - settled);
      return { told, most: booked.most - before.most - settled };
    },
    settle(account, untold) {
      const all = openOf(account);
      const unread = unreadIn(all);
      const credits = untold - (untoldBefore.get(account) ?? 0);
      untoldBefore.set(account, untold);
      // A balance that stands higher than what was told leaves it shows nothing: others added to it, or it lags behind.
      const isShown = credits >= 0;
      for (const booked of all) {
        if (isShown) booked.most -= booked.unread;
        booked.isSettled = isShown;
        booked.unread = 0;
      }
      all.clear();
      return isShown ? Math.min(credits, unread) - unread : 0;
    },
    get unread() {
      const all = [...open].map(([account, each]): [string, number] => [account, unreadIn(each)]);
      return new Map(all.filter(([, credits]) => credits > 0));
    },
  };
}

/** The operation by the key that was sent, and by that under which it can be sent again; null for none. */
function namesOf(
  { operation: asked, request, response }: Exchange,
  account: string,
  contract: Contract,
): { sent: string | null; kept: string | null } {
  const operation = operationOf({ ...request, operation: asked }, contract);
  const body = request.body === undefined ? request.bodyText : canonical(request.body);
  const nameOf = (key: string | undefined): string | null =>
    operation?.acceptsOperationKey === true && key !== undefined
      ? `${account} ${asked} ${key} ${body}`
      : null;
  const sent = nameOf(request.headers['idempotency-key']);
  // A key that the service made can be sent with the next attempt.
  return { sent, kept: sent ?? nameOf(response?.headers['idempotency-key']) };
}

/** What accounts lost since the run began, by the balances that they were told. */
function lossPerAccount(): {
  paid(alias: string, credits: number): void;
  /**
   * What was lost, and what of it no answer told. A balance that never moved, or has risen since it was told last, shows of no
   * charge that it was not made.
   */
  at(
    alias: string,
    balance: number,
  ): { lost: number; beyondTold: number; hasMoved: boolean; hasRisen: boolean };
  isKnown(alias: string): boolean;
} {
  const first = new Map<string, number>();
  const paid = new Map<string, number>();
  const mostLost = new Map<string, number>();
  const paidBy = (alias: string): number => paid.get(alias) ?? 0;
  return {
    paid: (alias, credits) => void paid.set(alias, paidBy(alias) + credits),
    at(alias, balance) {
      const began = first.get(alias) ?? balance + paidBy(alias);
      first.set(alias, began);
      const lost = began - balance;
      const before = mostLost.get(alias) ?? 0;
      mostLost.set(alias, Math.max(before, lost));
      return { lost, beyondTold: lost - paidBy(alias), hasMoved: lost !== 0, hasRisen: lost < before };
    },
    isKnown: (alias) => first.has(alias),
  };
}
