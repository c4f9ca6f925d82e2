/** The order of a run: which scenarios go first, and which run at the same time. */
import { binds, type Clause } from '../../../spec/clauses.js';
import type { Contract, OperationId } from '../../../spec/contract.js';
import { createRandom } from '../../values/random.js';
import { laneOf } from '../../wire/pacer.js';
import { asks, bySearches, locksOut, type Plan } from './plan.js';
import { likelyPurchases } from './purchases.js';
import type { Scenario } from './scenarios.js';
import type { Session } from '../target/session.js';

export interface Stage {
  /** Returns the next scenarios, which run one after the other; undefined when none is left. */
  take: () => readonly Scenario[] | undefined;
  /** How many may be taken at the same time. */
  width: number;
}

/**
 * Orders the scenarios: first the ones that need unpaid jobs, before others buy them; then concurrent ones, then serial ones. The last
 * ones exhaust a rate limit, because they lock out the key for a while. Limits of different searches are exhausted concurrently.
 */
export function stagesOf(
  scenarios: readonly Scenario[],
  session: Session,
  { plan, seed, concurrency }: { plan: Plan; seed: number; concurrency: number },
): Stage[] {
  const { contract, clauses } = session.documents;
  const room = roomOf(session);
  const given = seed === 0 ? scenarios : shuffled(scenarios, seed);
  // Most jobs are met more than once and paid for once, so a ceiling below the highest possible cost may still suffice.
  const isTight = room < plan.creditsLikely;
  const ordered = isTight ? byWorth(given, clauses.clauses) : given;
  const keepsOrder = isTight || seed !== 0;
  const [lockingOut, usual] = parted(ordered, locksOut);
  const [serial, together] = parted(usual, (each) => each.serial);
  // Under a low ceiling they wait, since scenarios that check more for their credits go first.
  const [first, others] = isTight ? [[], together] : parted(together, needsUnpaid);
  const isFree = (scenario: Scenario): boolean => likelyPurchases(scenario, contract).length === 0;
  // The highest cost of a scenario must fit under the ceiling, so scenarios that are probably free go first.
  const byCost = room < plan.creditsAnnounced ? parted(others, isFree) : [others];
  const queues = keepsOrder ? byCost : byCost.flatMap((each) => largeLast(each, contract));
  const width = Math.max(1, concurrency);
  const side = session.admin === null ? 1 : width;
  return [
    { take: oneByOne(first), width: side },
    ...queues.map((each) => ({ take: keepsOrder ? oneByOne(each) : taker(each, session), width: side })),
    { take: oneByOne(serial), width: 1 },
    { take: shifter([...bySearches(lockingOut, contract).values()]), width },
  ];
}

function parted<T>(items: readonly T[], is: (item: T) => boolean): [those: T[], others: T[]] {
  return [items.filter(is), items.filter((each) => !is(each))];
}

/** True if a scenario buys jobs in the windows that the survey left unpaid. */
function needsUnpaid({ facts }: Scenario): boolean {
  return facts.requires.some((each) => /^fact:\w+Unpaid/.test(each));
}

function oneByOne(scenarios: readonly Scenario[]): Stage['take'] {
  return shifter(scenarios.map((each) => [each]));
}

function shifter(batches: Scenario[][]): Stage['take'] {
  return () => batches.shift();
}

/** The most credits that the whole run can spend, by its ceiling and by the balance that searches reported. */
function roomOf({ profile, admin, wire, budget }: Session): number {
  const balance = admin === null ? wire.balanceOf('active') : null;
  return Math.min(
    profile.budget.credits ?? Infinity,
    balance === null ? Infinity : balance + budget.creditsUsed,
  );
}

/** A pair of a *must* clause counts as much as this number of other pairs. */
const MUST = 10;

/** Sorts scenarios by the new pairs of clause and operation that they show for each credit, free ones first. */
export function byWorth(scenarios: readonly Scenario[], clauses: readonly Clause[]): Scenario[] {
  const musts = new Set<string>(clauses.filter(binds).map(({ id }) => id));
  const shown = new Set<string>();
  const rest = scenarios.map((scenario) => {
    const pairs = Object.entries(scenario.facts.pairs).flatMap(([clause, operations = []]) =>
      operations.map((operation) => ({
        name: `${clause} ${operation}`,
        worth: musts.has(clause) ? MUST : 1,
      })),
    );
    return { scenario, pairs };
  });
  const priorityOf = ({ scenario, pairs }: (typeof rest)[number]): number =>
    pairs.reduce((sum, { name, worth }) => sum + (shown.has(name) ? 0 : worth), 0.1) / scenario.cost;
  const order: Scenario[] = [];
  while (rest.length > 0) {
    const priorities = rest.map(priorityOf);
    const [best] = rest.splice(priorities.indexOf(Math.max(...priorities)), 1);
    for (const { name } of best!.pairs) shown.add(name);
    order.push(best!.scenario);
  }
  return order;
}

