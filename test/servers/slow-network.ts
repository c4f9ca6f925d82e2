/** A network between a mock and its Redis that can be slow, break connections, or drop data. */
import { connect, createServer, type Socket } from 'node:net';
import { listen } from './listen.js';

/** `target` is the port of the Redis. */
export async function slowNetwork(target: number) {
  const join = (from: Socket, to: Socket): void => {
    let last = 0;
    from.on('data', (chunk: Buffer) => {
      if (network.isSwallowing) return;
      // Keeps the order if the delay gets shorter.
      last = Math.max(last, performance.now() + network.delayMs);
      setTimeout(() => to.writable && to.write(chunk), last - performance.now());
    });
    from.on('error', () => undefined);
    from.on('close', () => to.destroy());
  };
  const near = await listen(
    createServer((socket) => {
      const far = connect(target, '127.0.0.1');
      join(socket, far);
      join(far, socket);
    }),
  );
  const network = {
    port: near.port,
    /** Milliseconds of delay in each direction. */
    delayMs: 0,
    /** Drops everything, without an error on either side. Call `cut` afterwards, because the dropped bytes are lost. */
    isSwallowing: false,
    /** Breaks all connections; new ones are accepted. */
    cut: near.cut,
    [Symbol.asyncDispose]: near.close,
  };
  return network;
}
