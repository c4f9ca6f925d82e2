import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Trace } from './trace.js';

/** An answer on its way to the caller. */
interface Leaving {
  res: ServerResponse;
  trace: Trace;
}

/** How many requests of one connection are under way. */
export const MOST_UNDER_WAY = 4;

/** The connections of one mock, each with a number from 1 on. */
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

/** A connection: its requests that are under way, and whether what was sent over it has left. */
export class Connection {
  readonly number: number;
  readonly #socket: Socket;
  /** Bytes that had come when its latest request arrived: requests in one packet have the same number. */
  #bytesRead = 0;
  #underWay = 0;
  readonly #waiting: (() => Promise<void>)[] = [];
  /** The last answer, whether or not it has left, and earlier ones on their way. There are none if the caller waits for answers. */
  #answers: Leaving[] = [];

  constructor(number: number, socket: Socket) {
    this.number = number;
    this.#socket = socket;
    // One listener for all answers: one for each would take as long as finding a page.
    socket.once('close', () => this.#end());
    socket.on('error', ({ code }: NodeJS.ErrnoException) => RESETS.has(code ?? '') && this.#reset());
  }

  /** Starts requests as they arrive, a few of a packet at a time, so that other connections are served in between. */
  start(request: () => Promise<void>): void {
    const { bytesRead } = this.#socket;
    const isFirst = this.#bytesRead !== bytesRead;
    this.#bytesRead = bytesRead;
    this.#waiting.push(request);
    // A search can end before the next request of its packet is parsed.
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

  /** From now on the trace records if the connection closes before the whole answer has left. */
  watch(res: ServerResponse, trace: Trace): void {
    // They leave one after the other.
    while (this.#answers.length > 0 && !isLeaving(this.#answers[0]!)) this.#answers.shift();
    this.#answers.push({ res, trace });
  }

  #end(): void {
    for (const answer of this.#answers) if (isLeaving(answer)) giveUp(answer.trace);
    this.#answers = [];
  }

  /** A connection is reset if its caller had unread data. On a loaded machine, a caller may give up before it reads an answer. */
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
