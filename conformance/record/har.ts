/**
 * Reads HAR 1.2, which browsers, proxies and test tools write. Anything uncertain counts as not observed: a body that a tool may
 * have changed, a withheld header, an omitted body.
 */
import { isUtf8 } from 'node:buffer';
import type { Contract } from '../../spec/contract.js';
import { fields, type Fields } from '../values/fields.js';
import { decoded, foldedHeaders } from '../values/http.js';
import { parsedJson } from '../values/json.js';
import { follow } from '../values/pointers.js';
import type { Digests } from './exchange.js';
import { placeIn, type Headers, type Observed } from './recorder.js';
import type { TrafficExchange } from './traffic.js';

/** Why a request of the file is skipped. */
export type Aside = 'without a request' | 'not this API' | 'preflight' | 'from a cache';

/** Errors of browsers for a response that was lost or truncated on its way. */
const LOST =
  /EMPTY_RESPONSE|CONNECTION_(?:RESET|CLOSED)|LENGTH_MISMATCH|INCOMPLETE_CHUNKED|NET_(?:RESET|PARTIAL_TRANSFER)/;

/** The largest decoded body. */
const MOST_BYTES = 64 * 1024 * 1024;

export function observedIn(entry: unknown, contract: Contract): Observed | Aside {
  const { request, response, ...rest } = fields(entry) ?? {};
  const asked = fields(request) ?? {};
  const { method: verb, url: address } = asked;
  if (typeof verb !== 'string' || typeof address !== 'string') return 'without a request';
  // HTTP libraries take methods in small letters, and tools record them so.
  const method = verb.toUpperCase();
  if (!URL.canParse(address) || !/^https?:/i.test(address)) return 'not this API';
  const url = new URL(address);
  // Some tools write the query only as a list.
  if (url.search === '')
    for (const [name, value] of pairsOf(asked['queryString'])) url.searchParams.append(name, value);
  if (
    method === 'OPTIONS' &&
    contract.operations.some((each) => placeIn(contract, each.method, url.pathname))
  )
    return 'preflight';
  if (placeIn(contract, method, url.pathname) === null) return 'not this API';
  const answer = fields(response) ?? {};
  if (isFromCache(rest, answer)) return 'from a cache';
  const headers = headersOf(asked['headers']);
  const observed = rest['_sent'] === 'never' ? null : responseOf(answer);
  const error = errorOf(answer);
  const sent = observed === null ? 'never' : observed?.body === undefined ? 'unknown' : 'whole';
  return {
    request: { method, url: url.href, headers, body: requestBodyOf(asked, method, headers) },
    response: observed,
    sent: LOST.test(error) ? (observed ? 'cut' : 'never') : sent,
    account: typeof rest['_account'] === 'string' ? rest['_account'] : undefined,
    aborted: /abort|cancel/i.test(error) || undefined,
    // Chrome writes the port of the server as `connection`.
    connection: text(rest['_connectionId']) || text(rest['connection']) || undefined,
    ...timesOf(rest, observed !== undefined),
  };
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The error of a browser; Playwright writes it under another name. */
function errorOf(response: Fields): string {
  return text(response['_error']) || text(response['_failureText']);
}

/** True if a cache of the browser or network, or a service worker, answered: then the request did not reach the service. */
function isFromCache(entry: Fields, response: Fields): boolean {
  const status = Number(response['status']);
  return (
    text(entry['_fromCache']) !== '' ||
    // Safari names the source, and Firefox the place in its cache, or null.
    !['', 'Network Load'].includes(text(entry['_fetchType'])) ||
    (follow(entry, ['cache', 'afterRequest']) !== undefined && !(Number(response['bodySize']) > 0)) ||
    response['_fetchedViaServiceWorker'] === true ||
    entry['_fetchedViaServiceWorker'] === true ||
    (response['_transferSize'] === 0 && status >= 200) ||
    Number(headersOf(response['headers'])?.['age']) > 0 ||
    status === 304
  );
}

/** Undefined if the list is missing or empty: no message lacks headers. Names with a colon are those of HTTP/2 for the start line. */
function headersOf(list: unknown): Headers | undefined {
  const pairs = pairsOf(list).filter(([name]) => !name.startsWith(':'));
  // White space around a value is not a part of it.
  const headers = foldedHeaders(pairs.map(([name, value]) => [name, value.trim()]));
  return Object.keys(headers).length === 0 ? undefined : headers;
}

function pairsOf(list: unknown): [name: string, value: string][] {
  return (Array.isArray(list) ? list : []).flatMap((item): [string, string][] => {
    const { name, value } = fields(item) ?? {};
    const isValue = typeof value === 'string' || typeof value === 'number';
    return typeof name === 'string' && isValue ? [[name, String(value)]] : [];
  });
}

/** Headers that a script may read in a response of another origin. A recorder inside a page observes no others. */
const SAFELISTED =
  /^(?:cache-control|content-language|content-length|content-type|expires|last-modified|pragma)$/;

function responseOf(answer: Fields): Exclude<Observed['response'], null> {
  const status = answer['status'];
  // Browsers write 0 for a response that they do not show.
  if (typeof status !== 'number' || !Number.isInteger(status) || status < 100 || status > 599)
    return undefined;
  const all = headersOf(answer['headers']);
  const content = fields(answer['content']) ?? {};
  const headers =
    all !== undefined && Object.keys(all).every((name) => SAFELISTED.test(name)) ? undefined : all;
  const isBroken = errorOf(answer) !== '';
  return { status, headers, body: isBroken ? undefined : contentOf(content, all ?? {}) };
}

function contentOf(content: Fields, headers: Headers): Buffer | undefined {
  const said = content['size'];
  if (typeof content['text'] !== 'string' || content['text'] === '')
    return said === 0 && headers['content-length'] === '0' ? Buffer.alloc(0) : undefined;
  const bytes = plain(content['text'], content['encoding'], said, headers);
  if (bytes === undefined) return undefined;
  const length = headers['content-encoding'] === undefined ? headers['content-length'] : undefined;
  // Some tools state the size in characters.
  const sizes = [bytes.length, bytes.toString('utf8').length];
  return isWhole(bytes, length, sizes.includes(Number(said))) ? bytes : undefined;
}

/** Matches values and characters that tools write in place of others, and the end of a text that they truncated. */
const PLACEHOLDER =
  /\uFFFD|[[<{(*]redacted[\])}>*]|"(?:[[<{(*]+(?:redacted|removed|hidden|filtered|masked|sanitized)\b[^"\])}>*]*[\])}>*]+|redacted|[*•]{3,})"|(?:…|\.{3}|\btruncated[\])}>]?)\s*$/i;

