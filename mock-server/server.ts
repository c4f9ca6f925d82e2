/** The HTTP layer under the app: where it listens, how it ends, and what it says to what is no HTTP request. */

import http, { type RequestListener, type Server } from 'node:http';
import net, { type AddressInfo, type Server as NetServer, type Socket } from 'node:net';
import { httpDate, type Clock } from './state/clock.js';

/** How long requests in flight may take to end once the mock closes. */
const GRACE_MS = 5_000;
const KEEP_ALIVE_MS = 65_000;

export interface ServerOptions {
  newId: () => string;
  clock: Clock;
  /** Value of `X-Mock-Server`, or null for none. */
  mark: string | null;
}

export interface Listening {
  url: string;
  port: number;
  /** Lets requests in flight end, then leaves nothing open. Can be called again. */
  close(): Promise<void>;
}

/** `EADDRINUSE` and the like, in a sentence that says what to do. */
export class ListenError extends Error {
  /** Whether the host can never be listened on here, whatever runs or stops on this machine. */
  readonly badHost: boolean;

  constructor(message: string, badHost: boolean, cause: unknown) {
    super(message, { cause });
    this.name = 'ListenError';
    this.badHost = badHost;
  }
}

/** Throws the ListenError of an address that is taken or none of ours, before anything is done that takes long. */
export async function tryAddress(host: string, port: number): Promise<void> {
  const server = net.createServer();
  await bind(server, host, port);
  await new Promise((resolve) => server.close(resolve));
}

function bind(server: NetServer, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(listenError(error, host, port)));
    server.listen(port, host, resolve);
  });
}

export async function listen(
  listener: RequestListener,
  host: string,
  port: number,
  options: ServerOptions,
): Promise<Listening> {
  // The app itself refuses a request without Host: node's own refusal carries no request id.
  const server = http.createServer({ requireHostHeader: false, keepAliveTimeout: KEEP_ALIVE_MS }, listener);
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => refuse(error, socket, options));
  server.on('checkExpectation', (_req, res: http.ServerResponse) => {
    const { headers, body } = problem(417, 'Expectation Failed', options);
    res.writeHead(417, headers);
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
    close: () => (closed ??= close(server, sockets)),
  };
}

function close(server: Server, sockets: ReadonlySet<Socket>): Promise<void> {
  return new Promise((resolve) => {
    // Connections that fall idle only after this moment are ended by the sweep, and what hangs on by the grace.
    const sweep = setInterval(() => {
      server.closeIdleConnections();
      // One that was opened in advance, as browsers do, and has said nothing yet is not idle to node.
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    }, 10);
    const grace = setTimeout(() => server.closeAllConnections(), GRACE_MS);
    server.close(() => {
      clearInterval(sweep);
      clearTimeout(grace);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/** What node says of a host that is not of this machine, not known, or of a family that it has not. */
const BAD_HOST: ReadonlySet<string | undefined> = new Set([
  'EADDRNOTAVAIL',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EINVAL',
  'EAFNOSUPPORT',
]);

function listenError(error: NodeJS.ErrnoException, host: string, port: number): ListenError {
  const badHost = BAD_HOST.has(error.code);
  const sentence = badHost
    ? `--host "${host}" is no address of this machine. Pass --host 127.0.0.1, or 0.0.0.0 for all that it has.`
    : error.code === 'EADDRINUSE'
      ? `port ${port} is taken. Pass --port 0 to choose a free one.`
      : error.code === 'EACCES'
        ? `port ${port} is not allowed to this user. Pass a port above 1023.`
        : `${error.message}.`;
  return new ListenError(`Failed to start: ${sentence}`, badHost, error);
}

const REFUSALS: Record<string, [status: number, text: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
};

/** Bytes that never became a request (400, 408, 431) are answered on the socket, with a request id as all else. */
function refuse(error: NodeJS.ErrnoException, socket: Socket, options: ServerOptions): void {
  const answering = (socket as Socket & { _httpMessage?: { headersSent: boolean } })._httpMessage;
  if (error.code === 'ECONNRESET' || !socket.writable || answering?.headersSent) {
    socket.destroy();
    return;
  }
  const [status, text] = REFUSALS[error.code ?? ''] ?? [400, 'Bad Request'];
  const { headers, body } = problem(status, text, options);
  const lines = Object.entries({ ...headers, Connection: 'close' }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  socket.end(`HTTP/1.1 ${status} ${text}\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
}

function problem(status: number, text: string, { newId, clock, mark }: ServerOptions) {
  const body = JSON.stringify({ detail: text });
  const headers = {
    'X-Request-ID': newId(),
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    Date: httpDate(clock),
    ...(mark === null ? {} : { 'X-Mock-Server': mark }),
  };
  return { status, headers, body };
}
