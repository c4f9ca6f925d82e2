import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Trace } from './trace.js';

/** A response that is being sent. */
interface Leaving {
  res: ServerResponse;
  trace: Trace;
}

/** The most requests of one connection to process concurrently. */
export const MOST_UNDER_WAY = 4;

/** The connections of a mock, numbered from 1. */
export class Connections {
  readonly #known = new WeakMap<Socket, Connection>();
  #made = 0;

  of(socket: Socket): Connection {
    let connection = this.#known.get(socket);
    if (connection === undefined) {
      connection = new Connection((this.#made += 1), socket);
      this.#known.set(socket, connection);
    }
    return connection;
  }
}

/** A connection: limits its concurrent requests, and detects whether its responses were sent completely. */
export class Connection {
  readonly number: number;
  readonly #socket: Socket;
  /** Bytes received when its latest request arrived. Requests in one packet have the same number. */
  #bytesRead = 0;
  #underWay = 0;
  readonly #waiting: (() => Promise<void>)[] = [];
  /** The last response, and earlier ones that are not sent completely, which exist only if the caller pipelines requests. */
  #answers: Leaving[] = [];

  constructor(number: number, socket: Socket) {
    this.number = number;
    this.#socket = socket;
    // One listener for all responses, because adding one for each would take as long as a search.
    socket.once('close', () => this.#end());
    socket.on('error', ({ code }: NodeJS.ErrnoException) => RESETS.has(code ?? '') && this.#reset());
  }

  /** Starts requests as they arrive, but only a few of a packet at a time, so that other connections are served in between. */
  start(request: () => Promise<void>): void {
    const { bytesRead } = this.#socket;
    const isFirst = this.#bytesRead !== bytesRead;
    this.#bytesRead = bytesRead;
    this.#waiting.push(request);
    // A search can end before node parses the next request of the packet.
    if (isFirst) this.#startNext();
    else if (this.#waiting.length < MOST_UNDER_WAY) setImmediate(() => this.#startNext());
  }

  #startNext(): void {
    const request = this.#underWay < MOST_UNDER_WAY ? this.#waiting.shift() : undefined;
    if (request === undefined) return;
    this.#underWay += 1;
    void request().then(this.#goOn);
  }

  /** Made once, since this runs for every request. */
  readonly #goOn = (): void => {
    this.#underWay -= 1;
    if (this.#waiting.length > 0) setImmediate(() => this.#startNext());
  };

  /** From now on marks the trace as cut if the connection closes before the whole response is sent. */
  watch(res: ServerResponse, trace: Trace): void {
    // Responses are sent one after the other.
    while (this.#answers.length > 0 && !isLeaving(this.#answers[0]!)) this.#answers.shift();
    this.#answers.push({ res, trace });
  }

  #end(): void {
    for (const answer of this.#answers) if (isLeaving(answer)) giveUp(answer.trace);
    this.#answers = [];
  }

  /** A reset means that the caller had unread data, such as the last response, when it closed the connection. */
  #reset(): void {
    const last = this.#answers.at(-1);
    if (last !== undefined) giveUp(last.trace);
  }
}

const RESETS = new Set(['ECONNRESET', 'EPIPE']);

function giveUp(trace: Trace): void {
  trace.sent = 'cut';
  trace.aborted = true;
}

function isLeaving({ res }: Leaving): boolean {
  return !res.writableFinished;
}
