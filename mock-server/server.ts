/** The HTTP layer below the app: listens or says why it cannot, closes, and answers bytes that are not a valid HTTP request. */

import http, { type RequestListener, type Server } from 'node:http';
import net, { type AddressInfo, type Server as NetServer, type Socket } from 'node:net';
import { refuse, renderProblem, type Problem } from './domain/problems.js';
import { commonHeaders } from './request/common-headers.js';
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
  const refused = new WeakSet<Socket>();
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // Node emits another error for all further bytes on the socket.
    if (refused.has(socket)) return;
    refused.add(socket);
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
  constructor(host: string) {
    super(
      `Failed to start: --host "${host}" can be reached from other machines, and so could the admin API. ` +
        'Pass --admin-token T, or --no-admin to serve none.',
    );
    this.name = 'UnsafeHostError';
  }
}

export class ListenError extends Error {
  /** True if the host is invalid, so that a retry cannot help. */
  readonly badHost: boolean;

  constructor(cause: NodeJS.ErrnoException, host: string, port: number) {
    const badHost = BAD_HOST.has(cause.code);
    const sentence = badHost
      ? `--host "${host}" is not an address of this machine. Pass --host 127.0.0.1, or 0.0.0.0 for all addresses.`
      : cause.code === 'EADDRINUSE'
        ? `port ${port} is taken. Pass --port 0 to choose a free one.`
        : cause.code === 'EACCES'
          ? `port ${port} is not allowed to this user. Pass a port above 1023.`
          : `${cause.message}.`;
    super(`Failed to start: ${sentence}`, { cause });
    this.name = 'ListenError';
    this.badHost = badHost;
  }
}

/** Node's error codes for a host that is unknown or is not an address of this machine. */
const BAD_HOST: ReadonlySet<string | undefined> = new Set([
  'EADDRNOTAVAIL',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EINVAL',
  'EAFNOSUPPORT',
]);
