/** An exchange as the rules read it: the request, the outcome for the client, and the identity of equal requests. */
import type { Contract, Operation } from '../../../spec/contract.js';
import type { TrafficExchange } from '../../record/traffic.js';
import { fields } from '../../values/fields.js';
import { canonical, digestOf, digestOfJson } from '../../values/json.js';

/**
 * The outcome for the client: a status, `failed` (a 200 with `success` false, §2.3), `lost` on the way, aborted by the client
 * (`given up`), or not observed.
 */
export type Fate = number | 'failed' | 'lost' | 'given up' | 'unknown';

export type Attempt = ReturnType<typeof attemptOf>;

function attemptOf(exchange: TrafficExchange, operation: Operation) {
  const { id, request, response, delivered, served } = exchange;
  const { kind, cursorField, acceptsOperationKey } = operation;
  const fate = fateOf(exchange);
  const body = fields(request.body) ?? undefined;
  const isRefused = typeof fate === 'number' && fate !== 200;
  const isFree = kind !== 'search' || served === 'nothing' || served === 'stored';
  const without = (...names: unknown[]): string | null => {
    const members = Object.entries(body ?? {}).filter(([name]) => !names.includes(name));
    return body === undefined ? null : `${operation.id} ${canonical(Object.fromEntries(members))}`;
  };
  return {
    id,
    exchange,
    operation,
    fate,
    /** True if the operation accepts an operation key: every search except the legacy one. */
    isKeyed: acceptsOperationKey,
    isSearch: kind === 'search',
    /** The operation key as sent; undefined if it was not observed. */
    key: request.key,
    /** The JSON object in the body; undefined if there is none, or it was not kept. */
    body,
    /** Equal for equal requests of one account; null if the body is unknown. */
    identity: identityOf(exchange, operation),
    /** The same for all pages of one search: the body without its cursor. Null if the body is unknown. */
    rest: without(cursorField),
    /** The same for all pages of one chain. The last page may have a lower limit. */
    chain: without(cursorField, 'limit'),
    /** The cursor as sent, null for a first page; undefined if it was not observed. */
    cursor: cursorField === null ? undefined : body && (body[cursorField] ?? null),
    /** The cursor of the next page, null on the last; undefined if it was not observed. */
    nextCursor: delivered?.cursor,
    /** Credits that the request cost; null if unknown. */
    credits: isFree ? 0 : (delivered?.credits ?? (isRefused ? 0 : null)),
    /** Whether the whole page arrived. */
    isDelivered: fate === 200,
    /** Whether the answer is a temporary refusal, which the source says to retry: 429 and 503 `service_unavailable`. */
    isTemporary: fate === 429 || (fate === 503 && response?.bodyText?.includes('invalid_result') !== true),
    /** Identifies the search of this attempt: the operation key, or the id of the exchange if it has no key. */
    slot: typeof request.key === 'string' ? request.key : id,
    /** Whether the service executed the search, so that only its key recovers the page; null if unknown. */
    wasExecuted: served === undefined ? wasExecuted(fate) : served !== 'nothing',
  };
}

function identityOf({ request }: TrafficExchange, { id, method }: Operation): string | null {
  const { query, body, bodyText, digests, leaks } = request;
  if (method === 'GET') return `${id} ${canonical(query)}`;
  if (bodyText === null) return `${id} no body`;
  // A digest of the whole body differs from that of a body without its secrets.
  if (digests === undefined && leaks?.includes('body') === true) return null;
  const digest = digests?.canonical ?? (body === undefined ? null : digestOfJson(body));
  if (digest !== null) return `${id} ${digest}`;
  const raw = digests?.raw ?? (bodyText === undefined ? null : digestOf(bodyText));
  return raw === null ? null : `${id} raw ${raw}`;
}

function wasExecuted(fate: Fate): boolean | null {
  return typeof fate === 'number' && fate !== 500 ? fate === 200 : null;
}

function fateOf({ sent, aborted, response }: TrafficExchange): Fate {
  if (sent === 'whole' && response) {
    const { status, body } = response;
    return status === 200 && fields(body)?.['success'] === false ? 'failed' : status;
  }
  if (aborted) return 'given up';
  return sent === 'never' || sent === 'cut' ? 'lost' : 'unknown';
}

/** The requests to operations of the contract, by arrival if all times are known. */
export function attemptsOf(exchanges: readonly TrafficExchange[], contract: Contract): Attempt[] {
  const attempts = exchanges.flatMap((exchange) =>
    exchange.operation === null ? [] : [attemptOf(exchange, contract.operation(exchange.operation))],
  );
  const isTimed = attempts.every(({ exchange }) => exchange.arrivedAt !== undefined);
  return attempts.sort((a, b) => (isTimed ? a.exchange.arrivedAt! - b.exchange.arrivedAt! : a.id - b.id));
}

/** A request on another connection that arrives within this time, ms, may have been sent before the response was read. */
const UNDER_WAY = 50;

/**
 * True if the later request was sent after the earlier response was read or given up. A request that arrives shortly after may
 * have been under way already. Undefined if times were not observed.
 */
export function followed(
  earlier: Attempt,
  later: Attempt,
  underWay = UNDER_WAY,
  onSameConnection = 0,
): boolean | undefined {
  const gap = gapBetween(earlier, later);
  if (gap === undefined) return undefined;
  const { connection } = earlier.exchange;
  const isSame = connection !== undefined && connection === later.exchange.connection;
  return isSame ? gap >= onSameConnection : gap > underWay;
}

/** Time from the end of `earlier` to the arrival of `later`, ms; negative if they overlap, undefined if unknown. */
export function gapBetween(earlier: Attempt, later: Attempt): number | undefined {
  const [end, arrival] = [earlier.exchange.endedAt, later.exchange.arrivedAt];
  return end === undefined || arrival === undefined ? undefined : arrival - end;
}

export function isBefore(one: Attempt, other: Attempt): boolean {
  return one.exchange.arrivedAt! < other.exchange.arrivedAt!;
}

/** Whether this key and body got a page. */
export function isAnswered({ key, identity }: Attempt, attempts: readonly Attempt[]): boolean {
  return attempts.some((each) => each.isDelivered && each.key === key && each.identity === identity);
}

/** Whether the connection was used before, so that its loss may be the end of an idle connection. */
export function isOnUsedConnection(attempts: readonly Attempt[], attempt: Attempt): boolean {
  const { connection } = attempt.exchange;
  return attempts.slice(0, attempts.indexOf(attempt)).some((each) => each.exchange.connection === connection);
}

/** The next equal request that arrived after the end of this attempt, or at most `slack` ms before. */
export function nextEqual(attempts: readonly Attempt[], attempt: Attempt, slack = 0): Attempt | undefined {
  const isNext = (each: Attempt): boolean =>
    each.identity === attempt.identity && (gapBetween(attempt, each) ?? -Infinity) >= -slack;
  const later = attempts.slice(attempts.indexOf(attempt) + 1);
  return attempt.identity === null ? undefined : later.find(isNext);
}
