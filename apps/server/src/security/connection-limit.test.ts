import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import Fastify from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { connectionLimit, limitConnections } from './connection-limit.ts';

const MIB = 1024 * 1024;

describe('the connection limit', () => {
  it.each([
    [20_000, 8192 * MIB, 19_500],
    [20_000, 512 * MIB, 8192],
    [600, 512 * MIB, 100],
    [Number.POSITIVE_INFINITY, 1024 * MIB, 16_384],
  ])(
    'the connection limit with %d descriptors and %d bytes of memory is %d',
    (descriptors, memory, limit) => {
      expect(connectionLimit(descriptors, memory)).toBe(limit);
    },
  );

  it('is finite on this machine', () => {
    expect(connectionLimit()).toBeGreaterThanOrEqual(100);
    expect(connectionLimit()).toBeLessThan(Number.POSITIVE_INFINITY);
  });

  /** Starts a server with that limit. Returns a function that connects from a local address and sends a request. */
  async function serverWith(limit: number) {
    const app = Fastify();
    limitConnections(app, false, limit);
    app.get('/', async () => 'hello');
    await app.listen({ port: 0, host: '127.0.0.1' });
    onTestFinished(() => app.close());
    const { port } = app.server.address() as AddressInfo;
    return (localAddress = '127.0.0.1') => {
      const socket = connect({ port, host: '127.0.0.1', localAddress });
      onTestFinished(() => void socket.destroy());
      socket.on('error', () => undefined).resume();
      socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
      return Promise.race([
        once(socket, 'data').then(([chunk]) => ({ socket, isServed: String(chunk).endsWith('hello') })),
        once(socket, 'close').then(() => ({ socket, isServed: false })),
      ]);
    };
  }

  it('closes connections over the limit, and accepts new ones when others have ended', async () => {
    const send = await serverWith(2);
    const [first, second, third] = [await send(), await send(), await send()];
    expect([first.isServed, second.isServed, third.isServed]).toEqual([true, true, false]);
    first.socket.destroy();
    await eventually(async () => expect((await send()).isServed).toBe(true));
  });

  it.skipIf(process.platform !== 'linux')(
    'leaves connections for others while one address has many',
    async () => {
      const send = await serverWith(12);
      const others = [await send('127.0.0.2')];
      const own = [];
      for (let n = 0; n < 12; n += 1) own.push((await send()).isServed);
      expect(own.filter((isServed) => isServed)).toHaveLength(5);
      for (let n = 0; n < 3; n += 1) others.push(await send(`127.0.0.${n + 3}`));
      expect(others.every(({ isServed }) => isServed)).toBe(true);
    },
  );
});
