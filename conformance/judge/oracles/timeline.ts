/** Order and neighbourhood of exchanges: what happened on one account, undisturbed, and what ran side by side. */
import { isOperationKey } from '../../../spec/operation-key.js';
import type { AccountFacts } from '../../record/facts.js';
import type { Exchange } from '../../record/exchange.js';
import type { OracleContext, Turn } from '../oracle.js';
import { canonical, sameJson } from '../../values/json.js';
import { postingNames, searchAnswers, sentKey } from './answers.js';
import { fields } from '../../values/fields.js';

/** A stretch of one account's life in which nothing but its own requests can have changed it. */
export interface Span {
  account: string;
  facts: AccountFacts | undefined;
  /** All that ever happened on the account before this stretch is known, namely nothing. */
  fromStart: boolean;
  /** Credits when the stretch began, null when unknown. */
  credits: number | null;
  exchanges: Exchange[];
}

/** What an admin call means for the spans of accounts; null for one that leaves them as they are. */
export function disruptionBy(
  exchange: Exchange,
  { admin }: OracleContext,
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

const DAY_MS = 86_400_000;
/** How far off the target's time can be where it is told in whole seconds alone. */
const CLOCK_SLACK_MS = 2000;

/** Whether a day of the target may have turned while the request was under way. */
export function mayCrossMidnight(
  { targetNow, sentAt, receivedAt }: Exchange,
  { target }: OracleContext,
): boolean {
  // Of traffic, what has no end is under way beside all that follows, and not for so long.
  if (targetNow === null || receivedAt === Number.MAX_SAFE_INTEGER) return false;
  const slack = target.hasAdmin ? 0 : CLOCK_SLACK_MS;
  const [from, to] = [targetNow - slack, targetNow + (receivedAt - sentAt) + slack];
  return Math.floor(from / DAY_MS) !== Math.floor(to / DAY_MS);
}

/** An account while its spans are being cut. */
interface Cutting {
  open: Span | null;
  day: number | undefined;
  cycle: 'old' | 'new' | undefined;
  /** Whether it was used before. */
  isKnown: boolean;
  /** Whether balance or paid jobs were set from outside. */
  isMeddled: boolean;
  /** Until when something is under way that began before the last cut. */
  busyUntil: number;
}

/**
 * Cuts the history into spans: at admin calls that change accounts or clocks, where a billing cycle was seen to turn, and at
 * the turn of a day of the target, where one may begin and default windows move. What is under way just then took effect nobody knows
 * where: it stands alone, and to the span in which it was sent its answer is lost.
 */
export function spans(history: readonly Exchange[], context: OracleContext): Span[] {
  const users = new Map<string, Set<string>>();
  for (const { scenario, account, channel } of history) {
    if (channel !== 'contract') continue;
    users.set(scenario, (users.get(scenario) ?? new Set()).add(account));
  }
  const accounts = new Map<string, Cutting>();
  const done: Span[] = [];
  const cuttingOf = (account: string): Cutting => {
    const now = { open: null, day: undefined, cycle: undefined, busyUntil: -Infinity };
    const cutting = accounts.get(account) ?? { ...now, isKnown: false, isMeddled: false };
    accounts.set(account, cutting);
    return cutting;
  };
  const opened = (account: string, cutting: Cutting): Span => {
    const facts = context.accounts.get(account);
    const fromStart = facts?.fresh === true && !cutting.isKnown && !cutting.isMeddled;
    cutting.isKnown = true;
    return { account, facts, fromStart, credits: fromStart ? facts.credits : null, exchanges: [] };
  };
  const close = (cutting: Cutting): void => {
    if (cutting.open !== null) done.push(cutting.open);
    cutting.open = null;
  };
  const setApart = (account: string, exchange: Exchange): void => {
    const cutting = cuttingOf(account);
    cutting.open?.exchanges.push({ ...exchange, response: null, failure: UNKNOWN_ORDER });
    close(cutting);
    done.push({ ...opened(account, cutting), exchanges: [exchange] });
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
        if (!disruption.movesTime) cutting.isMeddled = true;
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
    cutting.open ??= opened(account, cutting);
    cutting.open.exchanges.push(exchange);
  }
  for (const cutting of accounts.values()) close(cutting);
  return done.sort((a, b) => a.exchanges[0]!.id - b.exchanges[0]!.id);
}

/** Whether it belongs to the cycle that ended. */
function isOver({ id }: Exchange, turn: Turn | undefined): boolean {
  return turn !== undefined && id < turn.from;
}

const UNKNOWN_ORDER: Exchange['failure'] = { kind: 'aborted', message: 'a cycle may have turned meanwhile' };

/** True when neither request was answered before the other was sent. */
export function overlap(a: Exchange, b: Exchange): boolean {
  if (a.group !== null && a.group === b.group) return true;
  return a.sentAt < b.receivedAt && b.sentAt < a.receivedAt;
}

/** Runs of exchanges that overlap, each with the next, in order of sending; a lone exchange is a run of one. */
export function clusters(exchanges: readonly Exchange[]): Exchange[][] {
  const runs: Exchange[][] = [];
  for (const exchange of [...exchanges].sort((a, b) => a.sentAt - b.sentAt || a.id - b.id)) {
    const run = runs.at(-1);
    if (run?.some((member) => overlap(member, exchange))) run.push(exchange);
    else runs.push([exchange]);
  }
  return runs;
}

/** How a search stands to earlier ones with its operation key on its account. */
export interface KeyUse {
  exchange: Exchange;
  key: string;
  /** True when the key was made by the service and taken from its response. */
  made: boolean;
  /** Earlier uses of the key on the account, in order of sending. */
  earlier: KeyUse[];
  /** The earlier uses with the same operation and an equal body. */
  same: KeyUse[];
  /**
   * Earlier searches of the same operation and body that were sent without a key and whose answer was lost: the service may
   * have made this key for them (reading made-keys).
   */
  maybe: Exchange[];
}

/** Every search that had an operation key, sent or made, by exchange id. Legacy searches count only where they sent one. */
export function keyUses(history: readonly Exchange[], context: OracleContext): Map<number, KeyUse> {
  const byKey = new Map<string, KeyUse[]>();
  const keyless = new Map<string, Exchange[]>();
  const uses = new Map<number, KeyUse>();
  for (const exchange of history) {
    if (exchange.channel !== 'contract' || exchange.operation === null) continue;
    if (context.contract.operation(exchange.operation).kind !== 'search') continue;
    const sent = sentKey(exchange);
    const returned =
      exchange.response?.status === 200 ? exchange.response.headers['idempotency-key'] : undefined;
    const isKeyless = exchange.request.headers['idempotency-key'] === undefined;
    const key = sent ?? (isKeyless ? returned : undefined);
    const body = canonical(exchange.request.body ?? null);
    const search = `${exchange.account} ${exchange.operation} ${body}`;
    const maybe = keyless.get(search) ?? [];
    if (isKeyless && isLost(exchange)) keyless.set(search, [...maybe, exchange]);
    if (key === undefined || !isOperationKey(key)) continue;
    const slot = `${exchange.account} ${key}`;
    const made = sent === null;
    const before = byKey.get(slot) ?? [];
    const alike = before.filter(
      (use) =>
        use.exchange.operation === exchange.operation &&
        canonical(use.exchange.request.body ?? null) === body,
    );
    // Nobody asked for the earlier answer: where another one came, or its cycle is over, the key that was made again names
    // that search from now on.
    const turn = context.turns.get(exchange.account);
    const recalls = (use: KeyUse): boolean =>
      foundAlike(use.exchange, exchange) && isOver(use.exchange, turn) === isOver(exchange, turn);
    const isAnew = made && alike.length > 0 && !alike.some(recalls);
    const [earlier, same] = isAnew ? [[], []] : [before, alike];
    const use = { exchange, key, made, earlier: [...earlier], same, maybe };
    uses.set(exchange.id, use);
    byKey.set(slot, [...earlier, use]);
  }
  return uses;
}

/** Whether two answers tell of the same jobs, counts and cursor; one that tells nothing is like any. */
export function foundAlike(one: Exchange, other: Exchange): boolean {
  const [a, b] = [one, other].map(({ response }) => fields(fields(response?.body)?.['data']));
  if (!a || !b) return true;
  return ['jobs', 'total', 'total_jobs_found', 'search_after'].every((name) =>
    sameJson(a[name] ?? null, b[name] ?? null),
  );
}

/** True when nobody knows what came of it: no answer, or the service broke down over it. */
export function isLost({ response }: Exchange): boolean {
  return response === null || response.status === 500;
}

/** True when a search with this key, operation and body had succeeded before: the response may be a stored one. */
export function isRepeat(use: KeyUse | undefined): boolean {
  return use?.same.some(({ exchange }) => exchange.response?.status === 200) ?? false;
}

/** Where each posting was delivered first in the whole run, on any account. */
export function firstDeliveries(history: readonly Exchange[], context: OracleContext): Map<string, Exchange> {
  const first = new Map<string, Exchange>();
  for (const { exchange, jobs } of searchAnswers(history, context)) {
    for (const name of postingNames(jobs)) if (name !== null && !first.has(name)) first.set(name, exchange);
  }
  return first;
}
