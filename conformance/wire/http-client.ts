/**
 * Sends an HTTP request with exactly the given headers and body. Does not follow redirects, does not retry, and does not reuse
 * connections, because the server may have closed them.
 */
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
export function send(wire: WireRequest, transport: Transport): Promise<WireResult> {
  const { now = Date.now, proxies, trust } = transport;
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
    const stopWaiting = waitFor(transport, fail);

    const proxy = proxies === undefined ? null : proxyFor(url, proxies);
    const headers = { ...wire.headers, ...lengthOf(wire) };
    const request = requestTo(
      url,
      { method: wire.method, headers, maxHeaderSize: MAX_HEADER_BYTES, trust },
      proxy,
    );
    request.on('socket', (socket) =>
      socket.once(socket instanceof TLSSocket ? 'secureConnect' : 'connect', () => (reached = true)),
    );
    request.on('error', (error: NodeJS.ErrnoException) => {
      const code = error.code ?? '';
      if (code === 'HPE_HEADER_OVERFLOW') fail('too-large', `headers of more than ${MAX_HEADER_BYTES} bytes`);
      else if (code.startsWith('HPE_')) fail('garbled', `the answer is not HTTP: ${error.message}`);
      else {
        const isProxyLost = proxy !== null && !reached && url.protocol === 'http:';
        const { message, remedy } = isProxyLost ? proxyLost(proxy, error) : causeOf(error);
        fail('connection', message, remedy);
      }
    });
    request.on('response', (message) => {
      if (wire.cut === true) return fail('connection', CUT);
      // Node emits this only for final responses. The contract has no interim responses and no upgrades.
      collect(message, transport.maxBytes, (bytes, failure) => {
        const plain = failure ?? decoded(bytes, message.headers['content-encoding'], transport.maxBytes);
        if ('kind' in plain) fail(plain.kind, plain.message);
        else settle(recorded(message, plain, transport.keep), null);
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

type Fail = (kind: ExchangeFailure['kind'], message: string, remedy?: string) => void;

/** Fails if the response takes too long. Returns a function that stops the timers. */
function waitFor({ timeoutMs, ending }: Transport, fail: Fail): () => void {
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
