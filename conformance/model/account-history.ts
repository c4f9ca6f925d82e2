/** Explains the history of an account by clusters of overlapping events. A cycle may end at midnight, with the clock, or unannounced. */
import type { ClauseId } from '../../spec/clauses.js';
import type { Exchange } from '../record/exchange.js';
import { collected } from '../values/grouped.js';
import { begin, type World } from './account.js';
import { firstDeliveries, namesOfTwins, searchAnswers } from './answers.js';
import type { HistoryContext, Turn } from './context.js';
import { connect, eventOf, UNCHANGED_BY, type Event, type Known, blamed, type Finding } from './events.js';
import { keyUses } from './key-uses.js';
import { lastingIn } from './lasting-links.js';
import { OF_PRICES, saleOf, type Deliveries } from './sales.js';
import { timelines, type Cluster } from './timeline.js';
import { after, isChargedAgain } from './worlds.js';

/**
 * How many clusters with sales or balances, back from the first sign, may contain the unannounced end of a cycle. First few are
 * tried, since many places allow too many explanations of concurrent requests.
 */
const MOST_PLACES = [8, 60];
/** Clauses that must hold if an unannounced end of the cycle is assumed; otherwise the assumption explains nothing. */
const OF_A_CYCLE: readonly ClauseId[] = [...OF_PRICES, 'IDEM-24'];

/** The clauses that the model of an account can show. */
export const OF_ACCOUNTS: ClauseId[] = [
  ...OF_PRICES,
  ...Object.values(UNCHANGED_BY),
  'BAL-2',
  'BAL-4',
  'BILL-11',
  'BILL-12',
  'BILL-15',
  'BILL-16',
  'BILL-17',
  'BILL-18',
  'BILL-26',
  'BILL-27',
  'HIST-14',
  'LEG-31',
  'LOOK-29',
];

export function explainAccounts(history: readonly Exchange[], context: HistoryContext) {
  const uses = keyUses(history, context);
  const isPart = context.seen === 'part';
  const found = searchAnswers(history, context);
  const twins = isPart ? new Set<string>() : namesOfTwins(found);
  const first = firstDeliveries(found);
  const lasting = lastingIn(context.whole ?? history);
  return timelines(history, context).map(({ account, clusters }) => {
    const timeline = timelineOf(account, clusters, { context, uses, twins, lasting }, first);
    if (isPart) return { account, findings: pageByPage(timeline), turn: null };
    const { findings, turn } = explain(timeline);
    // An account that was made for a scenario has no other user.
    const isFresh = context.accounts.get(account)?.fresh === true;
    return { account, findings: blamed(isFresh ? findings : withoutTopUps(findings, timeline)), turn };
  });
}

type Timeline = ReturnType<typeof timelineOf>;

/** The events of an account, in clusters that overlap. */
function timelineOf(alias: string, timeline: readonly Cluster[], known: Known, first: Deliveries['first']) {
  const { context, uses } = known;
  let isUsed = false;
  const clusters = timeline.map(({ own, calls, newDay }, at) => {
    const movesClock = isUsed && calls.some(({ does }) => does === 'clock');
    isUsed ||= own.length > 0;
    const place = { cluster: at, isAlone: own.length + calls.length === 1 };
    const events = [
      ...own.map((each) => eventOf(each, null, place, known)),
      ...calls.map(({ exchange, does }) => eventOf(exchange, does, place, known)),
    ];
    // Without sales and balances, the cycle may as well have ended before the next cluster.
    const isTelling = events.some(({ page, value }) => page !== null || value !== null);
    return { events, mayTurn: newDay !== null || movesClock, isTelling };
  });
  const all = clusters.flatMap(({ events }) => events);
  connect(all, uses);
  const facts = context.accounts.get(alias);
  const isFresh = facts?.fresh === true;
  const deliveredBy = (what: 'names' | 'links'): Map<string, Event[]> =>
    collected(
      all.flatMap((event) =>
        (event.page?.[what] ?? []).flatMap((name) => (name === null ? [] : [[name, event] as const])),
      ),
    );
  const deliveries = { names: deliveredBy('names'), links: deliveredBy('links'), first };
  return { begun: begin(isFresh ? facts.credits : null, isFresh, deliveries), clusters };
}

/** Judges each page alone, since others may have bought jobs, or a cycle may have ended, unobserved. */
function pageByPage({ clusters, begun: { deliveries } }: Timeline): Finding[] {
  const unknown = begin(null, false, { ...deliveries, names: new Map(), links: new Map() });
  const pages = clusters.flatMap(({ events }) => events).filter(({ page }) => page !== null);
  return pages.flatMap((event) => saleOf(unknown, { ...event, same: [], maybe: [] }));
}

