import type { Socket } from 'node:net';

/** How many requests of one connection are under way. */
export const MOST_UNDER_WAY = 4;

interface Pipeline {
  /** Bytes that had come when its latest request arrived: requests in one packet have the same number. */
  bytesRead: number;
  underWay: number;
  waiting: (() => Promise<void>)[];
}

/** Starts requests as they arrive, a few of a packet at a time, so that other connections are served in between. */
export class Pipelines {
  readonly #pipelines = new WeakMap<Socket, Pipeline>();

  start(socket: Socket, request: () => Promise<void>): void {
    const { bytesRead } = socket;
    let pipeline = this.#pipelines.get(socket);
    if (pipeline === undefined) {
      pipeline = { bytesRead: 0, underWay: 0, waiting: [] };
      this.#pipelines.set(socket, pipeline);
    }
    const isFirst = pipeline.bytesRead !== bytesRead;
    pipeline.bytesRead = bytesRead;
    pipeline.waiting.push(request);
    // A search can end before the next request of its packet is parsed.
    if (isFirst) startNext(pipeline);
    else if (pipeline.waiting.length < MOST_UNDER_WAY) setImmediate(startNext, pipeline);
  }
}

function startNext(pipeline: Pipeline): void {
  const request = pipeline.underWay < MOST_UNDER_WAY ? pipeline.waiting.shift() : undefined;
  if (request === undefined) return;
  pipeline.underWay += 1;
  void request().finally(() => {
    pipeline.underWay -= 1;
    if (pipeline.waiting.length > 0) setImmediate(startNext, pipeline);
  });
}
