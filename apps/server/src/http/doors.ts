import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';

type Place = { port: number; host: string; backlog: number };

/**
 * One turn of Node's event loop accepts one connection from each socket that listens. The turns of a busy server are long:
 * at a single socket, who is new would wait for half a minute behind those who are connected.
 */
const DOORS = 8;

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

/** Whether several sockets can listen on one port: Linux spreads connections over them, and Node asks for it since 22.12. */
export const HAS_DOORS = process.platform === 'linux' && (major > 22 || (major === 22 && minor >= 12));

/** Throws EADDRINUSE where somebody listens already: with the doors open, a second server would share the port unnoticed. */
async function mustBeFree({ port, host }: Place): Promise<void> {
  const probe = createServer().listen({ port, host });
  await once(probe, 'listening');
  probe.close();
  await once(probe, 'close');
}

/**
 * Listens. The doors stop letting in when the app closes; what is answered resolves once those who came in by them have left
 * too, which is to be awaited after `app.close()`.
 */
export async function openDoors(app: FastifyInstance, place: Place): Promise<() => Promise<unknown>> {
  if (!HAS_DOORS) {
    await app.listen(place);
    return () => Promise.resolve();
  }
  await mustBeFree(place);
  // As Node's own HTTP server takes its connections.
  const enter = () =>
    createServer({ allowHalfOpen: true, noDelay: true }, (socket) => app.server.emit('connection', socket));
  const doors = Array.from({ length: DOORS - 1 }, enter);
  const closed = doors.map((door) => once(door, 'close'));
  app.addHook('preClose', async () => {
    for (const door of doors) door.close();
  });
  const shared = { ...place, reusePort: true };
  await app.listen(shared);
  const { port } = app.server.address() as AddressInfo;
  await Promise.all(doors.map((door) => once(door.listen({ ...shared, port }), 'listening')));
  return () => Promise.all(closed);
}
