/**
 * One HTTP request, exactly as told: the body's bytes, the headers as written, no redirect followed, no connection
 * reused (so that a lost connection is never an old one that the server had closed), nothing sent again by itself.
 */
import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { TLSSocket, type SecureContext } from 'node:tls';
import type { ExchangeFailure, RecordedResponse } from '../record/exchange.js';
import { createKeeper, withBody, type KeptBody } from '../record/kept-bodies.js';
import { BEGINNING } from '../record/message.js';
import { decoded, foldedHeaders, pairsIn } from '../values/http.js';
import { keepText } from '../values/unchanged.js';
import { causeOf } from './causes.js';
import {
  credentialsFor,
  proxyFor,
  proxyLost,
  tunnelTo,
  type Proxies,
  type Proxy,
  type Reached,
} from './proxies.js';

export interface WireRequest {
  method: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  body: Buffer | null;
  /** Whether the connection is broken off as soon as the answer begins. */
  cut?: boolean;
}

/** By what way requests go out, and what is waited for. */
export interface Transport {
  /** For the whole exchange, connecting included. */
  timeoutMs: number;
  /** Of the response's body. */
  maxBytes: number;
  /** Absent where every request goes straight to its address. */
  proxies?: Proxies;
  /** What is trusted in place of the authorities of Node. */
  trust?: SecureContext;
  /** Keeps an answer's body, or says with null that only its beginning is kept. Where it is absent, all are kept. */
  keep?: (body: Buffer) => KeptBody | null;
}

export interface WireResult {
  response: RecordedResponse | null;
  failure: ExchangeFailure | null;
  /** False where no connection came about, so that nobody can have read the request. */
  reached: boolean;
  sentAt: number;
  receivedAt: number;
}

const MAX_HEADER_BYTES = 64 * 1024;

/** How long an answer may still take once the run is ending: it may have cost something, and tells what. */
const LAST_MS = 3000;

/**
 * Sends one request. Never rejects for what the target does; throws TypeError for a request that can't be written.
 * Where `ending` aborts, the answer has to come soon.
 */
export function send(
  wire: WireRequest,
  transport: Transport,
  now: () => number,
  ending?: AbortSignal,
): Promise<WireResult> {
  const sentAt = now();
  const url = new URL(wire.url);
  return new Promise((resolve, reject) => {
    let settled = false;
    let reached = false;
    const settle = (response: RecordedResponse | null, failure: ExchangeFailure | null): void => {
      if (settled) return;
      settled = true;
      stopWaiting();
      request.destroy();
      resolve({ response, failure, reached, sentAt, receivedAt: now() });
    };
    const fail: Fail = (kind, message, remedy) =>
      settle(null, { kind, message, ...(remedy === undefined ? {} : { remedy }) });
    const stopWaiting = waitFor(transport.timeoutMs, ending, fail);

    const proxy = transport.proxies === undefined ? null : proxyFor(url, transport.proxies);
    const request = requestTo(url, wire, transport, proxy);
    request.on('socket', (socket) =>
      socket.once(socket instanceof TLSSocket ? 'secureConnect' : 'connect', () => (reached = true)),
    );
    request.on('error', (error: NodeJS.ErrnoException) => {
      const code = error.code ?? '';
      if (code === 'HPE_HEADER_OVERFLOW') fail('too-large', `headers of more than ${MAX_HEADER_BYTES} bytes`);
      else if (code.startsWith('HPE_')) fail('garbled', `the answer is not HTTP: ${error.message}`);
      else {
        const isProxys = proxy !== null && !reached && url.protocol === 'http:';
        const { message, remedy } = isProxys ? proxyLost(proxy, error) : causeOf(error);
        fail('connection', message, remedy);
      }
    });
    request.on('response', (message) => {
      if (wire.cut === true) return fail('connection', CUT);
      // An interim or upgraded answer is not one of the contract; Node gives only final ones here.
      collect(message, transport.maxBytes, (bytes, failure) => {
        const plain = failure ?? decoded(bytes, message.headers['content-encoding'], transport.maxBytes);
        if ('kind' in plain) fail(plain.kind, plain.message);
        else settle(recorded(message, plain, transport.keep ?? keepAny), null);
      });
    });
    request.on('close', () => fail('connection', 'the connection was closed without an answer'));
    try {
      request.end(wire.body ?? undefined);
    } catch (error) {
      stopWaiting();
      reject(error instanceof Error ? error : new TypeError(String(error)));
    }
  });
}

