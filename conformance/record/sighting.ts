/** What is kept of traffic that passes by or was written down elsewhere: the same for a proxy and for a HAR file. */
import type { Contract, Operation } from '../../spec/contract.js';
import type { Redactor } from '../../common/redact.js';
import { digestOf, digestOfJson } from '../values/digest.js';
import { withBody, type KeptBody } from './kept-bodies.js';
import type { Delivery, Digests, Sent, TrafficExchange, TrafficRequest, TrafficResponse } from './traffic.js';

/** One request and what came of it, as somebody saw it. A member that is undefined was not seen. */
export interface Sighting {
  method: string;
  /** Absolute. */
  url: URL;
  requestHeaders: Headers | undefined;
  /** Null where there was none. */
  requestBody: Buffer | null | undefined;
  /** Null where none came. */
  response: SeenResponse | null | undefined;
  /** Its alias, where the source knows it without the key. */
  account?: string;
  sent: Sent;
  aborted?: boolean;
  connection?: string;
  arrivedAt?: number;
  endedAt?: number;
}

/** Names in small letters; a header that came twice is joined with `, `. */
export type Headers = Readonly<Record<string, string>>;

export interface SeenResponse {
  status: number;
  headers: Headers | undefined;
  /** As it was before it was packed. */
  body: Buffer | undefined;
}

export interface RecorderOptions {
  contract: Contract;
  /** Learns every API key that is seen. */
  redactor: Redactor;
  /** Keeps a body; null for one that is not kept. */
  keep(body: Buffer): KeptBody | null;
  /** True where no header can be missing from what is seen, so that one that is not there was not sent. */
  seesAllHeaders: boolean;
}

export interface Recorder {
  /** Null for a request that is none of the contract's. Secrets are not struck out yet: the last request may tell one. */
  record(sighting: Sighting): TrafficExchange | null;
  /** Aliases of the API keys that were seen. */
  accounts(): string[];
}

export function createRecorder(options: RecorderOptions): Recorder {
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
    accounts: () => [...seen],
    record(sighting) {
      const {
        method,
        url,
        requestHeaders: headers,
        sent,
        aborted,
        connection,
        arrivedAt,
        endedAt,
      } = sighting;
      const place = placeIn(options.contract, method, url.pathname);
      if (place === null) return null;
      count += 1;
      const key = bearerOf(headers);
      const alias = sighting.account ?? (key === null ? aliasIn(headers) : aliasOf(key));
      if (alias !== null) seen.add(alias);
      const isKeyless =
        options.seesAllHeaders && headers !== undefined && headers['authorization'] === undefined;
      const request = requestOf(sighting, place, key, options);
      const response = sighting.response && responseOf(sighting.response, options);
      const delivered = response ? deliveredBy(response, request, place.operation, usedKeys) : undefined;
      return {
        id: count,
        ...(alias !== null ? { account: alias } : isKeyless ? { account: null } : {}),
        operation: place.operation.id,
        request,
        ...(response === undefined ? {} : { response }),
        sent,
        ...(aborted === undefined ? {} : { aborted }),
        ...(connection === undefined ? {} : { connection }),
        ...(arrivedAt === undefined ? {} : { arrivedAt }),
        ...(endedAt === undefined ? {} : { endedAt }),
        ...dateIn(sighting.response?.headers),
        ...(delivered === undefined ? {} : { delivered }),
      };
    },
  };
}

interface Place {
  operation: Operation;
  /** What stands before the path of the contract. */
  base: string;
}

/** The operation at an address, whatever stands before `/api/v1` in it. */
export function placeIn(contract: Contract, method: string, pathname: string): Place | null {
  for (let at = pathname.indexOf('/api/v1/'); at !== -1; at = pathname.indexOf('/api/v1/', at + 1)) {
    const match = contract.match(method, pathname.slice(at));
    if (match !== null && 'operation' in match)
      return { operation: match.operation, base: pathname.slice(0, at) };
  }
  return null;
}

/** Headers that something is concluded from, and such as help a reader; of all others only the name is kept. */
const KEPT = new Set(
  (
    'accept accept-encoding age cache-control connection content-encoding content-length content-type date etag expires host ' +
    'idempotency-key if-none-match origin retry-after server transfer-encoding user-agent vary via x-mock-server x-request-id'
  ).split(' '),
);

/** What tools write in place of a value that they keep to themselves. */
const WITHHELD =
  /^$|^\W*(?:redacted|removed|hidden|filtered|masked|sanitized|stripped|secret|private)\b|\b(?:redacted|removed|masked)\W*$|^[*x•#.…-]{3,}$/i;

function isWithheld(value: string): boolean {
  return WITHHELD.test(value.trim());
}

/** What nobody withholds is what was sent, whatever it looks like. */
function keptHeaders(headers: Headers, { seesAllHeaders }: RecorderOptions): Record<string, string | null> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      if (name === 'authorization') return [name, schemeOf(value)];
      return [name, KEPT.has(name) && (seesAllHeaders || !isWithheld(value)) ? value : null];
    }),
  );
}

/** The key is struck out of it; what else stands there is told by its scheme alone. */
function schemeOf(value: string): string | null {
  return /^bearer\s+(?:\S+|\[key [^\]]+\])$/i.test(value) && !isWithheld(value.replace(/^bearer\s+/i, ''))
    ? value
    : null;
}

