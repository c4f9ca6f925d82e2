/**
 * HAR 1.2, which browsers, proxies and test tools write. It is read for what it can be sure of: a size that is not that of
 * the text, a header that a tool keeps to itself, a body that it left out are things that were not seen.
 */
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { Contract } from '../../spec/contract.js';
import { parsedJson } from '../values/json.js';
import { placeIn, type Headers, type SeenResponse, type Sighting } from './sighting.js';
import type { Sent, TrafficExchange } from './traffic.js';

/** Why a request of the file is not looked at. */
export type Aside = 'not this API' | 'preflight' | 'from a cache';

type Fields = Record<string, unknown>;

/** Of one body, unpacked. */
const MOST_BYTES = 64 * 1024 * 1024;

/** What one entry of a HAR file shows. Throws an Error for one that is none. */
export function sightingOf(entry: unknown, contract: Contract): Sighting | Aside {
  const { request, response, ...rest } = fields(entry);
  const asked = fields(request);
  const { method, url: address } = asked;
  if (typeof method !== 'string' || typeof address !== 'string')
    throw new Error('it has no request with method and url');
  if (!URL.canParse(address) || !/^https?:/i.test(address)) return 'not this API';
  const url = new URL(address);
  if (
    method === 'OPTIONS' &&
    contract.operations.some((each) => placeIn(contract, each.method, url.pathname))
  )
    return 'preflight';
  if (placeIn(contract, method, url.pathname) === null) return 'not this API';
  const told = fields(response);
  if (isFromCache(rest, told)) return 'from a cache';
  const headers = headersOf(asked['headers']);
  const seen = responseOf(told);
  return {
    method,
    url,
    requestHeaders: headers,
    requestBody: requestBodyOf(asked, method, headers),
    response: seen,
    sent: sentOf(seen),
    ...(typeof rest['_account'] === 'string' ? { account: rest['_account'] } : {}),
    ...(/abort/i.test(text(told['_error'])) ? { aborted: true } : {}),
    ...(typeof rest['connection'] === 'string' && rest['connection'] !== ''
      ? { connection: rest['connection'] }
      : {}),
    ...timesOf(rest),
  };
}

