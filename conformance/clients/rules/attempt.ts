/** An exchange as the rules read it: the request, the outcome for the client, and the identity of equal requests. */
import type { Contract, Operation } from '../../../spec/contract.js';
import type { TrafficExchange } from '../../record/traffic.js';
import { digestOf, digestOfJson } from '../../values/digest.js';
import { fields, type Fields } from '../../values/fields.js';
import { canonical } from '../../values/json.js';

type Body = Fields;

/**
 * The outcome for the client: a status, `failed` (a 200 with `success` false, §2.3), `lost` on the way, aborted by the client
 * (`given up`), or not observed.
 */
export type Fate = number | 'failed' | 'lost' | 'given up' | 'unknown';

export class Attempt {
  readonly exchange: TrafficExchange;
  readonly operation: Operation;
  readonly fate: Fate;
  #identity: string | null | undefined;
  #rest: string | null | undefined;

  constructor(exchange: TrafficExchange, operation: Operation) {
    this.exchange = exchange;
    this.operation = operation;
    this.fate = fateOf(exchange);
  }

  get id(): number {
    return this.exchange.id;
  }

  /** True if the operation accepts an operation key: every search except the legacy one. */
  get isKeyed(): boolean {
    return this.operation.acceptsOperationKey;
  }

  get isSearch(): boolean {
    return this.operation.kind === 'search';
  }

  /** The operation key as sent; undefined if it was not observed. */
  get key(): string | null | undefined {
    return this.exchange.request.key;
  }

  /** The JSON object in the body; undefined if there is none, or it was not kept. */
  get body(): Body | undefined {
    return fields(this.exchange.request.body) ?? undefined;
  }

  /** Equal for equal requests of one account; null if the body is unknown. */
  get identity(): string | null {
    return (this.#identity ??= this.#identify());
  }

  #identify(): string | null {
    const { id, method } = this.operation;
    const { query, body, bodyText, digests, leaks } = this.exchange.request;
    if (method === 'GET') return `${id} ${canonical(query)}`;
    if (bodyText === null) return `${id} no body`;
    // A digest of the whole body differs from that of a body without its secrets.
    if (digests === undefined && leaks?.includes('body') === true) return null;
    const digest = digests?.canonical ?? (body === undefined ? null : digestOfJson(body));
    if (digest !== null) return `${id} ${digest}`;
    const raw = digests?.raw ?? (bodyText === undefined ? null : digestOf(bodyText));
    return raw === null ? null : `${id} raw ${raw}`;
  }

  /** The same for all pages of one search: the body without its cursor. Null if the body is unknown. */
  get rest(): string | null {
    if (this.#rest === undefined) this.#rest = this.#without();
    return this.#rest;
  }

  /** The same for all pages of one chain. The last page may have a lower limit. */
  get chain(): string | null {
    return this.#without('limit');
  }

  #without(...names: string[]): string | null {
    const { body } = this;
    return body === undefined
      ? null
      : `${this.operation.id} ${canonical(this.withoutCursor(body, ...names))}`;
  }

  withoutCursor(body: Body, ...names: string[]): Body {
    const dropped = [...names, this.operation.cursorField];
    return Object.fromEntries(Object.entries(body).filter(([name]) => !dropped.includes(name)));
  }

  /** The cursor as sent, null for a first page; undefined if it was not observed. */
  get cursor(): unknown {
    const { operation, body } = this;
    if (operation.cursorField === null) return undefined;
    if (this.exchange.request.cursor !== undefined) return this.exchange.request.cursor;
    return body === undefined ? undefined : (body[operation.cursorField] ?? null);
  }

  /** The cursor of the next page, null on the last; undefined if it was not observed. */
  get nextCursor(): unknown {
    const { delivered } = this.exchange;
    if (delivered?.cursor !== undefined) return delivered.cursor;
    return this.#data?.[this.operation.cursorField ?? ''];
  }

  /** Credits that the request cost; null if unknown. */
  get credits(): number | null {
    if (!this.isSearch || this.exchange.served === 'nothing' || this.exchange.served === 'stored') return 0;
    const { delivered } = this.exchange;
    if (delivered?.credits !== undefined) return delivered.credits;
    if (typeof this.fate === 'number' && this.fate !== 200) return 0;
    const used = this.#data?.['credits_used'];
    return typeof used === 'number' ? used : null;
  }

  get #data(): Body | undefined {
    const { response } = this.exchange;
    if (response?.status !== 200) return undefined;
    return fields(fields(response.body)?.['data']) ?? undefined;
  }

  /** The body of a refusal as text; empty if it was not observed. */
  get refusalText(): string {
    return this.exchange.response?.bodyText ?? '';
  }

  /** Whether the whole page arrived. */
  get isDelivered(): boolean {
    return this.fate === 200;
  }

  /** Whether the answer is a temporary refusal, which the source says to retry: 429 and 503 `service_unavailable`. */
  get isTemporary(): boolean {
    return this.fate === 429 || (this.fate === 503 && !this.refusalText.includes('invalid_result'));
  }

  /** Identifies the search of this attempt: the operation key, or the id of the exchange if it has no key. */
  get slot(): string | number {
    return typeof this.key === 'string' ? this.key : this.id;
  }

  /** Whether the service executed the search, so that only its key recovers the page; null if unknown. */
  get wasExecuted(): boolean | null {
    const { served } = this.exchange;
    if (served !== undefined) return served !== 'nothing';
    return typeof this.fate === 'number' && this.fate !== 500 ? this.fate === 200 : null;
  }
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
    exchange.operation === null ? [] : [new Attempt(exchange, contract.operation(exchange.operation))],
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
export function followed(earlier: Attempt, later: Attempt, underWay = UNDER_WAY): boolean | undefined {
  const gap = gapBetween(earlier, later);
  if (gap === undefined) return undefined;
  const { connection } = earlier.exchange;
  const isSame = connection !== undefined && connection === later.exchange.connection;
  return isSame ? gap >= 0 : gap > underWay;
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
