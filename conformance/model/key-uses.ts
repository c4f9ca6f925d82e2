/** Relates each use of an operation key to its earlier uses (§5.2). */
import { isOperationKey } from '../../spec/operation-key.js';
import type { Exchange } from '../record/exchange.js';
import { fields } from '../values/fields.js';
import { canonical, sameJson } from '../values/json.js';
import { sentKey } from './answers.js';
import type { HistoryContext } from './context.js';
import { isOver } from './timeline.js';

/** How a search relates to earlier searches with the same operation key on its account. */
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

/** Maps exchange ids to uses of keys, sent or made. A legacy search counts only if it sent a key. */
export function keyUses(history: readonly Exchange[], context: HistoryContext): Map<number, KeyUse> {
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
    // The caller did not ask for the earlier answer. If this one differs, or the earlier cycle is over, the key that the
    // service made again names this search from now on.
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

/** True if two answers agree in jobs, counts and cursor. An answer without data agrees with any. */
export function foundAlike(one: Exchange, other: Exchange): boolean {
  const [a, b] = [one, other].map(({ response }) => fields(fields(response?.body)?.['data']));
  if (!a || !b) return true;
  return ['jobs', 'total', 'total_jobs_found', 'search_after'].every((name) =>
    sameJson(a[name] ?? null, b[name] ?? null),
  );
}

/** True if the outcome is unknown: there was no answer, or a 500. */
export function isLost({ response }: Exchange): boolean {
  return response === null || response.status === 500;
}

/** True if a search with this key, operation and body succeeded before, so the response may be a stored one. */
export function isRepeat(use: KeyUse | undefined): boolean {
  return use?.same.some(({ exchange }) => exchange.response?.status === 200) ?? false;
}
