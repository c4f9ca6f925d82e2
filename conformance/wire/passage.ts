/**
 * A reverse proxy that changes nothing: bytes, headers and their order, status, trailers and a broken end are passed on as they
 * come, in both directions. It sends nothing by itself, nothing twice, and holds nothing back. What belongs to one
 * connection alone (hop by hop, RFC 9110, 7.6.1) is each side's own, and the target reads its own name in `Host`.
 */
import { Agent as HttpAgent, createServer } from 'node:http';
import type { ClientRequest, IncomingMessage, Server, ServerResponse } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { causeOf } from './causes.js';
import { proxyFor, requestTo, type Proxies, type Proxy } from './proxies.js';

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
  const { target, proxies } = options;
  const way = { options, base: target.pathname.replace(/\/$/, ''), proxy: proxyFor(target, proxies) };
  const pass = (request: IncomingMessage, response: ServerResponse): void =>
    void new Crossing(request, response, lineOf(request.socket), way);
  server.on('request', pass);
  server.on('checkContinue', pass);
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

/** The way to the target; the same for all requests. */
interface Way {
  options: PassageOptions;
  /** Precedes the path of each request. */
  base: string;
  proxy: Proxy | null;
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
  #watched: Socket | undefined;

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
    if (socket === this.#watched) return;
    this.#watched = socket;
    socket.once('close', this.#onClosed);
  }

  end(): void {
    this.#agent.destroy();
  }

  readonly #onClosed = (): void => {
    if (this.#busy === 0) this.#caller.end();
  };
}

/** One request on its way to the target, and its answer on the way back. */
class Crossing {
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #line: Line;
  readonly #way: Way;
  readonly #outgoing: ClientRequest;
  readonly #arrivedAt = performance.now();
  readonly #asked: Gathered;
  readonly #told: Gathered;
  #answer: IncomingMessage | null = null;
  #lastAt = this.#arrivedAt;
  #isTargetsFault = false;

