import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectToRunning } from './connect-to-running.ts';
import { openEmbedded } from './open-embedded.ts';

let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'embedded-running-'));
});

afterAll(() => rm(dataDir, { recursive: true, maxRetries: 5 }));

function openAsServer(log: (message: string) => void = () => undefined) {
  return openEmbedded({ dataDir, name: 'own', log, settings: { fsync: 'off' } });
}

async function expectResponse(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.end();
}

/** Checks that PostgreSQL has stopped, since it removes postmaster.pid on shutdown. */
async function expectStopped(): Promise<void> {
  await expect(access(join(dataDir, 'postgres', 'data', 'postmaster.pid'))).rejects.toThrow('ENOENT');
}

it('connecting to an installation waits for a server that is creating its database', async () => {
  let connecting: Promise<string> | undefined;
  const server = await openAsServer((message) => {
    if (!message.startsWith('Creating the database')) return;
    connecting = connectToRunning(dataDir, 'own', undefined, 240_000).then(({ url }) => url);
  });
  try {
    expect(await connecting).toBe(server.url);
  } finally {
    await server.stop();
  }
});

it('connecting to an installation uses a running server’s database and leaves it running', async () => {
  const server = await openAsServer();
  const running = await connectToRunning(dataDir, 'own');
  expect(running.url).toBe(server.url);
  await running.stop();
  await expectResponse(server.url);
  await server.stop();
  await expectStopped();
});

it('connecting to an installation starts and stops the database if no server runs', async () => {
  const opened = await connectToRunning(dataDir, 'own');
  await expectResponse(opened.url);
  await opened.stop();
  await expectStopped();
});
