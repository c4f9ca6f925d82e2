/** Listens on a free port of this machine. */
import { once } from 'node:events';
import type { AddressInfo, Server, Socket } from 'node:net';

export type Listening = Awaited<ReturnType<typeof listen>>;

/** Starts an HTTP server or a plain socket server. Returns its port and URL, and functions that cut connections and close it. */
export async function listen(server: Server) {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  /** Destroys all connections; the server accepts new ones. */
  const cut = (): void => sockets.forEach((socket) => socket.destroy());
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    cut,
    /** Destroys all connections, and closes the server. */
    async close() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
