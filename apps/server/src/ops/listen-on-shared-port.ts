import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';

type Address = { port: number; host: string; backlog: number };

/**
 * Number of listening sockets. Each accepts only one connection per turn of the event loop (libuv #3696), and a busy server's turns
 * are long. 1,500 new connections take 1,500 turns with one socket, and 35 with 64.
 */
const LISTENERS = 64;

/** Throws EADDRINUSE if another server listens on the port: with `reusePort`, both would share it. */
async function requireFreePort({ port, host }: Address): Promise<void> {
  const probe = createServer().listen({ port, host });
  await once(probe, 'listening');
  probe.close();
  await once(probe, 'close');
}

/**
 * Listens on several sockets, among which Linux distributes connections; on other systems, on one. After `app.close()`, await the
 * returned function, which resolves when the connections of the other sockets have ended too.
 */
export async function listenOnSharedPort(
  app: FastifyInstance,
  address: Address,
): Promise<() => Promise<unknown>> {
  if (process.platform !== 'linux') {
    await app.listen(address);
    return () => Promise.resolve();
  }
  await requireFreePort(address);
  // The sockets share the options of Node's HTTP server.
  const otherServers = Array.from({ length: LISTENERS - 1 }, () =>
    createServer({ allowHalfOpen: true, noDelay: true }, (socket) => app.server.emit('connection', socket)),
  );
  const closed = otherServers.map((server) => once(server, 'close'));
  app.addHook('preClose', async () => {
    for (const server of otherServers) server.close();
  });
  const shared = { ...address, reusePort: true };
  await app.listen(shared);
  const { port } = app.server.address() as AddressInfo;
  await Promise.all(otherServers.map((server) => once(server.listen({ ...shared, port }), 'listening')));
  return () => Promise.all(closed);
}
