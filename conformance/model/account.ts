/** One account of the service as a model: what each exchange may do to it, or which clause it breaks (§1, §5.2, §7.1, §8). */
import type { ClauseId } from '../../spec/clauses.js';
import type { Operation } from '../../spec/contract.js';
import type { Exchange } from '../record/exchange.js';
import { saysNoCredits } from '../record/withheld.js';
import { balanceIn } from '../values/balance.js';
import { fields, integer } from '../values/fields.js';
import { canonical } from '../values/json.js';
import { addressOf } from '../values/postings.js';
import type { HistoryContext } from './context.js';
import { jobCount, limitOf, postingNames, searchAnswer, type SearchAnswer } from './answers.js';
import { overlap } from './timeline.js';
import { foundAlike, isLost, type KeyUse } from './key-uses.js';

/** Why a balance must not have changed, and the clause that says so. */
export const UNCHANGED_BY = {
  refusal: 'BILL-19',
  unaffordable: 'BILL-14',
  conflict: 'IDEM-22',
  throttled: 'BILL-20',
  unavailable: 'BILL-21',
  lookup: 'LOOK-28',
  repeat: 'IDEM-14',
  balance: 'BAL-5',
  copies: 'IDEM-29',
} as const;
type Cause = keyof typeof UNCHANGED_BY;

const CAUSES: Readonly<Record<number, Cause>> = {
  400: 'refusal',
  401: 'refusal',
  402: 'unaffordable',
  403: 'refusal',
  409: 'conflict',
  422: 'refusal',
  429: 'throttled',
  503: 'unavailable',
};

export const PRICES = {
  searchJobs: 'BILL-1',
  searchCompanyJobs: 'BILL-2',
  searchCompanyJobsHistorical: 'BILL-3',
  searchJobsHistorical: 'BILL-4',
  searchCompanyJobsLegacy: 'BILL-5',
} as const;

/** One statement about a clause: that it held or not on these exchanges, the telling one last. */
export interface Finding {
  clause: ClauseId;
  /** The answer to an open question that the exchanges show; `holds` is true. */
  choice?: { reading: 'historical-no-credits'; choice: '402' | '403' };
  on: readonly Exchange[];
  holds: boolean;
  expected: string;
  actual: string;
}

/** A completed search that says what it used and what is left. */
export interface Page {
  answer: SearchAnswer;
  used: number;
  remaining: number | null;
  /** Names of its postings; null if other postings may look the same. */
  names: readonly (string | null)[];
  links: readonly (string | null)[];
}

/** One thing that happens to an account: an exchange of its own, or a change by the admin API. */
export interface Event {
  exchange: Exchange;
  /** Events of one cluster overlap, each with the next. */
  cluster: number;
  does: 'reset' | 'clock' | 'balance' | 'lookup' | 'search';
  operation: Operation | null;
  /** The balance that it states. */
  value: number | null;
  page: Page | null;
  cause: Cause | null;
  use: KeyUse | undefined;
  /** The most that the search can cost. */
  most: number;
  /** Identifies the search if its answer is lost: by its request and key, or by its request alone. */
  slot: string;
  /** The slot of the same request without a key. */
  twin: string;
  /** The caller sent a key that the operation must honor, so the search is charged once. */
  isKeyed: boolean;
}

/** A charge that no answer confirmed: the search may have been executed, or may still be. */
interface PossibleCharge {
  most: number;
  /** A balance was stated since, which may include the charge. */
  mayBeStated: boolean;
  /** The service failed (500): it may have charged and stored nothing. */
  isBroken: boolean;
}

/** The start of the current billing period. Events of earlier clusters, and the `older` ones, belong to earlier periods. */
interface Period {
  cluster: number;
  older: ReadonlySet<Event>;
}

/** One possible state of the account. */
export interface World {
  /** The balance if none of the possible charges was made; null while unknown. */
  balance: number | null;
  possible: ReadonlyMap<string, PossibleCharge>;
  period: Period;
  /** True if all jobs that are paid for in this period are known. */
  complete: boolean;
  /** Events of the current cluster that took effect, in order. */
  done: readonly Event[];
  /** The events of the current cluster that were executed, not recovered. */
  sold: readonly Event[];
  /** Free events since the balance was last stated. */
  since: readonly { cause: Cause; exchange: Exchange }[];
  /** The exchange that last stated the balance. */
  stated: Exchange | null;
  /** The unannounced turn of the cycle that this world assumes: in or just before a cluster, after some of its events. */
  surprise: { cluster: number; isWithin: boolean } | null;
  /** How many clauses were broken in the current cluster. */
  breaches: number;
  findings: readonly Finding[];
}

