import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { sendRequest } from './request-youtube.ts';

const TARGET = new URL('https://www.youtube.com/');

/** Starts a proxy whose response to CONNECT is written by `onConnect`. */
async function startProxy(onConnect: (socket: Socket) => void): Promise<URL> {
  const proxy = createServer().on('connect', (_, socket: Socket) => {
    onTestFinished(() => void socket.destroy());
    onConnect(socket);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => void proxy.close());
  return new URL(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`);
}

it.each([403, 407, 429])('a proxy’s %i isn’t mistaken for the host’s response', async (status) => {
  const proxy = await startProxy((socket) =>
    socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`),
  );
  const { signal } = new AbortController();
  await expect(sendRequest(TARGET, proxy, { signal }, undefined)).rejects.toThrow(
    `the proxy refused to connect (${status})`,
  );
});

it('a connection to an unresponsive proxy ends with the signal', async () => {
  const aborting = new AbortController();
  let ended: Promise<unknown> | undefined;
  const proxy = await startProxy((socket) => {
    ended = once(socket.resume(), 'end');
    aborting.abort();
  });
  const { signal } = aborting;
  await expect(sendRequest(TARGET, proxy, { signal }, undefined)).rejects.toThrow(/abort/);
  await ended;
});

it('an unreachable proxy is an error', async () => {
  const proxy = new URL('http://127.0.0.1:1');
  const { signal } = new AbortController();
  await expect(sendRequest(TARGET, proxy, { signal }, undefined)).rejects.toThrow('ECONNREFUSED');
});
