import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installDraining } from './draining.ts';
import { listenOnSharedPort } from './listen-on-shared-port.ts';

const ADDRESS = { port: 0, host: '127.0.0.1', backlog: 64 };

let app: FastifyInstance;
let finishRequests: () => void;
let requestsStarted: number;
beforeEach(() => {
  requestsStarted = 0;
  const allowed = new Promise<void>((resolve) => {
    finishRequests = resolve;
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

/** Counts the listening sockets on the port. */
async function countListeners(): Promise<number> {
  const port = `:${getPort().toString(16).toUpperCase().padStart(4, '0')} 00000000:0000 0A`;
  return (await readFile('/proc/net/tcp', 'utf8')).split('\n').filter((line) => line.includes(port)).length;
}

/** Sends a request on a new kept-alive connection. */
function send(path: string): Promise<string> {
  const agent = new Agent({ keepAlive: true });
  return new Promise((resolve, reject) => {
    const outgoing = request({ port: getPort(), path, agent }, (response) => {
      response.setEncoding('utf8').once('data', resolve);
    });
    outgoing.on('error', reject).end();
  });
}

describe('a server that listens on a shared port', () => {
  it('accepts connections on several sockets on Linux', async () => {
    await listenOnSharedPort(app, ADDRESS);
    if (process.platform === 'linux') expect(await countListeners()).toBe(64);
    expect(await Promise.all(Array.from({ length: 40 }, () => send('/')))).toEqual(Array(40).fill('hello'));
  });

  it('releases the port immediately when it closes, and finishes the requests in flight', async () => {
    const waitForConnections = await listenOnSharedPort(app, ADDRESS);
    await send('/');
    const inFlight = Array.from({ length: 40 }, () => send('/slow'));
    await expect.poll(() => requestsStarted).toBe(40);
    const address = { port: getPort(), host: '127.0.0.1' };
    const closing = app.close();
    let hasEnded = false;
    // The connections are spread over several sockets.
    const ended = (process.platform === 'linux' ? waitForConnections() : closing).then(() => {
      hasEnded = true;
    });
    await expect.poll(() => app.server.listening).toBe(false);
    const newServer = createServer().listen(address);
    await once(newServer, 'listening');
    newServer.close();
    expect(hasEnded).toBe(false);
    finishRequests();
    expect(await Promise.all(inFlight)).toEqual(Array(40).fill('done'));
    await Promise.all([closing, ended]);
  });

  it('rejects a port on which another program listens', async () => {
    const otherProgram = createServer().listen(0, '127.0.0.1');
    await once(otherProgram, 'listening');
    const { port } = otherProgram.address() as AddressInfo;
    await expect(listenOnSharedPort(app, { ...ADDRESS, port })).rejects.toThrow('EADDRINUSE');
    otherProgram.close();
  });

  it('rejects a port that another server shares', async () => {
    await listenOnSharedPort(app, ADDRESS);
    const second = Fastify();
    await expect(listenOnSharedPort(second, { ...ADDRESS, port: getPort() })).rejects.toThrow('EADDRINUSE');
    await second.close();
  });
});
