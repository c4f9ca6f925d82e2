/** One account of the service as a model: what each event may do to it, or which clause it breaks (§1, §5.2, §7.1, §8). */
import type { Exchange } from '../record/exchange.js';
import { UNCHANGED_BY, type Cause, type Event, judged, type Finding, type Free } from './events.js';
import { foundAlike, isLost } from './key-uses.js';
import { atTheLimit, happened, onCredit, range, refused, saleOf, type Deliveries } from './sales.js';
import { overlap } from './timeline.js';

/** A charge that no answer confirmed: the search may have been executed, or may still be. */
export interface PossibleCharge {
  most: number;
  /** A balance was stated since, which may include the charge. */
  mayBeStated: boolean;
  /** The service failed (500): it may have charged and stored nothing. */
  isBroken: boolean;
}

export type World = Readonly<ReturnType<typeof begin>>;

export function begin(balance: number | null, complete: boolean, deliveries: Deliveries) {
  return {
    /** The balance if none of the possible charges was made; null if unknown. */
    balance,
    possible: new Map() as ReadonlyMap<string, PossibleCharge>,
    /** The current billing period. Events of clusters before `cluster`, and the `older` ones, belong to earlier periods. */
    period: { cluster: -1, older: new Set() as ReadonlySet<Event> },
    /** True if all jobs that are paid for in this period are known. */
    complete,
    /** All deliveries of the history, which are the same in every world. */
    deliveries,
    /** Events of the current cluster that took effect, in order. */
    done: [] as readonly Event[],
    /** The events of the current cluster that were executed, not recovered. */
    sold: [] as readonly Event[],
    /** Free events since the balance was last stated. */
    since: [] as readonly Free[],
    /** The exchange that last stated the balance. */
    stated: null as Exchange | null,
    /** The unannounced end of a cycle that this world assumes: just before a cluster or, if `isWithin`, after some of its events. */
    surprise: null as { cluster: number; isWithin: boolean } | null,
    breaches: 0,
    findings: [] as readonly Finding[],
  };
}

/**
 * A world in which a billing cycle has just ended. The new cycle may bring credits. Whether the cycle ended is a guess, so only
 * `isSurprise`, which has to explain every charge, assumes that no job is paid for.
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

/** The range of a balance if any of the possible charges was made. */
function rangeOf(balance: number, { possible }: World): [low: number, high: number] {
  return [[...possible.values()].reduce((left, { most }) => left - most, balance), balance];
}

/** Returns the worlds that an event can lead to, with its findings. */
export function step(world: World, event: Event): World[] {
  return effects(world, event).map((next) => ({ ...next, done: [...world.done, event] }));
}

/** True if the event changed nothing that later events depend on. */
export function changedNothing(before: World, after: World, event: Event): boolean {
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
      before.deliveries.names
        .get(name)!
        .some((each) => each !== event && happened(before, each, event.cluster)),
  );
}

function effects(world: World, event: Event): World[] {
  const { exchange } = event;
  switch (event.does) {
    case 'reset':
      return [{ ...turned(world, event.cluster), complete: false }];
    case 'clock':
      return [world];
    case 'balance': {
      if (event.value === null) return [world];
      return [{ ...stated(world, event), since: [{ cause: 'balance', exchange }] }];
    }
    case 'lookup': {
      if (event.cause === null) return [world];
      const next = uncharged(world, 'lookup', exchange);
      if (!event.isAlone || world.balance === null || world.balance > 0) return [next];
      const expected = `an answer at a balance of ${world.balance}`;
      return [found(next, [judged('LOOK-29', true, [exchange], expected, 'status 200')])];
    }
    case 'search':
      return afterSearch(world, event);
  }
}

function found(world: World, findings: readonly Finding[]): World {
  if (findings.length === 0) return world;
  const broken = findings.filter(({ holds }) => !holds).length;
  return { ...world, breaches: world.breaches + broken, findings: [...world.findings, ...findings] };
}

function uncharged(world: World, cause: Cause, exchange: Exchange, provesNothing = false): World {
  return { ...world, since: [...world.since, { cause, exchange, provesNothing }] };
}

/** Compares a stated balance with the range that it must lie in, and makes it the balance of the world. */
function stated(world: World, { exchange, page, value: read }: Event): World {
  const value = (page === null ? read : page.remaining)!;
  const own = page === null ? 'BAL-2' : 'BILL-11';
  const { balance, since } = world;
  // The charge of a recovered search is settled now. Other possible charges may come later, or be part of this balance.
  const possible = new Map([...world.possible].filter(([slot]) => !slot.endsWith(' recovered')));
  const next = { ...world, balance: value, possible: afterStatement(possible), since: [], stated: exchange };
  if (balance === null) return next;
  const [low, high] = rangeOf(balance, world);
  const trail = world.stated === null ? [] : [world.stated];
  const shown = `${own === 'BAL-2' ? 'balance' : 'credits_remaining'} ${value}`;
  const expected = `a balance of ${range(low, high)}`;
  if (value < low || value > high) {
    const between = since.map(({ cause, exchange: at }) => `#${at.id} (${cause})`).join(', ');
    const actual = between === '' ? shown : `${shown}, after ${between}`;
    const isHiddenDebt = own === 'BAL-2' && high < 0 && (value === 0 || value === -high);
    const clause = isHiddenDebt ? 'BAL-4' : own;
    // If only one kind of event happened in between, it caused the wrong balance.
    const isOne = clause === 'BAL-2' && new Set(since.map(({ cause }) => cause)).size === 1;
    const raised = value > high ? { raise: value - high } : {};
    if (isOne) {
      const only = since.at(-1)!;
      const on = [...trail, only.exchange, exchange];
      return found(next, [{ ...judged(UNCHANGED_BY[only.cause], false, on, expected, actual), ...raised }]);
    }
    const instead = since.length > 0 ? { instead: since } : {};
    const finding = judged(clause, false, [...trail, exchange], expected, actual);
    return found(next, [{ ...finding, ...raised, ...instead }]);
  }
  if (low < high) return next;
  // One free event of each operation, since each is evidence for its own.
  const telling = since.filter(({ provesNothing }) => provesNothing !== true);
  const free = new Map(telling.map((each) => [`${each.cause} ${each.exchange.operation}`, each]));
  const isEvidence =
    page === null ? world.stated !== null && world.stated.operation !== 'getCreditBalance' : page.used > 0;
  return found(next, [
    ...(isEvidence ? [judged(own, true, [...trail, exchange], expected, shown)] : []),
    ...[...free.values()].map(({ cause, exchange: at }) =>
      judged(UNCHANGED_BY[cause], true, [...trail, exchange, at], expected, shown),
    ),
  ]);
}

