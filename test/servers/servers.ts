/** Small servers for tests, and a sample exchange. */
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createRawServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Exchange } from '../../conformance/record/exchange.js';
import { EXCHANGE, REQUEST } from '../samples/generated/samples.js';
import { closing } from '../support/closing.js';
import { listen, type Listening } from './listen.js';

export interface TestServer extends Listening {
  requests: { method: string; url: string; headers: NodeJS.Dict<string | string[]>; body: string }[];
}

/** Starts a server that records its requests, over HTTPS if it has a certificate. It closes when the current test has finished. */
export async function serve(
  listener: RequestListener,
  tls?: { cert: string; key: string },
): Promise<TestServer> {
  const requests: TestServer['requests'] = [];
  const record: RequestListener = (request, response) => {
    const { method = '', url = '', headers } = request;
    const received = (body: string): void => {
      requests.push({ method, url, headers, body });
      listener(request, response);
    };
    // A caller may close the connection before its body ends.
    text(request).then(received, () => undefined);
  };
  const server = await listen(tls === undefined ? createServer(record) : createTlsServer(tls, record));
  return closing({
    ...server,
    url: tls === undefined ? server.url : `https://127.0.0.1:${server.port}`,
    requests,
  });
}

/** Starts a server that passes the first bytes of each connection to `onData`. It closes when the current test has finished. */
export async function serveRaw(onData: (socket: Socket) => void): Promise<Listening> {
  const server = createRawServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => onData(socket));
  });
  return closing(await listen(server));
}

/** Returns an exchange with the given members; the others have plain values. */
export function exchange(
  parts: Partial<Omit<Exchange, 'request' | 'response'>> & {
    request?: Partial<Exchange['request']>;
    response?: Partial<NonNullable<Exchange['response']>> | null;
  } = {},
): Exchange {
  const { request, response, ...rest } = parts;
  const body = response?.body;
  const bodyText = body === undefined ? '' : JSON.stringify(body);
  const answer = { status: 200, headers: {}, bodyText, body, ...response };
  return {
    ...EXCHANGE,
    request: { ...structuredClone(REQUEST), body: undefined, ...request },
    response: response === null ? null : answer,
    ...rest,
  };
}