  constructor(request: IncomingMessage, response: ServerResponse, line: Line, way: Way) {
    this.#request = request;
    this.#response = response;
    this.#line = line;
    this.#way = way;
    this.#asked = new Gathered(way.options.mostBytes);
    this.#told = new Gathered(way.options.mostBytes);
    response.sendDate = false;
    line.begin();
    this.#outgoing = outgoingOf(request, line, way);
    this.#sendOn();
    this.#outgoing
      .on('response', (answer) => this.#sendBack(answer))
      .on('continue', () => response.writeContinue())
      .on('socket', (socket) => line.watch(socket))
      .on('error', (error) => this.#fail(error));
    response.on('close', () => this.#end());
  }

  #sendOn(): void {
    const [request, outgoing] = [this.#request, this.#outgoing];
    request
      .on('data', (chunk: Buffer) => {
        this.#asked.add(chunk);
        if (outgoing.destroyed || outgoing.write(chunk)) return;
        request.pause();
        outgoing.once('drain', () => request.resume());
      })
      .on('end', () => {
        if (request.rawTrailers.length > 0) outgoing.addTrailers(pairs(request.rawTrailers));
        outgoing.end();
      })
      .on('error', () => outgoing.destroy());
  }

  #sendBack(answer: IncomingMessage): void {
    const response = this.#response;
    this.#answer = answer;
    this.#lastAt = performance.now();
    // The connection ends with the target's: a caller that is not told would send its next request on it.
    response.shouldKeepAlive &&= this.#outgoing.shouldKeepAlive;
    response.writeHead(answer.statusCode ?? 0, answer.statusMessage ?? '', ownHeaders(answer.rawHeaders));
    answer
      .on('data', (chunk: Buffer) => {
        // Before it is passed on, or a loaded machine would make a caller look hasty.
        this.#lastAt = performance.now();
        this.#told.add(chunk);
        if (response.destroyed || response.write(chunk)) return;
        answer.pause();
        response.once('drain', () => answer.resume());
      })
      .on('end', () => {
        if (answer.rawTrailers.length > 0) response.addTrailers(pairs(answer.rawTrailers));
        response.end();
      })
      .on('error', () => this.#cut());
    // A head goes out with the bytes that came with it, and without them where there are none yet.
    setImmediate(() => {
      if (!response.writableEnded && !response.destroyed) response.flushHeaders();
    });
  }

  #cut(): void {
    this.#isTargetsFault ||= !this.#response.destroyed;
    this.#response.destroy();
  }

  #fail(error: Error): void {
    if (this.#answer === null && !this.#response.destroyed) this.#way.options.onLost(wordsOn(error));
    this.#cut();
  }

  #end(): void {
    const [request, answer] = [this.#request, this.#answer];
    const { base, options } = this.#way;
    this.#line.done();
    const isWhole = answer?.complete === true && this.#response.writableFinished;
    if (!isWhole) this.#outgoing.destroy();
    options.onPassed({
      method: request.method ?? 'GET',
      url: `${options.target.origin}${base}${request.url ?? '/'}`,
      requestHeaders: request.rawHeaders,
      requestBody: this.#asked.whole(request.complete),
      response:
        answer === null
          ? null
          : {
              status: answer.statusCode ?? 0,
              headers: answer.rawHeaders,
              body: this.#told.whole(answer.complete),
            },
      sent: isWhole ? 'whole' : answer === null ? 'never' : 'cut',
      aborted: !isWhole && !this.#isTargetsFault,
      connection: this.#line.name,
      arrivedAt: this.#arrivedAt,
      endedAt: this.#lastAt,
    });
  }
}

/** What the connection failed by, and what to do. */
function wordsOn(error: Error): string {
  const { message, remedy } = causeOf(error);
  return remedy === undefined ? message : `${message}. ${remedy}`;
}

/** The same request to the target, not sent yet. */
function outgoingOf(request: IncomingMessage, { agent }: Line, { options, base, proxy }: Way): ClientRequest {
  const { target, trust } = options;
  const headers = ['Host', target.host];
  addOwnHeaders(headers, request.rawHeaders, 'host');
  const { method, url = '/' } = request;
  const framing = request.headers['transfer-encoding'];
  if (framing !== undefined) headers.push('Transfer-Encoding', framing);
  else if (request.headers['content-length'] === undefined && method !== 'GET' && method !== 'HEAD')
    headers.push('Content-Length', '0');
  return requestTo(target, { method, path: `${base}${url}`, headers, agent, trust }, proxy);
}

/** Names and values in turn, without those of one connection alone. */
function ownHeaders(raw: readonly string[]): string[] {
  const own: string[] = [];
  addOwnHeaders(own, raw);
  return own;
}

function addOwnHeaders(own: string[], raw: readonly string[], except?: string): void {
  let named: Set<string> | undefined;
  for (let i = 0; i < raw.length; i += 2)
    if (raw[i]!.toLowerCase() === 'connection')
      for (const each of raw[i + 1]!.split(',')) (named ??= new Set()).add(each.trim().toLowerCase());
  for (let i = 0; i < raw.length; i += 2) {
    const name = raw[i]!.toLowerCase();
    if (!HOP_BY_HOP.has(name) && name !== except && named?.has(name) !== true) own.push(raw[i]!, raw[i + 1]!);
  }
}

function pairs(raw: readonly string[]): [string, string][] {
  return raw.flatMap((name, i): [string, string][] => (i % 2 === 0 ? [[name, raw[i + 1] ?? '']] : []));
}

/** The bytes of a message as they pass by. */
class Gathered {
  readonly #most: number;
  #chunks: Buffer[] = [];
  #size = 0;

  constructor(most: number) {
    this.#most = most;
  }

  add(chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.#size <= this.#most) this.#chunks.push(chunk);
    else this.#chunks = [];
  }

  whole(isComplete: boolean): Buffer | undefined {
    if (!isComplete || this.#size > this.#most) return undefined;
    const [first, ...others] = this.#chunks;
    // One that fills most of what it was read into is kept as it is: a copy costs more.
    const isLone = first !== undefined && others.length === 0 && 2 * first.length > first.buffer.byteLength;
    return isLone ? first : Buffer.concat(this.#chunks);
  }
}
