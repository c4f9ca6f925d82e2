/**
 * A reverse proxy that changes nothing. In both directions it forwards bytes, headers in their order, status, trailers and
 * connection failures as they arrive. It does not add, repeat or delay anything. There are two exceptions: it does not forward
 * hop-by-hop headers (RFC 9110, 7.6.1), and it sets `Host` to the target.
 */
import { once } from 'node:events';
import { Agent as HttpAgent, createServer } from 'node:http';
import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { isLoopbackHost } from '../../common/browser/guard.js';
import type { Observed } from '../record/recorder.js';
import { foldedHeaders, pairsIn } from '../values/http.js';
import { causeOf } from './causes.js';
import { proxyFor, requestTo, type Proxies } from './proxies.js';

export interface ProxyOptions {
  /** Base address. Its path is the prefix of all paths. */
  target: URL;
  host: string;
  port: number;
  proxies: Proxies;
  trust?: SecureContext;
  /** In bytes. A longer body is forwarded, but not observed. */
  mostBytes: number;
  /** Called at the end of each request. Bodies of responses are not decompressed. */
  onPassed: (observed: Observed) => void;
  /** Called with the reason if a request got no response. */
  onLost: (why: string) => void;
}

export type TransparentProxy = Awaited<ReturnType<typeof startTransparentProxy>>;

const HOP_BY_HOP = new Set(
  'connection keep-alive proxy-authenticate proxy-authorization proxy-connection te transfer-encoding upgrade'.split(
    ' ',
  ),
);
const MAX_HEADER_BYTES = 64 * 1024;

/** Starts the proxy. Rejects if it cannot listen on the port. */
export async function startTransparentProxy(options: ProxyOptions) {
  const upstreams = new WeakMap<Socket, Upstream>();
  let connections = 0;
  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES, requestTimeout: 0 });
  server.on('connection', (caller: Socket) =>
    upstreams.set(caller, upstreamFor(caller, `c${(connections += 1)}`, options)),
  );
  const pass = (request: IncomingMessage, response: ServerResponse): void =>
    isForAnother(options.target, request)
      ? refuse(options.target, response)
      : forward(request, response, upstreams.get(request.socket)!, options);
  for (const event of ['request', 'checkContinue', 'checkExpectation']) server.on(event, pass);
  await once(server.listen(options.port, options.host), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    /** Stops accepting requests, and closes connections in use after `graceMs`. */
    async close(graceMs: number): Promise<void> {
      const timer = setTimeout(() => server.closeAllConnections(), graceMs);
      await once(server.close(), 'close');
      clearTimeout(timer);
    },
  };
}

/**
 * The connection to the target for a caller's connection. If the target closes it, the caller's is closed, too, so that a
 * caller that then sends a request observes the same as without a proxy.
 */
function upstreamFor(caller: Socket, name: string, { target, trust }: ProxyOptions) {
  const kept = { keepAlive: true, maxSockets: 1 };
  const secure = trust === undefined ? kept : { ...kept, secureContext: trust };
  const agent = target.protocol === 'https:' ? new HttpsAgent(secure) : new HttpAgent(kept);
  caller.once('close', () => agent.destroy());
  let watched: Socket | undefined;
  const upstream = {
    name,
    agent,
    /** Number of requests in flight. */
    busy: 0,
    watch(socket: Socket): void {
      if (socket === watched) return;
      watched = socket;
      socket.once('close', () => {
        if (upstream.busy === 0) caller.end();
      });
    },
  };
  return upstream;
}

type Upstream = ReturnType<typeof upstreamFor>;

/** Forwards a request and its response. */
function forward(
  request: IncomingMessage,
  response: ServerResponse,
  upstream: Upstream,
  { target, proxies, trust, mostBytes, onPassed, onLost }: ProxyOptions,
): void {
  const arrivedAt = performance.timeOrigin + performance.now();
  const url = pathAt(target, request);
  const requestBody = copyBody(mostBytes);
  const responseBody = copyBody(mostBytes);
  let answer: IncomingMessage | null = null;
  let endedAt = arrivedAt;
  const stamp = (): number => (endedAt = performance.timeOrigin + performance.now());
  let isTargetsFault = false;
  const cut = (): void => {
    isTargetsFault ||= !response.destroyed;
    response.destroy();
  };
  response.sendDate = false;
  upstream.busy += 1;
  const headers = headersFor(target, request);
  const outgoing = requestTo(
    target,
    { method: request.method, path: url, headers, agent: upstream.agent, trust },
    proxyFor(target, proxies),
  );
  passOn(request, outgoing, (chunk) => requestBody.add(chunk));
  request.on('error', () => outgoing.destroy());
  outgoing
    .on('continue', () => response.writeContinue())
    .on('socket', (socket) => upstream.watch(socket))
    .on('error', (error) => {
      if (answer === null && !response.destroyed) onLost(reasonOf(error));
      cut();
    })
    .on('response', (incoming) => {
      answer = incoming;
      // Read the time before forwarding bytes. Afterwards, the caller's next request could have an earlier time.
      stamp();
      // If the target closes its connection, tell the caller, whose next request would otherwise fail.
      response.shouldKeepAlive &&= outgoing.shouldKeepAlive;
      response.writeHead(
        incoming.statusCode ?? 0,
        incoming.statusMessage ?? '',
        endToEnd(incoming.rawHeaders),
      );
      passOn(incoming, response, (chunk) => {
        stamp();
        responseBody.add(chunk);
      });
      incoming.on('error', cut);
      // Node sends the head with the first bytes of the body. If there are none yet, send the head alone.
      setImmediate(() => {
        if (!response.writableEnded && !response.destroyed) response.flushHeaders();
      });
    });
  response.on('close', () => {
    upstream.busy -= 1;
    const isWhole = answer?.complete === true && response.writableFinished;
    if (!isWhole) outgoing.destroy();
    onPassed({
      request: {
        method: request.method ?? 'GET',
        url: `${target.origin}${url}`,
        headers: foldedHeaders(pairsIn(request.rawHeaders)),
        body: isBodiless(request) ? null : requestBody.whole(request.complete),
      },
      response: answer && {
        status: answer.statusCode ?? 0,
        headers: foldedHeaders(pairsIn(answer.rawHeaders)),
        body: responseBody.whole(answer.complete),
      },
      sent: isWhole ? 'whole' : answer === null ? 'never' : 'cut',
      aborted: !isWhole && !isTargetsFault,
      connection: upstream.name,
      arrivedAt,
      endedAt: answer === null ? stamp() : endedAt,
    });
  });
}

