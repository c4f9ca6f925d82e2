/** The order of exchanges: which of them overlap, and in which periods only its own requests changed an account. */
import type { Exchange } from '../record/exchange.js';
import { grouped } from '../values/grouped.js';
import type { HistoryContext, Turn } from './context.js';
import { perHistory } from './per-history.js';

/** A period of one account in which only its own requests can have changed it. */
export interface Span {
  account: string;
  exchanges: readonly Exchange[];
}

/** Returns which accounts or clocks an admin call changes; null if none. `everyone`: all accounts. */
export function disruptionBy(
  exchange: Exchange,
  { admin }: HistoryContext,
): { everyone: boolean; movesTime: boolean } | null {
  const operation = admin.operations.find(({ id }) => id === exchange.adminOperation);
  switch (operation?.effect.does) {
    case 'move-clock':
    case 'change-account':
    case 'delete-account':
    case 'reset':
    case 'import-state':
      // If only time moves, the balance and the paid jobs do not change.
      return {
        everyone: operation.effect.accounts === 'all',
        movesTime: operation.effect.does === 'move-clock',
      };
    default:
      return null;
  }
}

export const DAY_MS = 86_400_000;
/** The error of the target's time if it is known in whole seconds only. */
const CLOCK_SLACK_MS = 2000;

/** True if a day of the target may have ended while the request was under way. */
export function mayCrossMidnight(
  { targetNow, sentAt, receivedAt }: Exchange,
  { target }: HistoryContext,
): boolean {
  // This time means that the end of a request in traffic was not recorded.
  if (targetNow === null || receivedAt === Number.MAX_SAFE_INTEGER) return false;
  const slack = target.hasAdmin ? 0 : CLOCK_SLACK_MS;
  const [from, to] = [targetNow - slack, targetNow + (receivedAt - sentAt) + slack];
  return Math.floor(from / DAY_MS) !== Math.floor(to / DAY_MS);
}

/**
 * Returns, in order of sending, groups of exchanges of an account that overlap, each with another of its group, and of admin calls
 * that change the account.
 */
export function groupsOf(account: string, history: readonly Exchange[], context: HistoryContext) {
  const { ownOf, allCalls } = indexOf(history, context);
  const own = ownOf.get(account) ?? [];
  const scenarios = new Set(own.map(({ scenario }) => scenario));
  const calls = new Map(
    allCalls
      .filter(({ everyone, exchange }) => everyone || scenarios.has(exchange.scenario))
      .map(({ exchange, movesTime }) => [exchange, movesTime]),
  );
  return clusters([...own, ...calls.keys()]).map((cluster) => ({
    own: cluster.filter((each) => !calls.has(each)),
    calls: cluster.flatMap((exchange) => {
      const movesTime = calls.get(exchange);
      return movesTime === undefined ? [] : [{ exchange, movesTime }];
    }),
  }));
}

/** The requests of each account, and all admin calls that change accounts. */
const indexOf = perHistory((history, context) => {
  const own = history.filter(({ channel }) => channel === 'contract');
  const allCalls = history.flatMap((exchange) => {
    const disruption = exchange.channel === 'admin' ? disruptionBy(exchange, context) : null;
    return disruption === null ? [] : [{ exchange, ...disruption }];
  });
  return { ownOf: grouped(own, ({ account }) => account), allCalls };
});

/** Aliases of the accounts whose keys were sent. */
export function accountsIn(history: readonly Exchange[]): string[] {
  const contract = history.filter(({ channel }) => channel === 'contract');
  return [...new Set(contract.map(({ account }) => account))].filter(
    (alias) => alias !== 'none' && alias !== 'unknown',
  );
}

/**
 * Cuts the history into spans: at admin calls that change accounts or clocks, at an observed end of a billing cycle, and at
 * midnight of the target. At midnight a cycle may begin, and default windows move. A request under way at a cut may have taken effect
 * before or after it: it becomes a span of its own, and counts as lost in the span in which it was sent.
 */
export const spans = perHistory((history, context): readonly Span[] =>
  accountsIn(history)
    .flatMap((account) => spansOf(account, history, context))
    .sort((a, b) => a.exchanges[0]!.id - b.exchanges[0]!.id),
);

function spansOf(account: string, history: readonly Exchange[], context: HistoryContext): Span[] {
  const turn = context.turns.get(account);
  const done: Span[] = [];
  let open: Exchange[] = [];
  let day: number | null = null;
  let wasOver = false;
  const close = (): void => {
    if (open.length > 0) done.push({ account, exchanges: open });
    open = [];
  };
  for (const { own, calls } of groupsOf(account, history, context)) {
    const isCut = own.some((each) => turn?.apart.has(each.id) === true || mayCrossMidnight(each, context));
    if (calls.length > 0 || isCut) {
      if (open.length > 0) open.push(...own.map(withoutOrder));
      close();
      done.push(...own.map((each) => ({ account, exchanges: [each] })));
      continue;
    }
    for (const each of own) {
      const today: number | null = each.targetNow === null ? day : Math.floor(each.targetNow / DAY_MS);
      if ((day !== null && day !== today) || wasOver !== isOver(each, turn)) close();
      day = today;
      wasOver = isOver(each, turn);
      open.push(each);
    }
  }
  close();
  return done;
}

function withoutOrder(exchange: Exchange): Exchange {
  return {
    ...exchange,
    response: null,
    failure: { kind: 'aborted', message: 'a cycle may have turned meanwhile' },
  };
}

/** True if the exchange belongs to the cycle that ended. */
export function isOver({ id }: Exchange, turn: Turn | undefined): boolean {
  return turn !== undefined && id < turn.from;
}

/** True if neither request was answered before the other was sent. */
export function overlap(a: Exchange, b: Exchange): boolean {
  if (a.group !== null && a.group === b.group) return true;
  return a.sentAt < b.receivedAt && b.sentAt < a.receivedAt;
}

/** Groups exchanges that overlap, each with another of its group, in order of sending. */
function clusters(exchanges: readonly Exchange[]): Exchange[][] {
  const runs: Exchange[][] = [];
  for (const exchange of [...exchanges].sort((a, b) => a.sentAt - b.sentAt || a.id - b.id)) {
    const run = runs.at(-1);
    if (run?.some((member) => overlap(member, exchange))) run.push(exchange);
    else runs.push([exchange]);
  }
  return runs;
}
