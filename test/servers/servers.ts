/** For tests: tiny servers, and a literal exchange. */
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createRawServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { Exchange } from '../../conformance/record/exchange.js';
import { closing } from '../support/closing.js';

export interface TestServer {
  url: string;
  requests: { method: string; url: string; headers: NodeJS.Dict<string | string[]>; body: string }[];
  close(): Promise<void>;
}

/** Starts a server on a free port that records its requests, over HTTPS if it has a certificate. It closes when the current test has finished. */
export async function serve(
  listener: RequestListener,
  tls?: { cert: string; key: string },
): Promise<TestServer> {
  const requests: TestServer['requests'] = [];
  const sockets = new Set<Socket>();
  const record: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      requests.push({ method, url, headers, body: Buffer.concat(chunks).toString('utf8') });
      listener(request, response);
    });
  };
  const server = tls === undefined ? createServer(record) : createTlsServer(tls, record);
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  const { port } = server.address() as AddressInfo;
  return closing({ url: `http${tls === undefined ? '' : 's'}://127.0.0.1:${port}`, requests, close });
}

/** Starts a server that passes each connection to `onData`. It closes when the current test has finished. */
export async function serveRaw(
  onData: (socket: Socket) => void,
): Promise<{ url: string; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createRawServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => onData(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  return closing({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close });
}

/** An exchange that is complete but for what the test says of it. */
export function exchange(
  parts: Partial<Omit<Exchange, 'request' | 'response'>> & {
    request?: Partial<Exchange['request']>;
    response?: Partial<NonNullable<Exchange['response']>> | null;
  } = {},
): Exchange {
  const { request, response, ...rest } = parts;
  const body = response?.body;
  return {
    id: 1,
    scenario: 'pack/scenario',
    step: 'step',
    channel: 'contract',
    operation: 'searchJobs',
    adminOperation: null,
    account: 'active',
    request: {
      method: 'POST',
      url: 'http://target.example/api/v1/jobs-search/search',
      path: '/api/v1/jobs-search/search',
      query: {},
      headers: {},
      bodyText: null,
      body: undefined,
      ...request,
    },
    response:
      response === null
        ? null
        : {
            status: 200,
            headers: {},
            bodyText: body === undefined ? '' : JSON.stringify(body),
            body,
            ...response,
          },
    failure: null,
    sentAt: 0,
    receivedAt: 0,
    targetNow: null,
    copy: 0,
    group: null,
    round: 0,
    throttleExpected: false,
    faultPlanted: false,
    ...rest,
  };
}