function bearerOf(headers: Headers | undefined): string | null {
  const key = /^bearer\s+(\S+)$/i.exec(headers?.['authorization'] ?? '')?.[1];
  return key === undefined || isWithheld(key) ? null : key;
}

/** What this kit writes in place of a key. */
function aliasIn(headers: Headers | undefined): string | null {
  return /^bearer\s+\[key ([^\]]+)\]$/i.exec(headers?.['authorization'] ?? '')?.[1] ?? null;
}

function requestOf(
  { method, url, requestHeaders, requestBody }: Sighting,
  { operation, base }: Place,
  apiKey: string | null,
  options: RecorderOptions,
): TrafficRequest {
  const query = Object.fromEntries(
    [...url.searchParams].map(([name, value]) => [
      name,
      name === 'q' || name === 'limit' ? value : '[not kept]',
    ]),
  );
  const search = new URLSearchParams(query).toString().replaceAll('%5Bnot+kept%5D', '[not kept]');
  const path = operation.path;
  const { body: kept, ...seenOfBody } = requestBody === undefined ? NOT_SEEN : bodyOf(requestBody, options);
  const key = requestHeaders?.['idempotency-key'];
  const sees = (value: string): boolean => options.seesAllHeaders || !isWithheld(value);
  const seesKey = requestHeaders !== undefined && (key === undefined || sees(key));
  const body = kept?.value as Record<string, unknown> | null | undefined;
  const seesCursor = operation.kind === 'search' && typeof body === 'object' && body !== null;
  const leaks =
    apiKey === null ? [] : leaksOf(apiKey, url, requestHeaders ?? {}, requestBody, options.redactor);
  const request = {
    method,
    url: `${url.origin}${base}${path}${search === '' ? '' : `?${search}`}`,
    path,
    query,
    ...(requestHeaders === undefined ? {} : { headers: keptHeaders(requestHeaders, options) }),
    ...seenOfBody,
    ...(seesKey ? { key: key ?? null } : {}),
    ...(seesCursor ? { cursor: body[operation.cursorField] ?? null } : {}),
    ...(leaks.length === 0 ? {} : { leaks }),
  };
  return kept === null ? request : withBody(request, kept);
}

/** Where an API key stands beside the header that is made for it. */
function leaksOf(
  apiKey: string,
  url: URL,
  headers: Headers,
  body: Buffer | null | undefined,
  redactor: Redactor,
): string[] {
  const leaks = Object.entries(headers).flatMap(([name, value]) => {
    // Of an operation key a part is struck out, too: its form is not known any more.
    if (name === 'idempotency-key') return redactor.text(value) === value ? [] : ['operation key'];
    return name === 'authorization' || !value.includes(apiKey) ? [] : [`header ${name}`];
  });
  if (url.href.includes(apiKey)) leaks.push('query');
  if (body?.includes(apiKey) === true) leaks.push('body');
  return leaks;
}

function responseOf({ status, headers, body }: SeenResponse, options: RecorderOptions): TrafficResponse {
  const key = headers?.['idempotency-key'];
  const sees = (value: string): boolean => options.seesAllHeaders || !isWithheld(value);
  const id = headers?.['x-request-id'];
  const wait = headers?.['retry-after'];
  const { body: kept, ...seenOfBody } = body === undefined ? NOT_SEEN : bodyOf(body, options);
  const response = {
    status,
    ...(headers === undefined ? {} : { headers: keptHeaders(headers, options) }),
    ...seenOfBody,
    ...(headers === undefined || (key !== undefined && !sees(key)) ? {} : { key: key ?? null }),
    ...(headers === undefined || (id !== undefined && !sees(id)) ? {} : { requestId: id ?? null }),
    ...(headers === undefined ? {} : { retryAfter: secondsIn(wait, headers['date']) }),
  };
  return kept === null ? response : withBody(response, kept);
}

/** `Retry-After` in seconds; as a date it counts from the answer's own. */
function secondsIn(value: string | undefined, date: string | undefined): number | null {
  if (value === undefined) return null;
  if (/^\d{1,9}$/.test(value)) return Number(value);
  const [until, from] = [Date.parse(value), Date.parse(date ?? '')];
  return Number.isNaN(until - from) ? null : Math.max(0, Math.round((until - from) / 1000));
}

interface SeenBody {
  /** Null where there was none, or it is not kept. */
  body: KeptBody | null;
  bodyText?: null;
  bodyBytes?: number;
  digests?: Digests;
}

const NOT_SEEN: SeenBody = { body: null };

function bodyOf(bytes: Buffer | null, { keep }: RecorderOptions): SeenBody {
  if (bytes === null) return { body: null, bodyText: null };
  const raw = digestOf(bytes);
  const body = keep(bytes);
  if (body === null) return { body, bodyBytes: bytes.length, digests: { raw } };
  const digests = { raw, canonical: body.value === undefined ? null : digestOfJson(body.value) };
  return { body, bodyBytes: bytes.length, digests };
}

/** The service's time, as its answer tells it. */
function dateIn(headers: Headers | undefined): { at?: number } {
  const at = Date.parse(headers?.['date'] ?? '');
  return Number.isNaN(at) ? {} : { at };
}

/** What a completed search delivered. Of a key that was used before nobody knows whether its price was paid again. */
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
