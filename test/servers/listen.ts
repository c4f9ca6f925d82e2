import { once } from 'node:events';
import type { AddressInfo, Server, Socket } from 'node:net';

export type Listening = Awaited<ReturnType<typeof listen>>;

/** Starts an HTTP or plain socket server on a free port. `cut` destroys its connections; `close` also ends the server. */
export async function listen(server: Server) {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const cut = (): void => sockets.forEach((socket) => socket.destroy());
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    cut,
    async close() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
