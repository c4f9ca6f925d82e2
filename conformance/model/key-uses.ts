/** Relates each use of an operation key to the other uses of the key on its account (§5.2). */
import { isOperationKey } from '../../spec/operation-key.js';
import type { Exchange } from '../record/exchange.js';
import { grouped } from '../values/grouped.js';
import { canonical } from '../values/json.js';
import { completed, searchOf, sentKey } from './answers.js';
import { perHistory } from './context.js';
import { isOver, overlap } from './timeline.js';
import { count } from '../values/text.js';

/** How a search relates to other searches with the same operation key on its account. */
export interface KeyUse {
  exchange: Exchange;
  key: string;
  /** True if the service made the key, which was read from its response. */
  made: boolean;
  /** Earlier uses of the key on the account, in order of sending. */
  earlier: KeyUse[];
  /** The earlier uses with the same operation and an equal body. */
  same: KeyUse[];
  /** Earlier equal searches without a key whose answer was lost: the service may have made this key for them (reading made-keys). */
  maybe: Exchange[];
  /** Uses that were under way at the same time, whichever was sent first. */
  rivals: KeyUse[];
}

/** Maps exchange ids to uses of keys, sent or made. A legacy search counts only if it sent a key. */
export const keyUses = perHistory((history, context): ReadonlyMap<number, KeyUse> => {
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
    const search = searchOf(exchange);
    const maybe = keyless.get(search) ?? [];
    if (isKeyless && isLost(exchange)) keyless.set(search, [...maybe, exchange]);
    if (key === undefined || !isOperationKey(key)) continue;
    const made = sent === null;
    const before = byKey.get(slotOf(exchange, key)) ?? [];
    const alike = before.filter((use) => searchOf(use.exchange) === search);
    // The caller did not send the made key. If the answer differs from the earlier one, or the earlier cycle is over, the key
    // identifies this search from now on.
    const turn = context.turns.get(exchange.account);
    const recalls = (use: KeyUse): boolean =>
      foundAlike(use.exchange, exchange) && isOver(use.exchange, turn) === isOver(exchange, turn);
    const isAnew = made && alike.length > 0 && !alike.some(recalls);
    const [earlier, same] = isAnew ? [[], []] : [before, alike];
    const use = { exchange, key, made, earlier: [...earlier], same, maybe, rivals: [] };
    uses.set(exchange.id, use);
    byKey.set(slotOf(exchange, key), [...earlier, use]);
  }
  for (const slot of grouped(uses.values(), ({ exchange, key }) => slotOf(exchange, key)).values())
    for (const use of slot)
      use.rivals = slot.filter((each) => each !== use && overlap(each.exchange, use.exchange));
  return uses;
});

const slotOf = ({ account }: Exchange, key: string): string => `${account} ${key}`;

/** True if two answers agree in jobs, counts and cursor. An answer without data agrees with any. */
export function foundAlike(one: Exchange, other: Exchange): boolean {
  const isOpen = completed(one) === null || completed(other) === null;
  return isOpen || differenceOf(one, other) === null;
}

/** Describes how two responses differ that should be equal except for credits; null if they agree. */
export function differenceOf(first: Exchange, second: Exchange): string | null {
  const [one, two] = [completed(first), completed(second)];
  if (one === null || two === null) return one === two ? null : 'one of the two is not a completed search';
  const [jobs, others] = [one.jobs, two.jobs];
  if (canonical(jobs) !== canonical(others)) {
    const at = jobs.findIndex((job, i) => canonical(job) !== canonical(others[i] ?? null));
    return `${count(jobs.length, 'job')}, then ${others.length}; they first differ at ${(at === -1 ? jobs.length : at) + 1}`;
  }
  const name = ['total', 'total_jobs_found', 'search_after'].find(
    (each) => canonical(one.data[each] ?? null) !== canonical(two.data[each] ?? null),
  );
  if (name === undefined) return null;
  return `${name} ${JSON.stringify(one.data[name])}, then ${JSON.stringify(two.data[name])}`;
}

/** True if the key is too long to be used by chance: another caller may have sent a shorter one before. */
export const isUnique = (key: string): boolean => key.length >= 30;

/** True if the outcome is unknown: there was no answer, or a 500. */
export function isLost({ response }: Exchange): boolean {
  return response === null || response.status === 500;
}

/** True if a search with this key, operation and body succeeded before, so that the response may be stored. */
export function isRepeat(use: KeyUse | undefined): boolean {
  return use?.same.some(({ exchange }) => exchange.response?.status === 200) ?? false;
}

/** True if a search with this key succeeded before, so that the answer may be stored, and show earlier data. */
export function mayBeStored(use: KeyUse | undefined): boolean {
  return use?.earlier.some(({ exchange }) => exchange.response?.status === 200) ?? false;
}