export function begin(balance: number | null, complete: boolean): World {
  return {
    balance,
    possible: new Map(),
    period: { cluster: -1, older: new Set() },
    complete,
    done: [],
    sold: [],
    since: [],
    stated: null,
    surprise: null,
    breaches: 0,
    findings: [],
  };
}

/* ------------------------------------------------------------------------------------------------------- the events */

/** Reads the facts of an event that are the same in every world. */
export function eventOf(
  exchange: Exchange,
  cluster: number,
  does: 'reset' | 'clock' | null,
  context: HistoryContext,
  uses: ReadonlyMap<number, KeyUse>,
  twins: ReadonlySet<string>,
): Event {
  const { response, request } = exchange;
  const operation = exchange.operation === null ? null : context.contract.operation(exchange.operation);
  const common = {
    exchange,
    cluster,
    operation,
    value: null,
    page: null,
    cause: null,
    use: undefined,
    most: 0,
    slot: '',
    twin: '',
    isKeyed: false,
  };
  if (does !== null || operation === null) return { ...common, does: does ?? 'lookup' };
  if (operation.kind === 'balance') {
    const value = response?.status === 200 ? balanceIn(response.body, context.target.balancePointer) : null;
    return { ...common, does: 'balance', value };
  }
  if (operation.kind === 'lookup')
    return { ...common, does: 'lookup', cause: response?.status === 200 ? 'lookup' : null };
  const use = uses.get(exchange.id);
  // The legacy search may honor keys, too (reading legacy-idempotency).
  const isKeyless = use === undefined || use.made;
  const twin = `${operation.id} ${canonical(request.body ?? null)}`;
  const answer = response === null ? null : searchAnswer({ exchange, operation, response });
  const used = integer(answer?.data['credits_used']);
  const page =
    answer === null || used === null
      ? null
      : {
          answer,
          used,
          remaining: integer(answer.data['credits_remaining']),
          names: postingNames(answer.jobs).map((name) => (name !== null && twins.has(name) ? null : name)),
          links: answer.jobs.map(addressOf),
        };
  return {
    ...common,
    does: 'search',
    page,
    cause: response === null ? null : (CAUSES[response.status] ?? null),
    use,
    most: operation.creditCost * limitOf(fields(request.body) ?? {}),
    slot: isKeyless ? twin : `${twin} ${use.key}`,
    twin,
    isKeyed: operation.acceptsOperationKey && !isKeyless,
  };
}

/* --------------------------------------------------------------------------------------------------------- one step */

/** Deliveries of postings on one account, by name and by link, in order. */
export interface Deliveries {
  names: ReadonlyMap<string, readonly Event[]>;
  links: ReadonlyMap<string, readonly Event[]>;
}

export interface Rules {
  context: HistoryContext;
  deliveries: Deliveries;
  first: ReadonlyMap<string, Exchange>;
  eventOf(exchange: Exchange): Event | undefined;
}

/**
 * A world in which a billing cycle has just turned. The new cycle may bring credits. Whether it turned is a guess, so only a
 * turn that has to explain every charge (`isSurprise`) claims that nothing is paid for.
 */
export function turned(world: World, cluster: number, isSurprise = false): World {
  const surprise = isSurprise ? { cluster, isWithin: world.done.length > 0 } : world.surprise;
  return {
    ...world,
    balance: null,
    possible: afterStatement(world.possible),
    period: { cluster, older: new Set(world.done) },
    complete: surprise !== null && world.possible.size === 0,
    since: [],
    stated: null,
    surprise,
  };
}

function afterStatement(possible: World['possible']): World['possible'] {
  return new Map([...possible].map(([slot, each]) => [slot, { ...each, mayBeStated: true }]));
}

const mostPossible = ({ possible }: World): number =>
  [...possible.values()].reduce((sum, { most }) => sum + most, 0);
const range = (low: number, high: number): string => (low === high ? String(high) : `${low} to ${high}`);