/** The jobs of a page that leaves too few unpaid jobs for other scenarios. */
const LARGE_PAGE = 50;

/**
 * Divides scenarios in their order: last the ones that buy large pages, before them others that search the same jobs. Scenarios that
 * need unpaid jobs then find some, although few are posted during a run. A large page contains the jobs that the others bought
 * shortly before, also if new ones are posted.
 */
export function largeLast(
  scenarios: readonly Scenario[],
  contract: Contract,
): [early: Scenario[], late: Scenario[], large: Scenario[]] {
  const largeOf = (each: Scenario) =>
    likelyPurchases(each, contract).filter(({ jobs }) => jobs >= LARGE_PAGE);
  const [large, others] = parted(scenarios, (each) => largeOf(each).length > 0);
  const windows = new Set(large.flatMap(largeOf).map(({ window }) => window));
  const [late, early] = parted(others, (each) =>
    likelyPurchases(each, contract).some(({ window }) => windows.has(window)),
  );
  return [early, late, large];
}

/** With this number of requests per operation, a scenario fits into the end of a minute. */
const FEW_REQUESTS = 2;

/**
 * Returns a function that takes the next scenario. With one key, that is the scenario with the shortest wait for rate limits.
 * Scenarios that buy the same jobs run one after the other, the cheapest first. If an operation has more requests
 * left than one minute allows, short scenarios are kept for the end of a minute.
 */
function taker(queue: readonly Scenario[], session: Session): Stage['take'] {
  const { accounts, documents, pacer, limitOf } = session;
  const active = accounts.byAlias.get('active');
  if (session.admin !== null || active === undefined) return oneByOne(queue);
  const turns = queue.map((scenario) => {
    const operations = documents.contract.operations.map(({ id }) => id).filter((id) => asks(scenario, id));
    const share = Math.ceil(scenario.requests / Math.max(1, operations.length));
    return { scenario, purchases: likelyPurchases(scenario, documents.contract), operations, share };
  });
  type Turn = (typeof turns)[number];
  const waitOf = ({ operations, share }: Turn): number =>
    Math.max(0, ...operations.map((id) => pacer.wait(laneOf('active', id), limitOf(active, id), share)));
  return () => {
    /** By operation, the number of requests that are left. */
    const left = new Map<OperationId, number>();
    for (const { operations, share } of turns)
      for (const id of operations) left.set(id, (left.get(id) ?? 0) + share);
    const canFillIn = ({ operations, share }: Turn): boolean =>
      share <= FEW_REQUESTS && operations.some((id) => left.get(id)! > limitOf(active, id).requests);
    /** By window, the lowest price of a job in the scenarios so far. */
    const prices = new Map<string, number>();
    const priceOf = (window: string): number => prices.get(window) ?? Infinity;
    let [best, least, fillsIn] = [0, Infinity, true];
    for (const [i, turn] of turns.entries()) {
      const isDearer = turn.purchases.some(({ window, price }) => priceOf(window) < price);
      const wait = isDearer ? Infinity : waitOf(turn);
      const isFiller = canFillIn(turn);
      if (wait < least || (wait === least && fillsIn && !isFiller))
        [best, least, fillsIn] = [i, wait, isFiller];
      if (least === 0 && !fillsIn) break;
      for (const { window, price } of turn.purchases) prices.set(window, Math.min(price, priceOf(window)));
    }
    const [taken] = turns.splice(best, 1);
    return taken && [taken.scenario];
  };
}

/** The same seed returns the same order, so that a run which fails only in one order can be repeated. */
export function shuffled<T>(items: readonly T[], seed: number): T[] {
  const copy = [...items];
  const random = createRandom(seed);
  for (let i = copy.length - 1; i > 0; i -= 1) {
    const j = random.below(i + 1);
    [copy[i], copy[j]] = [copy[j]!, copy[i]!];
  }
  return copy;
}
