import { connect, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { listen } from '../../../test/servers/listen.js';
import { openRelay } from './mock.js';

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
