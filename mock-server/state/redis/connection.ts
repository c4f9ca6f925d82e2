/**
 * One connection to a Redis, which comes back by itself. Of a cluster it is the node that holds the state: whichever it is
 * told of names it, and the state stands in one slot. Of a primary and its copies it is the primary: a copy names it, too. The client is `@redis/client`: of its makers, without
 * dependencies of its own, for Node 20 and newer. It is loaded where it is asked for alone and is 12 MB, so that whoever
 * keeps the state elsewhere need not have it.
 */

import { redisClientMissing, redisSilent, redisUntrusted } from '../errors.js';
import { nameOf, type RedisAddress, type RedisNode } from './address.js';

/** A command that was not carried out, for sure. */
export class NotDone extends Error {}

/** Whether a command that was sent was carried out is not known. */
export class Lost extends Error {}

/** Neither a 200 nor "nothing was charged" would be true: the answer to the caller is a 500. */
export class OutcomeUnknown extends Error {}

const MOST_BACKOFF_MS = 500;

/** How often a cluster may name another node before none of them is believed. */
const MOST_MOVES = 5;

/** What is used of the client. */
interface Client {
  readonly isReady: boolean;
  connect(): Promise<unknown>;
  destroy(): void;
  sendCommand(args: string[]): Promise<unknown>;
  on(event: string, listener: (error: Error) => void): unknown;
}

type Library = typeof import('@redis/client');

/** `home` is a key of the slot that holds the state, in a cluster. */
export interface ConnectionParts {
  address: RedisAddress;
  home: string;
}

export class Connection {
  /** A Redis that owes an answer for `silenceMs` counts as gone; a connection looks every `watchMs`. Tests shorten both. */
  static patience = { silenceMs: 5_000, watchMs: 500 };
  /** Told when it is lost, and when it is there again. */
  onLost: (why: string) => void = () => undefined;
  onBack: () => void = () => undefined;
  readonly #address: RedisAddress;
  readonly #home: string;
  readonly #library: Library;
  /** Those that are tried in turn, and which of them is. */
  #nodes: RedisNode[];
  #node: RedisNode;
  #client: Client;
  #isStarted = false;
  #isClosed = false;
  #owed = 0;
  /** Whoever waits for an answer hears of it when the connection is lost, whatever the client does about that. */
  readonly #waiting = new Set<(error: Error) => void>();
  /** How often it was found silent since it was last heard: a process that stood still itself does not blame the Redis. */
  #silences = 0;
  readonly #watch: NodeJS.Timeout;
  readonly #patience = Connection.patience;

  private constructor({ address, home }: ConnectionParts, library: Library) {
    this.#address = address;
    this.#home = home;
    this.#library = library;
    this.#nodes = [...address.nodes];
    this.#node = this.#nodes[0]!;
    this.#client = this.#make();
    this.#watch = setInterval(() => this.#dropSilent(), this.#patience.watchMs);
    this.#watch.unref();
  }

  /** Throws a StateError where nobody answers there, or not to this user. */
  static async open(parts: ConnectionParts): Promise<Connection> {
    const { shown } = parts.address;
    const library = await import('@redis/client').catch(() => {
      throw redisClientMissing(shown);
    });
    const connection = new Connection(parts, library);
    try {
      await connection.#start();
    } catch (error) {
      connection.close();
      throw isUntrusted(error) ? redisUntrusted(shown, wordsOf(error)) : redisSilent(shown, wordsOf(error));
    }
    return connection;
  }

  get isReady(): boolean {
    return this.#client.isReady;
  }

  /** The raw reply. Throws NotDone or Lost. */
  async send(args: string[]): Promise<unknown> {
    try {
      return await this.#answered(this.#client.sendCommand(args));
    } catch (error) {
      const { ErrorReply, ClientOfflineError, ClientClosedError } = this.#library;
      if (error instanceof ErrorReply) this.#follow(error.message);
      const isSure =
        error instanceof ErrorReply ||
        error instanceof ClientOfflineError ||
        error instanceof ClientClosedError;
      throw isSure ? new NotDone(wordsOf(error)) : new Lost(wordsOf(error));
    }
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#watch);
    this.#discard();
  }

