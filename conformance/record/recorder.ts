/** Makes exchanges from the observations of a proxy or the entries of a HAR file. */
import type { Contract, Operation } from '../../spec/contract.js';
import type { Redactor } from '../../common/redact.js';
import { digestOf, digestOfJson } from '../values/json.js';
import { retryAfterMs } from '../values/http.js';
import { withBody, type BodyKeeper } from './kept-bodies.js';
import { leaksOf, SHOWN_HEADERS } from './traffic.js';
import type { Delivery, TrafficExchange, TrafficRequest, TrafficResponse } from './traffic.js';

/** A request and its outcome, in bytes. A member that is undefined was not observed. */
export interface Observed extends Pick<
  TrafficExchange,
  'sent' | 'aborted' | 'connection' | 'arrivedAt' | 'endedAt'
> {
  /** The URL is absolute unless the caller sent another form. */
  request: Pick<TrafficRequest, 'method' | 'url'> & ObservedMessage;
  /** Null if no response arrived. Its body is decoded. */
  response: (Pick<TrafficResponse, 'status'> & ObservedMessage) | null | undefined;
  /** The alias of the account, if the source has it without the key. */
  account?: string;
}

interface ObservedMessage {
  headers: Headers | undefined;
  /** Null if there was no body. */
  body: Buffer | null | undefined;
}

/** Headers by lower-case name. Values of a repeated header are joined with `, `. */
export type Headers = Readonly<Record<string, string>>;

/** Stored instead of the value of a query parameter that no rule reads. */
export const NOT_KEPT = '[not kept]';

export interface RecorderOptions {
  contract: Contract;
  /** Gets every observed API key. */
  redactor: Redactor;
  keeper: BodyKeeper;
  /** True if the source observes all headers, so that a missing header was not sent. */
  seesAllHeaders: boolean;
}

export function createRecorder(options: RecorderOptions) {
  const aliases = new Map<string, string>();
  const usedKeys = new Set<string>();
  const seen = new Set<string>();
  let count = 0;

  const aliasOf = (key: string): string => {
    const known = aliases.get(key);
    if (known !== undefined) return known;
    const alias = `caller-${aliases.size + 1}`;
    aliases.set(key, alias);
    options.redactor.add(key, `[key ${alias}]`);
    return alias;
  };

  return {
    /** Returns the aliases of observed API keys. */
    accounts: () => [...seen],
    /** Makes an exchange; null for a request outside the contract. Does not redact it, since later requests may reveal keys. */
    record({ request: asked, response: came, ...others }: Observed): TrafficExchange | null {
      if (!URL.canParse(asked.url)) return null;
      const url = new URL(asked.url);
      const place = placeIn(options.contract, asked.method, url.pathname);
      if (place === null) return null;
      const { operation } = place;
      count += 1;
      const token = bearerIn(asked.headers?.['authorization']);
      const known = (token && REPLACED.exec(token)?.[1]) ?? null;
      const apiKey = known === null ? token : null;
      const alias = others.account ?? known ?? (apiKey && aliasOf(apiKey));
      if (alias !== null) seen.add(alias);
      const isKeyless =
        options.seesAllHeaders && asked.headers !== undefined && !('authorization' in asked.headers);
      const request = requestOf(asked, url, place, apiKey, options);
      const response = came && responseOf(came, options);
      // The service's time, from the header of its response.
      const at = Date.parse(came?.headers?.['date'] ?? '');
      return {
        id: count,
        ...others,
        account: alias ?? (isKeyless ? null : undefined),
        operation: operation.id,
        request,
        response,
        at: Number.isNaN(at) ? undefined : at,
        delivered: response ? deliveredBy(response, request, operation, usedKeys) : undefined,
      };
    },
  };
}

type Place = NonNullable<ReturnType<typeof placeIn>>;

/** Finds the operation of an address, and (`base`) any prefix before the contract's path. */
export function placeIn(contract: Contract, method: string, pathname: string) {
  const operation = contract.operations.find(
    (each) => each.method === method && pathname.endsWith(each.path),
  );
  return operation === undefined ? null : { operation, base: pathname.slice(0, -operation.path.length) };
}

