/**
 * A connection to a Redis that reconnects. In a cluster it leads to the node that has the state, which is in one slot; any
 * node names it. With a primary and copies it leads to the primary; a copy names it. The client is `@redis/client`, by the
 * makers of Redis, without dependencies, for Node 20 and newer. It is optional, because it has 12 MB, and only loaded here.
 */

import { refused } from '../../state/errors.js';
import { nameOf, type RedisAddress, type RedisNode } from './address.js';

/** A command that was certainly not carried out. */
export class NotDone extends Error {}

/** A command was sent, and its outcome is unknown. */
export class Lost extends Error {}

/** The caller gets a 500: neither a 200 nor "nothing was charged" would be certain. */
export class OutcomeUnknown extends Error {}

const MOST_BACKOFF_MS = 500;

/** How often a cluster may name another node before the start fails. */
const MOST_MOVES = 5;

/** The used part of the client. */
interface Client {
  readonly isReady: boolean;
  connect(): Promise<unknown>;
  destroy(): void;
  sendCommand(args: string[]): Promise<unknown>;
  on(event: string, listener: (error: Error) => void): unknown;
}

type Library = typeof import('@redis/client');

/** `home` is a key of the state; in a cluster, its slot decides the node. */
interface ConnectionParts {
  address: RedisAddress;
  home: string;
}

export class Connection {
  /** The connection is lost if the Redis owes an answer for `silenceMs`; checked every `watchMs`. Tests shorten both. */
  static patience = { silenceMs: 5_000, watchMs: 500 };
  /** Called when the connection is lost, and when it is back. */
  onLost: (why: string) => void = () => undefined;
  onBack: () => void = () => undefined;
  readonly #address: RedisAddress;
  readonly #home: string;
  readonly #library: Library;
  /** The known nodes, and the current one. */
  #nodes: RedisNode[];
  #node: RedisNode;
  #client: Client;
  #isStarted = false;
  #isClosed = false;
  #owed = 0;
  /** Rejects all pending answers when the connection is lost, whatever the client does. */
  readonly #waiting = new Set<(error: Error) => void>();
  /** Checks since the last answer that found the Redis silent. Counting checks ignores time in which this process stood still. */
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

  /** Throws a StateError if the Redis does not answer, or refuses this user. */
  static async open(parts: ConnectionParts): Promise<Connection> {
    const { shown } = parts.address;
    // Loaded on demand, since most mocks need no Redis.
    const connection = new Connection(parts, await import('@redis/client'));
    try {
      await connection.#start();
    } catch (error) {
      connection.close();
      const name = isUntrusted(error) ? 'redis-untrusted' : 'redis-silent';
      throw refused(name, { place: shown, why: wordsOf(error) });
    }
    return connection;
  }

  get isReady(): boolean {
    return this.#client.isReady;
  }

  /** The raw reply. Throws NotDone or Lost. */
  async send(args: string[]): Promise<unknown> {
    try {
      return await this.#ask(args);
    } catch (error) {
      const { ErrorReply, ClientOfflineError, ClientClosedError } = this.#library;
      if (error instanceof ErrorReply) this.#follow(error.message);
      const isSure = [ErrorReply, ClientOfflineError, ClientClosedError].some(
        (kind) => error instanceof kind,
      );
      throw isSure ? new NotDone(wordsOf(error)) : new Lost(wordsOf(error));
    }
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#watch);
    this.#discard();
  }

  /** Finds the node that has the state. */
  async #start(): Promise<void> {
    let last: unknown;
    for (const node of this.#nodes.slice()) {
      try {
        let next: RedisNode | null = node;
        for (let moves = 0; next !== null; moves += 1) {
          if (moves > MOST_MOVES) throw new Error('the nodes of the cluster name one another');
          this.#goTo(next);
          await this.#answered(this.#client.connect());
          next = await this.#elsewhere();
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

  /** The node that has the state, according to the current one; null if it is the current one. */
  async #elsewhere(): Promise<RedisNode | null> {
    try {
      await this.#ask(['EXISTS', this.#home]);
      return await this.#primary();
    } catch (error) {
      const node = error instanceof this.#library.ErrorReply ? this.#nodeIn(error.message) : null;
      if (node === null) throw error;
      return node;
    }
  }

  /** The primary of the current node; null if it is no copy, or does not answer this user. */
  async #primary(): Promise<RedisNode | null> {
    type Role = [role: string, host: string, port: number | string];
    const role = this.#ask(['ROLE']).catch((error: unknown) => {
      if (error instanceof this.#library.ErrorReply) return ['unknown'];
      throw error;
    });
    const [kind, host, port] = (await role) as Role;
    return kind === 'slave' ? { host, port: Number(port) } : null;
  }

  /** The node in `MOVED 3999 127.0.0.1:6381`; without a host, that of the current node. */
  #nodeIn(reply: string): RedisNode | null {
    const [, host, port] = /^MOVED \d+ (.*):(\d+)$/.exec(reply) ?? [];
    return port === undefined ? null : { host: host || this.#node.host, port: Number(port) };
  }

  /** Goes to the node that now has the state, after a failover or after its slot moved. */
  #follow(reply: string): void {
    if (!this.#isStarted || this.#isClosed) return;
    const node = this.#nodeIn(reply);
    // A former primary: its name may lead to another node now.
    if (node === null && !reply.startsWith('READONLY')) return;
    this.#lose('the state is held by another node now');
    this.#renew(node ?? this.#nextNode());
  }

  /** Learns the other nodes, for when this one is lost. Outside a cluster, the answer is an error. */
  async #learn(): Promise<void> {
    type Slots = [from: number, to: number, ...nodes: [host: string | null, port: number][]];
    const slots = (await this.#ask(['CLUSTER', 'SLOTS']).catch(() => [])) as Slots[];
    const found = slots.flatMap(([, , ...nodes]) =>
      nodes.map(([host, port]) => ({ host: host || this.#node.host, port: Number(port) })),
    );
    const known = new Map([...this.#address.nodes, ...found].map((node) => [nameOf(node), node]));
    this.#nodes = [...known.values()];
  }

  #ask(command: string[]): Promise<unknown> {
    return this.#answered(this.#client.sendCommand(command));
  }

  /** The reply. Rejects if the connection is lost first. */
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
      // The timeout of the client costs a timer for each command, and counts the time in which earlier commands are answered.
      commandOptions: { timeout: 0 },
      socket: {
        host,
        port,
        ...(tls && { tls: true as const }),
        // The start refuses a wrong address; later the connection recovers.
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

  /** Drops a connection that ended without notice. */
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
      // The client is closed already.
    }
  }
}

/** The message in one line. An error of several addresses has no message of its own; one of TLS has its reason apart. */
function wordsOf(error: unknown): string {
  const { message, errors = [], reason } = error as AggregateError & { reason?: string };
  const words = reason || message || errors.map((each: Error) => each.message).join(', ');
  return words.replace(/\s+/g, ' ').trim() || 'no reason given';
}

/** Whether the error is about a certificate, by the codes of Node and OpenSSL. */
function isUntrusted(error: unknown): boolean {
  const { code = '' } = error as NodeJS.ErrnoException;
  return /CERT|UNABLE_TO_(GET|VERIFY)/.test(code);
}
