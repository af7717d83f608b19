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

  it('is a number on this machine', () => {
    expect(connectionLimit()).toBeGreaterThanOrEqual(100);
    expect(connectionLimit()).toBeLessThan(Number.POSITIVE_INFINITY);
  });

  it('closes connections beyond it, and accepts new ones when others have ended', async () => {
    const app = Fastify();
    limitConnections(app, 2);
    app.get('/', async () => 'hello');
    await app.listen({ port: 0, host: '127.0.0.1' });
    onTestFinished(() => app.close());
    const { port } = app.server.address() as AddressInfo;
    const open = () => {
      const socket = connect(port, '127.0.0.1');
      onTestFinished(() => void socket.destroy());
      return socket.on('error', () => undefined).resume();
    };
    const send = () => {
      const socket = open();
      socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
      return Promise.race([
        once(socket, 'data').then(([chunk]) => ({ socket, response: String(chunk) })),
        once(socket, 'close').then(() => ({ socket, response: '' })),
      ]);
    };
    const [first, second, third] = [await send(), await send(), await send()];
    expect([first, second, third].map(({ response }) => response.endsWith('hello'))).toEqual([
      true,
      true,
      false,
    ]);
    first.socket.destroy();
    await eventually(async () => expect((await send()).response).toContain('hello'));
  });
});
