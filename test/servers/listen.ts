/** Listens on a free port of this machine. */
import { once } from 'node:events';
import type { AddressInfo, Server, Socket } from 'node:net';

export interface Listening {
  port: number;
  /** `http://127.0.0.1:PORT` */
  url: string;
  /** Destroys all connections; the server accepts new ones. */
  cut(): void;
  /** Destroys all connections, and closes the server. */
  close(): Promise<void>;
}

/** Takes HTTP servers and servers of plain sockets. */
export async function listen(server: Server): Promise<Listening> {
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
