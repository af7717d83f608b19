import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';

type Address = { port: number; host: string; backlog: number };

/**
 * Number of listening sockets. Each accepts one connection per turn of Node's event loop (libuv #3696). With a single socket
 * new connections wait for seconds, since a busy server's turns are long: 1,500 connections take 1,500 turns, with 64 sockets
 * 35.
 */
const LISTENERS = 64;

/** Throws EADDRINUSE if another server listens there: with `reusePort` both would share the port unnoticed. */
async function checkFree({ port, host }: Address): Promise<void> {
  const probe = createServer().listen({ port, host });
  await once(probe, 'listening');
  probe.close();
  await once(probe, 'close');
}

/**
 * Listens on several sockets, over which Linux spreads the connections; elsewhere on one. Await the returned function after
 * `app.close()`: it resolves when the connections of the other sockets have ended too.
 */
export async function listenOnSharedPort(
  app: FastifyInstance,
  address: Address,
): Promise<() => Promise<unknown>> {
  if (process.platform !== 'linux') {
    await app.listen(address);
    return () => Promise.resolve();
  }
  await checkFree(address);
  // The sockets share the options of Node's HTTP server.
  const others = Array.from({ length: LISTENERS - 1 }, () =>
    createServer({ allowHalfOpen: true, noDelay: true }, (socket) => app.server.emit('connection', socket)),
  );
  const closed = others.map((server) => once(server, 'close'));
  app.addHook('preClose', async () => {
    for (const server of others) server.close();
  });
  const shared = { ...address, reusePort: true };
  await app.listen(shared);
  const { port } = app.server.address() as AddressInfo;
  await Promise.all(others.map((server) => once(server.listen({ ...shared, port }), 'listening')));
  return () => Promise.all(closed);
}