/** Matches placeholders for values, or parts of values, that a tool or this kit withheld. */
const WITHHELD =
  /^$|^\W*(?:redacted|removed|hidden|filtered|masked|sanitized|stripped|secret|private)\b|\b(?:redacted|removed|masked)\W*$|_redacted$|^masked_|^(?:<.*>|\$?\{.*\}|\$\w+)$|^(?:use_v1_)?[*x•#.…-]{3,}$|[*•]{3,}|(?:…|\.{3})$|.\[key [^\]]+\]/i;

function isWithheld(value: string): boolean {
  return WITHHELD.test(value.trim());
}

/** Replaces withheld values by null. If the source withholds nothing, values that look like placeholders are real. */
function keptHeaders(headers: Headers, { seesAllHeaders }: RecorderOptions): Record<string, string | null> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      // The key is redacted later.
      if (name === 'authorization') return [name, bearerIn(value) && value];
      return [name, SHOWN_HEADERS.has(name) && (seesAllHeaders || !isWithheld(value)) ? value : null];
    }),
  );
}

/** Matches an alias with which this kit replaced a key. */
const REPLACED = /^\[key ([^\]]+)\]$/i;

/** Returns the bearer token in the value of `Authorization`; null if there is none or it is withheld. */
function bearerIn(value = ''): string | null {
  const token = /^bearer\s+(\S+|\[key [^\]]+\])$/i.exec(value)?.[1];
  return token === undefined || isWithheld(token) ? null : token;
}

function requestOf(
  asked: Observed['request'],
  url: URL,
  { operation: { path }, base }: Place,
  apiKey: string | null,
  options: RecorderOptions,
): TrafficRequest {
  const query = Object.fromEntries(
    [...url.searchParams].map(([name, value]) => [name, name === 'q' || name === 'limit' ? value : NOT_KEPT]),
  );
  const search = new URLSearchParams(query).toString().replaceAll('%5Bnot+kept%5D', NOT_KEPT);
  const sent = Object.entries(asked.headers ?? {});
  const leaks =
    apiKey === null ? [] : leaksOf(apiKey, url.href, sent, asked.body?.toString(), options.redactor);
  const request = {
    method: asked.method,
    url: `${url.origin}${base}${path}${search === '' ? '' : `?${search}`}`,
    path,
    query,
  };
  return withObserved(request, asked, options, () => ({ leaks: leaks.length === 0 ? undefined : leaks }));
}

function responseOf(came: NonNullable<Observed['response']>, options: RecorderOptions): TrafficResponse {
  const wait = came.headers && retryAfterMs(came.headers);
  return withObserved({ status: came.status }, came, options, (valueOf) => ({
    requestId: valueOf('x-request-id'),
    retryAfter: wait && Math.round(wait / 1000),
  }));
}

/**
 * Adds the observed headers, body and operation key to a message, and more members. `valueOf` returns the value of a header; null if
 * it was not sent, undefined if it was not observed or is withheld. `bodyText` is null for a message without a body, and undefined
 * if the body was not observed or not stored.
 */
function withObserved<M extends object, More extends object>(
  message: M,
  { headers: all, body: bytes }: ObservedMessage,
  options: RecorderOptions,
  more: (valueOf: (name: string) => string | null | undefined) => More,
) {
  const headers = all && keptHeaders(all, options);
  const valueOf = (name: string): string | null | undefined => {
    const value = headers?.[name];
    return headers === undefined || value === null ? undefined : (value ?? null);
  };
  const kept = bytes ? options.keeper.keep(bytes) : null;
  const canonical = kept && (kept.value === undefined ? null : digestOfJson(kept.value));
  const body = bytes
    ? { bodyBytes: bytes.length, digests: { raw: digestOf(bytes), ...(kept && { canonical }) } }
    : { bodyText: bytes };
  const whole = { ...message, headers, ...body, key: valueOf('idempotency-key'), ...more(valueOf) };
  return kept === null ? whole : withBody(whole, kept);
}

/** Returns the results of a completed search. If its key was used before, it is unknown whether it was charged again. */
function deliveredBy(
  { status, body }: TrafficResponse,
  { key }: TrafficRequest,
  operation: Operation,
  usedKeys: Set<string>,
): Delivery | undefined {
  const isUsed = typeof key === 'string' && usedKeys.has(key);
  if (typeof key === 'string') usedKeys.add(key);
  const { success, data } = (body ?? {}) as { success?: unknown; data?: Record<string, unknown> | null };
  const jobs = data?.['jobs'];
  if (operation.kind !== 'search' || status !== 200 || success !== true || !Array.isArray(jobs))
    return undefined;
  const links = jobs.map((job) => (job as Record<string, unknown> | null)?.['Job URL']);
  const credits = data?.['credits_used'];
  return {
    jobs: links.map((link) => (typeof link === 'string' ? link : null)),
    cursor: data?.[operation.cursorField] ?? null,
    ...(Number.isSafeInteger(credits) && !isUsed ? { credits: credits as number } : {}),
  };
}
