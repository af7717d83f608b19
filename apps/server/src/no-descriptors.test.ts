import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { eventually } from './testing/eventually.ts';
import { type ServerProcess, startServerProcess } from './testing/processes/server-process.ts';

const LIMIT = ['sh', '-c', 'ulimit -n 600; exec "$0" "$@"'];
const CONNECTIONS = 2000;

let dataDir: string;
let server: ServerProcess | undefined;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'sayback-descriptors-'));
});
afterEach(async () => {
  await server?.stop();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

async function connectIdle(port: number): Promise<Socket[]> {
  const sockets = Array.from({ length: CONNECTIONS }, () => connect(port, '127.0.0.1'));
  // The server may close connections again when it runs out of descriptors.
  for (const socket of sockets) socket.on('error', () => undefined);
  await Promise.all(sockets.map((socket) => once(socket, 'connect').catch(() => null)));
  return sockets;
}

it('a server with an adopted database survives more idle connections than it has file descriptors', async () => {
  const settings = { DATA_DIR: dataDir, LOG_LEVEL: 'silent' };
  const killed = await startServerProcess(settings);
  await killed.kill();
  server = await startServerProcess(settings, undefined, LIMIT);
  const { url } = server;
  let hasEnded = false;
  server.ended.then(() => {
    hasEnded = true;
  });

  const sockets = await connectIdle(server.port);
  // Longer than the intervals between database checks.
  await sleep(5000);
  expect(hasEnded, server.output()).toBe(false);
  for (const socket of sockets) socket.destroy();
  await eventually(async () => expect((await fetch(`${url}/health/ready`)).status).toBe(200), 60_000);
  expect(server.output()).not.toContain('PostgreSQL ended');
}, 240_000);
