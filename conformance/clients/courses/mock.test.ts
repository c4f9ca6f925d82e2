import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { connect, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { listen } from '../../../test/servers/listen.js';
import { openRelay, RELAY_MARK } from './mock.js';

it('the second address of a mock answers a client that half-closes its connection after the request', async () => {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    let asked = '';
    socket.on('data', (part) => (asked += part.toString()));
    socket.on('end', () => socket.end(`200 to ${asked.split('\r\n')[0]}`));
  });
  const { url, close } = await listen(server);
  const relay = await openRelay(url);
  try {
    const answer = await new Promise<string>((resolve, reject) => {
      const port = Number(new URL(relay.url).port);
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
      let text = '';
      socket
        .on('data', (part) => (text += part.toString()))
        .on('end', () => resolve(text))
        .on('error', reject);
      socket.on('close', () => resolve(text));
      socket.end('GET / HTTP/1.0\r\n\r\n');
    });
    expect(answer).toBe('200 to GET / HTTP/1.0');
  } finally {
    relay.close();
    await close();
  }
});

it('each request to the second address of a mock has the mark, also after a preflight, and its body does not change', async () => {
  const seen: string[] = [];
  const server = createHttpServer((request, response) => {
    let body = '';
    request.on('data', (part) => (body += String(part)));
    request.on('end', () => {
      seen.push(`${request.method} ${request.headers[RELAY_MARK]} ${body}`);
      response.end('\n');
    });
  });
  const { url, close } = await listen(server);
  const relay = await openRelay(url);
  const socket = connect({ port: Number(new URL(relay.url).port), host: '127.0.0.1' });
  const packet = (text: string): Promise<void> =>
    new Promise((resolve) => socket.write(text, () => resolve()));
  const answer = (): Promise<unknown> => once(socket, 'data');
  try {
    await packet('OPTIO');
    await Promise.all([answer(), packet('NS /search HTTP/1.1\r\nHost: a\r\n\r\n')]);
    await Promise.all([
      answer(),
      packet('POST /search HTTP/1.1\r\nHost: a\r\nContent-Length: 12\r\nExpect: 100-continue\r\n\r\n'),
    ]);
    await Promise.all([answer(), packet('{"limit":10}')]);
    expect(seen).toEqual(['OPTIONS 1 ', 'POST 1 {"limit":10}']);
  } finally {
    socket.destroy();
    relay.close();
    await close();
  }
});
