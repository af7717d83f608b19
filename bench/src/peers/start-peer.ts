import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import getPort from 'get-port';
import { deriveKey } from '../../../apps/server/src/secret.ts';
import { BENCH_SECRET, deriveTokenKey } from '../library/access-token.ts';
import { type Library, PUBLIC_HOST } from '../library/open-library.ts';
import type { Measured } from '../rounds/round.ts';
import { openConnection } from '../wire/connection.ts';

const BARE = fileURLToPath(new URL('../../peers/bare/server.mjs', import.meta.url));
const START_MS = 30_000;
const STOP_MS = 5000;

export type Peer = Measured & { stop: () => Promise<void> };

async function waitUntilResponding(child: ChildProcess, port: number): Promise<void> {
  const until = Date.now() + START_MS;
  while (Date.now() < until) {
    if (child.exitCode !== null) throw new Error(`a peer ended with ${child.exitCode}`);
    const connection = openConnection({ host: '127.0.0.1', port });
    const response = await connection
      .send({ head: `GET / HTTP/1.1\r\nhost: ${PUBLIC_HOST}\r\n` })
      .catch(() => null);
    connection.close();
    if (response) return;
    await sleep(50);
  }
  throw new Error('a peer did not become ready');
}

async function stopPeer(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await Promise.race([ended, sleep(STOP_MS).then(() => child.kill('SIGKILL'))]);
}

/** Starts a server of Fastify and pg without any of our code: the minimum cost with these components. */
export async function startBare(library: Library): Promise<Peer> {
  const port = await getPort({ host: '127.0.0.1' });
  const env = {
    PATH: process.env.PATH,
    PORT: String(port),
    DATABASE_URL: library.databaseUrl,
    PUBLIC_URL: `http://${PUBLIC_HOST}`,
    TOKEN_KEY: deriveTokenKey().toString('hex'),
    MEDIA_KEY: deriveKey(BENCH_SECRET, 'media addresses').toString('hex'),
    NODE_ENV: 'production',
  };
  const child = spawn(process.execPath, [BARE], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  try {
    await waitUntilResponding(child, port);
  } catch (error) {
    await stopPeer(child);
    throw error;
  }
  return {
    name: 'bare Fastify and pg',
    target: { host: '127.0.0.1', port },
    pid: child.pid as number,
    databasePid: library.server.databasePid,
    stop: () => stopPeer(child),
  };
}
