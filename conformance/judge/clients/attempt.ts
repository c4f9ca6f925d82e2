/** One exchange as the rules look at it: what was asked, what the caller got to see, and what is equal to what. */
import type { Contract, Operation } from '../../../spec/contract.js';
import type { TrafficExchange } from '../../record/traffic.js';
import { digestOf, digestOfJson } from '../../values/digest.js';
import { canonical, parsedJson } from '../../values/json.js';

type Body = Record<string, unknown>;

/**
 * How the answer came to the caller: with a status, `failed` (a 200 with `success` false, §2.3), `lost` on the way, given up
 * by the caller itself, or not seen.
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

  /** Whether its operation takes an operation key: a search, and not the legacy one. */
  get isKeyed(): boolean {
    return this.operation.acceptsOperationKey;
  }

  get isSearch(): boolean {
    return this.operation.kind === 'search';
  }

  /** The operation key as sent; undefined where that was not seen. */
  get key(): string | null | undefined {
    return this.exchange.request.key;
  }

  /** The JSON object in the body; undefined where there is none, or it was not kept. */
  get body(): Body | undefined {
    const { body, bodyText } = this.exchange.request;
    const value = body === undefined ? parsedJson(bodyText ?? null) : body;
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Body) : undefined;
  }

  /** Equal for equal requests of one account; null where the body is not known. */
  get identity(): string | null {
    return (this.#identity ??= this.#identify());
  }

  #identify(): string | null {
    const { id, method } = this.operation;
    const { query, bodyText, digests } = this.exchange.request;
    if (method === 'GET') return `${id} ${canonical(query)}`;
    if (bodyText === null) return `${id} no body`;
    const value = digests?.canonical === undefined ? parsedJson(bodyText ?? null) : undefined;
    const digest = digests?.canonical ?? (value === undefined ? null : digestOfJson(value));
    if (digest !== null) return `${id} ${digest}`;
    const raw = digests?.raw ?? (bodyText === undefined ? null : digestOf(bodyText));
    return raw === null ? null : `${id} raw ${raw}`;
  }

  /** The same for all pages of one search: the body without its cursor. Null where the body is not known. */
  get rest(): string | null {
    if (this.#rest === undefined) {
      const { body } = this;
      this.#rest = body === undefined ? null : `${this.operation.id} ${canonical(this.withoutCursor(body))}`;
    }
    return this.#rest;
  }

  /** The same for all pages of one chain: the last of them may ask for fewer jobs. */
  get chain(): string | null {
    const { body } = this;
    if (body === undefined) return null;
    const others = Object.entries(this.withoutCursor(body)).filter(([name]) => name !== 'limit');
    return `${this.operation.id} ${canonical(Object.fromEntries(others))}`;
  }

  withoutCursor(body: Body): Body {
    return Object.fromEntries(Object.entries(body).filter(([name]) => name !== this.operation.cursorField));
  }

  /** The cursor as sent, null for a first page; undefined where that was not seen. */
  get cursor(): unknown {
    const { operation, body } = this;
    if (operation.cursorField === null) return undefined;
    if (this.exchange.request.cursor !== undefined) return this.exchange.request.cursor;
    return body === undefined ? undefined : (body[operation.cursorField] ?? null);
  }

  /** The cursor of the next page, null on the last; undefined where that was not seen. */
  get nextCursor(): unknown {
    const { delivered } = this.exchange;
    if (delivered?.cursor !== undefined) return delivered.cursor;
    return this.#data?.[this.operation.cursorField ?? ''];
  }

  /** What it cost; null where that was not seen. */
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
    const body = response.body ?? parsedJson(response.bodyText ?? null);
    const data = (body as { data?: unknown } | null | undefined)?.data;
    return typeof data === 'object' && data !== null ? (data as Body) : undefined;
  }

  /** The text of a refusal, wherever its form has it; empty where it was not seen. */
  get refusalText(): string {
    return this.exchange.response?.bodyText ?? '';
  }

  /** Whether the search may be executed, and paid for: what the service did is asked for under its key alone. */
  get wasExecuted(): boolean | null {
    const { served } = this.exchange;
    if (served !== undefined) return served !== 'nothing';
    return typeof this.fate === 'number' && this.fate !== 500 ? this.fate === 200 : null;
  }
}

function fateOf({ sent, aborted, response }: TrafficExchange): Fate {
  if (sent === 'whole' && response) return isFailedSearch(response) ? 'failed' : response.status;
  if (aborted) return 'given up';
  return sent === 'never' || sent === 'cut' ? 'lost' : 'unknown';
}

function isFailedSearch({ status, body, bodyText }: NonNullable<TrafficExchange['response']>): boolean {
  if (status !== 200) return false;
  const value = body ?? parsedJson(bodyText ?? null);
  return typeof value === 'object' && value !== null && (value as Body)['success'] === false;
}

/** The attempts of one API key, in the order of arrival. */
export interface Timeline {
  account: string;
  attempts: readonly Attempt[];
  /** Whether nothing that this key ever sent is missing, so that what is not there did not happen. */
  isComplete: boolean;
  /** Changes of the account by its owner: `before` is the id of the next exchange. Null where they are not known. */
  changes: readonly { before: number; credits: number }[] | null;
}

export function attemptsOf(exchanges: readonly TrafficExchange[], contract: Contract): Attempt[] {
  const attempts = exchanges.flatMap((exchange) =>
    exchange.operation === null ? [] : [new Attempt(exchange, contract.operation(exchange.operation))],
  );
  const isTimed = attempts.every(({ exchange }) => exchange.arrivedAt !== undefined);
  return attempts.sort((a, b) => (isTimed ? a.exchange.arrivedAt! - b.exchange.arrivedAt! : a.id - b.id));
}

/** A request on another connection that arrives so soon may have been sent before the answer was read, ms. */
const UNDER_WAY = 50;

/**
 * Whether the later request was sent with the earlier answer read (or given up), as far as times tell: a request that
 * arrives shortly after may have been under way. Undefined where times were not seen.
 */
export function followed(earlier: Attempt, later: Attempt, underWay = UNDER_WAY): boolean | undefined {
  const gap = gapBetween(earlier, later);
  if (gap === undefined) return undefined;
  const { connection } = earlier.exchange;
  const isSame = connection !== undefined && connection === later.exchange.connection;
  return isSame ? gap >= 0 : gap > underWay;
}

/** From the end of one to the arrival of the other, ms; negative where they overlap. */
export function gapBetween(earlier: Attempt, later: Attempt): number | undefined {
  const [end, arrival] = [earlier.exchange.endedAt, later.exchange.arrivedAt];
  return end === undefined || arrival === undefined ? undefined : arrival - end;
}