/** The request on its way, not sent yet. */
function requestTo(url: URL, wire: WireRequest, { trust }: Transport, proxy: Proxy | null): ClientRequest {
  const trusted = trust === undefined ? {} : { secureContext: trust };
  const options = {
    method: wire.method,
    headers: { ...wire.headers, ...lengthOf(wire) },
    maxHeaderSize: MAX_HEADER_BYTES,
    ...trusted,
  };
  if (proxy === null) return requester(url)(url, { ...options, agent: false });
  if (url.protocol === 'http:') {
    const headers = { Host: url.host, ...options.headers, ...credentialsFor(proxy) };
    return requester(proxy.url)(proxy.url, { ...options, headers, path: url.href, agent: false });
  }
  let tunnel: ClientRequest | undefined;
  const request = httpsRequest(url, {
    ...options,
    createConnection: (_options, done) => {
      tunnel = tunnelTo(url, proxy, trusted, done as Reached);
      return undefined;
    },
  });
  return request.once('close', () => tunnel?.destroy());
}

function requester(url: URL): typeof httpRequest {
  return url.protocol === 'https:' ? httpsRequest : httpRequest;
}

/** Said of an answer that was wanted lost. */
export const CUT = 'broken off by the suite itself, when the answer began';

type Fail = (kind: ExchangeFailure['kind'], message: string, remedy?: string) => void;

/** Fails when the answer takes too long; gives what ends the waiting. */
function waitFor(timeoutMs: number, ending: AbortSignal | undefined, fail: Fail): () => void {
  let last: NodeJS.Timeout | undefined;
  const timer = setTimeout(
    () => fail('timeout', `no complete answer within ${timeoutMs / 1000} s`),
    timeoutMs,
  );
  const hurry = (): void => {
    last = setTimeout(() => fail('aborted', 'the run ended while this was under way'), LAST_MS);
  };
  if (ending?.aborted === true) hurry();
  else ending?.addEventListener('abort', hurry, { once: true });
  return () => {
    clearTimeout(timer);
    clearTimeout(last);
    ending?.removeEventListener('abort', hurry);
  };
}

function collect(
  message: IncomingMessage,
  maxBytes: number,
  done: (bytes: Buffer, failure: ExchangeFailure | null) => void,
): void {
  const chunks: Buffer[] = [];
  let size = 0;
  message.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > maxBytes) {
      done(Buffer.alloc(0), { kind: 'too-large', message: `a body of more than ${maxBytes} bytes` });
      message.destroy();
    } else chunks.push(chunk);
  });
  message.on('end', () => done(Buffer.concat(chunks), null));
  const cut = (error?: NodeJS.ErrnoException): void => {
    const garbled = error?.code?.startsWith('HPE_') === true;
    done(Buffer.alloc(0), {
      kind: garbled ? 'garbled' : 'aborted',
      message: garbled
        ? `the answer is not HTTP: ${error?.message}`
        : `the answer ended after ${size} bytes of its body`,
    });
  };
  message.on('aborted', () => cut());
  message.on('error', cut);
}

function keepAny(body: Buffer): KeptBody | null {
  return createKeeper(Infinity).keep(body);
}

function recorded(
  message: IncomingMessage,
  bytes: Buffer,
  keep: (body: Buffer) => KeptBody | null,
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

/** A body's length is always said; a chunked request would be another request than the one in the report. */
function lengthOf({ body, headers, method }: WireRequest): Record<string, string> {
  const named = Object.keys(headers).some((name) => name.toLowerCase() === 'content-length');
  if (named || (body === null && method !== 'POST' && method !== 'PUT' && method !== 'PATCH')) return {};
  return { 'Content-Length': String(body?.length ?? 0) };
}
