/** The HTTP layer below the app: listens or says why it cannot, closes, and answers bytes that are not a valid HTTP request. */

import http, { type RequestListener, type Server } from 'node:http';
import net, { type AddressInfo, type Server as NetServer, type Socket } from 'node:net';
import { refuse, renderProblem, type Problem } from './domain/problems.js';
import { commonHeaders } from './request/common-headers.js';
import { refused } from './state/errors.js';
import type { World } from './state/world.js';

/** Time for requests in flight to end after the mock starts to close. */
export const GRACE_MS = 5_000;
const KEEP_ALIVE_MS = 65_000;

/** Checks before the slow part of the start that the address can be used. Rejects with ListenError if not. */
export async function tryAddress(host: string, port: number): Promise<void> {
  const server = net.createServer();
  await bind(server, host, port);
  await new Promise((resolve) => server.close(resolve));
}

function bind(server: NetServer, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(new ListenError(error, host, port)));
    server.listen(port, host, resolve);
  });
}

export async function listen(listener: RequestListener, host: string, port: number, world: World) {
  // The app refuses requests without Host, because node's own refusal would have no request id.
  const server = http.createServer({ requireHostHeader: false, keepAliveTimeout: KEEP_ALIVE_MS }, listener);
  const rejected = new WeakSet<Socket>();
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // Node emits another error for all further bytes on the socket.
    if (rejected.has(socket)) return;
    rejected.add(socket);
    rejectBytes(error, socket, world);
  });
  server.on('checkExpectation', (_req, res: http.ServerResponse) => {
    const { status, headers, body } = answerOf(refuse('expectation-failed', {}), world);
    res.writeHead(status, headers);
    res.end(body);
  });
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await bind(server, host, port);
  const address = server.address() as AddressInfo;
  const shown = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  let closed: Promise<void> | undefined;
  return {
    port: address.port,
    url: `http://${shown}:${address.port}`,
    /** Waits for requests in flight, then closes all connections. Later calls return the same promise. */
    close: () => (closed ??= close(server, sockets)),
  };
}

function close(server: Server, sockets: ReadonlySet<Socket>): Promise<void> {
  return new Promise((resolve) => {
    // This interval closes connections that become idle later. The grace timer closes all others.
    const sweep = setInterval(() => {
      server.closeIdleConnections();
      // Browsers open connections in advance. Node does not count them as idle if they have sent nothing yet.
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    }, 10);
    const grace = setTimeout(() => server.closeAllConnections(), GRACE_MS);
    server.close(() => {
      clearInterval(sweep);
      clearTimeout(grace);
      resolve();
    });
  });
}

/** Refusals of bytes that are not a valid request, by node's error code. All other codes get a 400. */
const REFUSALS: Readonly<Record<string, 'headers-too-large' | 'request-timeout'>> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
};

/** Writes a refusal (400, 408 or 431) with a request id to the socket, after the responses to earlier requests. */
function rejectBytes(error: NodeJS.ErrnoException, socket: Socket, world: World): void {
  const { _httpMessage: answering } = socket as Socket & { _httpMessage?: http.ServerResponse };
  // Wait for the response to a complete request, which may have been charged.
  if (answering?.req.complete) {
    answering.once('close', () => rejectBytes(error, socket, world));
    return;
  }
  if (error.code === 'ECONNRESET' || !socket.writable || answering?.headersSent) {
    socket.destroy();
    return;
  }
  const { status, headers, body } = answerOf(refuse(REFUSALS[error.code ?? ''] ?? 'not-http', {}), world);
  const lines = [...headers, 'Connection', 'close'].map((part, i) => part + (i % 2 === 0 ? ': ' : '\r\n'));
  socket.end(`HTTP/1.1 ${status} ${http.STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
}

function answerOf(problem: Problem, world: World) {
  const { contentType, body } = renderProblem(problem);
  const length = String(Buffer.byteLength(body));
  const headers = commonHeaders(world, world.newId());
  headers.push('Content-Type', contentType, 'Content-Length', length, 'Date', world.clock.httpDate);
  return { status: problem.status, headers, body };
}

/** Errors of the start. Those of readings are in `domain/readings.ts`, those of data files in `fixtures/data-file.ts`. */

/** Thrown if the mock could be reached from other machines, but no option restricts the admin API. */
export class UnsafeHostError extends Error {
  override name = 'UnsafeHostError';

  constructor(host: string) {
    super(refused('unsafe-host', { host }).message);
  }
}

/** Refusals by Node's error code. */
const LISTEN_REFUSALS: Readonly<Record<string, 'bad-host' | 'port-taken' | 'port-denied'>> = {
  EADDRINUSE: 'port-taken',
  EACCES: 'port-denied',
  EADDRNOTAVAIL: 'bad-host',
  ENOTFOUND: 'bad-host',
  EAI_AGAIN: 'bad-host',
  EINVAL: 'bad-host',
  EAFNOSUPPORT: 'bad-host',
};

export class ListenError extends Error {
  override name = 'ListenError';
  /** True if the host is invalid, so that a retry cannot help. */
  readonly badHost: boolean;

  constructor(cause: NodeJS.ErrnoException, host: string, port: number) {
    const refusal = LISTEN_REFUSALS[cause.code ?? ''] ?? 'cannot-listen';
    super(refused(refusal, { host, port, why: cause.message }).message, { cause });
    this.badHost = refusal === 'bad-host';
  }
}
