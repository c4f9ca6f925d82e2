/** What a run may spend: hard ceilings on credits and requests, and what was spent by scenario and account. */
import { count, thousands } from '../values/text.js';
import type { Charge } from './charges.js';

/** A ceiling of the run is met: nothing was sent. */
export class BudgetSpent extends Error {
  override name = 'BudgetSpent';
}

export interface Budget {
  /** Sets the most that a scenario can spend aside; says why not when the ceiling leaves no room for it. */
  reserve(scenario: string, credits: number): string | null;
  /** Ends the scenario: what it set aside and did not spend is free again. */
  release(scenario: string): void;
  /**
   * Counts requests that go out together and holds the most that they can cost until `settle`; says why not when a
   * ceiling leaves no room for them.
   */
  admit(requests: number, credits: number): string | null;
  /** Gives back what was held, and counts the requests no more that did not go out. */
  settle(credits: number, unsent?: number): void;
  /** Books a charge on an account. */
  spend(scenario: string, account: string, charge: Charge): void;
  /** The account was seen to have lost so many credits since the run began. What goes beyond its charges is spent, too. */
  lost(scenario: string, account: string, credits: number): void;
  /** Others were seen to spend from these accounts, too: what their balances lose from now on is not the run's. */
  share(accounts: Iterable<string>): void;
  isShared(account: string): boolean;
  /** Says why the scenario must stop, when it was charged more than was set aside for it. */
  overspent(scenario: string): string | null;
  spentBy(scenario: string): number;
  /** The target was seen to take credits for what is free: without room, it is asked nothing more. */
  blame(): void;
  /** What balances fell by beyond what requests can have cost. */
  readonly unexplained: number;
  /** What may still be held; null without a ceiling. */
  readonly room: number | null;
  /** The most that the run can have spent: what cannot be read counts as the most that it can be. */
  readonly creditsUsed: number;
  /** The part of it that answers told or balances showed. */
  readonly creditsTold: number;
  readonly requests: number;
  /** Remarks for the report: what was counted without being told, and what the ceiling can mean. */
  notes(): string[];
}

export interface Ceilings {
  credits: number | null;
  requests: number | null;
}

interface Ledger extends Charge {
  lost: number;
}

/** What every account was charged and was seen to lose. */
interface Ledgers {
  of(alias: string): Ledger;
  used(): number;
  told(): number;
  /** What balances fell by beyond all charges. */
  unexplained(): number;
  /** How many times what requests can cost balances fell, at least 1 and at most `MOST_TIMES`. */
  times(): number;
}

const TAKES =
  'the target takes credits for what costs nothing, and none of those allowed (--max-credits) remain';

/** Beyond that it is others who use the key, rather than a price. */
export const MOST_TIMES = 10;

function createLedgers(): Ledgers {
  const ledgers = new Map<string, Ledger>();
  const sum = (pick: (ledger: Ledger) => number): number =>
    [...ledgers.values()].reduce((total, each) => total + pick(each), 0);
  return {
    of(alias) {
      const ledger = ledgers.get(alias) ?? { told: 0, most: 0, lost: 0 };
      ledgers.set(alias, ledger);
      return ledger;
    },
    used: () => sum(({ most, lost }) => Math.max(most, lost)),
    told: () => sum(({ told, lost }) => Math.max(told, lost)),
    unexplained: () => sum(({ most, lost }) => Math.max(0, lost - most)),
    times: () =>
      [...ledgers.values()].reduce(
        (times, { most, lost }) =>
          Math.max(times, most > 0 && lost > most ? Math.min(MOST_TIMES, Math.ceil(lost / most)) : 1),
        1,
      ),
  };
}

/** What scenarios set aside and spend. */
interface Scenarios {
  readonly open: Map<string, { reserved: number; spent: number }>;
  /** What is set aside and not spent yet. */
  setAside(): number;
  charge(scenario: string, credits: number): void;
  spentBy(scenario: string): number;
}