/**
 * True if a request names another host. A client whose HTTP proxy this is sends requests for all hosts here; the target must not
 * get credentials for others.
 */
function isForAnother(target: URL, { url = '/', socket }: IncomingMessage): boolean {
  const { host, hostname, port } = URL.canParse(url) ? new URL(url) : target;
  const address = hostname.replace(/^\[|\]$/g, '');
  // A socket that listens on `::` reports its IPv4 addresses in the form of IPv6.
  const isOwnAddress = [address, `::ffff:${address}`].includes(socket.localAddress ?? '');
  const isOwn = Number(port || 80) === socket.localPort && (isLoopbackHost(host) || isOwnAddress);
  return host !== target.host && !isOwn;
}

function refuse({ host }: URL, response: ServerResponse): void {
  response
    .writeHead(421, { 'Content-Type': 'text/plain', Connection: 'close' })
    .end(`watch passes on requests for ${host} only. Name other hosts in NO_PROXY of the client.\n`);
}

/** A client that uses this as its HTTP proxy sends the whole address. */
function pathAt(target: URL, { url = '/' }: IncomingMessage): string {
  return target.pathname.replace(/\/$/, '') + url.replace(/^https?:\/\/[^/?]*/i, '');
}

/** Forwards bytes and trailers as they arrive. Calls `onBytes` first. */
function passOn(
  from: IncomingMessage,
  to: ClientRequest | ServerResponse,
  onBytes: (chunk: Buffer) => void,
): void {
  from.on('data', onBytes).on('end', () => {
    if (from.rawTrailers.length > 0) to.addTrailers([...pairsIn(from.rawTrailers)]);
  });
  from.pipe(to);
  // Read on after `to` is closed, so that a caller can finish its upload after an early answer.
  to.once('close', () => from.resume());
}

function isBodiless({ headers, complete }: IncomingMessage): boolean {
  return complete && (headers['content-length'] ?? headers['transfer-encoding']) === undefined;
}

function reasonOf(error: Error): string {
  const { message, remedy } = causeOf(error);
  return remedy === undefined ? message : `${message}. ${remedy}`;
}

/** Returns the headers for the target. Names and values alternate. */
function headersFor(target: URL, { rawHeaders, headers, method }: IncomingMessage): string[] {
  const sent = ['Host', target.host, ...endToEnd(rawHeaders, 'host')];
  const framing = headers['transfer-encoding'];
  if (framing !== undefined) sent.push('Transfer-Encoding', framing);
  else if (headers['content-length'] === undefined && method !== 'GET' && method !== 'HEAD')
    sent.push('Content-Length', '0');
  return sent;
}

/** Removes hop-by-hop headers, and `except`. */
function endToEnd(raw: readonly string[], except?: string): string[] {
  const pairs = [...pairsIn(raw)];
  const named = new Set(
    pairs.flatMap(([name, value]) =>
      name.toLowerCase() === 'connection' ? value.split(',').map((each) => each.trim().toLowerCase()) : [],
    ),
  );
  return pairs
    .filter(([name]) => {
      const known = name.toLowerCase();
      return !HOP_BY_HOP.has(known) && !named.has(known) && known !== except;
    })
    .flat();
}

/** Copies a body of at most `most` bytes. `whole` returns it; undefined if it is too long or incomplete. */
function copyBody(most: number) {
  let chunks: Buffer[] = [];
  let size = 0;
  return {
    add(chunk: Buffer): void {
      size += chunk.length;
      if (size <= most) chunks.push(chunk);
      else chunks = [];
    },
    whole(isComplete: boolean): Buffer | undefined {
      if (!isComplete || size > most) return undefined;
      const [first, ...others] = chunks;
      // Do not copy a single chunk that uses most of its memory, because a copy would take more.
      const isLone = first !== undefined && others.length === 0 && 2 * first.length > first.buffer.byteLength;
      return isLone ? first : Buffer.concat(chunks);
    },
  };
}
