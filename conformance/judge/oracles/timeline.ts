/** Order and neighbourhood of exchanges: what happened on one account, undisturbed, and what ran side by side. */
import { isOperationKey } from '../../../spec/operation-key.js';
import type { AccountFacts } from '../../record/facts.js';
import type { Exchange } from '../../record/exchange.js';
import type { OracleContext } from '../oracle.js';
import { canonical } from '../../values/json.js';
import { sentKey } from './answers.js';

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
function disruptionBy(
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

/**
 * Cuts the history into spans: at admin calls that change accounts or clocks, and at the turn of a day of the
 * target, where a billing cycle may begin and default windows move.
 */
export function spans(history: readonly Exchange[], context: OracleContext): Span[] {
  const users = new Map<string, Set<string>>();
  for (const { scenario, account, channel } of history) {
    if (channel !== 'contract') continue;
    users.set(scenario, (users.get(scenario) ?? new Set()).add(account));
  }
  const open = new Map<string, Span>();
  const done: Span[] = [];
  const days = new Map<string, number>();
  /** Accounts whose balance or paid jobs were set from outside. */
  const meddled = new Set<string>();
  const known = new Set<string>();
  const cut = (account: string, moved: boolean): void => {
    const span = open.get(account);
    if (span !== undefined) done.push(span);
    open.delete(account);
    if (!moved) meddled.add(account);
  };

  for (const exchange of history) {
    if (exchange.channel === 'admin') {
      const disruption = disruptionBy(exchange, context);
      if (disruption === null) continue;
      const own = users.get(exchange.scenario) ?? new Set();
      for (const account of disruption.everyone ? context.accounts.keys() : own)
        cut(account, disruption.movesTime);
      continue;
    }
    const { account } = exchange;
    if (account === 'none' || account === 'unknown') continue;
    const day = exchange.targetNow === null ? days.get(account) : Math.floor(exchange.targetNow / 86_400_000);
    if (day !== undefined) {
      if (days.has(account) && days.get(account) !== day) cut(account, true);
      days.set(account, day);
    }
    let span = open.get(account);
    if (span === undefined) {
      const facts = context.accounts.get(account);
      const fromStart = facts?.fresh === true && !known.has(account) && !meddled.has(account);
      span = { account, facts, fromStart, credits: fromStart ? facts.credits : null, exchanges: [] };
      open.set(account, span);
    }
    known.add(account);
    span.exchanges.push(exchange);
  }
  return [...done, ...open.values()].sort((a, b) => a.exchanges[0]!.id - b.exchanges[0]!.id);
}

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
}

/** Every search that had an operation key, sent or made, by exchange id. Legacy searches count only where they sent one. */
export function keyUses(history: readonly Exchange[], context: OracleContext): Map<number, KeyUse> {
  const byKey = new Map<string, KeyUse[]>();
  const uses = new Map<number, KeyUse>();
  for (const exchange of history) {
    if (exchange.channel !== 'contract' || exchange.operation === null) continue;
    if (context.contract.operation(exchange.operation).kind !== 'search') continue;
    const sent = sentKey(exchange);
    const returned =
      exchange.response?.status === 200 ? exchange.response.headers['idempotency-key'] : undefined;
    const key = sent ?? (exchange.request.headers['idempotency-key'] === undefined ? returned : undefined);
    if (key === undefined || !isOperationKey(key)) continue;
    const slot = `${exchange.account} ${key}`;
    const earlier = byKey.get(slot) ?? [];
    const body = canonical(exchange.request.body ?? null);
    const same = earlier.filter(
      (use) =>
        use.exchange.operation === exchange.operation &&
        canonical(use.exchange.request.body ?? null) === body,
    );
    const use = { exchange, key, made: sent === null, earlier: [...earlier], same };
    uses.set(exchange.id, use);
    byKey.set(slot, [...earlier, use]);
  }
  return uses;
}

/** True when a search with this key, operation and body had succeeded before: the response may be a stored one. */
export function isRepeat(use: KeyUse | undefined): boolean {
  return use?.same.some(({ exchange }) => exchange.response?.status === 200) ?? false;
}