function createScenarios(): Scenarios {
  const open: Scenarios['open'] = new Map();
  const spent = new Map<string, number>();
  return {
    open,
    setAside: () =>
      [...open.values()].reduce((sum, each) => sum + Math.max(0, each.reserved - each.spent), 0),
    charge(scenario, credits) {
      spent.set(scenario, (spent.get(scenario) ?? 0) + credits);
      const mine = open.get(scenario);
      if (mine !== undefined) mine.spent += credits;
    },
    spentBy: (scenario) => spent.get(scenario) ?? 0,
  };
}

export function createBudget(ceilings: Ceilings): Budget {
  const { open, setAside, charge, spentBy } = createScenarios();
  const shared = new Set<string>();
  const ledgers = createLedgers();
  let held = 0;
  let requests = 0;
  let takesForNothing = false;
  const noRoom = (credits: number, taken: number): string | null => {
    const left = Math.max(0, (ceilings.credits ?? Infinity) - taken);
    return credits === 0 || credits <= left
      ? null
      : `needs up to ${count(credits, 'credit')}; ${thousands(left)} of the ${thousands(ceilings.credits ?? 0)} allowed (--max-credits) remain`;
  };
  return {
    reserve(scenario, credits) {
      const refusal = noRoom(credits, ledgers.used() + setAside());
      if (refusal === null) open.set(scenario, { reserved: credits, spent: 0 });
      return refusal;
    },
    release: (scenario) => void open.delete(scenario),
    admit(some, credits) {
      if (ceilings.requests !== null && requests + some > ceilings.requests)
        return `--max-requests ${ceilings.requests} is used up`;
      if (takesForNothing && credits === 0 && ledgers.used() >= (ceilings.credits ?? Infinity)) return TAKES;
      // What a target took for one request, it may take for the next.
      const refusal = noRoom(credits * ledgers.times(), ledgers.used() + held);
      if (refusal !== null) return refusal;
      requests += some;
      held += credits;
      return null;
    },
    settle(credits, unsent = 0) {
      held -= credits;
      requests -= unsent;
    },
    spend(scenario, alias, { told, most }) {
      const ledger = ledgers.of(alias);
      ledger.told += told;
      ledger.most += most;
      charge(scenario, told);
    },
    lost(scenario, alias, credits) {
      if (shared.has(alias)) return;
      const ledger = ledgers.of(alias);
      const beyond = credits - Math.max(ledger.most, ledger.lost);
      ledger.lost = Math.max(ledger.lost, credits);
      if (beyond > 0) charge(scenario, beyond);
    },
    share(accounts) {
      for (const alias of accounts) shared.add(alias);
    },
    isShared: (alias) => shared.has(alias),
    blame: () => void (takesForNothing = true),
    get unexplained() {
      return ledgers.unexplained();
    },
    overspent(scenario) {
      const mine = open.get(scenario);
      return mine !== undefined && mine.spent > mine.reserved
        ? `the target charged ${mine.spent} credits where at most ${mine.reserved} were announced`
        : null;
    },
    spentBy,
    get room() {
      return ceilings.credits === null ? null : Math.max(0, ceilings.credits - ledgers.used() - held);
    },
    get creditsUsed() {
      return ledgers.used();
    },
    get creditsTold() {
      return ledgers.told();
    },
    get requests() {
      return requests;
    },
    notes: () => notesOn(ceilings.credits, ledgers),
  };
}

function notesOn(ceiling: number | null, ledgers: Ledgers): string[] {
  const [used, told, unexplained] = [ledgers.used(), ledgers.told(), ledgers.unexplained()];
  const notes: string[] = [];
  if (used > told)
    notes.push(
      `Of the ${count(used, 'credit')} counted as used, ${thousands(used - told)} are not told by the answers. A ceiling counts the most that a search can cost; jobs that were paid before in the cycle are free.`,
    );
  if (unexplained > 0)
    notes.push(
      `The balance fell by ${count(unexplained, 'credit')} more than the requests can have cost; they are counted as used. If others use the same key, give the run one of its own.`,
    );
  if (ceiling === null) return notes;
  const beyond =
    used > ceiling
      ? ` It was exceeded by ${count(used - ceiling, 'credit')}, since the target charged more than a request can cost.`
      : '';
  notes.push(
    `Before each request the most that it can cost had to fit under --max-credits ${ceiling}, so only a request that was under way and overcharged can exceed it.${beyond}`,
  );
  return notes;
}
