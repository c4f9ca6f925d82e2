/** Keeps connections busy with prepared requests. It needs far less processor time than the server under test. */
import { connect, type Socket } from 'node:net';

interface Load {
  port: number;
  connections: number;
  /** Raw HTTP/1.1 requests, sent in turn to 127.0.0.1. */
  requests: readonly Buffer[];
  /** Stops after this many answers or milliseconds, or at the signal. */
  until: { answers?: number; ms?: number; signal?: AbortSignal };
}

/** Runs the load. Rejects if a connection breaks or an answer has no Content-Length. */
export async function runLoad({ port, connections, requests, until }: Load) {
  const started = performance.now();
  const deadline = started + (until.ms ?? Infinity);
  const most = until.answers ?? Infinity;
  let sent = 0;
  let answers = 0;
  /** Answers with a status other than 200. */
  let refused = 0;
  /** From each request to its answer, ms. */
  const waits: number[] = [];

  const work = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const socket: Socket = connect(port, '127.0.0.1');
      socket.setNoDelay(true);
      let pending = Buffer.alloc(0);
      let sentAt = 0;
      const next = (): void => {
        if (sent >= most || performance.now() >= deadline || until.signal?.aborted) {
          socket.end();
          return resolve();
        }
        socket.write(requests[sent % requests.length]!);
        sent += 1;
        sentAt = performance.now();
      };
      socket.on('connect', next);
      socket.on('error', reject);
      socket.on('data', (chunk) => {
        pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
        const head = pending.indexOf('\r\n\r\n');
        if (head === -1) return;
        const length = /\r\ncontent-length: (\d+)/i.exec(pending.toString('latin1', 0, head))?.[1];
        if (length === undefined) return reject(new Error('An answer has no Content-Length.'));
        if (pending.length < head + 4 + Number(length)) return;
        if (pending.toString('latin1', 9, 12) !== '200') refused += 1;
        answers += 1;
        waits.push(performance.now() - sentAt);
        pending = pending.subarray(head + 4 + Number(length));
        next();
      });
    });

  await Promise.all(Array.from({ length: connections }, work));
  return { answers, refused, waits, seconds: (performance.now() - started) / 1000 };
}

/** Returns a request as bytes on the wire, with a body of JSON if one is given. */
export function rawRequest(method: string, path: string, key: string, body?: unknown): Buffer {
  const head = `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n`;
  if (body === undefined) return Buffer.from(`${head}\r\n`);
  const text = JSON.stringify(body);
  const length = `Content-Length: ${Buffer.byteLength(text)}`;
  return Buffer.from(`${head}Content-Type: application/json\r\n${length}\r\n\r\n${text}`);
}
