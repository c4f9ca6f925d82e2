import type { Socket } from 'node:net';

interface Pipeline {
  /** Bytes that had come when its latest request arrived: requests in one packet have the same number. */
  bytesRead: number;
  waiting: (() => void)[];
}

/**
 * Starts requests in the order in which they arrive. If a caller sends many requests in one packet, one of them starts in each
 * turn of the event loop, so that other connections are served in between.
 */
export class Pipelines {
  readonly #pipelines = new WeakMap<Socket, Pipeline>();

  start(socket: Socket, request: () => void): void {
    const { bytesRead } = socket;
    let pipeline = this.#pipelines.get(socket);
    if (pipeline === undefined) this.#pipelines.set(socket, (pipeline = { bytesRead: -1, waiting: [] }));
    const isFirst = pipeline.bytesRead !== bytesRead;
    pipeline.bytesRead = bytesRead;
    const { waiting } = pipeline;
    if (isFirst && waiting.length === 0) return request();
    waiting.push(request);
    if (waiting.length === 1) setImmediate(() => startNext(waiting));
  }
}

function startNext(waiting: (() => void)[]): void {
  waiting[0]!();
  // A request stays in the list until it has started, so that later ones wait behind it.
  waiting.shift();
  if (waiting.length > 0) setImmediate(() => startNext(waiting));
}