/** True if the event took effect in this billing period, before an event of `cluster`. */
function happened(world: World, each: Event, cluster: number): boolean {
  const { period } = world;
  if (each.cluster < period.cluster || period.older.has(each)) return false;
  return each.cluster < cluster || world.done.includes(each);
}

/** Returns the worlds that an event can lead to, with its findings. `alone`: no other request was under way. */
export function step(world: World, event: Event, alone: boolean, rules: Rules): World[] {
  return effects(world, event, alone, rules).map((next) => ({ ...next, done: [...world.done, event] }));
}

/** True if the event left everything as it was that later events depend on. */
export function changedNothing(before: World, after: World, event: Event, { deliveries }: Rules): boolean {
  const isSame =
    after.breaches === before.breaches &&
    after.balance === before.balance &&
    after.complete === before.complete &&
    after.period === before.period &&
    before.possible.size + after.possible.size === 0;
  if (!isSame || after.sold === before.sold) return isSame;
  return event.page!.names.every(
    (name) =>
      name === null ||
      deliveries.names.get(name)!.some((each) => each !== event && happened(before, each, event.cluster)),
  );
}

function effects(world: World, event: Event, alone: boolean, rules: Rules): World[] {
  const { exchange } = event;
  switch (event.does) {
    case 'reset':
      return [{ ...turned(world, event.cluster), complete: false }];
    case 'clock':
      return [world];
    case 'balance':
      return [event.value === null ? world : afterBalance(world, event.value, exchange)];
    case 'lookup': {
      if (event.cause === null) return [world];
      const isFree = alone && world.balance !== null && world.balance <= 0;
      const findings: Finding[] = isFree
        ? [held('LOOK-29', [exchange], `an answer at a balance of ${world.balance}`, 'status 200')]
        : [];
      return [found(uncharged(world, 'lookup', exchange), findings)];
    }
    case 'search':
      return afterSearch(world, event, alone, rules);
  }
}

const held = (clause: ClauseId, on: readonly Exchange[], expected: string, actual: string): Finding => ({
  clause,
  on,
  holds: true,
  expected,
  actual,
});

function found(world: World, findings: readonly Finding[]): World {
  if (findings.length === 0) return world;
  const broken = findings.filter(({ holds }) => !holds).length;
  return { ...world, breaches: world.breaches + broken, findings: [...world.findings, ...findings] };
}

function uncharged(world: World, cause: Cause, exchange: Exchange): World {
  return { ...world, since: [...world.since, { cause, exchange }] };
}

function afterBalance(world: World, value: number, exchange: Exchange): World {
  const next = stated(world, value, 'BAL-2', exchange);
  return { ...next, since: [{ cause: 'balance', exchange }] };
}

/** Compares a stated balance with the range that it must lie in, and takes it over. */
function stated(world: World, value: number, own: 'BAL-2' | 'BILL-11', exchange: Exchange): World {
  const { balance, since } = world;
  const findings: Finding[] = [];
  if (balance !== null) {
    const [low, high] = [balance - mostPossible(world), balance];
    const holds = value >= low && value <= high;
    const trail = world.stated === null ? [] : [world.stated];
    const told = `${own === 'BAL-2' ? 'balance' : 'credits_remaining'} ${value}`;
    const expected = `a balance of ${range(low, high)}`;
    if (!holds) {
      // If only one kind of thing happened in between, a wrong balance is its doing.
      const causes = new Set(since.map(({ cause }) => cause));
      const only = causes.size === 1 && own === 'BAL-2' ? since.at(-1)! : null;
      const between = since.map(({ cause, exchange: at }) => `#${at.id} (${cause})`).join(', ');
      findings.push({
        clause: only === null ? own : UNCHANGED_BY[only.cause],
        on: [...trail, ...(only === null ? [] : [only.exchange]), exchange],
        holds,
        expected,
        actual: between === '' ? told : `${told}, after ${between}`,
      });
    } else if (low === high) {
      if (own === 'BILL-11' || (world.stated !== null && world.stated.operation !== 'getCreditBalance'))
        findings.push(held(own, [...trail, exchange], expected, told));
      // One of each operation, since each is evidence for its own.
      const free = new Map(since.map((each) => [`${each.cause} ${each.exchange.operation}`, each]));
      for (const { cause, exchange: at } of free.values())
        findings.push(held(UNCHANGED_BY[cause], [...trail, exchange, at], expected, told));
    }
  }
  // The charge of a recovered search is settled now. Other possible charges may come later, or be part of this balance.
  const possible = new Map([...world.possible].filter(([slot]) => !slot.endsWith(' recovered')));
  return found(
    { ...world, balance: value, possible: afterStatement(possible), since: [], stated: exchange },
    findings,
  );
}

