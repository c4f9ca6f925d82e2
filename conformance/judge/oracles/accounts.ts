/**
 * Explains the history of each account by the states that it may have had (§1, §5.2, §7.1, §8). Requests that were under way
 * at once, and a billing cycle that may have turned, have several explanations; those with the fewest breaches count, and
 * their breaches are the findings.
 */
import type { ClauseId } from '../../../spec/clauses.js';
import type { Exchange } from '../../record/exchange.js';
import type { Oracle, OracleContext, Turn } from '../oracle.js';
import {
  begin,
  eventOf,
  PRICES,
  saleOf,
  step,
  turned,
  UNCHANGED_BY,
  type Event,
  type Finding,
  type Rules,
  type World,
} from './account.js';
import { namesOfTwins, searchAnswers } from './answers.js';
import { gatherEvidence } from './evidence.js';
import { clusters, disruptionBy, firstDeliveries, keyUses, mayCrossMidnight, overlap } from './timeline.js';

/** Beyond so many explanations of one cluster, nothing is concluded from it and all is unknown after it. */
const MOST_WORLDS = 64;
/** How many clusters back an unannounced turn of the cycle is looked for. */
const MOST_PLACES = 60;
const DAY_MS = 86_400_000;

/** The clauses that are broken if a job is charged again in one billing cycle. */
const PAID: readonly ClauseId[] = ['BILL-6', 'BILL-7', 'BILL-8', 'BILL-25'];
/** The clauses that an unannounced turn of the cycle must not break, or it is no explanation. */
const OF_A_CYCLE: readonly ClauseId[] = [...PAID, ...Object.values(PRICES), 'BILL-24', 'IDEM-24'];

export const accounts: Oracle = {
  id: 'accounts',
  clauses: [
    ...Object.values(PRICES),
    ...Object.values(UNCHANGED_BY),
    'BAL-2',
    'BILL-6',
    'BILL-7',
    'BILL-8',
    'BILL-11',
    'BILL-12',
    'BILL-15',
    'BILL-16',
    'BILL-17',
    'BILL-18',
    'BILL-24',
    'BILL-25',
    'BILL-26',
    'BILL-27',
    'HIST-14',
    'LEG-31',
    'LOOK-29',
  ],
  judge(history, context) {
    const evidence = gatherEvidence('accounts', context);
    const turns = new Map<string, Turn>();
    for (const { account, findings, turn } of explained(history, context)) {
      for (const { clause, on, holds, expected, actual, choice } of findings)
        if (choice === undefined) evidence.judge(clause, on, holds, expected, actual);
        else evidence.observe(choice.reading, choice.choice, on);
      if (turn === null) continue;
      turns.set(account, turn);
      const first = history.find(({ id }) => id === turn.from);
      if (first !== undefined) evidence.observe('cycle-turn', 'instant', first);
    }
    return { ...evidence.findings(), ...(turns.size > 0 && { turns }) };
  },
};

interface Explained {
  account: string;
  findings: Finding[];
  turn: Turn | null;
}

function explained(history: readonly Exchange[], context: OracleContext): Explained[] {
  const uses = keyUses(history, context);
  const twins = context.seen === 'part' ? new Set<string>() : namesOfTwins(searchAnswers(history, context));
  const first = firstDeliveries(history, context);
  const aliases = [...new Set(history.map(({ account }) => account))].filter(
    (alias) => alias !== 'none' && alias !== 'unknown',
  );
  return aliases.map((account) => {
    const timeline = timelineOf(account, history, context, { uses, twins, first });
    return {
      account,
      ...(context.seen === 'part' ? { findings: pageByPage(timeline), turn: null } : explain(timeline)),
    };
  });
}

interface Known {
  uses: ReturnType<typeof keyUses>;
  twins: ReadonlySet<string>;
  first: ReadonlyMap<string, Exchange>;
}

/** All that happened to an account, in clusters of events that overlap. */
interface Timeline {
  begun: World;
  clusters: { events: readonly Event[]; mayTurn: boolean }[];
  rules: Rules;
}

