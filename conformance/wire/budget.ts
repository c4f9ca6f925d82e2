/** The budget of a run: ceilings on credits and requests, and the spending of each scenario and account. */
import { Spending, type Priced } from '../model/spending.js';
import type { Exchange } from '../record/exchange.js';
import type { AccountFacts } from '../record/facts.js';
import { count, thousands } from '../values/text.js';
import type { Ledger } from './ledger.js';

/** Part of each refusal for lack of credits. */
export const CEILING = '(--max-credits)';

/** A request was not sent, because a ceiling does not allow it. */
export class BudgetSpent extends Error {
  override name = 'BudgetSpent';
}

/** Returns the result of `work`; null if the budget does not allow one of its requests. */
export async function unlessSpent<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BudgetSpent) return null;
    throw error;
  }
}

/** A sent request and the account that pays for it, which is null without a key of the run. */
export interface Sent {
  exchange: Exchange;
  priced: Priced;
  account: Spending | null;
  /** False if there was no connection. */
  reached: boolean;
}

export type Ceilings = Record<'credits' | 'requests', number | null>;

const TAKES = `the balance falls after requests that cost nothing, and too few of the credits allowed ${CEILING} remain`;

/** If a balance falls by more than this multiple of the price, other users of the key are more likely than a high price. */
export const MOST_TIMES = 10;

export class Budget {
  /** Number of sent or admitted requests. */
  requests = 0;
  /** True if the run is the only user of the key. Then a loss after free requests is a charge, which may be repeated. */
  isAlone = false;
  readonly #accounts = new Map<string, Spending>();
  readonly #spent = new Map<string, number>();
  /** By scenario: the credits up to which it may spend. */
  readonly #reserved = new Map<string, number>();
  readonly #ceilings: Ceilings;
  readonly #ledger: Ledger | null;
  /** The most that requests in flight can cost. */
  #held = 0;
  #takesForNothing = false;
  /** The highest charge of a request, as a multiple of the most that it can cost. */
  #times: number;
  /** Credits that earlier runs spent according to the balance, but did not write to the ledger. */
  #missed = 0;
  /** Sum of used and remaining credits, from the first balance of the run. */
  #total: number | null;
  /** By operation: the largest loss of the balance after free requests, and the number of losses in a row. */
  readonly #losses: Map<string, { credits: number; times: number }>;

