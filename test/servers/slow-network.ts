/** A network between a mock and its Redis that can be slow, break connections, or drop data. */
import { connect, createServer, type Socket } from 'node:net';
import { listen, type Listening } from './listen.js';

export class SlowNetwork implements AsyncDisposable {
  #near!: Listening;
  /** Milliseconds of delay in each direction. */
  delayMs = 0;
  #isSwallowing = false;

  /** `target` is the port of the Redis. */
  static async to(target: number): Promise<SlowNetwork> {
    const network = new SlowNetwork();
    const server = createServer((near) => {
      const far = connect(target, '127.0.0.1');
      network.#join(near, far);
      network.#join(far, near);
    });
    network.#near = await listen(server);
    return network;
  }

  get port(): number {
    return this.#near.port;
  }

  /** Breaks all connections; new ones are accepted. */
  cut(): void {
    this.#near.cut();
  }

  /** Drops everything, without an error on either side, until `heal`. */
  swallow(): void {
    this.#isSwallowing = true;
  }

  /** Breaks all connections, because the dropped bytes are lost. */
  heal(): void {
    this.#isSwallowing = false;
    this.cut();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#near.close();
  }

  #join(from: Socket, to: Socket): void {
    let last = 0;
    from.on('data', (chunk: Buffer) => {
      if (this.#isSwallowing) return;
      // Keeps the order if the delay gets shorter.
      last = Math.max(last, performance.now() + this.delayMs);
      setTimeout(() => to.writable && to.write(chunk), last - performance.now());
    });
    from.on('error', () => undefined);
    from.on('close', () => to.destroy());
  }
}
