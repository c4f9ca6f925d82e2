/** A network between a mock and its Redis that is slow, breaks connections, or swallows what is sent. */
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

export class SlowNetwork implements AsyncDisposable {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** Milliseconds for each way. */
  delayMs = 0;
  #isSwallowing = false;

  private constructor(target: number) {
    this.#server = createServer((near) => {
      const far = connect(target, '127.0.0.1');
      this.#join(near, far);
      this.#join(far, near);
    });
  }

  static async to(target: number): Promise<SlowNetwork> {
    const network = new SlowNetwork(target);
    await new Promise<void>((resolve) => network.#server.listen(0, '127.0.0.1', resolve));
    return network;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Breaks all connections; new ones are taken. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** From now on nothing comes through, and nobody is told, until `heal`. */
  swallow(): void {
    this.#isSwallowing = true;
  }

  /** What was swallowed is lost, so that connections from before are broken. */
  heal(): void {
    this.#isSwallowing = false;
    this.cut();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #join(from: Socket, to: Socket): void {
    this.#sockets.add(from);
    let last = 0;
    from.on('data', (chunk: Buffer) => {
      if (this.#isSwallowing) return;
      // What was sent later never comes earlier.
      last = Math.max(last, performance.now() + this.delayMs);
      setTimeout(() => to.writable && to.write(chunk), last - performance.now());
    });
    from.on('error', () => undefined);
    from.on('close', () => {
      this.#sockets.delete(from);
      to.destroy();
    });
  }
}