  /** `ledger` adds the credits of earlier runs. */
  constructor(ceilings: Ceilings, ledger: Ledger | null = null) {
    this.#ledger = ledger;
    this.#times = ledger?.times ?? 1;
    this.#total = ledger?.total ?? null;
    this.#losses = new Map(
      Object.entries(ledger?.takes ?? {}).map(([name, credits]) => [name, { credits, times: 1 }]),
    );
    const { credits } = ceilings;
    const left = credits === null ? null : Math.max(0, credits - (ledger?.before ?? 0));
    this.#ceilings = { ...ceilings, credits: left };
  }

  get accounts(): readonly Spending[] {
    return [...this.#accounts.values()];
  }

  account({ alias, fresh }: Pick<AccountFacts, 'alias' | 'fresh'>): Spending {
    const account = this.#accounts.get(alias) ?? new Spending(alias, fresh);
    this.#accounts.set(alias, account);
    return account;
  }

  /** Leaves out what an account was charged, if another account counts it, too. */
  forget(alias: string): void {
    this.#accounts.delete(alias);
  }

  /** Reserves the most that a scenario can spend. Returns null, or why the ceiling does not allow it. */
  reserve(scenario: string, credits: number): string | null {
    const unspent = sum([...this.#reserved], ([name, most]) => Math.max(0, most - this.spentBy(name)));
    const refusal = this.#refusal(credits, this.creditsUsed + unspent);
    if (refusal === null) this.#reserved.set(scenario, this.spentBy(scenario) + credits);
    return refusal;
  }

  /** Releases the credits that a scenario reserved and did not spend. */
  release(scenario: string): void {
    this.#reserved.delete(scenario);
  }

  /**
   * Counts requests, and holds the most that they can cost until `settle`. `taken` are credits that a faulty target may charge
   * for free requests. Returns null, or why a ceiling does not allow it.
   */
  admit(requests: number, credits: number, taken = 0): string | null {
    const { credits: most, requests: mostRequests } = this.#ceilings;
    if (mostRequests !== null && this.requests + requests > mostRequests)
      return `--max-requests ${mostRequests} is used up`;
    const isTaken = credits === 0 && (taken > 0 || this.#takesForNothing);
    if (isTaken && this.#taken + Math.max(1, taken) > (most ?? Infinity)) return TAKES;
    // If the target overcharged one request, it may overcharge the next.
    const refusal = this.#refusal(credits * this.#timesNow, this.#taken);
    if (refusal !== null) return refusal;
    // Store it before anything is sent, because a run may be charged and then killed.
    this.#held += credits + taken;
    this.#keep();
    this.requests += requests;
    return null;
  }

  /** Releases held credits, and does not count unsent requests. */
  settle(credits: number, unsent = 0): void {
    this.#held -= credits;
    this.requests -= unsent;
    this.#keep();
  }

  /** Adds requests that were sent concurrently. */
  add(sent: readonly Sent[], balancePointer: string | null): void {
    // Add all charges before reading balances: each of several copies may state the balance after all of them.
    const charged = sent.filter(({ account, reached }) => reached && account !== null);
    while (charged.length > 0) {
      // The target may process them in any order, and a job that several of them return costs credits only once.
      const next = charged.length > 1 ? charged.findIndex(isCovered) : 0;
      const [{ account, exchange, priced }] = charged.splice(Math.max(0, next), 1) as [Sent];
      const { told } = account!.add(exchange, priced);
      this.#charge(exchange.scenario, told);
      if (priced.most > 0) this.#times = Math.max(this.#times, Math.ceil(told / priced.most));
    }
    for (const { account, exchange } of sent) {
      this.#charge(exchange.scenario, account?.readBalance(exchange, balancePointer) ?? 0);
      if (account !== null) this.#learn(account);
    }
  }

  /** Finds out from the first balance of the ledger's account what an earlier run spent before it was killed. */
  #learn({ alias, begun }: Spending): void {
    if (begun === null || alias !== 'active') return;
    const { before } = this.#ledger ?? { before: 0 };
    if (this.#total !== null) this.#missed = Math.max(0, this.#total - begun - before);
    this.#total = before + this.#missed + begun;
  }

  /** Ends the run. If the balance falls from now on, others spend. */
  end(): void {
    this.#total = null;
    this.#keep();
  }

  /** Marks accounts as used by others, too. From now on, losses of their balances do not count as spending of the run. */
  share(aliases: Iterable<string>): void {
    for (const alias of aliases) this.account({ alias, fresh: false }).isShared = true;
    this.#losses.clear();
  }

  /**
   * Notes by how much the balance fell after free requests to these operations. Returns the highest number of losses in a row of
   * one of these operations.
   */
  noteLoss(operations: Iterable<string>, credits: number): number {
    let most = 0;
    for (const name of operations) {
      const before = this.#losses.get(name) ?? { credits: 0, times: 0 };
      const times = credits > 0 ? before.times + 1 : 0;
      if (times === 0 && !this.isAlone) this.#losses.delete(name);
      else this.#losses.set(name, { credits: Math.max(before.credits, credits), times });
      most = Math.max(most, times);
    }
    return most;
  }

  /** Returns the credits that the target may charge for free requests to these operations, judging by earlier balances. */
  takenBy(operations: readonly string[]): number {
    const byOthers = this.#takesForNothing || this.isAlone ? this.mostTaken : 0;
    return sum(operations, (name) => this.#losses.get(name)?.credits || byOthers);
  }

  /** The largest loss of a balance after a free request. */
  get mostTaken(): number {
    return Math.max(0, ...[...this.#losses.values()].map(({ credits }) => credits));
  }

  /** Call it if the target charges for free requests. Then the run sends no requests without remaining credits. */
  blame(): void {
    this.#takesForNothing = true;
  }

  /** Returns why a scenario must stop, if it was charged more than it reserved; else null. */
  overspent(scenario: string): string | null {
    const [spent, most] = [this.spentBy(scenario), this.#reserved.get(scenario) ?? Infinity];
    return spent > most
      ? `the target charged ${count(spent, 'credit')}, more than the announced ${most}`
      : null;
  }

  spentBy(scenario: string): number {
    return this.#spent.get(scenario) ?? 0;
  }

  /** The most that the run can have spent, including a charge for the last reading of a balance. */
  get creditsUsed(): number {
    return this.takenBy(['getCreditBalance']) + sum(this.accounts, ({ most, lost }) => Math.max(most, lost));
  }

  /** The part of `creditsUsed` that responses or balances state. */
  get creditsTold(): number {
    return sum(this.accounts, ({ told, lost }) => Math.max(told, lost));
  }

  /** Credits by which balances fell more than answers state. */
  get untold(): number {
    return sum(this.accounts, ({ told, lost }) => Math.max(0, lost - told));
  }

  /** Credits by which balances fell more than requests can have cost. */
  get unexplained(): number {
    return sum(this.accounts, ({ most, lost }) => Math.max(0, lost - most));
  }

  /** Credits that requests may still cost; null without a ceiling. */
  get room(): number | null {
    const { credits } = this.#ceilings;
    return credits === null ? null : Math.max(0, credits - this.#taken);
  }

  /** Returns notes for the report about charges that no response states, and about the ceiling. */
  notes(): string[] {
    const { creditsUsed, creditsTold, unexplained } = this;
    const ceiling = this.#ceilings.credits;
    const notes: string[] = [];
    if (creditsUsed > creditsTold)
      notes.push(
        `The answers state a charge of ${count(creditsTold, 'credit')}, and the ceiling counts ${thousands(creditsUsed)}, the most that these searches can cost. Jobs paid for earlier in the cycle are free, but the run cannot rely on that.`,
      );
    if (unexplained > 0)
      notes.push(
        `The balance fell by ${count(unexplained, 'credit')} more than the requests can have cost; they are counted as used. If others use the same key, give the run one of its own.`,
      );
    if (ceiling === null) return notes;
    const beyond =
      creditsUsed > ceiling
        ? ` The ceiling was exceeded by ${count(creditsUsed - ceiling, 'credit')}, since the target charged more than a request can cost.`
        : '';
    notes.push(
      `A request was sent only if its highest possible cost fit under --max-credits ${ceiling}. Only a request that the target overcharges can exceed it.${beyond}`,
    );
    return notes;
  }

  #charge(scenario: string, credits: number): void {
    this.#spent.set(scenario, this.spentBy(scenario) + credits);
  }

  /** The most that the run can have spent after the requests in flight. */
  get #taken(): number {
    return this.creditsUsed + this.#missed + this.#held;
  }

  get #timesNow(): number {
    const byBalances = this.accounts.map(({ most, lost }) => (most > 0 ? Math.ceil(lost / most) : 1));
    return Math.max(this.#times, Math.min(MOST_TIMES, Math.max(...byBalances)));
  }

  #keep(): void {
    const takes = Object.fromEntries([...this.#losses].map(([name, { credits }]) => [name, credits]));
    this.#ledger?.keep(this.#taken, { takes, times: this.#timesNow, total: this.#total });
  }

  #refusal(credits: number, taken: number): string | null {
    const most = this.#ceilings.credits ?? Infinity;
    const left = Math.max(0, most - taken);
    return credits === 0 || credits <= left
      ? null
      : `needs up to ${count(credits, 'credit')}; ${thousands(left)} of the ${thousands(most)} allowed ${CEILING} remain`;
  }
}

function isCovered({ account, exchange, priced }: Sent): boolean {
  return account?.isCovered(exchange, priced) === true;
}

function sum<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}