function timelineOf(
  alias: string,
  history: readonly Exchange[],
  context: OracleContext,
  { uses, twins, first }: Known,
): Timeline {
  const isOwn = (each: Exchange): boolean =>
    each.channel === 'contract' && each.account === alias && each.operation !== null;
  const scenarios = new Set(history.filter(isOwn).map((each) => each.scenario));
  const does = new Map<Exchange, 'reset' | 'clock' | null>();
  for (const exchange of history) {
    const disruption = exchange.channel === 'admin' ? disruptionBy(exchange, context) : null;
    if (isOwn(exchange)) does.set(exchange, null);
    else if (disruption !== null && (disruption.everyone || scenarios.has(exchange.scenario)))
      does.set(exchange, disruption.movesTime ? 'clock' : 'reset');
  }
  let day: number | null = null;
  let isUsed = false;
  const runs = clusters([...does.keys()]).map((run, at) => {
    const own = run.filter(isOwn);
    const days = own.flatMap(({ targetNow }) => (targetNow === null ? [] : Math.floor(targetNow / DAY_MS)));
    const isNewDay = day !== null && days.some((each) => each !== day);
    const crosses = own.some((each) => mayCrossMidnight(each, context));
    const movesClock = isUsed && run.some((each) => does.get(each) === 'clock');
    if (days.length > 0) day = Math.max(...days);
    isUsed ||= own.length > 0;
    const events = run.map((each) => eventOf(each, at, does.get(each)!, context, uses, twins));
    return { events, mayTurn: isNewDay || crosses || movesClock };
  });
  const facts = context.accounts.get(alias);
  const isFresh = facts?.fresh === true;
  const rules = rulesFor(
    runs.flatMap(({ events }) => events),
    context,
    first,
  );
  return { begun: begin(isFresh ? facts.credits : null, isFresh), clusters: runs, rules };
}

function rulesFor(events: readonly Event[], context: OracleContext, first: Rules['first']): Rules {
  const byId = new Map(events.map((event) => [event.exchange.id, event]));
  const bySearch = new Map<string, Event[]>();
  const names = new Map<string, Event[]>();
  const links = new Map<string, Event[]>();
  const add = (map: Map<string, Event[]>, key: string | null, event: Event): void => {
    if (key === null) return;
    const list = map.get(key);
    if (list === undefined) map.set(key, [event]);
    else list.push(event);
  };
  const nameOf = ({ use, twin }: Event): string => `${use?.key} ${twin}`;
  for (const event of events) {
    if (event.use !== undefined) add(bySearch, nameOf(event), event);
    if (event.page === null) continue;
    for (const name of event.page.names) add(names, name, event);
    for (const link of event.page.links) add(links, link, event);
  }
  return {
    context,
    deliveries: { names, links },
    first,
    copiesOf: (event) =>
      event.use === undefined
        ? []
        : bySearch
            .get(nameOf(event))!
            .filter((each) => each !== event && overlap(each.exchange, event.exchange)),
    eventOf: ({ id }) => byId.get(id),
  };
}

/** Each page on its own, since others may have bought jobs, or a cycle may have turned, unseen. */
function pageByPage({ clusters: runs, rules: { context, first } }: Timeline): Finding[] {
  const rules: Rules = {
    context,
    first,
    deliveries: { names: new Map(), links: new Map() },
    copiesOf: () => [],
    eventOf: () => undefined,
  };
  return runs
    .flatMap(({ events }) => events)
    .flatMap((event) =>
      event.page === null ? [] : saleOf(begin(null, false), { ...event, use: undefined }, rules),
    );
}

/** What the explanations of a timeline come to, from one of its clusters on. */
interface Explanation {
  /** By cluster. */
  findings: Finding[][];
  /** The worlds before each cluster. */
  before: World[][];
  worlds: readonly World[];
}

