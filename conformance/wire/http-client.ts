/**
 * Sends an HTTP request with exactly the given headers and body. Does not follow redirects, does not retry, and does not reuse
 * connections, because the server may have closed them.
 */
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { TLSSocket, type SecureContext } from 'node:tls';
import { CUT, type Exchange, type ExchangeFailure, type RecordedResponse } from '../record/exchange.js';
import { createKeeper, withBody, type KeptBody } from '../record/kept-bodies.js';
import { BEGINNING } from '../record/message.js';
import { decoded, foldedHeaders, pairsIn } from '../values/http.js';
import { keepText } from '../values/unchanged.js';
import { causeOf } from './causes.js';
import { proxyFor, proxyLost, requestTo, type Proxies } from './proxies.js';

export interface WireRequest {
  method: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  body: Buffer | null;
  /** True to close the connection as soon as the response begins. */
  cut?: boolean;
}

/** How to send requests, and limits of responses. */
export interface Transport {
  /** Time limit of the whole exchange, including connecting. */
  timeoutMs: number;
  /** Size limit of the response's body. */
  maxBytes: number;
  /** Absent to send all requests directly. */
  proxies?: Proxies;
  /** Certificate authorities instead of those of Node. */
  trust?: SecureContext;
  /** The clock of the run; by default that of the machine. */
  now?: () => number;
  /** After this signal is aborted, responses must arrive within `LAST_MS`. */
  ending?: AbortSignal;
  /** Stores the body of a response; null to store only its start. Default: stores all bodies. */
  keep?: (body: Buffer) => KeptBody | null;
}

export interface WireResult extends Pick<Exchange, 'response' | 'failure' | 'sentAt' | 'receivedAt'> {
  /** False if there was no connection, so that the target cannot have read the request. */
  reached: boolean;
}

const MAX_HEADER_BYTES = 64 * 1024;

/** Time for responses to arrive after the end of the run, ms, because they state what requests cost. */
const LAST_MS = 3000;

/** Sends a request. Rejects only with TypeError, for a request that cannot be written. */
export async function send(wire: WireRequest, transport: Transport): Promise<WireResult> {
  const { now = Date.now, proxies, trust, maxBytes } = transport;
  const sentAt = now();
  const url = new URL(wire.url);
  const proxy = proxies === undefined ? null : proxyFor(url, proxies);
  const headers = { ...wire.headers, ...lengthOf(wire) };
  const { method } = wire;
  const request = requestTo(url, { method, headers, maxHeaderSize: MAX_HEADER_BYTES, trust }, proxy);
  let reached = false;
  // The first failure counts, because it causes the others.
  let lost: ExchangeFailure | undefined;
  const end = new AbortController();
  const stopWaiting = waitFor(transport, (failure) => {
    lost ??= failure;
    end.abort();
    request.destroy();
  });
  request
    .on('socket', (socket) =>
      socket.once(socket instanceof TLSSocket ? 'secureConnect' : 'connect', () => (reached = true)),
    )
    .on('error', (error) => {
      const isProxyLost = proxy !== null && !reached && url.protocol === 'http:';
      lost ??= failureOf(isProxyLost ? proxyLost(proxy, error) : error);
    })
    .on('close', () => end.abort());
  let response: RecordedResponse | null = null;
  request.end(wire.body ?? undefined);
  try {
    // Node emits this only for final responses. The contract has no interim responses and no upgrades.
    const [message] = (await once(request, 'response', end)) as [IncomingMessage];
    if (wire.cut === true) lost = { kind: 'connection', message: CUT };
    const bytes = lost ?? (await bodyOf(message, maxBytes));
    const plain = 'kind' in bytes ? bytes : decoded(bytes, message.headers['content-encoding'], maxBytes);
    if ('kind' in plain) lost ??= plain;
    else if (lost === undefined) response = recorded(message, plain, transport.keep);
  } catch {
    lost ??= { kind: 'connection', message: 'the connection was closed without an answer' };
  } finally {
    stopWaiting();
    request.destroy();
  }
  return { response, failure: lost ?? null, reached, sentAt, receivedAt: now() };
}

function failureOf(error: NodeJS.ErrnoException): ExchangeFailure {
  const { code = '' } = error;
  if (code === 'HPE_HEADER_OVERFLOW')
    return { kind: 'too-large', message: `headers of more than ${MAX_HEADER_BYTES} bytes` };
  if (code.startsWith('HPE_'))
    return { kind: 'garbled', message: `the answer is not HTTP: ${error.message}` };
  const { message, remedy } = causeOf(error);
  return { kind: 'connection', message, ...(remedy !== undefined && { remedy }) };
}

/** Loses the response if it takes too long. Returns a function that stops the timers. */
function waitFor({ timeoutMs, ending }: Transport, lose: (failure: ExchangeFailure) => void): () => void {
  let last: NodeJS.Timeout | undefined;
  const timeout = { kind: 'timeout', message: `no complete answer within ${timeoutMs / 1000} s` } as const;
  const timer = setTimeout(lose, timeoutMs, timeout);
  const hurry = (): void => {
    last = setTimeout(lose, LAST_MS, { kind: 'aborted', message: 'the run ended while this was under way' });
  };
  if (ending?.aborted === true) hurry();
  else ending?.addEventListener('abort', hurry, { once: true });
  return () => {
    clearTimeout(timer);
    clearTimeout(last);
    ending?.removeEventListener('abort', hurry);
  };
}

async function bodyOf(message: IncomingMessage, maxBytes: number): Promise<Buffer | ExchangeFailure> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of message as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) return { kind: 'too-large', message: `a body of more than ${maxBytes} bytes` };
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } catch {
    return { kind: 'aborted', message: `the answer ended after ${size} bytes of its body` };
  }
}

function recorded(
  message: IncomingMessage,
  bytes: Buffer,
  keep: Transport['keep'] = (body) => createKeeper(Infinity).keep(body),
): RecordedResponse {
  const headers = foldedHeaders(pairsIn(message.rawHeaders));
  const status = message.statusCode ?? 0;
  const body = keep(bytes);
  if (body === null) {
    const bodyText = bytes.toString('utf8', 0, BEGINNING);
    return { status, headers, bodyText, bodyCut: bytes.length, body: undefined };
  }
  keepText(body, ['data', 'search_after']);
  return withBody({ status, headers }, body);
}

/** Adds the length of the body, because a chunked request would differ from the one in the report. */
function lengthOf({ body, headers, method }: WireRequest): Record<string, string> {
  const named = Object.keys(headers).some((name) => name.toLowerCase() === 'content-length');
  if (named || (body === null && method !== 'POST' && method !== 'PUT' && method !== 'PATCH')) return {};
  return { 'Content-Length': String(body?.length ?? 0) };
}
