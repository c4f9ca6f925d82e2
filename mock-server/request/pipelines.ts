import type { Socket } from 'node:net';

/** How many requests of one connection start in one turn of the event loop. */
export const MOST_STARTS = 4;

interface Pipeline {
  turn: number;
  /** Requests that started in that turn. */
  started: number;
  waiting: (() => void)[];
}

/**
 * Starts requests in the order in which they arrive. If a caller sends many requests without waiting for answers, only a few
 * of them start in each turn of the event loop, so that other connections are served in between.
 */
export class Pipelines {
  readonly #pipelines = new WeakMap<Socket, Pipeline>();
  readonly #waiting = new Set<Pipeline>();
  #turn = 0;
  #isCounting = false;

  start(socket: Socket, request: () => void): void {
    let pipeline = this.#pipelines.get(socket);
    if (pipeline === undefined) {
      pipeline = { turn: this.#turn, started: 0, waiting: [] };
      this.#pipelines.set(socket, pipeline);
    }
    this.#countTurns();
    if (this.#mayStart(pipeline) && pipeline.waiting.length === 0) return request();
    pipeline.waiting.push(request);
    this.#waiting.add(pipeline);
  }

  #mayStart(pipeline: Pipeline): boolean {
    if (pipeline.turn !== this.#turn) pipeline.started = 0;
    pipeline.turn = this.#turn;
    pipeline.started += 1;
    return pipeline.started <= MOST_STARTS;
  }

  /** Counts one turn for all requests that arrive in it. */
  #countTurns(): void {
    if (this.#isCounting) return;
    this.#isCounting = true;
    setImmediate(() => {
      this.#isCounting = false;
      this.#turn += 1;
      if (this.#waiting.size > 0) this.#countTurns();
      for (const pipeline of [...this.#waiting]) {
        for (const request of pipeline.waiting.splice(0, MOST_STARTS)) {
          pipeline.started += 1;
          request();
        }
        if (pipeline.waiting.length === 0) this.#waiting.delete(pipeline);
      }
    });
  }
}
