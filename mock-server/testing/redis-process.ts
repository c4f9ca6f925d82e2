/** A real Redis for tests and measurements, in a temporary folder and on a free port. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PLACES = ['/usr/bin/redis-server', '/usr/local/bin/redis-server', '/usr/bin/valkey-server'];

/** Path of the program; undefined where there is none. */
export const redisProgram = [process.env['REDIS_SERVER'] ?? '', ...PLACES].find(
  (path) => path !== '' && existsSync(path),
);

export const PASSWORD = 'pass word/with@signs';

/** It keeps what it has in a temporary folder, so that a restart finds it. */
export class RedisServer {
  readonly folder = mkdtempSync(join(tmpdir(), 'job-search-kit-redis-'));
  port = 0;
  #process: ChildProcess | null = null;
  #prefixes = 0;

  get url(): string {
    return `redis://:${encodeURIComponent(PASSWORD)}@127.0.0.1:${this.port}/0`;
  }

  /** One that no other test has. */
  newPrefix(): string {
    this.#prefixes += 1;
    return `test-${this.#prefixes}`;
  }

  async start(): Promise<void> {
    if (this.port === 0) this.port = await freePort();
    const flags = `--port ${this.port} --bind 127.0.0.1 --dir ${this.folder} --appendonly yes --save`.split(
      ' ',
    );
    const child = spawn(redisProgram!, [...flags, '', '--requirepass', PASSWORD]);
    this.#process = child;
    await new Promise<void>((resolve, reject) => {
      let said = '';
      child.stdout.on('data', (text: Buffer) => {
        said += text.toString();
        if (/ready to accept connections/i.test(said)) resolve();
      });
      child.once('exit', () => reject(new Error(said)));
    });
  }

  /** Without a word, as when its machine is lost. */
  async kill(): Promise<void> {
    const child = this.#process!;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
    this.#process = null;
  }

  /** It stands still, as behind a broken network, and goes on. */
  stall(): void {
    this.#process!.kill('SIGSTOP');
  }

  goOn(): void {
    this.#process!.kill('SIGCONT');
  }

  /** Kills it and starts it over what it had written, or over nothing. */
  async restart(keeps: 'all' | 'nothing' = 'all'): Promise<void> {
    await this.kill();
    if (keeps === 'nothing') rmSync(join(this.folder, 'appendonlydir'), { recursive: true, force: true });
    await this.start();
  }

  async end(): Promise<void> {
    if (this.#process !== null) await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