function explain(timeline: Timeline): { findings: Finding[]; turn: Turn | null } {
  const usual = follow(timeline, 0, [timeline.begun], -1);
  const again = usual.findings.findIndex((each) => each.some(mayShowATurn));
  if (again === -1) return { findings: usual.findings.flat(), turn: null };
  // Perhaps a cycle ended. If so, one moment explains every charge: after it, each paid job costs once more, and is then free.
  const clusterOf = new Map(
    timeline.clusters.flatMap(({ events }, at) => events.map(({ exchange }) => [exchange.id, at])),
  );
  const { on } = usual.findings[again]!.find(mayShowATurn)!;
  const bought = Math.min(...on.map(({ id }) => clusterOf.get(id) ?? again));
  const places = timeline.clusters.flatMap(({ isTelling }, at) => (isTelling && at <= again ? [at] : []));
  for (const most of MOST_PLACES) {
    const from = Math.max(Math.min(bought + 1, again), places.at(-most) ?? 0);
    const { worlds, findings } = follow(timeline, from, usual.before[from]!, again);
    const turn = turnOf(worlds, timeline);
    const explained = findings.flat();
    if (turn !== null && !explained.some(isAgainstATurn) && explained.some(isFreeAgain))
      return { findings: [...usual.findings.slice(0, from).flat(), ...explained], turn };
  }
  return { findings: usual.findings.flat(), turn: null };
}

const isFreeAgain = ({ clause, holds }: Finding): boolean =>
  holds && (clause === 'BILL-6' || clause === 'BILL-7');

const mayShowATurn = (finding: Finding): boolean => isChargedAgain(finding) || finding.raise !== undefined;

const isAgainstATurn = ({ clause, holds }: Finding): boolean => !holds && OF_A_CYCLE.includes(clause);

/** More rises than this are no top-ups, but charges that were given back. */
const MOST_TOP_UPS = 2;

/**
 * Credits that the account was given raise its balance, and later balances agree. Leaves out raises by more than all charges
 * together. A smaller one may be a charge that was given back, so it counts if there are several or if it occurs again. It also
 * counts if it equals a charge of concurrent searches, since that charge was lost.
 */
function withoutTopUps(findings: readonly Finding[], { clusters }: Timeline): Finding[] {
  const events = clusters.flatMap((cluster) => cluster.events);
  const spent = events.reduce((sum, { page }) => sum + Math.max(0, page?.used ?? 0), 0);
  const chargesBeside = new Map(
    clusters.flatMap((cluster) => {
      const charges = cluster.events.flatMap(({ page }) => page?.used || []);
      return charges.length < 2 ? [] : cluster.events.map(({ exchange }) => [exchange, charges] as const);
    }),
  );
  const telling = events.filter(({ page, value }) => (page?.remaining ?? value) !== null);
  const last = telling.at(-1)?.exchange;
  const isFall = ({ clause, holds, raise }: Finding): boolean =>
    !holds && raise === undefined && (clause === 'BILL-11' || clause === 'BAL-2');
  const smaller = findings.filter(({ raise = Infinity }) => raise <= spent);
  const isRepeated = new Set(smaller.map(({ on }) => on.at(-1))).size > MOST_TOP_UPS;
  return findings.flatMap((finding, i) => {
    const { raise, on } = finding;
    if (raise === undefined || on.at(-1) === last || findings.slice(i + 1).some(isFall)) return [finding];
    if (raise > spent) return [];
    const isLostCharge = on.some((exchange) => chargesBeside.get(exchange)?.includes(raise));
    return [isRepeated || isLostCharge ? finding : { ...finding, isGuess: true }];
  });
}

/** The turn that all worlds assume. Events between its earliest and its latest possible moment belong to neither cycle. */
function turnOf(worlds: readonly World[], { clusters: runs }: Timeline): Turn | null {
  const turns = worlds.flatMap(({ surprise }) => surprise ?? []);
  if (turns.length < worlds.length) return null;
  const places = turns.map(({ cluster }) => cluster);
  const [first, last] = [Math.min(...places), Math.max(...places)];
  const isWithin = turns.some((turn) => turn.cluster === last && turn.isWithin);
  const idsIn = (events: readonly Event[]): number[] => events.map(({ exchange }) => exchange.id);
  const apart = runs.slice(first, isWithin ? last + 1 : last).flatMap(({ events }) => idsIn(events));
  return { from: Math.min(...idsIn(runs[first]!.events)), apart: new Set(apart) };
}

/**
 * Explains a timeline from one of its clusters on. Returns the findings by cluster, the worlds before each, and the last worlds.
 * `surprise`: up to this cluster, a cycle may end unannounced. Stops at a finding which shows that none did.
 */
function follow(timeline: Timeline, from: number, begun: readonly World[], surprise: number) {
  let worlds = [...begun];
  const found: Finding[][] = [];
  const before: World[][] = [];
  for (const [at, { events, mayTurn, isTelling }] of timeline.clusters.entries()) {
    if (at < from) continue;
    before.push(worlds);
    const isPlace = at <= surprise && isTelling;
    const turns = isPlace ? 'unannounced' : mayTurn ? 'announced' : 'none';
    const { next, findings } = after(events, worlds, turns);
    found.push(findings);
    worlds = next;
    if (surprise >= 0 && findings.some(isAgainstATurn)) break;
  }
  return { findings: found, before, worlds };
}
