/**
 * A reverse proxy that changes nothing: bytes, headers and their order, status, trailers and a broken end are passed on as they
 * come, in both directions. It sends nothing by itself, nothing twice, and holds nothing back. What belongs to one
 * connection alone (hop by hop, RFC 9110, 7.6.1) is each side's own, and the target reads its own name in `Host`.
 */
import { Agent as HttpAgent, createServer, request as httpRequest } from 'node:http';
import type { ClientRequest, IncomingMessage, RequestOptions, Server, ServerResponse } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { causeOf } from './causes.js';
import { credentialsFor, proxyFor, tunnelTo, type Proxies, type Reached } from './proxies.js';

export interface PassageOptions {
  /** Base address; a path in it stands before that of each request. */
  target: URL;
  host: string;
  port: number;
  proxies: Proxies;
  trust?: SecureContext;
  /** Of one body. Beyond it a body passes all the same, and its text is not told. */
  mostBytes: number;
  /** Told of each request once nothing more can come of it. */
  onPassed: (passed: Passed) => void;
  /** Told why no answer came of a request that could be sent on. */
  onLost: (why: string) => void;
}

/** One request and what came of it. Times are milliseconds on a monotonic clock. */
export interface Passed {
  method: string;
  /** As the target reads it, which may be no address at all. */
  url: string;
  requestHeaders: readonly string[];
  /** Undefined where it was too long or did not come to its end. */
  requestBody: Buffer | undefined;
  /** Null where none came. */
  response: { status: number; headers: readonly string[]; body: Buffer | undefined } | null;
  sent: 'whole' | 'cut' | 'never';
  aborted: boolean;
  connection: string;
  arrivedAt: number;
  /** When the last byte of the answer came from the target, before it was passed on. */
  endedAt: number;
}

export interface Passage {
  port: number;
  /** Takes no more requests, lets those under way end for so many milliseconds, then ends them. */
  close(graceMs: number): Promise<void>;
}

const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'transfer-encoding',
  'upgrade',
]);
const MAX_HEADER_BYTES = 64 * 1024;

/** Rejects where the port cannot be listened at. */
export async function openPassage(options: PassageOptions): Promise<Passage> {
  const lines = new Map<Socket, Line>();
  let connections = 0;
  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES, requestTimeout: 0 });
  const lineOf = (socket: Socket): Line => {
    const known = lines.get(socket);
    if (known !== undefined) return known;
    const line = new Line(socket, `c${(connections += 1)}`, options);
    lines.set(socket, line);
    socket.once('close', () => {
      lines.delete(socket);
      line.end();
    });
    return line;
  };
  server.on('request', (request, response) => passOn(request, response, lineOf(request.socket), options));
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) =>
    passOn(request, response, lineOf(request.socket), options),
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { port, close: (graceMs) => closed(server, graceMs) };
}

