/** Keeps a number of connections busy with prepared requests, at a cost far below that of the server under test. */
import { connect, type Socket } from 'node:net';

export interface Load {
  host: string;
  port: number;
  connections: number;
  /** Raw HTTP/1.1 requests, sent in turn. */
  requests: readonly Buffer[];
  /** Stops after so many answers, or after so many milliseconds. */
  until: { answers?: number; ms?: number };
}

export interface LoadResult {
  answers: number;
  seconds: number;
  /** Answers with a status other than 200. */
  refused: number;
  /** Milliseconds from request to answer, each. */
  waits: number[];
}

/** Runs the load. Rejects when a connection breaks or an answer is not plain keep-alive HTTP/1.1 with a length. */
export async function runLoad({ host, port, connections, requests, until }: Load): Promise<LoadResult> {
  const started = performance.now();
  const deadline = started + (until.ms ?? Infinity);
  const most = until.answers ?? Infinity;
  let sent = 0;
  let answers = 0;
  let refused = 0;
  const waits: number[] = [];

  const work = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const socket: Socket = connect(port, host);
      socket.setNoDelay(true);
      let pending = Buffer.alloc(0);
      let sentAt = 0;
      const next = (): void => {
        if (sent >= most || performance.now() >= deadline) {
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
        if (length === undefined) return reject(new Error('An answer came without Content-Length.'));
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

/** A POST of JSON as bytes on the wire. */
export function rawPost(path: string, key: string, body: unknown): Buffer {
  const text = JSON.stringify(body);
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  );
}
