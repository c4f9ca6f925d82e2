/** A forward proxy for tests that records the requests it receives. */
import { createServer, request as sendRequest, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { closing } from '../support/closing.js';
import { listen } from './listen.js';

export type ForwardProxy = Awaited<ReturnType<typeof startForwardProxy>>;

/** Starts a proxy that answers 407 without the Proxy-Authorization `wants`. It closes when the current test has finished. */
export async function startForwardProxy(wants?: string) {
  /** `CONNECT localhost:1` or `GET http://localhost:1/path`, each with its Proxy-Authorization. */
  const asked: { line: string; authorization: string | undefined }[] = [];
  const isAllowed = ({ method, url, headers }: IncomingMessage): boolean => {
    const authorization = headers['proxy-authorization'];
    asked.push({ line: `${method} ${url}`, authorization });
    return wants === undefined || authorization === wants;
  };
  const server = createServer((incoming, outgoing) => {
    if (!isAllowed(incoming)) return outgoing.writeHead(407).end();
    const headers = { ...incoming.headers };
    delete headers['proxy-authorization'];
    const options = { method: incoming.method ?? 'GET', headers, agent: false };
    const forward = sendRequest(incoming.url ?? '', options, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 0, answer.rawHeaders);
      answer.pipe(outgoing);
    });
    forward.on('error', () => outgoing.writeHead(502).end());
    return incoming.pipe(forward);
  });
  server.on('connect', (incoming, socket: Socket) => {
    socket.on('error', () => undefined);
    if (!isAllowed(incoming)) return socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    const { hostname, port } = new URL(`http://${incoming.url}`);
    const target = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      target.pipe(socket).pipe(target);
    });
    socket.on('close', () => target.destroy());
    return target.on('error', () => socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'));
  });
  return closing({ ...(await listen(server)), asked });
}