function closed(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/**
 * The connection to the target that belongs to one of a caller. Where the target closes it, so is the caller's: a caller that
 * sends on a connection just closed is to see what it would see without a proxy.
 */
class Line {
  readonly name: string;
  readonly #caller: Socket;
  readonly #agent: HttpAgent;
  #busy = 0;

  constructor(caller: Socket, name: string, { target, trust }: PassageOptions) {
    this.#caller = caller;
    this.name = name;
    const kept = { keepAlive: true, maxSockets: 1 };
    this.#agent =
      target.protocol === 'https:'
        ? new HttpsAgent(trust === undefined ? kept : { ...kept, secureContext: trust })
        : new HttpAgent(kept);
  }

  get agent(): HttpAgent {
    return this.#agent;
  }

  begin(): void {
    this.#busy += 1;
  }

  done(): void {
    this.#busy -= 1;
  }

  /** Watches a socket to the target. */
  watch(socket: Socket): void {
    if (socket.listeners('close').includes(this.#onClosed)) return;
    socket.once('close', this.#onClosed);
  }

  end(): void {
    this.#agent.destroy();
  }

  readonly #onClosed = (): void => {
    if (this.#busy === 0) this.#caller.end();
  };
}

function passOn(
  request: IncomingMessage,
  response: ServerResponse,
  line: Line,
  options: PassageOptions,
): void {
  const arrivedAt = performance.now();
  const { target } = options;
  const base = target.pathname.replace(/\/$/, '');
  line.begin();
  const asked = gathered(request, options.mostBytes);
  const outgoing = requestTo(request, base, line, options);
  let answer: IncomingMessage | null = null;
  let told: Gathered | null = null;
  let lastAt = arrivedAt;
  let isTargetsFault = false;
  response.sendDate = false;

  outgoing.on('response', (incoming) => {
    answer = incoming;
    lastAt = performance.now();
    // Before it is passed on, or a loaded machine would make a caller look hasty.
    incoming.on('data', () => (lastAt = performance.now()));
    told = gathered(incoming, options.mostBytes);
    // The connection ends with the target's: a caller that is not told would send its next request on it.
    response.shouldKeepAlive &&= outgoing.shouldKeepAlive;
    response.writeHead(
      incoming.statusCode ?? 0,
      incoming.statusMessage ?? '',
      ownHeaders(incoming.rawHeaders),
    );
    incoming.pipe(response, { end: false });
    incoming.on('end', () => {
      if (incoming.rawTrailers.length > 0) response.addTrailers(pairs(incoming.rawTrailers));
      response.end();
    });
    const cut = (): void => {
      isTargetsFault ||= !response.destroyed;
      response.destroy();
    };
    incoming.on('aborted', cut);
    incoming.on('error', cut);
    // A head goes out with the bytes that came with it, and without them where there are none yet.
    setImmediate(() => {
      if (!response.writableEnded && !response.destroyed) response.flushHeaders();
    });
  });
  outgoing.on('continue', () => response.writeContinue());
  outgoing.on('socket', (socket: Socket) => line.watch(socket));
  outgoing.on('error', (error) => {
    isTargetsFault ||= !response.destroyed;
    if (answer === null && !response.destroyed) options.onLost(wordsOn(error));
    response.destroy();
  });
  send(request, outgoing);
  response.on('close', () => {
    line.done();
    const isWhole = answer?.complete === true && response.writableFinished;
    if (!isWhole) outgoing.destroy();
    options.onPassed({
      method: request.method ?? 'GET',
      url: `${target.origin}${base}${request.url ?? '/'}`,
      requestHeaders: request.rawHeaders,
      requestBody: asked.whole(request.complete),
      response:
        answer === null
          ? null
          : {
              status: answer.statusCode ?? 0,
              headers: answer.rawHeaders,
              body: told?.whole(answer.complete),
            },
      sent: isWhole ? 'whole' : answer === null ? 'never' : 'cut',
      aborted: !isWhole && !isTargetsFault,
      connection: line.name,
      arrivedAt,
      endedAt: lastAt,
    });
  });
}

/** What the connection failed by, and what to do. */
function wordsOn(error: Error): string {
  const { message, remedy } = causeOf(error);
  return remedy === undefined ? message : `${message}. ${remedy}`;
}

function send(request: IncomingMessage, outgoing: ClientRequest): void {
  request.pipe(outgoing, { end: false });
  request.on('end', () => {
    if (request.rawTrailers.length > 0) outgoing.addTrailers(pairs(request.rawTrailers));
    outgoing.end();
  });
  request.on('aborted', () => outgoing.destroy());
  request.on('error', () => outgoing.destroy());
}

/** The same request to the target, not sent yet. */
function requestTo(
  request: IncomingMessage,
  base: string,
  line: Line,
  { target, trust, proxies }: PassageOptions,
): ClientRequest {
  const headers = ['Host', target.host, ...ownHeaders(request.rawHeaders, 'host')];
  const { method, url = '/' } = request;
  const framing = request.headers['transfer-encoding'];
  if (framing !== undefined) headers.push('Transfer-Encoding', framing);
  else if (request.headers['content-length'] === undefined && method !== 'GET' && method !== 'HEAD')
    headers.push('Content-Length', '0');
  const path = `${base}${url}`;
  const proxy = proxyFor(target, proxies);
  const options: RequestOptions = { method, path, headers, agent: line.agent };
  if (proxy === null)
    return target.protocol === 'https:'
      ? httpsRequest({ ...addressOf(target), ...options })
      : httpRequest({ ...addressOf(target), ...options });
  if (target.protocol === 'http:') {
    const through = proxy.url.protocol === 'https:' ? httpsRequest : httpRequest;
    const credentials = Object.entries(credentialsFor(proxy)).flat();
    const absolute = `${target.origin}${path}`;
    return through({
      ...addressOf(proxy.url),
      method,
      path: absolute,
      headers: [...headers, ...credentials],
      agent: false,
    });
  }
  return httpsRequest({
    ...addressOf(target),
    ...options,
    agent: false,
    createConnection: (_options, done) => {
      tunnelTo(target, proxy, trust === undefined ? {} : { secureContext: trust }, done as Reached);
      return undefined;
    },
  });
}

function addressOf({ hostname, port, protocol }: URL): RequestOptions {
  const host = hostname.replace(/^\[|\]$/g, '');
  return { host, port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port), setHost: false };
}

/** Names and values in turn, without those of one connection alone. */
function ownHeaders(raw: readonly string[], ...others: string[]): string[] {
  const named = new Set(others);
  for (let i = 0; i < raw.length; i += 2)
    if (raw[i]!.toLowerCase() === 'connection')
      for (const each of raw[i + 1]!.split(',')) named.add(each.trim().toLowerCase());
  return raw.filter((_, i) => {
    const name = raw[i - (i % 2)]!.toLowerCase();
    return !HOP_BY_HOP.has(name) && !named.has(name);
  });
}

function pairs(raw: readonly string[]): [string, string][] {
  return raw.flatMap((name, i): [string, string][] => (i % 2 === 0 ? [[name, raw[i + 1] ?? '']] : []));
}

interface Gathered {
  whole(complete: boolean): Buffer | undefined;
}

/** The bytes of a message as they pass by. */
function gathered(message: IncomingMessage, most: number): Gathered {
  let chunks: Buffer[] = [];
  let size = 0;
  message.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= most) chunks.push(chunk);
    else chunks = [];
  });
  return { whole: (complete) => (complete && size <= most ? Buffer.concat(chunks) : undefined) };
}
