/**
 * A connection to a Redis. In a cluster it connects to the node with the slot of the state, which any other node names; with
 * replicas, to the primary, which each replica names. The client is `@redis/client`, which has no dependencies and needs
 * Node 20 or newer. It is optional, because its size is 12 MB, and only loaded here. Its clients for clusters and Sentinels
 * are unsuitable: both require knowing in advance what is at the address, and that for Sentinels repeats a command whose
 * reply was lost.
 */

import { refused } from '../../state/errors.js';
import { nameOf, type RedisAddress, type RedisNode } from './address.js';

/** A command was sent, and its outcome is unknown. After all other errors, the command was certainly not executed. */
export class Lost extends Error {}

/** The most redirections from node to node before connecting fails. */
const MOST_MOVES = 5;

type Library = typeof import('@redis/client');
type Client = ReturnType<Library['createClient']>;

export class Connection {
  /** The connection counts as lost if a reply is pending for `silenceMs`; checked every `watchMs`. Tests shorten both. */
  static patience = { silenceMs: 5_000, watchMs: 500 };
  /** Called when the connection is lost. `connect` makes another one. */
  onLost: (why: string) => void = () => undefined;
  readonly #address: RedisAddress;
  /** A key of the state; in a cluster, its slot determines the node. */
  readonly #home: string;
  readonly #library: Library;
  /** All known nodes, and the node of the latest connection. */
  #nodes: readonly RedisNode[];
  #node: RedisNode;
  #client: Client | null = null;
  #isConnected = false;
  #isClosed = false;
  /** Functions that reject pending replies when the connection is lost, because the client may not do so. */
  readonly #waiting = new Set<(error: Error) => void>();
  /** Checks since the last reply. Counting checks, and not time, leaves out time in which this process was suspended. */
  #silences = 0;
  readonly #watch: NodeJS.Timeout;
  readonly #patience = Connection.patience;

  private constructor(address: RedisAddress, home: string, library: Library) {
    this.#address = address;
    this.#home = home;
    this.#library = library;
    this.#nodes = address.nodes;
    this.#node = this.#nodes.at(-1)!;
    this.#watch = setInterval(() => this.#dropSilent(), this.#patience.watchMs);
    this.#watch.unref();
  }

  /** Opens a connection. Rejects with StateError if the Redis does not reply or rejects this user. */
  static async open(address: RedisAddress, home: string): Promise<Connection> {
    // Loaded on demand, since most mocks need no Redis.
    const connection = new Connection(address, home, await import('@redis/client'));
    try {
      await connection.connect();
    } catch (error) {
      connection.close();
      const { message, cause } = error as Error;
      throw refused(isUntrusted(cause) ? 'redis-untrusted' : 'redis-silent', {
        place: address.shown,
        why: message,
      });
    }
    return connection;
  }

