/** A real Redis for tests and measurements, in a temporary folder and on a free port. */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { scratchFolder } from '../support/scratch-folder.js';

const PLACES = ['/usr/bin/redis-server', '/usr/local/bin/redis-server', '/usr/bin/valkey-server'];

/** Path of the program; undefined if this machine has none. */
export const redisProgram = [process.env['REDIS_SERVER'] ?? '', ...PLACES].find(
  (path) => path !== '' && existsSync(path),
);

export const PASSWORD = 'pass word/with@signs';

/** Paths of a certificate and its key, in PEM. */
interface Certificate {
  cert: string;
  key: string;
}

let prefixes = 0;

export function newPrefix(): string {
  return `test-${(prefixes += 1)}`;
}

/** A Redis that keeps its data in a temporary folder, so that the data survives a restart. */
export class RedisServer {
  port = 0;
  #folder: ReturnType<typeof scratchFolder> | undefined;
  readonly #flags: readonly string[];
  readonly #tls: Certificate | null;
  #process: ChildProcess | null = null;

  /** With a certificate, it accepts only TLS. */
  constructor(flags: readonly string[] = [], tls: Certificate | null = null) {
    this.#flags = flags;
    this.#tls = tls;
  }

  get url(): string {
    return this.urlAt(this.port);
  }

  /** The URL with another port, such as the port of a proxy. */
  urlAt(port: number): string {
    return `${this.#tls === null ? 'redis' : 'rediss'}://:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/0`;
  }

  newPrefix = newPrefix;

  async start(): Promise<void> {
    if (this.port === 0) this.port = await freePort();
    this.#folder ??= scratchFolder();
    const ports = this.#tls === null ? `--port ${this.port}` : `--port 0 --tls-port ${this.port}`;
    const flags = `${ports} --bind 127.0.0.1 --dir ${this.#folder.path} --appendonly yes`.split(' ');
    flags.push('--save', '', '--requirepass', PASSWORD, ...this.#flags);
    if (this.#tls !== null) {
      const { cert, key } = this.#tls;
      flags.push('--tls-auth-clients', 'no', '--tls-cert-file', cert, '--tls-key-file', key);
    }
    const child = (this.#process = spawn(redisProgram!, flags));
    const ended = once(child, 'exit').then(() => {
      if (this.#process === child) this.#process = null;
      return true;
    });
    let said = '';
    child.stdout.on('data', (text: Buffer) => void (said += text.toString()));
    while (!/ready to accept connections/i.test(said))
      if (await Promise.race([ended, once(child.stdout, 'data').then(() => false)]))
        throw new Error(`Redis exited: ${said}`);
  }

  /** Kills the process, as if the machine failed. */
  async kill(): Promise<void> {
    const child = this.#process;
    if (child === null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  /** Stops the process, as if the network were broken. */
  stall(): void {
    this.#process!.kill('SIGSTOP');
  }

  /** Kills the process, and starts another one with the written data, or without data. */
  async restart(keeps: 'all' | 'nothing' = 'all'): Promise<void> {
    await this.kill();
    if (keeps === 'nothing') rmSync(this.#folder!.file('appendonlydir'), { recursive: true, force: true });
    await this.start();
  }

  async end(): Promise<void> {
    await this.kill();
    this.#folder?.remove();
  }
}

/** Below the ports that systems give to outgoing connections. Such a connection could take the port of a Redis that restarts. */
const PORTS = [12_000, 22_000] as const;

export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(...PORTS);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').catch(() => false);
    if (isFree === false) continue;
    await once(server.close(), 'close');
    return port;
  }
}