function explain(timeline: Timeline): { findings: Finding[]; turn: Turn | null } {
  const usual = follow(timeline, 0, [timeline.begun], -1);
  const again = usual.findings.findIndex((each) => each.some(isChargedAgain));
  if (again === -1) return { findings: usual.findings.flat(), turn: null };
  // Perhaps a cycle turned: then one moment explains every charge, each paid job is new once from there on, and comes free after.
  const clusterOf = new Map(
    timeline.clusters.flatMap(({ events }, at) => events.map(({ exchange }) => [exchange.id, at])),
  );
  const { on } = usual.findings[again]!.find(isChargedAgain)!;
  const bought = Math.min(...on.map(({ id }) => clusterOf.get(id) ?? again));
  const from = Math.max(Math.min(bought + 1, again), again - MOST_PLACES + 1);
  const other = follow(timeline, from, usual.before[from]!, again);
  const findings = other.findings.flat();
  const turn = turnOf(other.worlds, timeline);
  const isShown = findings.some(({ clause, holds }) => holds && (clause === 'BILL-6' || clause === 'BILL-7'));
  const isWrong = findings.some(({ clause, holds }) => !holds && OF_A_CYCLE.includes(clause));
  if (turn === null || isWrong || !isShown) return { findings: usual.findings.flat(), turn: null };
  return { findings: [...usual.findings.slice(0, from).flat(), ...findings], turn };
}

const isChargedAgain = ({ clause, holds }: Finding): boolean => !holds && PAID.includes(clause);

/** The turn that all worlds tell of; what lies between the earliest and the latest moment belongs to neither cycle. */
function turnOf(worlds: readonly World[], { clusters: runs }: Timeline): Turn | null {
  if (!worlds.every(({ surprised }) => surprised)) return null;
  const places = worlds.map(({ period }) => period.cluster);
  const [first, last] = [Math.min(...places), Math.max(...places)];
  const isWithin = worlds.some(({ period }) => period.cluster === last && period.older.size > 0);
  const idsIn = (events: readonly Event[]): number[] => events.map(({ exchange }) => exchange.id);
  const apart = runs.slice(first, isWithin ? last + 1 : last).flatMap(({ events }) => idsIn(events));
  return { from: Math.min(...idsIn(runs[first]!.events)), apart: new Set(apart) };
}

/** `surprise`: up to this cluster, a cycle may turn without notice. */
function follow(timeline: Timeline, from: number, begun: readonly World[], surprise: number): Explanation {
  let worlds = [...begun];
  const found: Explanation = { findings: [], before: [], worlds };
  for (const [at, { events, mayTurn }] of timeline.clusters.entries()) {
    if (at < from) continue;
    found.before.push(worlds);
    const turns = at <= surprise ? 'unannounced' : mayTurn ? 'announced' : 'none';
    const { next, findings } = after(events, at, worlds, turns, timeline.rules);
    found.findings.push(findings);
    worlds = next;
  }
  return { ...found, worlds };
}

/* ------------------------------------------------------------------------------------------------- several worlds */

/** A world within a cluster, with the events that did not take effect yet. */
interface State {
  world: World;
  left: readonly Event[];
  /** A cycle turned within this cluster, or just before. */
  hasTurned: boolean;
}

type Turns = 'none' | 'announced' | 'unannounced';

/** The worlds behind a cluster, in whatever order its events took effect; a cycle may turn between any two. */
function after(
  run: readonly Event[],
  cluster: number,
  worlds: readonly World[],
  turns: Turns,
  rules: Rules,
): { next: World[]; findings: Finding[] } {
  const begun = worlds.map((world): State => ({ world, left: run, hasTurned: false }));
  const lawful = explore(begun, cluster, turns, rules, true);
  const states = lawful.length > 0 ? lawful : explore(begun, cluster, turns, rules, false);
  if (states.length > MOST_WORLDS)
    return {
      next: [{ ...begin(null, false), period: { cluster: cluster + 1, older: new Set() } }],
      findings: [],
    };
  const fewest = Math.min(...states.map(({ world }) => world.breaches));
  const best = states.filter(({ world }) => world.breaches === fewest).map(({ world }) => world);
  const next = best.map((world) => ({ ...world, done: [], sold: [], findings: [], breaches: 0 }));
  return {
    next: [...new Map(next.map((world) => [nameOf(world), world])).values()],
    findings: run.length === 1 ? shared(best) : together(run, worlds, best),
  };
}

