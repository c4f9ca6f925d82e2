/** The order of exchanges: which of them overlap, and which stretches of an account's life are undisturbed. */
import type { Exchange } from '../record/exchange.js';
import type { HistoryContext, Turn } from './context.js';

/** A stretch of one account's life in which nothing but its own requests can have changed it. */
export interface Span {
  account: string;
  exchanges: Exchange[];
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
      // Balance and paid jobs stay as they are when only time moves.
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
  // A request of traffic whose end was not recorded did not take until the end of time.
  if (targetNow === null || receivedAt === Number.MAX_SAFE_INTEGER) return false;
  const slack = target.hasAdmin ? 0 : CLOCK_SLACK_MS;
  const [from, to] = [targetNow - slack, targetNow + (receivedAt - sentAt) + slack];
  return Math.floor(from / DAY_MS) !== Math.floor(to / DAY_MS);
}

/** The state of one account while the history is cut. */
interface Cutting {
  open: Span | null;
  day: number | undefined;
  cycle: 'old' | 'new' | undefined;
  /** The end of the last request that began before the last cut. */
  busyUntil: number;
}

/**
 * Cuts the history into spans: at admin calls that change accounts or clocks, at an observed turn of a billing cycle, and at
 * midnight of the target. At midnight a cycle may begin, and default windows move. A request under way at a cut may have taken effect
 * before or after it: it becomes a span of its own, and counts as lost in the span in which it was sent.
 */
export function spans(history: readonly Exchange[], context: HistoryContext): Span[] {
  const users = new Map<string, Set<string>>();
  for (const { scenario, account, channel } of history) {
    if (channel !== 'contract') continue;
    users.set(scenario, (users.get(scenario) ?? new Set()).add(account));
  }
  const accounts = new Map<string, Cutting>();
  const done: Span[] = [];
  const cuttingOf = (account: string): Cutting => {
    const none: Cutting = { open: null, day: undefined, cycle: undefined, busyUntil: -Infinity };
    const cutting = accounts.get(account) ?? none;
    accounts.set(account, cutting);
    return cutting;
  };
  const close = (cutting: Cutting): void => {
    if (cutting.open !== null) done.push(cutting.open);
    cutting.open = null;
  };
  const setApart = (account: string, exchange: Exchange): void => {
    const cutting = cuttingOf(account);
    cutting.open?.exchanges.push({ ...exchange, response: null, failure: UNKNOWN_ORDER });
    close(cutting);
    done.push({ account, exchanges: [exchange] });
    cutting.busyUntil = Math.max(cutting.busyUntil, exchange.receivedAt);
  };

  for (const exchange of history) {
    if (exchange.channel === 'admin') {
      const disruption = disruptionBy(exchange, context);
      if (disruption === null) continue;
      const own = users.get(exchange.scenario) ?? new Set();
      for (const account of disruption.everyone ? context.accounts.keys() : own) {
        const cutting = cuttingOf(account);
        const underWay =
          cutting.open?.exchanges.filter(({ receivedAt }) => receivedAt > exchange.sentAt) ?? [];
        if (cutting.open !== null)
          cutting.open.exchanges = cutting.open.exchanges.filter((each) => !underWay.includes(each));
        if (cutting.open?.exchanges.length === 0) cutting.open = null;
        for (const each of underWay) setApart(account, each);
        close(cutting);
        cutting.busyUntil = Math.max(cutting.busyUntil, exchange.receivedAt);
      }
      continue;
    }
    const { account } = exchange;
    if (account === 'none' || account === 'unknown') continue;
    const cutting = cuttingOf(account);
    const turn = context.turns.get(account);
    const isBetween = turn?.apart.has(exchange.id) === true || mayCrossMidnight(exchange, context);
    if (exchange.sentAt < cutting.busyUntil || isBetween) {
      setApart(account, exchange);
      continue;
    }
    const day = exchange.targetNow === null ? cutting.day : Math.floor(exchange.targetNow / DAY_MS);
    const cycle = isOver(exchange, turn) ? 'old' : 'new';
    if (cutting.day !== undefined && (cutting.day !== day || cutting.cycle !== cycle)) close(cutting);
    cutting.day = day;
    cutting.cycle = cycle;
    cutting.open ??= { account, exchanges: [] };
    cutting.open.exchanges.push(exchange);
  }
  for (const cutting of accounts.values()) close(cutting);
  return done.sort((a, b) => a.exchanges[0]!.id - b.exchanges[0]!.id);
}

/** True if the exchange belongs to the cycle that ended. */
export function isOver({ id }: Exchange, turn: Turn | undefined): boolean {
  return turn !== undefined && id < turn.from;
}

const UNKNOWN_ORDER: Exchange['failure'] = { kind: 'aborted', message: 'a cycle may have turned meanwhile' };

/** True if neither request was answered before the other was sent. */
export function overlap(a: Exchange, b: Exchange): boolean {
  if (a.group !== null && a.group === b.group) return true;
  return a.sentAt < b.receivedAt && b.sentAt < a.receivedAt;
}

/** Groups exchanges that overlap, each with another of its group, in order of sending. */
export function clusters(exchanges: readonly Exchange[]): Exchange[][] {
  const runs: Exchange[][] = [];
  for (const exchange of [...exchanges].sort((a, b) => a.sentAt - b.sentAt || a.id - b.id)) {
    const run = runs.at(-1);
    if (run?.some((member) => overlap(member, exchange))) run.push(exchange);
    else runs.push([exchange]);
  }
  return runs;
}
