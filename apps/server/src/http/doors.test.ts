import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HAS_DOORS, openDoors } from './doors.ts';
import { createDraining, installDraining } from './draining.ts';

const HERE = { port: 0, host: '127.0.0.1', backlog: 64 };

let app: FastifyInstance;
let letGoOn: () => void;
let begun: number;
beforeEach(() => {
  begun = 0;
  const wanted = new Promise<void>((resolve) => {
    letGoOn = resolve;
  });
  app = Fastify({ forceCloseConnections: 'idle' });
  installDraining(app, createDraining());
  app.get('/', async () => 'hello');
  app.get('/slow', async () => {
    begun += 1;
    await wanted;
    return 'done';
  });
});
afterEach(() => app.close());

const portOf = () => (app.server.address() as AddressInfo).port;

/** Sockets that listen on the port, as Linux lists them. */
async function countDoors(): Promise<number> {
  const port = `:${portOf().toString(16).toUpperCase().padStart(4, '0')} 00000000:0000 0A`;
  return (await readFile('/proc/net/tcp', 'utf8')).split('\n').filter((line) => line.includes(port)).length;
}

/** Asks once, on a connection of its own that would be kept. */
function ask(path: string): Promise<string> {
  const agent = new Agent({ keepAlive: true });
  return new Promise((resolve, reject) => {
    const asked = request({ port: portOf(), path, agent }, (answer) => {
      answer.setEncoding('utf8').once('data', resolve);
    });
    asked.on('error', reject).end();
  });
}

describe('the doors of a server', () => {
  it('are several where Node and the system can', async () => {
    await openDoors(app, HERE);
    if (process.platform === 'linux') expect(await countDoors()).toBe(HAS_DOORS ? 8 : 1);
    expect(await Promise.all(Array.from({ length: 40 }, () => ask('/')))).toEqual(Array(40).fill('hello'));
  });

  it('are closed to newcomers at once, and to those inside when they have their answers', async () => {
    const haveLeft = await openDoors(app, HERE);
    await ask('/');
    const inside = Array.from({ length: 40 }, () => ask('/slow'));
    await expect.poll(() => begun).toBe(40);
    const address = { port: portOf(), host: '127.0.0.1' };
    const closing = app.close();
    let isOver = false;
    // Of forty, not all came in by the first.
    const over = (HAS_DOORS ? haveLeft() : closing).then(() => {
      isOver = true;
    });
    await expect.poll(() => app.server.listening).toBe(false);
    const newcomer = createServer().listen(address);
    await once(newcomer, 'listening');
    newcomer.close();
    expect(isOver).toBe(false);
    letGoOn();
    expect(await Promise.all(inside)).toEqual(Array(40).fill('done'));
    await Promise.all([closing, over]);
  });

  it('do not open where somebody else listens', async () => {
    const somebody = createServer().listen(0, '127.0.0.1');
    await once(somebody, 'listening');
    const { port } = somebody.address() as AddressInfo;
    await expect(openDoors(app, { ...HERE, port })).rejects.toThrow('EADDRINUSE');
    somebody.close();
  });

  it('do not open on a port that another server shares among its own', async () => {
    await openDoors(app, HERE);
    const second = Fastify();
    await expect(openDoors(second, { ...HERE, port: portOf() })).rejects.toThrow('EADDRINUSE');
    await second.close();
  });
});
