/** The order of a run: which scenarios go first, and which run at the same time. */
import { binds, type Clause } from '../../../spec/clauses.js';
import type { Contract, OperationId } from '../../../spec/contract.js';
import { grouped } from '../../values/grouped.js';
import { createRandom } from '../../values/random.js';
import { laneOf } from '../../wire/pacer.js';
import { locksOut, type Plan } from './plan.js';
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
  const width = Math.max(1, concurrency);
  const usual = ordered.filter((each) => !locksOut(each));
  const together = usual.filter(({ serial }) => !serial);
  // Under a low ceiling they wait, since scenarios that check more for their credits go first.
  const first = isTight ? [] : together.filter(needsUnpaid);
  const others = together.filter((each) => !first.includes(each));
  const queue = keepsOrder ? others : largeLast(others, contract);
  const isFree = (scenario: Scenario): boolean => likelyPurchases(scenario, contract).length === 0;
  // The highest cost of a scenario must fit under the ceiling, so scenarios that are probably free go first.
  const queues =
    room < plan.creditsAnnounced ? [queue.filter(isFree), queue.filter((each) => !isFree(each))] : [queue];
  const lanes = grouped(ordered.filter(locksOut), (each) => searchesOf(each, contract).join(' '));
  const side = session.admin === null ? 1 : width;
  return [
    { take: oneByOne(first), width: side },
    ...queues.map((each) => ({ take: keepsOrder ? oneByOne(each) : taker(each, session), width: side })),
    { take: shifter([usual.filter(({ serial }) => serial)]), width: 1 },
    { take: shifter([...lanes.values()]), width },
  ];
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
  const musts = new Set(clauses.filter(binds).map(({ id }) => id as string));
  const shown = new Set<string>();
  const pairsOf = ({ facts }: Scenario): [clause: string, pair: string][] =>
    Object.entries(facts.pairs).flatMap(([clause, operations = []]) =>
      operations.map((operation): [string, string] => [clause, `${clause} ${operation}`]),
    );
  const take = (scenario: Scenario): void => {
    for (const [, pair] of pairsOf(scenario)) shown.add(pair);
  };
  const priorityOf = (scenario: Scenario): number =>
    pairsOf(scenario).reduce(
      (sum, [clause, pair]) => sum + (shown.has(pair) ? 0 : musts.has(clause) ? MUST : 1),
      0.1,
    ) / scenario.cost;
  const order = scenarios.filter(({ cost }) => cost === 0);
  order.forEach(take);
  const rest = scenarios.filter(({ cost }) => cost > 0);
  while (rest.length > 0) {
    const priorities = rest.map(priorityOf);
    const [best] = rest.splice(priorities.indexOf(Math.max(...priorities)), 1);
    if (best === undefined) break;
    take(best);
    order.push(best);
  }
  return order;
}

/** The jobs of a page that leaves too few unpaid jobs for other scenarios. */
const LARGE_PAGE = 50;

/**
 * Moves scenarios that buy large pages to the end, with all scenarios that search the same jobs. Scenarios that need unpaid
 * jobs then find some, although few are posted during a run.
 */
export function largeLast(scenarios: readonly Scenario[], contract: Contract): Scenario[] {
  const purchases = new Map(scenarios.map((each) => [each, likelyPurchases(each, contract)]));
  const large = [...purchases.values()].flat().filter(({ jobs }) => jobs >= LARGE_PAGE);
  const windows = new Set(large.map(({ window }) => window));
  const isLate = (scenario: Scenario): boolean =>
    purchases.get(scenario)?.some(({ window }) => windows.has(window)) === true;
  return [...scenarios.filter((each) => !isLate(each)), ...scenarios.filter(isLate)];
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
  const turns = queue.map((scenario) => {
    const operations = documents.contract.operations.map(({ id }) => id).filter((id) => asks(scenario, id));
    const share = Math.ceil(scenario.requests / Math.max(1, operations.length));
    return { scenario, purchases: likelyPurchases(scenario, documents.contract), operations, share };
  });
  if (session.admin !== null || active === undefined) return oneByOne(queue);
  const left = new Map<OperationId, number>();
  for (const { operations, share } of turns)
    for (const id of operations) left.set(id, (left.get(id) ?? 0) + share);
  type Turn = (typeof turns)[number];
  const waitOf = ({ operations, share }: Turn): number =>
    Math.max(0, ...operations.map((id) => pacer.wait(laneOf('active', id), limitOf(active, id), share)));
  const canFillIn = ({ operations, share }: Turn): boolean =>
    share <= FEW_REQUESTS && operations.some((id) => (left.get(id) ?? 0) > limitOf(active, id).requests);
  return () => {
    /** By window, the lowest price of a job in the scenarios so far. */
    const prices = new Map<string, number>();
    let [best, least, fillsIn] = [0, Infinity, true];
    for (const [i, turn] of turns.entries()) {
      const isDearer = turn.purchases.some(({ window, price }) => (prices.get(window) ?? Infinity) < price);
      const wait = isDearer ? Infinity : waitOf(turn);
      const isFiller = canFillIn(turn);
      if (wait < least || (wait === least && fillsIn && !isFiller))
        [best, least, fillsIn] = [i, wait, isFiller];
      if (least === 0 && !fillsIn) break;
      for (const { window, price } of turn.purchases)
        prices.set(window, Math.min(price, prices.get(window) ?? Infinity));
    }
    const [taken] = turns.splice(best, 1);
    if (taken === undefined) return undefined;
    for (const id of taken.operations) left.set(id, (left.get(id) ?? 0) - taken.share);
    return [taken.scenario];
  };
}

function asks({ facts }: Scenario, operation: OperationId): boolean {
  return facts.requires.includes(`operation:${operation}`);
}

export function searchesOf(scenario: Scenario, { operations }: Contract): OperationId[] {
  const searches = operations.filter(({ kind }) => kind === 'search').map(({ id }) => id);
  return searches.filter((id) => asks(scenario, id));
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