/* -------------------------------------------------------------------------------------------------------- a search */

/** Earlier uses of the event's key for the same request, and copies under way, as far as they took effect in this world. */
function earlierOf(world: World, { use, twin, cluster }: Event, rules: Rules): Event[] {
  const uses = use === undefined ? [] : [...use.same, ...use.rivals];
  return [...new Set(uses.flatMap(({ exchange }) => rules.eventOf(exchange) ?? []))].filter(
    (each) => each.twin === twin && (each.cluster < cluster || world.done.includes(each)),
  );
}

function afterSearch(world: World, event: Event, alone: boolean, rules: Rules): World[] {
  const { exchange, cause, use } = event;
  const status = exchange.response?.status;
  const same = earlierOf(world, event, rules);
  const { acceptsOperationKey } = event.operation!;
  if (status === undefined || status === 500) {
    const isPaid = use?.same.some(
      ({ exchange: each }) => each.response?.status === 200 && !overlap(each, exchange),
    );
    return [isPaid === true ? world : lost(world, event, status === 500)];
  }
  if (cause !== null)
    return [found(uncharged(world, cause, exchange), alone ? refused(world, event, same) : [])];
  if (status !== 200) return [world];
  const answered = same.filter((each) => each.exchange.response?.status === 200);
  if (answered.length === 0) return [executed(world, event, alone, rules)];
  // Whether the legacy search stores responses is a reading, so a key sent to it twice proves nothing.
  if (!acceptsOperationKey) return [lost({ ...world, complete: false }, event, false)];
  const recovered = repeated(world, event, answered[0]!);
  if (use?.made !== true) return [recovered];
  // A key that the service made again recovers the first search, or names this one if it finds something else or the first
  // belongs to an older cycle.
  const recalls = answered.filter((each) => foundAlike(each.exchange, exchange));
  if (recalls.length === 0) return [executed(world, event, alone, rules)];
  return recalls.some((each) => happened(world, each, event.cluster))
    ? [recovered]
    : [recovered, executed(world, event, alone, rules)];
}

/** Executes a search whose page was not delivered before; it may also recover a lost search. */
function executed(world: World, event: Event, alone: boolean, rules: Rules): World {
  if (event.page === null) return lost(world, event, false);
  const sale = saleOf(world, event, rules);
  const sold = found(
    { ...world, sold: [...world.sold, event] },
    alone ? sale : sale.filter(({ holds }) => !holds),
  );
  if (event.page.remaining === null || isFromBefore(world, event, rules)) return lost(sold, event, false);
  return charged(sold, event, alone);
}

/** True if an answer that was lost before this billing period may be recovered, with the balance of that time. */
function isFromBefore(world: World, { use, cluster }: Event, rules: Rules): boolean {
  const tries = [...(use?.same ?? []).map((each) => each.exchange), ...(use?.maybe ?? [])];
  return tries.some((each) => {
    const event = rules.eventOf(each);
    return isLost(each) && (event === undefined || !happened(world, event, cluster));
  });
}

function lost(world: World, event: Event, isBroken: boolean): World {
  const before = world.possible.get(event.slot) ?? { most: 0, mayBeStated: false, isBroken: false };
  // One key is charged once, however often its answer is lost, unless the service fails before it stores the search.
  const most = event.isKeyed && !isBroken ? Math.max(before.most, event.most) : before.most + event.most;
  const possible = new Map([
    ...world.possible,
    [event.slot, { ...before, most, isBroken: before.isBroken || isBroken }] as const,
  ]);
  return { ...world, possible, complete: false };
}

