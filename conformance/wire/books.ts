/** The books of a run: what each request cost which account, repeats known, and balances held against it. */
import type { Contract } from '../../spec/contract.js';
import type { Exchange } from '../record/exchange.js';
import type { AccountFacts } from '../record/facts.js';
import { balanceIn } from '../values/balance.js';
import { canonical } from '../values/json.js';
import { follow } from '../values/pointers.js';
import type { Budget } from './budget.js';
import { CUT } from './http-client.js';
import { chargeOf, jobsIn, mostOf, operationOf, type Charge, type Priced } from './charges.js';

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
   * target says were not.
   */
  readonly unproven: ReadonlyMap<string, number>;
}

export function createBooks(contract: Contract, balancePointer: string | null, budget: Budget): Books {
  const balances = new Map<string, number>();
  const unproven = new Map<string, number>();
  const bookFirst = bookPerOperation(contract);
  const lossOf = lossPerAccount();

  const book = (entry: Entry, exchange: Exchange): void => {
    const { payer, most } = entry;
    if (payer === null) return;
    const charge = bookFirst(exchange, payer.alias, most);
    budget.spend(exchange.scenario, payer.alias, charge);
    lossOf.paid(payer.alias, charge.told);
    if (!payer.fresh && most > charge.most)
      unproven.set(payer.alias, (unproven.get(payer.alias) ?? 0) + most - charge.most);
  };
  const compare = ({ payer }: Entry, { operation, response, scenario }: Exchange): void => {
    if (payer === null || response?.status !== 200) return;
    const isBalance = operation === 'getCreditBalance';
    const said = follow(response.body, ['data', 'credits_remaining']);
    if (typeof said === 'number') balances.set(payer.alias, said);
    const balance = isBalance ? balanceIn(response.body, balancePointer) : said;
    // An account made for one scenario is given credits and takes them as the scenario likes; its balance proves nothing.
    if (payer.fresh || !Number.isSafeInteger(balance)) return;
    budget.lost(scenario, payer.alias, lossOf.at(payer.alias, balance as number));
    if (isBalance) unproven.delete(payer.alias);
  };

  return {
    entryFor: (request, payer) => ({ payer, most: payer === null ? 0 : mostOf(request, contract) }),
    close(closed) {
      // All charges before any balance: copies of one moment can each tell what all of them left.
      for (const { entry, exchange, reached } of closed) if (reached) book(entry, exchange);
      for (const { entry, exchange } of closed) compare(entry, exchange);
    },
    balanceOf: (alias) => balances.get(alias) ?? null,
    unproven,
  };
}

/** Books each operation once: a repeat, known by the key that was sent with the same body, adds only what it costs more. */
function bookPerOperation(contract: Contract): (exchange: Exchange, account: string, most: number) => Charge {
  const operations = new Map<string, Charge & { isCut: boolean }>();
  const bought = new Map<string, Set<string>>();
  return (exchange, account, most) => {
    const { request, response } = exchange;
    const operation = operationOf({ ...request, operation: exchange.operation }, contract);
    const jobs = bought.get(account) ?? new Set<string>();
    bought.set(account, jobs);
    const charge = chargeOf(exchange, most, operation?.creditCost ?? 0, (job) => jobs.has(job));
    for (const job of jobsIn(response?.body)) jobs.add(job);
    const nameWith = (key: string): string =>
      `${account} ${exchange.operation} ${key} ${request.body === undefined ? request.bodyText : canonical(request.body)}`;
    const sent = operation?.acceptsOperationKey === true ? request.headers['idempotency-key'] : undefined;
    const known = sent === undefined ? undefined : operations.get(nameWith(sent));
    // An answer that the suite cut off was whole, and counted as the most; the recovered one tells, by its jobs, what it was.
    const tells = known?.isCut === true && jobsIn(response?.body).length > 0;
    const total = {
      told: Math.max(known?.told ?? 0, charge.told),
      most: tells ? charge.most : Math.max(known?.most ?? 0, charge.most),
      isCut: exchange.failure?.message === CUT,
    };
    // A key that the service made can be sent with the next attempt.
    const key = sent ?? response?.headers['idempotency-key'];
    if (key !== undefined && operation?.acceptsOperationKey === true) operations.set(nameWith(key), total);
    return { told: total.told - (known?.told ?? 0), most: total.most - (known?.most ?? 0) };
  };
}

/** What accounts lost since the run began, by the balances that they were told. */
function lossPerAccount(): {
  paid(alias: string, credits: number): void;
  at(alias: string, balance: number): number;
} {
  const first = new Map<string, number>();
  const paid = new Map<string, number>();
  return {
    paid: (alias, credits) => void paid.set(alias, (paid.get(alias) ?? 0) + credits),
    at(alias, balance) {
      const began = first.get(alias) ?? balance + (paid.get(alias) ?? 0);
      first.set(alias, began);
      return began - balance;
    },
  };
}
