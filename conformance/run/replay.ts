/** Sends recorded requests again, with new operation keys and with cursors from the new answers. */
import type { SearchOperation } from '../../spec/contract.js';
import { isOperationKey, OPERATION_KEY_PREFIX } from '../../spec/operation-key.js';
import type { Exchange } from '../record/exchange.js';
import { fields, integer, pick, type Fields } from '../values/fields.js';
import { grouped } from '../values/grouped.js';
import { canonical } from '../values/json.js';
import { follow } from '../values/pointers.js';
import { asJson } from '../values/unchanged.js';
import { mayPass, outwait } from '../wire/patience.js';
import { PLANNED, type Outgoing } from '../wire/wire.js';
import type { Session } from './target/session.js';

const MOST_PAGES = 50;
/** To get another size, pages up to this limit grow, and larger ones shrink. */
const MOST_GROWN = 50;

/** False for requests that only a scenario can send: admin calls, and those under faults or provoked refusals. */
export function canReplay(exchange: Exchange): boolean {
  const { channel, operation, faultPlanted, throttleExpected, failure } = exchange;
  const isUsual = !faultPlanted && !throttleExpected && failure === null;
  return channel === 'contract' && operation !== null && isUsual;
}

/** Adds the pages before each page, since its cursor comes from them. Returns the exchanges in order of sending. */
export function withPagesBefore(exchanges: readonly Exchange[], { documents, wire }: Session): Exchange[] {
  const all = new Set(exchanges);
  for (const page of all) {
    const search = searchOf(page, documents);
    const cursor = search && follow(page.request.body, [search.cursorField]);
    if (!cursor || all.size > exchanges.length + MOST_PAGES) continue;
    const wanted = asJson(cursor);
    const before = wire.history.findLast(
      (each) =>
        each.id < page.id &&
        each.operation === page.operation &&
        each.account === page.account &&
        asJson(cursorIn(each, search) ?? null) === wanted &&
        withoutCursor(each, search) === withoutCursor(page, search),
    );
    if (before !== undefined) all.add(before);
  }
  return [...all].sort((a, b) => a.id - b.id);
}

export interface Again {
  nth: number;
  /** Searches without an operation key get one, so that no answer is stored. */
  newKeys: boolean;
  /** Pages have other sizes, so that no cursor was sent before. */
  newCursors: boolean;
  /** Replaces the keys that were sent; null to keep them. */
  apiKey: string | null;
}

/** Sends requests that `canReplay` again, concurrent ones concurrently, and waits out temporary refusals. Throws BudgetSpent or RunHalted. */
export async function replay(
  exchanges: readonly Exchange[],
  { nth, newKeys, newCursors, apiKey }: Again,
  session: Session,
): Promise<Exchange[]> {
  const { documents, patience, profile, runId, wire } = session;
  const keys = new Map<string, string>();
  const cursors = new Map<string, unknown>();
  let count = 0;
  const freshKey = (): string =>
    `${OPERATION_KEY_PREFIX}${runId}-again-${wire.history.length}-${(count += 1)}`;

  const keyFor = (exchange: Exchange, search: SearchOperation | null): string | undefined => {
    const sent = exchange.request.headers['idempotency-key'];
    if (sent === undefined) {
      const answers = exchange.response?.headers['idempotency-key'] !== undefined;
      return newKeys && search !== null && (search.acceptsOperationKey || answers) ? freshKey() : undefined;
    }
    if (!isOperationKey(sent)) return sent;
    if (!keys.has(sent)) keys.set(sent, freshKey());
    return keys.get(sent);
  };
  const bodyFor = ({ request }: Exchange, search: SearchOperation | null): Buffer | null => {
    const body = newCursors ? resized(fields(request.body), nth) : fields(request.body);
    const field = search?.cursorField ?? '';
    const cursor = body?.[field] ?? null;
    const next = cursor === null ? undefined : cursors.get(asJson(cursor));
    if (body !== null && next !== undefined) return Buffer.from(asJson({ ...body, [field]: next }));
    if (body !== null && search !== null && newCursors) return Buffer.from(asJson(body));
    return request.bodyText === null ? null : Buffer.from(request.bodyText);
  };
  const outgoing = (exchange: Exchange): Outgoing => {
    const { request } = exchange;
    const search = searchOf(exchange, documents);
    const key = keyFor(exchange, search);
    const own = apiKey === null ? {} : { authorization: `Bearer ${apiKey}` };
    // The record lacks the values of headers from the profile, which the wire adds.
    const headers = Object.entries({ ...request.headers, ...own, 'idempotency-key': key ?? '' }).filter(
      ([, value]) => value !== '' && !/^\[env /.test(value),
    );
    return {
      ...pick(exchange, ...PLANNED),
      step: `${exchange.step} (confirm ${nth})`,
      method: request.method,
      path: request.url.slice(profile.target.length),
      headers,
      body: bodyFor(exchange, search),
      targetNow:
        exchange.targetNow === null ? null : exchange.targetNow + patience.time.now() - exchange.sentAt,
    };
  };

  const sent: Exchange[] = [];
  for (const batch of grouped(exchanges, ({ group, id }) => group ?? `alone ${id}`).values()) {
    const requests = batch.map(outgoing);
    for (const [i, first] of (await wire.send(requests)).entries()) {
      const { exchange } = await outwait(first, requests[i]!, mayPass, patience);
      sent.push(exchange);
      const old = batch[i]!;
      const search = searchOf(old, documents);
      const [before, now] = [old, exchange].map((each) => search && cursorIn(each, search));
      if (before && now) cursors.set(asJson(before), now);
      const [oldKey, newKey] = [old, exchange].map(({ response }) => response?.headers['idempotency-key']);
      if (oldKey !== undefined && newKey !== undefined && !keys.has(oldKey)) keys.set(oldKey, newKey);
    }
  }
  return sent;
}

function searchOf({ operation }: Exchange, { contract }: Session['documents']): SearchOperation | null {
  if (operation === null) return null;
  const found = contract.operation(operation);
  return found.kind === 'search' ? found : null;
}

/** The body with another `limit`, if it has one. */
function resized(body: Fields | null, nth: number): Fields | null {
  const limit = integer(body?.['limit']);
  return limit === null ? body : { ...body, limit: limit > MOST_GROWN ? limit - nth : limit + nth };
}

function cursorIn({ response }: Exchange, { cursorField }: SearchOperation): unknown {
  return follow(response?.body, ['data', cursorField]);
}

function withoutCursor({ request }: Exchange, { cursorField }: SearchOperation): string {
  const others = Object.entries(fields(request.body) ?? {}).filter(([name]) => name !== cursorField);
  return canonical(Object.fromEntries(others));
}