function explore(
  begun: readonly State[],
  cluster: number,
  turns: Turns,
  rules: Rules,
  onlyLawful: boolean,
): State[] {
  const turn = (state: State): State[] => {
    const { world, hasTurned } = state;
    if (
      turns === 'none' ||
      hasTurned ||
      state.left.length === 0 ||
      (turns === 'unannounced' && world.surprised)
    )
      return [state];
    const surprised = world.surprised || turns === 'unannounced';
    return [state, { ...state, world: { ...turned(world, cluster), surprised }, hasTurned: true }];
  };
  let states = begun.flatMap(turn);
  const count = begun[0]!.left.length;
  for (let n = 0; n < count; n += 1) {
    const next = new Map<string, State>();
    for (const state of states) {
      for (const event of candidates(state)) {
        const world = step(state.world, event, count === 1, rules);
        if (onlyLawful && world.breaches > 0) continue;
        const left = state.left.filter((each) => each !== event);
        for (const each of turn({ ...state, world, left })) {
          const name = `${left.map(({ exchange }) => exchange.id).join()} ${nameOf(each.world)} ${each.world.breaches}`;
          if (!next.has(name)) next.set(name, each);
        }
      }
    }
    states = [...next.values()];
    if (states.length > MOST_WORLDS) {
      states.sort((a, b) => a.world.breaches - b.world.breaches);
      if (states[MOST_WORLDS]!.world.breaches === states[0]!.world.breaches) return states;
      states = states.slice(0, MOST_WORLDS);
    }
  }
  return states;
}

/** The events that may take effect next. If one makes no difference to the others, it does so at once. */
function candidates({ left }: State): readonly Event[] {
  const firstEnd = Math.min(...left.map(({ exchange }) => exchange.receivedAt));
  const all = left.filter(({ exchange }) => exchange.sentAt < firstEnd || exchange.receivedAt === firstEnd);
  const free = all.find(
    ({ does, page, value }) =>
      does === 'lookup' || ((page ?? value) === null && (does === 'search' || does === 'balance')),
  );
  return free === undefined ? all : [free];
}

/** The findings of all worlds; a breach of one is enough, since each of them has as many. */
function shared([one, ...others]: readonly World[]): Finding[] {
  const nameOfFinding = ({ clause, on }: Finding): string => `${clause} ${on.map(({ id }) => id).join()}`;
  const known = others.map(({ findings }) => new Set(findings.map(nameOfFinding)));
  return one!.findings.filter(
    (finding) => !finding.holds || known.every((each) => each.has(nameOfFinding(finding))),
  );
}

/**
 * What a cluster shows as a whole. If no order of its events is lawful, the searches together broke a clause: they paid for one
 * posting twice, or spent more than there was.
 */
function together(run: readonly Event[], before: readonly World[], best: readonly World[]): Finding[] {
  const pages = best[0]!.sold;
  const used = pages.reduce((sum, { page }) => sum + page!.used, 0);
  const balance = before.length === 1 && before[0]!.loose.size === 0 ? before[0]!.balance : null;
  const say = (clause: ClauseId, events: readonly Event[], holds: boolean, expected: string): Finding => ({
    clause,
    on: events.map(({ exchange }) => exchange),
    holds,
    expected,
    actual: `${used} credits together`,
  });
  const findings: Finding[] = [];
  const isLawful = best[0]!.breaches === 0;
  const isRefused = run.some(({ cause }) => cause === 'unaffordable');
  if (balance !== null && used > 0) {
    const expected = `at most ${balance} credits used together`;
    if (used > balance && !isLawful) return [say('BILL-26', run, false, expected)];
    if (isLawful && (isRefused || used === balance)) findings.push(say('BILL-26', run, true, expected));
  }
  const isTwice = shared(best).some(isChargedAgain);
  const names = pages.flatMap(({ page }) => [...new Set(page!.names)].filter((name) => name !== null));
  if (isTwice || (isLawful && new Set(names).size < names.length))
    findings.push(say('BILL-25', pages, !isTwice, 'each posting is paid once'));
  return [...shared(best).filter((finding) => !isChargedAgain(finding)), ...findings];
}

function nameOf({ balance, loose, period, complete, done, since, surprised }: World): string {
  return JSON.stringify([
    balance,
    [...loose].map(([slot, each]) => [slot, each.most, each.told]).sort(),
    period.cluster,
    [...period.older].map(({ exchange }) => exchange.id).sort(),
    complete,
    done.map(({ exchange }) => exchange.id).sort(),
    since.map(({ cause, exchange }) => `${cause} ${exchange.operation}`).sort(),
    surprised,
  ]);
}
