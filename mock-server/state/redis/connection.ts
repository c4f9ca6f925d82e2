/**
 * One connection to a Redis, which comes back by itself. The client is `@redis/client`: of its makers, without
 * dependencies of its own, for Node 20 and newer. It is loaded where it is asked for alone and is 12 MB, so that whoever
 * keeps the state elsewhere need not have it.
 */

import { redisClientMissing, redisSilent } from '../errors.js';
import type { RedisAddress } from './address.js';

/** A command that was not carried out, for sure. */
export class NotDone extends Error {}

/** Whether a command that was sent was carried out is not known. */
export class Lost extends Error {}

/** A Redis that owes an answer for so long is taken for gone. */
const MOST_SILENCE_MS = 5_000;
const WATCH_MS = 500;
const MOST_BACKOFF_MS = 500;

/** What is used of the client. */
interface Client {
  readonly isReady: boolean;
  connect(): Promise<unknown>;
  destroy(): void;
  sendCommand(args: string[]): Promise<unknown>;
  on(event: string, listener: (error: Error) => void): unknown;
}

type Library = typeof import('@redis/client');

export class Connection {
  /** Told when it is lost, and when it is there again. */
  onLost: (why: string) => void = () => undefined;
  onBack: () => void = () => undefined;
  readonly #address: RedisAddress;
  readonly #library: Library;
  #client: Client;
  #isStarted = false;
  #isClosed = false;
  #owed = 0;
  /** Whoever waits for an answer hears of it when the connection is lost, whatever the client does about that. */
  readonly #waiting = new Set<(error: Error) => void>();
  #heardAt = 0;
  readonly #watch: NodeJS.Timeout;

  private constructor(address: RedisAddress, library: Library) {
    this.#address = address;
    this.#library = library;
    this.#client = this.#make();
    this.#watch = setInterval(() => this.#dropSilent(), WATCH_MS);
    this.#watch.unref();
  }

  /** Throws a StateError where nobody answers there, or not to this user. */
  static async open(address: RedisAddress): Promise<Connection> {
    const library = await import('@redis/client').catch(() => {
      throw redisClientMissing(address.shown);
    });
    const connection = new Connection(address, library);
    try {
      await connection.#client.connect();
    } catch (error) {
      connection.close();
      throw redisSilent(address.shown, wordsOf(error));
    }
    connection.#isStarted = true;
    return connection;
  }

  get isReady(): boolean {
    return this.#client.isReady;
  }

  /** The raw reply. Throws NotDone or Lost. */
  async send(args: string[]): Promise<unknown> {
    if (this.#owed === 0) this.#heardAt = Date.now();
    this.#owed += 1;
    let lose!: (error: Error) => void;
    const lost = new Promise<never>((_, reject) => {
      lose = reject;
      this.#waiting.add(reject);
    });
    try {
      return await Promise.race([this.#client.sendCommand(args), lost]);
    } catch (error) {
      const { ErrorReply, ClientOfflineError, ClientClosedError } = this.#library;
      const isSure =
        error instanceof ErrorReply ||
        error instanceof ClientOfflineError ||
        error instanceof ClientClosedError;
      throw isSure ? new NotDone(wordsOf(error)) : new Lost(wordsOf(error));
    } finally {
      this.#waiting.delete(lose);
      this.#owed -= 1;
      this.#heardAt = Date.now();
    }
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#watch);
    this.#discard();
  }

  #make(): Client {
    const { host, port, tls, username, password, database } = this.#address;
    const client = this.#library.createClient({
      ...(username !== undefined && { username }),
      ...(password !== undefined && { password }),
      database,
      disableOfflineQueue: true,
      socket: {
        host,
        port,
        ...(tls && { tls: true as const }),
        // A wrong address is refused at the start; later it heals by itself.
        reconnectStrategy: (retries: number) =>
          this.#isStarted ? Math.min(20 * 2 ** retries, MOST_BACKOFF_MS) : false,
      },
    }) as unknown as Client;
    client.on('error', (error) => {
      if (client === this.#client && this.#isStarted && !this.#isClosed) this.#lose(wordsOf(error));
    });
    client.on('ready', () => {
      if (client === this.#client && this.#isStarted) this.onBack();
    });
    return client;
  }

  /** One that was cut off without a word never says so. */
  #dropSilent(): void {
    const isWaiting = this.#owed > 0 || (this.#isStarted && !this.isReady);
    if (!isWaiting || Date.now() - this.#heardAt < MOST_SILENCE_MS) return;
    this.#lose('it does not answer');
    this.#discard();
    this.#client = this.#make();
    this.#heardAt = Date.now();
    this.#client.connect().catch(() => undefined);
  }

  #lose(why: string): void {
    for (const lose of this.#waiting) lose(new Error(why));
    this.#waiting.clear();
    this.onLost(why);
  }

  #discard(): void {
    try {
      this.#client.destroy();
    } catch {
      // It was closed already.
    }
  }
}

/** Errors of several addresses of one name come as one without a message. */
function wordsOf(error: unknown): string {
  const { message, errors } = error as AggregateError;
  return message || (errors ?? []).map(({ message: each }: Error) => each).join(', ') || 'no reason given';
}