function fields(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** A browser writes down what it had already, too: the service saw nothing of it. */
function isFromCache(entry: Fields, response: Fields): boolean {
  return (
    text(entry['_fromCache']) !== '' ||
    response['_fetchedViaServiceWorker'] === true ||
    entry['_fetchedViaServiceWorker'] === true ||
    response['status'] === 304
  );
}

/** Undefined where the list is missing or empty: no request and no answer goes without headers. */
function headersOf(list: unknown): Headers | undefined {
  const headers: Record<string, string> = {};
  for (const item of Array.isArray(list) ? list : []) {
    const { name, value } = fields(item);
    // Those of HTTP/2 that stand for the start line.
    if (typeof name !== 'string' || typeof value !== 'string' || name.startsWith(':')) continue;
    const known = name.toLowerCase();
    headers[known] = Object.hasOwn(headers, known) ? `${headers[known]}, ${value}` : value;
  }
  return Object.keys(headers).length === 0 ? undefined : headers;
}

/** Headers that a script may read of an answer from elsewhere. A recorder inside a page sees no others. */
const SAFELISTED =
  /^(?:cache-control|content-language|content-length|content-type|expires|last-modified|pragma)$/;

function responseOf(told: Fields): SeenResponse | undefined {
  const status = told['status'];
  // 0 stands for none that the browser would show.
  if (typeof status !== 'number' || !Number.isInteger(status) || status < 100 || status > 599)
    return undefined;
  const all = headersOf(told['headers']);
  const content = fields(told['content']);
  const headers =
    all !== undefined && Object.keys(all).every((name) => SAFELISTED.test(name)) ? undefined : all;
  return { status, headers, body: contentOf(content, all ?? {}) };
}

function contentOf(content: Fields, headers: Headers): Buffer | undefined {
  const said = content['size'];
  if (typeof content['text'] !== 'string' || content['text'] === '')
    return said === 0 && headers['content-length'] === '0' ? Buffer.alloc(0) : undefined;
  const bytes = plain(content['text'], content['encoding'], headers);
  return bytes === undefined || isCut(bytes, said) ? undefined : bytes;
}

/**
 * JSON is whole where it parses, whatever was said of its size. Other text is taken as it stands only where the size
 * agrees: browsers cut long ones.
 */
function isCut(bytes: Buffer, said: unknown): boolean {
  const whole = bytes.toString('utf8');
  return parsedJson(whole) === undefined && said !== bytes.length && said !== whole.length;
}

/** The body as text means it: some tools write down the bytes of the wire, packed or in chunks. */
function plain(written: string, encoding: unknown, headers: Headers): Buffer | undefined {
  let bytes: Buffer =
    text(encoding).toLowerCase() === 'base64' ? Buffer.from(written, 'base64') : Buffer.from(written, 'utf8');
  if (parsedJson(bytes.toString('utf8')) !== undefined) return bytes;
  if (/\bchunked\b/i.test(headers['transfer-encoding'] ?? '')) bytes = unchunked(bytes) ?? bytes;
  const coding = (headers['content-encoding'] ?? '').trim().toLowerCase();
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  try {
    const limit = { maxOutputLength: MOST_BYTES };
    if (isGzip) return gunzipSync(bytes, limit);
    if (encoding === 'base64' && coding === 'br') return brotliDecompressSync(bytes, limit);
    if (encoding === 'base64' && coding === 'deflate') return inflateSync(bytes, limit);
  } catch {
    // The text may be what was packed, and only look like it; a gzip that is none tells nothing.
    return isGzip ? undefined : bytes;
  }
  return bytes;
}

/** The body that chunks hold; null for bytes that are no chunks. */
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

function requestBodyOf(
  request: Fields,
  method: string,
  headers: Headers | undefined,
): Buffer | null | undefined {
  const post = fields(request['postData']);
  const length = headers?.['content-length'];
  if (typeof post['text'] !== 'string') {
    if (method === 'GET') return null;
    return request['bodySize'] === 0 && (length === undefined || length === '0') ? null : undefined;
  }
  const bytes =
    text(post['encoding']) === 'base64'
      ? Buffer.from(post['text'], 'base64')
      : Buffer.from(post['text'], 'utf8');
  if (bytes.length === 0) return length === undefined || length === '0' ? null : undefined;
  const isWhole = parsedJson(bytes.toString('utf8')) !== undefined || length === String(bytes.length);
  return isWhole ? bytes : undefined;
}

function sentOf(response: SeenResponse | undefined): Sent {
  return response?.body === undefined ? 'unknown' : 'whole';
}

function timesOf({ startedDateTime, time }: Fields): { arrivedAt?: number; endedAt?: number } {
  const arrivedAt = Date.parse(text(startedDateTime));
  if (Number.isNaN(arrivedAt)) return {};
  const took = typeof time === 'number' && time >= 0 && Number.isFinite(time) ? time : null;
  return { arrivedAt, ...(took === null ? {} : { endedAt: arrivedAt + took }) };
}

/**
 * The exchanges in the order of their arrival, numbered anew. Where not all tell when they arrived the order is that of the
 * file. Times in whole seconds tell an order, and no durations.
 */
export function inOrder(exchanges: readonly TrafficExchange[]): TrafficExchange[] {
  const timed = exchanges.every(({ arrivedAt }) => arrivedAt !== undefined);
  const coarse = exchanges.length > 2 && timed && exchanges.every(({ arrivedAt }) => arrivedAt! % 1000 === 0);
  const ordered = timed
    ? exchanges
        .map((each, i) => ({ each, i }))
        .sort((a, b) => a.each.arrivedAt! - b.each.arrivedAt! || a.i - b.i)
    : exchanges.map((each, i) => ({ each, i }));
  return ordered.map(({ each }, i) => {
    const { arrivedAt, endedAt, ...rest } = each;
    return {
      ...rest,
      id: i + 1,
      ...(coarse || !timed ? {} : { arrivedAt, ...(endedAt === undefined ? {} : { endedAt }) }),
    };
  });
}