function repeated(world: World, event: Event, original: Event): World {
  const isOld = !happened(world, original, event.cluster);
  // Its jobs were paid for in an older period.
  const period = isOld ? { ...world.period, older: new Set([...world.period.older, event]) } : world.period;
  const { exchange, page } = event;
  const first = original.page?.remaining ?? null;
  const remaining = page?.remaining ?? null;
  const findings: Finding[] = [];
  // If a key still recovers its search, no cycle has turned without notice (§5.2, 5).
  if (isOld && world.surprise !== null && event.isKeyed)
    findings.push({
      clause: 'IDEM-24',
      on: [original.exchange, exchange],
      holds: false,
      expected: 'status 409 for a key of an older billing period',
      actual: 'status 200',
    });
  if (remaining !== null && remaining !== first && world.balance !== null) {
    const [low, high] = [world.balance - mostPossible(world), world.balance];
    findings.push({
      clause: 'IDEM-14',
      on: [exchange],
      holds: remaining >= low && remaining <= high,
      expected: `credits_remaining ${first ?? 'as it was'}, or ${range(low, high)}, the balance of now`,
      actual: `credits_remaining ${remaining} in a recovered response`,
    });
  }
  const isCopy = overlap(original.exchange, exchange);
  return found(uncharged({ ...world, period }, isCopy ? 'copies' : 'repeat', exchange), findings);
}

/** Applies the charge of a page, unless the page may belong to a lost search that was charged earlier. */
function charged(world: World, event: Event, alone: boolean): World {
  const { exchange, slot, twin } = event;
  const { used, remaining } = event.page as { used: number; remaining: number };
  // If both are possible, assume that the balance already includes the lost charge.
  const name =
    [slot, twin].find((each) => world.possible.get(each)?.mayBeStated) ??
    (world.possible.has(slot) ? slot : twin);
  const recovered = world.possible.get(name);
  let next = world;
  if (recovered !== undefined) {
    const possible = new Map(world.possible);
    possible.delete(name);
    // If this is another search than the lost one, both may have been charged.
    const isVague = name !== slot || !event.isKeyed || recovered.isBroken || used === 0;
    const most = (isVague ? recovered.most : 0) + (recovered.mayBeStated ? used : 0);
    if (most > 0) possible.set(`${slot} recovered`, { ...recovered, most, mayBeStated: false });
    next = { ...world, possible };
    if (recovered.mayBeStated) return uncharged(next, 'repeat', exchange);
  }
  const findings: Finding[] = [];
  if (world.balance !== null) {
    next = { ...next, balance: world.balance - used };
    if (alone && world.possible.size === 0) findings.push(...atTheLimit(world.balance, event));
  }
  if (used > 0 && remaining < 0)
    for (const clause of ['BILL-12', 'LEG-31'] as const)
      if (isLegacy(event) === (clause === 'LEG-31'))
        findings.push({
          clause,
          on: [exchange],
          holds: false,
          expected: 'status 402, since the new jobs cost more than the balance',
          actual: `200 with credits_used ${used}, credits_remaining ${remaining}`,
        });
  return stated(found(next, findings), remaining, 'BILL-11', exchange);
}

const isLegacy = ({ exchange }: Event): boolean => exchange.operation === 'searchCompanyJobsLegacy';

/** Judges an answer at a balance that is exactly known: the last credit, no credits, or debt. */
function atTheLimit(before: number, { exchange, page }: Event): Finding[] {
  const { used, remaining, answer } = page!;
  const told = `${answer.jobs.length} jobs, credits_used ${used}, credits_remaining ${remaining}`;
  const say = (clause: ClauseId, holds: boolean, expected: string): Finding => ({
    clause,
    on: [exchange],
    holds,
    expected,
    actual: told,
  });
  const findings: Finding[] = [];
  if (used > 0 && used === before)
    findings.push(say('BILL-15', remaining === 0, `all ${before} credits spent and zero left`));
  if (before > 0) return findings;
  if (answer.jobs.length === 0)
    findings.push(say('BILL-18', used === 0, `an empty result at a balance of ${before}`));
  else if (used === 0)
    findings.push(say(before === 0 ? 'BILL-16' : 'BILL-17', true, `paid jobs at a balance of ${before}`));
  return findings;
}