function afterSearch(world: World, event: Event): World[] {
  const { exchange, cause, isMade, cluster } = event;
  const status = exchange.response?.status;
  const isAnswered = (each: Event): boolean => each.exchange.response?.status === 200;
  if (isLost(exchange)) {
    const isPaid = event.same.some((each) => isAnswered(each) && !overlap(each.exchange, exchange));
    return [isPaid ? world : lost(world, event, status === 500)];
  }
  // Those earlier uses of its key, and concurrent copies, that took effect in this world.
  const same = [...new Set([...event.same, ...event.copies])].filter(
    (each) => each.cluster < cluster || world.done.includes(each),
  );
  if (cause !== null) {
    const next = uncharged(world, cause, exchange);
    if (!event.isAlone || world.balance === null || exchange.faultPlanted) return [next];
    return [found(next, refused(...rangeOf(world.balance, world), event, same.length > 0))];
  }
  if (status !== 200) return [world];
  const answered = same.filter(isAnswered);
  if (answered.length === 0) return [executed(world, event)];
  // Whether the legacy search stores responses is a reading, so a key sent to it twice proves nothing.
  if (!event.operation!.acceptsOperationKey) return [lost({ ...world, complete: false }, event, false)];
  const recovered = repeated(world, event, answered[0]!);
  if (!isMade) return [recovered];
  // A key that the service made again recovers the first search, or names this one if it finds something else or the first
  // belongs to an older cycle.
  const recalls = answered.filter((each) => foundAlike(each.exchange, exchange));
  if (recalls.length === 0) return [executed(world, event)];
  return recalls.some((each) => happened(world, each, cluster))
    ? [recovered]
    : [recovered, executed(world, event)];
}

/** Executes a search whose page was not delivered before. The search may also recover a lost one. */
function executed(world: World, event: Event): World {
  if (event.page === null) return lost(world, event, false);
  const sale = saleOf(world, event).filter(({ holds }) => event.isAlone || !holds);
  const sold = found({ ...world, sold: [...world.sold, event] }, sale);
  // The search may recover an answer that was lost before this billing period, with the balance of that time.
  const isFromBefore = [...event.same, ...event.maybe].some(
    (each) => isLost(each.exchange) && !happened(world, each, event.cluster),
  );
  // Its key may be that of a lost answer whose charge is part of the balance already.
  const mayBeIncluded = event.isKeyed && event.maybe.length > 0 && !world.possible.has(event.twin);
  if (event.page.remaining === null || isFromBefore || mayBeIncluded) return lost(sold, event, false);
  return charged(sold, event);
}

function lost(world: World, event: Event, isBroken: boolean): World {
  const before = world.possible.get(event.slot) ?? { most: 0, mayBeStated: false, isBroken: false };
  // One key is charged once, however often its answer is lost, unless the service fails before it stores the search.
  const most = event.isKeyed && !isBroken ? Math.max(before.most, event.most) : before.most + event.most;
  const possible = new Map(world.possible);
  possible.set(event.slot, { ...before, most, isBroken: before.isBroken || isBroken });
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
  const isCopy = overlap(original.exchange, exchange);
  // If a key still recovers its search, no cycle has ended unannounced (§5.2, 5).
  if (isOld && world.surprise !== null && event.isKeyed) {
    const expected = 'status 409 for a key of an older billing period';
    findings.push(judged('IDEM-24', false, [original.exchange, exchange], expected, 'status 200'));
  }
  if (remaining !== null && remaining !== first && world.balance !== null) {
    const [low, high] = rangeOf(world.balance, world);
    const expected = `credits_remaining ${first ?? 'as it was'}, or ${range(low, high)}, the current balance`;
    const actual = `credits_remaining ${remaining} in a recovered response`;
    const holds = remaining >= low && remaining <= high;
    const raised = remaining > high ? { raise: remaining - high } : {};
    const finding = judged(isCopy ? 'IDEM-29' : 'IDEM-14', holds, [exchange], expected, actual);
    findings.push({ ...finding, ...raised });
  }
  // A second charge for a copy would be for the same jobs. If these were paid for before, no charge is possible.
  const isOfPaid = isCopy && original.page?.used === 0;
  return found(uncharged({ ...world, period }, isCopy ? 'copies' : 'repeat', exchange, isOfPaid), findings);
}

/** Applies the charge of a page, unless the page may belong to a lost search that was charged earlier. */
function charged(world: World, event: Event): World {
  const { exchange, slot, twin, isAlone } = event;
  const { used } = event.page!;
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
  const isExact = isAlone && world.balance !== null && world.possible.size === 0;
  const findings = [...(isExact ? atTheLimit(world.balance!, event) : []), ...onCredit(event)];
  if (world.balance !== null) next = { ...next, balance: world.balance - used };
  return stated(found(next, findings), event);
}
