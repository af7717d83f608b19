import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installDraining } from './draining.ts';
import { listenOnSharedPort } from './listen-on-shared-port.ts';

const HERE = { port: 0, host: '127.0.0.1', backlog: 64 };

let app: FastifyInstance;
let letContinue: () => void;
let requestsStarted: number;
beforeEach(() => {
  requestsStarted = 0;
  const allowed = new Promise<void>((resolve) => {
    letContinue = resolve;
  });
  app = Fastify({ forceCloseConnections: 'idle' });
  installDraining(app, new AbortController());
  app.get('/', async () => 'hello');
  app.get('/slow', async () => {
    requestsStarted += 1;
    await allowed;
    return 'done';
  });
});
afterEach(() => app.close());

const getPort = () => (app.server.address() as AddressInfo).port;

/** Sockets that listen on the port, as Linux lists them. */
async function countListeners(): Promise<number> {
  const port = `:${getPort().toString(16).toUpperCase().padStart(4, '0')} 00000000:0000 0A`;
  return (await readFile('/proc/net/tcp', 'utf8')).split('\n').filter((line) => line.includes(port)).length;
}

/** Sends one request on a new keep-alive connection. */
function send(path: string): Promise<string> {
  const agent = new Agent({ keepAlive: true });
  return new Promise((resolve, reject) => {
    const sent = request({ port: getPort(), path, agent }, (response) => {
      response.setEncoding('utf8').once('data', resolve);
    });
    sent.on('error', reject).end();
  });
}

describe('a server that listens on a shared port', () => {
  it('has several sockets on Linux, which all accept connections', async () => {
    await listenOnSharedPort(app, HERE);
    if (process.platform === 'linux') expect(await countListeners()).toBe(64);
    expect(await Promise.all(Array.from({ length: 40 }, () => send('/')))).toEqual(Array(40).fill('hello'));
  });

  it('frees the port at once when it closes, and finishes the requests in flight', async () => {
    const haveLeft = await listenOnSharedPort(app, HERE);
    await send('/');
    const inside = Array.from({ length: 40 }, () => send('/slow'));
    await expect.poll(() => requestsStarted).toBe(40);
    const address = { port: getPort(), host: '127.0.0.1' };
    const closing = app.close();
    let isOver = false;
    // Forty connections spread over several sockets.
    const over = (process.platform === 'linux' ? haveLeft() : closing).then(() => {
      isOver = true;
    });
    await expect.poll(() => app.server.listening).toBe(false);
    const newcomer = createServer().listen(address);
    await once(newcomer, 'listening');
    newcomer.close();
    expect(isOver).toBe(false);
    letContinue();
    expect(await Promise.all(inside)).toEqual(Array(40).fill('done'));
    await Promise.all([closing, over]);
  });

  it('refuses a port on which another program listens', async () => {
    const somebody = createServer().listen(0, '127.0.0.1');
    await once(somebody, 'listening');
    const { port } = somebody.address() as AddressInfo;
    await expect(listenOnSharedPort(app, { ...HERE, port })).rejects.toThrow('EADDRINUSE');
    somebody.close();
  });

  it('refuses a port on which another such server listens', async () => {
    await listenOnSharedPort(app, HERE);
    const second = Fastify();
    await expect(listenOnSharedPort(second, { ...HERE, port: getPort() })).rejects.toThrow('EADDRINUSE');
    await second.close();
  });
});