/** Judges a refusal: a 402 is right only if the credits may not suffice. */
function refused(world: World, event: Event, same: readonly Event[]): Finding[] {
  const { exchange, cause, most } = event;
  if (world.balance === null || exchange.faultPlanted) return [];
  const says = cause === 'unaffordable' ? '402' : saysNoCredits(exchange.response) ? '403' : null;
  const isShown = exchange.operation === 'searchCompanyJobsHistorical' && world.balance <= 0 && says !== null;
  const shown: Finding[] = isShown
    ? [
        {
          ...held('HIST-14', [exchange], '', says),
          choice: { reading: 'historical-no-credits', choice: says },
        },
      ]
    : [];
  if (cause !== 'unaffordable') return shown;
  const low = world.balance - mostPossible(world);
  // A 402 may use up its key (reading failed-attempt-key); then the same 402 is replayed.
  if (same.length > 0 && low >= most) return shown;
  const isPayable = low >= most;
  return [
    ...shown,
    {
      clause: isPayable ? 'BILL-15' : isLegacy(event) ? 'LEG-31' : 'BILL-12',
      on: [exchange],
      holds: !isPayable,
      expected: isPayable
        ? `results: ${low} credits pay for any page of ${most}`
        : '402 where the new jobs cost more than there is',
      actual: `status 402 at a balance of ${range(low, world.balance)}`,
    },
  ];
}

/* ---------------------------------------------------------------------------------------------------------- a sale */

/** Judges the price of a page: each job that is not paid for in this period costs its price, once. */
export function saleOf(world: World, event: Event, { deliveries, first }: Rules): Finding[] {
  const { exchange, use } = event;
  const { answer, used, names, links } = event.page!;
  const { jobs, operation } = answer;
  const price = operation.creditCost;
  const tries = [...(use?.same ?? []).map((each) => each.exchange), ...(use?.maybe ?? [])];
  // It may have been charged when it was first tried; postings delivered before were paid for by then.
  const since = Math.min(...tries.map(({ sentAt }) => sentAt));
  const deliveredIn = (list: readonly Event[] | undefined): Event | undefined =>
    list?.find((each) => each !== event && happened(world, each, event.cluster));
  const sales = names.map((name) => (name === null ? undefined : deliveredIn(deliveries.names.get(name))));
  const paid = sales.filter((sale) => sale !== undefined && sale.exchange.receivedAt <= since) as Event[];
  const surelyNew = names.filter(
    (name, i) =>
      name !== null &&
      sales[i] === undefined &&
      deliveredIn(deliveries.links.get(links[i] ?? 'none')) === undefined,
  ).length;
  const fresh = jobs.length - paid.length;
  const most = price * fresh;
  const told = `credits_used ${used} for ${jobCount(jobs.length)}, ${paid.length} of them delivered before`;
  const trail = [...new Set(paid.map((each) => each.exchange))].slice(0, 3);
  const findings: Finding[] = [];
  const say = (clause: ClauseId, on: readonly Exchange[], holds: boolean, expected: string): void =>
    void findings.push({ clause, on, holds, expected, actual: told });
  if (paid.length > 0) {
    const expected = `at most ${most} credits, ${price} for each of ${jobCount(fresh)} not delivered before`;
    say(fresh === 0 ? 'BILL-6' : 'BILL-7', [...trail, exchange], used <= most, expected);
    if (paid.some((each) => each.exchange.operation !== exchange.operation))
      say('BILL-8', [...trail, exchange], used <= most, expected);
  }
  if (fresh === 0) return findings;
  const clause = PRICES[operation.id as keyof typeof PRICES];
  // If the page costs more than all its jobs would, the oracle `envelope` reports it.
  if (used > most && paid.length > 0) return findings;
  if (used > most || used % price !== 0) {
    say(clause, [exchange], false, `${price} credits for each new job, ${most} at most`);
    return findings;
  }
  if (!world.complete) {
    if (used === most) say(clause, [exchange], true, `${price} credits for each new job`);
    return findings;
  }
  const least = price * surelyNew;
  const elsewhere = names
    .map((name, i) => (name === null || sales[i] !== undefined ? undefined : first.get(name)))
    .find(
      (at) =>
        at !== undefined &&
        at.account !== exchange.account &&
        at.receivedAt <= Math.min(since, exchange.sentAt),
    );
  if (elsewhere !== undefined) {
    const alone = `${least} credits at least, whatever another account has paid for`;
    say('BILL-24', [elsewhere, exchange], used >= least, alone);
    if (used < least) return findings;
  }
  const wanted = least === most ? String(most) : `${least} to ${most}`;
  say(clause, [...trail, exchange], used >= least, `${wanted} credits for ${jobCount(fresh)} new`);
  return findings;
}
