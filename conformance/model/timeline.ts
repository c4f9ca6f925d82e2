/** The order of exchanges: which of them overlap, and in which periods only its own requests changed an account. */
import type { AdminEffect } from '../../spec/admin.js';
import { asLost, type Exchange } from '../record/exchange.js';
import { grouped } from '../values/grouped.js';
import { perHistory, type HistoryContext, type Turn } from './context.js';

export const DAY_MS = 86_400_000;
/** The error of the target's time if it is known in whole seconds only. */
const CLOCK_SLACK_MS = 2000;

const dayOf = (time: number): number => Math.floor(time / DAY_MS);

/** True if a day of the target may have ended while the request was under way. */
function mayCrossMidnight({ targetNow, sentAt, receivedAt }: Exchange, { target }: HistoryContext): boolean {
  // This time means that the end of a request in traffic was not recorded.
  if (targetNow === null || receivedAt === Number.MAX_SAFE_INTEGER) return false;
  const slack = target.hasAdmin ? 0 : CLOCK_SLACK_MS;
  return dayOf(targetNow - slack) !== dayOf(targetNow + (receivedAt - sentAt) + slack);
}

interface AdminCall {
  exchange: Exchange;
  /** True if it changes all accounts, not only those of its scenario. */
  everyone: boolean;
  /** `clock`: only time moves, so that the balance and the paid jobs do not change. */
  does: 'reset' | 'clock';
}

/** The clusters of each account whose key was sent, in order of sending. */
export const timelines = perHistory((history, context) => {
  const effects = new Map<string | null, AdminEffect>(
    context.admin.operations.map(({ id, effect }) => [id, effect]),
  );
  const calls = history.flatMap((exchange): AdminCall[] => {
    const effect = effects.get(exchange.adminOperation);
    if (effect === undefined || !('accounts' in effect) || effect.does.includes('fault')) return [];
    const does = effect.does === 'move-clock' ? 'clock' : 'reset';
    return [{ exchange, everyone: effect.accounts === 'all', does }];
  });
  const keyed = history.filter(
    ({ channel, account }) => channel === 'contract' && account !== 'none' && account !== 'unknown',
  );
  return [...grouped(keyed, ({ account }) => account)].map(([account, own]) => {
    const scenarios = new Set(own.map(({ scenario }) => scenario));
    const some = calls.filter(({ everyone, exchange }) => everyone || scenarios.has(exchange.scenario));
    return { account, clusters: clustersOf(own, some, context) };
  });
});

export type Cluster = ReturnType<typeof clustersOf>[number];

/** Exchanges of an account that overlap, with admin calls that change it. If an exchange overlaps no other, its cluster has only this one. */
function clustersOf(all: readonly Exchange[], some: readonly AdminCall[], context: HistoryContext) {
  const callOf = new Map(some.map((each) => [each.exchange, each]));
  let today: number | null = null;
  return overlapping([...all, ...callOf.keys()]).map((members) => {
    const own = members.filter((each) => !callOf.has(each));
    const days = own.flatMap(({ targetNow }) => (targetNow === null ? [] : dayOf(targetNow)));
    const isNew = today !== null && days.some((day) => day !== today);
    if (days.length > 0) today = Math.max(...days);
    const crosses = own.some((each) => mayCrossMidnight(each, context));
    const calls = members.flatMap((each) => callOf.get(each) ?? []);
    /** `within` if a day of the target may have ended during a request; `before` if it ended since the cluster before. */
    const newDay = crosses ? ('within' as const) : isNew ? ('before' as const) : null;
    return { own, calls, newDay };
  });
}

/**
 * Cuts the requests of each account into spans in which only its own requests can have changed it:
 * at admin calls, ends of cycles, and midnight, when default windows move. A request under way at a cut is alone in its span.
 */
export const spans = perHistory((history, context): readonly (readonly Exchange[])[] =>
  timelines(history, context)
    .flatMap(({ account, clusters }) => spansOf(clusters, context.turns.get(account)))
    .filter(({ length }) => length > 0)
    .sort((a, b) => a[0]!.id - b[0]!.id),
);

function spansOf(clusters: readonly Cluster[], turn: Turn | undefined): Exchange[][] {
  const done: Exchange[][] = [[]];
  let today: number | null = null;
  for (const { own, calls, newDay } of clusters) {
    const open = done.at(-1)!;
    const isCut = calls.length > 0 || newDay === 'within' || own.some(({ id }) => turn?.apart.has(id));
    if (isCut) {
      if (open.length > 0) open.push(...own.map((each) => asLost(each, 'a cycle may have turned meanwhile')));
      done.push(...own.map((each) => [each]), []);
      continue;
    }
    // In traffic, a request without a recorded end overlaps all later ones, so a cluster can last for days.
    for (const each of own) {
      const span = done.at(-1)!;
      const day: number | null = each.targetNow === null ? today : dayOf(each.targetNow);
      const isNewDay = today !== null && day !== today;
      today = day;
      if (isNewDay || isOver(each, turn) !== isOver(span[0] ?? each, turn)) done.push([each]);
      else span.push(each);
    }
  }
  return done;
}

export function isOver({ id }: Exchange, turn: Turn | undefined): boolean {
  return turn !== undefined && id < turn.from;
}

/** True if neither request was answered before the other was sent. */
export function overlap(a: Exchange, b: Exchange): boolean {
  if (a.group !== null && a.group === b.group) return true;
  return a.sentAt < b.receivedAt && b.sentAt < a.receivedAt;
}

/** Groups exchanges that overlap, each with another of its group, in order of sending. */
function overlapping(exchanges: readonly Exchange[]): Exchange[][] {
  const runs: Exchange[][] = [];
  for (const exchange of [...exchanges].sort((a, b) => a.sentAt - b.sentAt || a.id - b.id)) {
    const run = runs.at(-1);
    if (run?.some((member) => overlap(member, exchange))) run.push(exchange);
    else runs.push([exchange]);
  }
  return runs;
}
