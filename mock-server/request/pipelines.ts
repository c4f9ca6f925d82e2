import type { Socket } from 'node:net';

/** How many requests of one connection start in one turn of the event loop. */
export const MOST_STARTS = 4;

interface Pipeline {
  /** Bytes that had come when its latest request arrived: requests in one packet have the same number. */
  bytesRead: number;
  /** Requests of that packet. */
  arrived: number;
  waiting: (() => void)[];
}

/**
 * Starts requests in the order in which they arrive. If a caller sends many requests in one packet, only a few of them start
 * in each turn of the event loop, so that other connections are served in between.
 */
export class Pipelines {
  readonly #pipelines = new WeakMap<Socket, Pipeline>();

  start(socket: Socket, request: () => void): void {
    const { bytesRead } = socket;
    let pipeline = this.#pipelines.get(socket);
    if (pipeline === undefined) {
      pipeline = { bytesRead, arrived: 0, waiting: [] };
      this.#pipelines.set(socket, pipeline);
    }
    if (pipeline.bytesRead !== bytesRead) pipeline.arrived = 0;
    pipeline.bytesRead = bytesRead;
    pipeline.arrived += 1;
    const { waiting } = pipeline;
    if (pipeline.arrived <= MOST_STARTS && waiting.length === 0) return request();
    waiting.push(request);
    if (waiting.length === 1) setImmediate(() => startSome(waiting));
  }
}

function startSome(waiting: (() => void)[]): void {
  for (const request of waiting.slice(0, MOST_STARTS)) request();
  // They stay in the list until they have started, so that later requests wait behind them.
  waiting.splice(0, MOST_STARTS);
  if (waiting.length > 0) setImmediate(() => startSome(waiting));
}
