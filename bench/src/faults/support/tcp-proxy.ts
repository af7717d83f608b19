import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import getPort from 'get-port';

/** A proxy between the servers and their database, with a fixed address and simulated network faults. */
export type TcpProxy = {
  port: number;
  /** Target of new connections. */
  target: { port: number };
  /** Stalls or resumes all traffic. Connections stay open. */
  stall: (isStalled: boolean) => void;
  /** Refuses new connections, and closes existing ones. */
  close: () => Promise<void>;
  /** Accepts connections again, on the same port. */
  open: () => Promise<void>;
  connections: () => number;
};

type Direction = { from: Socket; to: Socket };

export async function openProxy(targetPort: number): Promise<TcpProxy> {
  const port = await getPort({ host: '127.0.0.1' });
  const sockets = new Set<Socket>();
  let stalled: Promise<void> = Promise.resolve();
  let letContinue: () => void = () => undefined;
  let server: Server | null = null;

  function forward({ from, to }: Direction): void {
    let last = Promise.resolve();
    from.on('data', (data) => {
      from.pause();
      last = last.then(async () => {
        await stalled;
        if (!to.destroyed) to.write(data);
        from.resume();
      });
    });
    from.on('end', () => void last.then(() => to.end()));
    from.on('close', () => {
      sockets.delete(from);
      void last.then(() => to.destroy());
    });
    from.on('error', () => undefined);
    sockets.add(from);
  }

  const proxy: TcpProxy = {
    port,
    target: { port: targetPort },
    stall(isStalled) {
      letContinue();
      stalled = isStalled
        ? new Promise((resolve) => {
            letContinue = resolve;
          })
        : Promise.resolve();
    },
    async close() {
      const closed = server && once(server, 'close');
      server?.close();
      server = null;
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    async open() {
      server = createServer({ noDelay: true }, (client) => {
        const upstream = connect({ port: proxy.target.port, host: '127.0.0.1', noDelay: true });
        forward({ from: client, to: upstream });
        forward({ from: upstream, to: client });
      });
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
    connections: () => sockets.size / 2,
  };
  await proxy.open();
  return proxy;
}