  /** Connects to the node with the state, unless it is connected. Tries all known nodes, beginning after the last used one. */
  async connect(): Promise<void> {
    if (this.#isConnected) return;
    const next = this.#nodes.map(nameOf).indexOf(nameOf(this.#node)) + 1;
    let last: unknown;
    for (const node of [...this.#nodes.slice(next), ...this.#nodes.slice(0, next)]) {
      try {
        return await this.#connectFrom(node);
      } catch (error) {
        last = error;
      }
    }
    throw new Error(wordsOf(last), { cause: last });
  }

  /** Sends a command and returns the raw reply. Rejects with Lost if it is unknown whether the command was executed. */
  async send(args: string[]): Promise<unknown> {
    if (!this.#isConnected) throw new Error('no connection');
    try {
      return await this.#ask(args);
    } catch (error) {
      const { ErrorReply, ClientOfflineError, ClientClosedError } = this.#library;
      // MOVED: another node has the slot. READONLY: this node is no longer the primary.
      if (error instanceof ErrorReply && /^(MOVED|READONLY)/.test(error.message))
        this.#lose('the state is held by another node now');
      const isSure = [ErrorReply, ClientOfflineError, ClientClosedError].some(
        (kind) => error instanceof kind,
      );
      throw new (isSure ? Error : Lost)(wordsOf(error));
    }
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#watch);
    this.#client?.destroy();
  }

  /** Connects to `node`, then to the nodes that it leads to, until one has the state. */
  async #connectFrom(node: RedisNode): Promise<void> {
    let next: RedisNode | null = node;
    for (let moves = 0; next !== null; moves += 1) {
      if (moves > MOST_MOVES) throw new Error('the nodes of the cluster name one another');
      this.#node = next;
      await this.#answered(this.#newClient().connect());
      next = await this.#elsewhere();
    }
    await this.#learn();
    this.#isConnected = true;
  }

  /** Returns the node that has the state, as the current one says; null if it is the current one, or if this user may not ask. */
  async #elsewhere(): Promise<RedisNode | null> {
    const moved = await this.#askOr((refusal) => refusal, ['EXISTS', this.#home]);
    if (moved instanceof Error) {
      const [, host, port] = /^MOVED \d+ (.*):(\d+)$/.exec(moved.message) ?? [];
      if (port === undefined) throw moved;
      return { host: host || this.#node.host, port: Number(port) };
    }
    // A replica names its primary.
    type Role = [role: string, host: string, port: number | string];
    const [kind, host, port] = (await this.#askOr(() => ['unknown'], ['ROLE'])) as Role;
    return kind === 'slave' ? { host, port: Number(port) } : null;
  }

  /** Stores the other nodes of a cluster, in case this one is lost. Outside a cluster the reply is an error. */
  async #learn(): Promise<void> {
    type Slots = [from: number, to: number, ...nodes: [host: string | null, port: number][]];
    const slots = (await this.#askOr(() => [], ['CLUSTER', 'SLOTS'])) as Slots[];
    const found = slots.flatMap(([, , ...nodes]) =>
      nodes.map(([host, port]) => ({ host: host || this.#node.host, port: Number(port) })),
    );
    const known = new Map([...this.#address.nodes, ...found].map((node) => [nameOf(node), node]));
    this.#nodes = [...known.values()];
  }

  /** Returns the reply; if it is an error, the result of `otherwise`. */
  async #askOr(otherwise: (refusal: Error) => unknown, command: string[]): Promise<unknown> {
    try {
      return await this.#ask(command);
    } catch (error) {
      if (error instanceof this.#library.ErrorReply) return otherwise(error);
      throw error;
    }
  }

  #ask(command: string[]): Promise<unknown> {
    return this.#answered(this.#client!.sendCommand(command));
  }

  /** Waits for a reply. Rejects if the connection is lost first. */
  #answered<T>(reply: Promise<T>): Promise<T> {
    if (this.#waiting.size === 0) this.#silences = 0;
    return new Promise((resolve, lose) => {
      this.#waiting.add(lose);
      const end = (): void => {
        this.#waiting.delete(lose);
        this.#silences = 0;
      };
      reply.finally(end).then(resolve, lose);
    });
  }

  /** Replaces the current client. */
  #newClient(): Client {
    this.#client?.destroy();
    if (this.#isClosed) throw new Error('the connection is closed');
    const { tls, username, password, database } = this.#address;
    const { host, port } = this.#node;
    const client = this.#library.createClient({
      ...(username !== undefined && { username }),
      ...(password !== undefined && { password }),
      database,
      disableOfflineQueue: true,
      // The client's own timeout needs a timer for each command, and ends when the command is written.
      commandOptions: { timeout: 0 },
      socket: { host, port, ...(tls && { tls: true as const }), reconnectStrategy: false },
    }) as unknown as Client;
    client.on('error', (error: Error) => {
      // Until it is connected, the promise of `connect` rejects.
      if (client === this.#client && this.#isConnected) this.#lose(wordsOf(error));
    });
    this.#client = client;
    return client;
  }

  /** Ends a connection whose Redis has not replied for too long. */
  #dropSilent(): void {
    this.#silences = this.#waiting.size > 0 ? this.#silences + 1 : 0;
    const { silenceMs, watchMs } = this.#patience;
    if (this.#silences * watchMs < silenceMs) return;
    this.#lose('it does not answer');
  }

  #lose(why: string): void {
    for (const lose of this.#waiting) lose(new Error(why));
    this.#waiting.clear();
    if (!this.#isConnected) return;
    this.#isConnected = false;
    this.onLost(why);
  }
}

/** Returns an error's message in one line. An AggregateError may have no message; a TLS error has a separate `reason`. */
function wordsOf(error: unknown): string {
  const { message, errors = [], reason } = error as AggregateError & { reason?: string };
  const words = reason || message || errors.map((each: Error) => each.message).join(', ');
  return words.replace(/\s+/g, ' ').trim() || 'no reason given';
}

/** Whether the code of an error, from Node or OpenSSL, is about a certificate. */
function isUntrusted(error: unknown): boolean {
  const { code = '' } = error as NodeJS.ErrnoException;
  return /CERT|UNABLE_TO_(GET|VERIFY)/.test(code);
}