  /** Finds the node that holds the state, of those that are named. */
  async #start(): Promise<void> {
    let last: unknown;
    for (const node of this.#nodes.slice()) {
      try {
        this.#goTo(node);
        await this.#answered(this.#client.connect());
        for (let moves = 0; ; moves += 1) {
          const elsewhere = await this.#elsewhere();
          if (elsewhere === null) break;
          if (moves === MOST_MOVES) throw new Error('the nodes of the cluster name one another');
          this.#goTo(elsewhere);
          await this.#answered(this.#client.connect());
        }
        this.#isStarted = true;
        await this.#learn();
        return;
      } catch (error) {
        last = error;
      }
    }
    throw last;
  }

  /** The node that this one says the state is at; null where that is this one. */
  async #elsewhere(): Promise<RedisNode | null> {
    try {
      await this.#answered(this.#client.sendCommand(['EXISTS', this.#home]));
      return await this.#primary();
    } catch (error) {
      const node = error instanceof this.#library.ErrorReply ? this.#nodeIn(error.message) : null;
      if (node === null) throw error;
      return node;
    }
  }

  /** The node that this one is a copy of; null where it is none, or does not tell this user. */
  async #primary(): Promise<RedisNode | null> {
    type Role = [role: string, host: string, port: number | string];
    const role = this.#answered(this.#client.sendCommand(['ROLE'])).catch((error: unknown) => {
      if (error instanceof this.#library.ErrorReply) return ['unknown'];
      throw error;
    });
    const [kind, host, port] = (await role) as Role;
    return kind === 'slave' ? { host, port: Number(port) } : null;
  }

  /** `MOVED 3999 127.0.0.1:6381`; without a host it is the one that says so. */
  #nodeIn(reply: string): RedisNode | null {
    const [, host, port] = /^MOVED \d+ (.*):(\d+)$/.exec(reply) ?? [];
    return port === undefined ? null : { host: host || this.#node.host, port: Number(port) };
  }

  /** Goes where the state is now, after a failover or when its slot was moved. */
  #follow(reply: string): void {
    if (!this.#isStarted || this.#isClosed) return;
    const node = this.#nodeIn(reply);
    // One that was a master: behind its name there may be another by now.
    if (node === null && !reply.startsWith('READONLY')) return;
    this.#lose('the state is held by another node now');
    this.#renew(node ?? this.#nextNode());
  }

  /** Which nodes there are, for when this one is gone. One that is in no cluster has an error to say. */
  async #learn(): Promise<void> {
    type Slots = [from: number, to: number, ...nodes: [host: string | null, port: number][]];
    const slots = (await this.#answered(this.#client.sendCommand(['CLUSTER', 'SLOTS'])).catch(
      () => [],
    )) as Slots[];
    const found = slots.flatMap(([, , ...nodes]) =>
      nodes.map(([host, port]) => ({ host: host || this.#node.host, port: Number(port) })),
    );
    const known = new Map([...this.#address.nodes, ...found].map((node) => [nameOf(node), node]));
    this.#nodes = [...known.values()];
  }

  /** What comes of it, unless the connection is lost before. */
  async #answered<T>(reply: Promise<T>): Promise<T> {
    if (this.#owed === 0) this.#silences = 0;
    this.#owed += 1;
    let lose!: (error: Error) => void;
    const lost = new Promise<never>((_, reject) => {
      lose = reject;
      this.#waiting.add(reject);
    });
    try {
      return await Promise.race([reply, lost]);
    } finally {
      this.#waiting.delete(lose);
      this.#owed -= 1;
      this.#silences = 0;
    }
  }

  #make(): Client {
    const { tls, username, password, database } = this.#address;
    const { host, port } = this.#node;
    const client = this.#library.createClient({
      ...(username !== undefined && { username }),
      ...(password !== undefined && { password }),
      database,
      disableOfflineQueue: true,
      // The client's own limit makes a timer for each command, and ends those that wait behind others that are answered.
      commandOptions: { timeout: 0 },
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
      if (client !== this.#client || !this.#isStarted) return;
      this.onBack();
      void this.#learn();
    });
    return client;
  }

  /** One that was cut off without a word never says so. */
  #dropSilent(): void {
    const isWaiting = this.#owed > 0 || (this.#isStarted && !this.isReady);
    this.#silences = isWaiting ? this.#silences + 1 : 0;
    const { silenceMs, watchMs } = this.#patience;
    if (this.#silences * watchMs < silenceMs) return;
    this.#lose('it does not answer');
    if (this.#isStarted) this.#renew(this.#nextNode());
  }

  #nextNode(): RedisNode {
    const at = this.#nodes.findIndex((node) => nameOf(node) === nameOf(this.#node));
    return this.#nodes[(at + 1) % this.#nodes.length]!;
  }

  #renew(node: RedisNode): void {
    this.#goTo(node);
    this.#client.connect().catch(() => undefined);
  }

  #goTo(node: RedisNode): void {
    this.#discard();
    this.#node = node;
    this.#client = this.#make();
    this.#silences = 0;
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

/** In one line. Errors of several addresses of one name come as one without a message, and those of TLS with a trail. */
function wordsOf(error: unknown): string {
  const { message, errors = [], reason } = error as AggregateError & { reason?: string };
  const words = reason || message || errors.map((each: Error) => each.message).join(', ');
  return words.replace(/\s+/g, ' ').trim() || 'no reason given';
}

/** Whether it is about a certificate, by the words of Node and OpenSSL for it. */
function isUntrusted(error: unknown): boolean {
  const { code = '' } = error as NodeJS.ErrnoException;
  return /CERT|UNABLE_TO_(GET|VERIFY)/.test(code);
}
