/** The budget of a run: ceilings on credits and requests, and what each scenario and account spent. */
import { Spending, type Charge, type Priced } from '../model/spending.js';
import type { Exchange } from '../record/exchange.js';
import type { AccountFacts } from '../record/facts.js';
import { count, thousands } from '../values/text.js';
import type { Ledger } from './ledger.js';

/** A ceiling does not allow the next request, which was not sent. */
export class BudgetSpent extends Error {
  override name = 'BudgetSpent';
}

/** A request that was sent, and the account that pays for it; null without a key of the run. */
export interface Sent {
  exchange: Exchange;
  priced: Priced;
  account: Spending | null;
  /** False if there was no connection. */
  reached: boolean;
}

export interface Ceilings {
  credits: number | null;
  requests: number | null;
}

const TAKES =
  'the target takes credits for what costs nothing, and none of those allowed (--max-credits) remain';

/** A balance that falls by more times the price shows other users of the key rather than a price. */
export const MOST_TIMES = 10;

export class Budget {
  /** Requests that were sent or admitted. */
  requests = 0;
  readonly #accounts = new Map<string, Spending>();
  readonly #reserved = new Map<string, { credits: number; spent: number }>();
  readonly #spent = new Map<string, number>();
  readonly #ceilings: Ceilings;
  readonly #ledger: Ledger | null;
  /** The most that requests under way can cost. */
  #held = 0;
  #takesForNothing = false;

  /** `ledger`: adds the credits of earlier runs to those of this one. */
  constructor(ceilings: Ceilings, ledger: Ledger | null = null) {
    this.#ledger = ledger;
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

  /** Reserves the most that a scenario can spend. Returns why not if the ceiling does not allow it. */
  reserve(scenario: string, credits: number): string | null {
    const unspent = sum([...this.#reserved.values()], (each) => Math.max(0, each.credits - each.spent));
    const refusal = this.#refusal(credits, this.creditsUsed + unspent);
    if (refusal === null) this.#reserved.set(scenario, { credits, spent: 0 });
    return refusal;
  }

  /** Ends the scenario: the credits that it did not spend are free again. */
  release(scenario: string): void {
    this.#reserved.delete(scenario);
  }

  /** Counts requests, and holds the most that they can cost until `settle`. Returns why not if a ceiling does not allow it. */
  admit(requests: number, credits: number): string | null {
    const { credits: most, requests: mostRequests } = this.#ceilings;
    if (mostRequests !== null && this.requests + requests > mostRequests)
      return `--max-requests ${mostRequests} is used up`;
    if (this.#takesForNothing && credits === 0 && this.creditsUsed >= (most ?? Infinity)) return TAKES;
    // If the target overcharged one request, it may overcharge the next.
    const times = this.accounts.map(({ most, lost }) => (most > 0 ? Math.ceil(lost / most) : 1));
    const expected = credits * Math.min(MOST_TIMES, Math.max(1, ...times));
    const refusal = this.#refusal(expected, this.creditsUsed + this.#held);
    if (refusal !== null) return refusal;
    // Kept before anything is sent: a run that is killed may have been charged.
    this.#ledger?.keep(this.creditsUsed + this.#held + credits);
    this.requests += requests;
    this.#held += credits;
    return null;
  }

  /** Releases held credits, and does not count unsent requests. */
  settle(credits: number, unsent = 0): void {
    this.#held -= credits;
    this.requests -= unsent;
    this.#ledger?.keep(this.creditsUsed + this.#held);
  }

  /** Adds requests that were sent concurrently. */
  add(sent: readonly Sent[], balancePointer: string | null): void {
    // All charges before any balance: each of several copies may state the balance that all of them left.
    for (const { account, exchange, priced, reached } of sent)
      if (reached && account !== null) this.#charge(exchange.scenario, account.add(exchange, priced).told);
    for (const { account, exchange } of sent)
      this.#charge(exchange.scenario, account?.readBalance(exchange, balancePointer) ?? 0);
  }

  /** Adds a charge to an account of the profile. */
  spend(scenario: string, alias: string, { told, most }: Charge): void {
    const account = this.account({ alias, fresh: false });
    account.told += told;
    account.most += most;
    this.#charge(scenario, told);
  }

  /** Others use these accounts: the run does not pay for what their balances lose from now on. */
  share(aliases: Iterable<string>): void {
    for (const alias of aliases) this.account({ alias, fresh: false }).isShared = true;
  }

  /** The target charges for free requests: if no credits remain, the run sends it nothing more. */
  blame(): void {
    this.#takesForNothing = true;
  }

  /** Returns why the scenario must stop if it was charged more than it reserved. */
  overspent(scenario: string): string | null {
    const reserved = this.#reserved.get(scenario);
    return reserved !== undefined && reserved.spent > reserved.credits
      ? `the target charged ${reserved.spent} credits where at most ${reserved.credits} were announced`
      : null;
  }

  spentBy(scenario: string): number {
    return this.#spent.get(scenario) ?? 0;
  }

  /** The most that the run can have spent. */
  get creditsUsed(): number {
    return sum(this.accounts, ({ most, lost }) => Math.max(most, lost));
  }

  /** The part of it that answers or balances state. */
  get creditsTold(): number {
    return sum(this.accounts, ({ told, lost }) => Math.max(told, lost));
  }

  /** Credits that balances fell by beyond what requests can have cost. */
  get unexplained(): number {
    return sum(this.accounts, ({ most, lost }) => Math.max(0, lost - most));
  }

  /** Credits that requests may still cost; null without a ceiling. */
  get room(): number | null {
    const { credits } = this.#ceilings;
    return credits === null ? null : Math.max(0, credits - this.creditsUsed - this.#held);
  }

  /** Remarks for the report: charges that no answer states, and the limits of a ceiling. */
  notes(): string[] {
    const { creditsUsed, creditsTold, unexplained } = this;
    const ceiling = this.#ceilings.credits;
    const notes: string[] = [];
    if (creditsUsed > creditsTold)
      notes.push(
        `Of the ${count(creditsUsed, 'credit')} counted as used, ${thousands(creditsUsed - creditsTold)} are not told by the answers. A ceiling counts the most that a search can cost; jobs that were paid before in the cycle are free.`,
      );
    if (unexplained > 0)
      notes.push(
        `The balance fell by ${count(unexplained, 'credit')} more than the requests can have cost; they are counted as used. If others use the same key, give the run one of its own.`,
      );
    if (ceiling === null) return notes;
    const beyond =
      creditsUsed > ceiling
        ? ` It was exceeded by ${count(creditsUsed - ceiling, 'credit')}, since the target charged more than a request can cost.`
        : '';
    notes.push(
      `Before each request the most that it can cost had to fit under --max-credits ${ceiling}, so only a request that was under way and overcharged can exceed it.${beyond}`,
    );
    return notes;
  }

  #charge(scenario: string, credits: number): void {
    this.#spent.set(scenario, this.spentBy(scenario) + credits);
    const reserved = this.#reserved.get(scenario);
    if (reserved !== undefined) reserved.spent += credits;
  }

  #refusal(credits: number, taken: number): string | null {
    const most = this.#ceilings.credits ?? Infinity;
    const left = Math.max(0, most - taken);
    return credits === 0 || credits <= left
      ? null
      : `needs up to ${count(credits, 'credit')}; ${thousands(left)} of the ${thousands(most)} allowed (--max-credits) remain`;
  }
}

function sum<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}