/**
 * False if a tool may have changed the body:
 * - It contains placeholders, or is shorter than `length`, which the headers state.
 * - It is not a JSON object with members, and differs from `length`. Without `length`, it must agree with the recorded size
 *   (`agrees`), and must not begin like JSON that was truncated.
 */
function isWhole(bytes: Buffer, length: string | undefined, agrees: boolean): boolean {
  const whole = bytes.toString('utf8');
  const excess = bytes.length - Number(length ?? bytes.length);
  if (PLACEHOLDER.test(whole) || excess < 0) return false;
  const value = parsedJson(whole);
  const isCut = length === undefined && value === undefined && /^\s*[[{]/.test(whole);
  return Object.keys(fields(value) ?? {}).length > 0 || (agrees && excess === 0 && !isCut);
}

/**
 * The bytes of a text. Some tools write each byte as a character, even of UTF-8, but postings may contain such text, too. Undefined
 * if neither the recorded size nor Content-Length decides.
 */
function bytesOf(
  written: string,
  isBase64: boolean,
  size: unknown,
  headers: Headers | undefined,
): Buffer | undefined {
  if (isBase64) return Buffer.from(written, 'base64');
  const [bytes, raw] = [Buffer.from(written), Buffer.from(written, 'latin1')];
  if (written.startsWith('\x1f\x8b')) return raw;
  const length = Number(headers?.['content-length']);
  const isLatin = raw.toString('latin1') === written;
  if (isLatin && isUtf8(raw) && length === raw.length) return raw;
  const isText =
    !/[\xc2-\xf4][\x80-\xbf]/.test(written) ||
    [size, length].includes(bytes.length) ||
    (isLatin && !isUtf8(raw));
  return isText ? bytes : undefined;
}

/** The decoded body: some tools write the bytes of the wire, compressed or in chunks. */
function plain(written: string, encoding: unknown, size: unknown, headers: Headers): Buffer | undefined {
  const isBase64 = text(encoding).toLowerCase() === 'base64';
  let bytes = bytesOf(written, isBase64, size, headers);
  if (bytes === undefined) return undefined;
  if (parsedJson(bytes.toString('utf8')) !== undefined) return bytes;
  if (/\bchunked\b/i.test(headers['transfer-encoding'] ?? '')) bytes = unchunked(bytes) ?? bytes;
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const coding = isBase64 ? headers['content-encoding'] : undefined;
  const whole = decoded(bytes, isGzip ? 'gzip' : coding, MOST_BYTES);
  if (Buffer.isBuffer(whole)) return whole;
  // Some tools store decoded text although the header names a coding. Broken gzip is useless.
  return isGzip ? undefined : bytes;
}

/** Joins the chunks of a body; null if the bytes are not chunked. */
function unchunked(bytes: Buffer): Buffer | null {
  const parts: Buffer[] = [];
  for (let at = 0; ;) {
    const end = bytes.indexOf('\r\n', at);
    const size =
      end === -1 ? null : /^([0-9a-f]{1,7})(?:;.*)?$/i.exec(bytes.toString('latin1', at, end))?.[1];
    if (size === null || size === undefined) return null;
    const length = parseInt(size, 16);
    if (length === 0) return Buffer.concat(parts);
    if (end + 2 + length > bytes.length) return null;
    parts.push(bytes.subarray(end + 2, end + 2 + length));
    at = end + 2 + length + 2;
  }
}

/** Null if the request had no body, undefined if that is unknown: tools also write an empty text for a body that they dropped. */
function requestBodyOf(
  request: Fields,
  method: string,
  headers: Headers | undefined,
): Buffer | null | undefined {
  const post = fields(request['postData']) ?? {};
  const length = headers?.['content-length'];
  const bytes = bytesOf(text(post['text']), post['encoding'] === 'base64', request['bodySize'], headers);
  if (bytes === undefined) return undefined;
  if (bytes.length === 0) return method === 'GET' || length === '0' ? null : undefined;
  const isJson = parsedJson(bytes.toString('utf8')) !== undefined;
  return isWhole(bytes, length, isJson || length !== undefined) ? bytes : undefined;
}

/** Safari writes a duration of 0 if it does not know one. `isAnswered`: whether a response was observed. */
function timesOf(
  { startedDateTime, time, timings }: Fields,
  isAnswered: boolean,
): { arrivedAt?: number; endedAt?: number } {
  const arrivedAt = Date.parse(text(startedDateTime));
  if (Number.isNaN(arrivedAt)) return {};
  const isDuration = typeof time === 'number' && time > 0 && Number.isFinite(time);
  const connecting = connectingIn(fields(timings) ?? {});
  const isKnown = isDuration && (isAnswered || connecting === null);
  return { arrivedAt, endedAt: isKnown ? arrivedAt + time - (connecting ?? 0) : undefined };
}

/**
 * The time of connecting in an entry with the timings of mitmproxy, which writes no `blocked` or `dns`; otherwise null. The entry's
 * duration includes this time, although the connection was made earlier or while the request waited. Without a response, the
 * duration ends with the request.
 */
function connectingIn(timings: Fields): number | null {
  const names = Object.keys(timings).sort().join(' ');
  if (names !== 'connect receive send ssl wait') return null;
  return [timings['connect'], timings['ssl']].reduce<number>(
    (sum, part) => sum + Math.max(Number(part), 0),
    0,
  );
}

/** An exchange of a tool that does not record requests: only its operation and its response were observed. */
export function responseAlone(exchange: TrafficExchange): TrafficExchange {
  const { method, url, path, query } = exchange.request;
  const unknown = { account: undefined, arrivedAt: undefined, endedAt: undefined };
  return { ...exchange, ...unknown, request: { method, url, path, query } };
}

/** The most requests that browsers send concurrently to one host over HTTP/1.1. They queue further ones. */
const MOST_AT_ONCE = 6;

/**
 * Removes copies, and sorts exchanges by arrival if all have a time. Drops all times if one is missing, or all are whole seconds
 * or tenths. With `isPlaywright`, drops end times if a browser may have queued a request: Playwright omits the time in the queue.
 */
export function inOrder(exchanges: readonly TrafficExchange[], isPlaywright = false): TrafficExchange[] {
  const isTimed = exchanges.every(({ arrivedAt }) => arrivedAt !== undefined);
  const step = exchanges.length > 2 ? 100 : 1000;
  const isCoarse = exchanges.length > 1 && exchanges.every(({ arrivedAt }) => (arrivedAt ?? 0) % step === 0);
  const ordered = withoutCopies(
    isTimed ? exchanges.toSorted((a, b) => a.arrivedAt! - b.arrivedAt!) : exchanges,
  );
  const isVague = isCoarse || !isTimed;
  const unknown = {
    ...(isVague ? { arrivedAt: undefined } : {}),
    ...(isVague || (isPlaywright && mayBeQueued(ordered)) ? { endedAt: undefined } : {}),
  };
  return ordered.map((each, i) => ({ ...each, id: i + 1, ...unknown }));
}

function mayBeQueued(ordered: readonly TrafficExchange[]): boolean {
  let open: TrafficExchange[] = [];
  return ordered.some((each) => {
    open = [...open.filter(({ endedAt = Infinity }) => endedAt > each.arrivedAt!), each];
    return open.length > MOST_AT_ONCE;
  });
}

/** Removes second records of one request, as a page and its service worker or two proxies make them: same id, overlapping times. */
function withoutCopies(exchanges: readonly TrafficExchange[]): TrafficExchange[] {
  const earlier = new Map<string, TrafficExchange>();
  return exchanges.filter((each) => {
    const { request, response, arrivedAt = 0 } = each;
    if (typeof response?.requestId !== 'string') return true;
    const name = [request.method, request.url, request.key, response.status, response.requestId].join(' ');
    const first = earlier.get(name);
    if (first === undefined) earlier.set(name, each);
    return (
      first === undefined ||
      (first.endedAt ?? Infinity) <= arrivedAt ||
      isOther(first.request.digests, request.digests) ||
      isOther(first.response?.digests, response.digests)
    );
  });
}

function isOther(a: Digests | undefined, b: Digests | undefined): boolean {
  return a !== undefined && b !== undefined && a.raw !== b.raw;
}
