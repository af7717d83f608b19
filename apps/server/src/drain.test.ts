import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { jobs } from '@sayback/contract';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { openEmbedded } from './platform/database/embedded.ts';
import { queryOnce, replaceDatabase } from './testing/databases.ts';
import { followEventsAt } from './testing/event-reader.ts';
import { eventually } from './testing/eventually.ts';
import { type ServerProcess, startServerProcess } from './testing/processes/server-process.ts';

const DELAY_MS = 5000;
const ADMIN = { username: 'root', password: 'correct horse 9' };

let database: string;
let databaseUrl: string;
let dataDir: string;
let server: ServerProcess;
let client: pg.Client;
/** Reuses one connection, as a proxy does. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

async function startServer(delayMs: number): Promise<void> {
  server = await startServerProcess({
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    MEDIA_DIR: path.join(dataDir, 'media'),
    SECRET_KEY: 'a secret key for tests, long enough',
    ADMIN_USERNAME: ADMIN.username,
    ADMIN_PASSWORD: ADMIN.password,
    DRAIN_DELAY_MS: String(delayMs),
    LOG_LEVEL: 'warn',
  });
}

beforeEach(async () => {
  const postgres = inject('postgresUrl');
  database = `test_${randomBytes(6).toString('hex')}`;
  await queryOnce(postgres, `CREATE DATABASE ${database} TEMPLATE template STRATEGY FILE_COPY`);
  dataDir = await mkdtemp(path.join(tmpdir(), 'sayback-drain-'));
  databaseUrl = replaceDatabase(postgres, database);
  client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
}, 240_000);
afterEach(async () => {
  await server.kill();
  await client.end();
  agent.destroy();
  await rm(dataDir, { recursive: true, force: true });
  await queryOnce(inject('postgresUrl'), `DROP DATABASE ${database} WITH (FORCE)`);
});

type Response = { status: number | undefined; connection: string | undefined };

const send = (address: string) =>
  new Promise<Response>((resolve, reject) => {
    const outgoing = request(`${server.url}${address}`, { agent }, (response) => {
      response.resume();
      response.on('end', () =>
        resolve({ status: response.statusCode, connection: response.headers.connection }),
      );
    });
    outgoing.on('error', reject);
    outgoing.end();
  });

async function signIn(): Promise<string> {
  const response = await fetch(`${server.url}/api/token/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  });
  return ((await response.json()) as { access: string }).access;
}

describe('a server that receives SIGTERM', { timeout: 240_000 }, () => {
  it('becomes unready immediately, serves requests during the drain delay, ends its streams, and stops', async () => {
    await startServer(DELAY_MS);
    const token = await signIn();
    const { rows } = await client.query<{ id: string }>(
      "INSERT INTO jobs (kind, subject, payload, status) VALUES ('none', 'none', '{}', 'running') RETURNING id",
    );
    const stream = await followEventsAt(server.url, token, jobs.followJob, {
      params: { id: Number(rows[0]?.id) },
    });
    let isStreamEnded = false;
    stream.ended.then(() => {
      isStreamEnded = true;
    });
    expect(await send('/api/languages/')).toEqual({ status: 200, connection: 'keep-alive' });

    const signalledAt = performance.now();
    server.process.kill('SIGTERM');
    await eventually(async () => expect((await send('/health/ready')).status).toBe(503));
    expect(await send('/api/languages/')).toEqual({ status: 200, connection: 'close' });
    expect((await send('/health/live')).status).toBe(200);
    expect(isStreamEnded).toBe(false);

    expect(await server.ended).toBe(0);
    expect(performance.now() - signalledAt).toBeGreaterThanOrEqual(DELAY_MS);
    await stream.ended;
    expect(isStreamEnded).toBe(true);
    const lines = server.output().trim().split('\n');
    expect(lines).toContainEqual(expect.stringMatching(/^Sayback is at /));
    const messages = lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line).msg);
    expect(messages).toContain('SIGTERM: finishing the requests in flight.');
  });

  it('responds on a kept-alive connection until closing the connection, even without a drain delay', async () => {
    await startServer(0);
    expect(await send('/api/languages/')).toEqual({ status: 200, connection: 'keep-alive' });
    server.process.kill('SIGTERM');
    let response: Response;
    do response = await send('/api/languages/');
    while (response.connection !== 'close');
    expect(response.status).toBe(200);
    expect(await server.ended).toBe(0);
  });

  it('exits immediately on the second signal', async () => {
    await startServer(30_000);
    server.process.kill('SIGTERM');
    await eventually(() => expect(server.output()).toContain('SIGTERM: finishing'));
    server.process.kill('SIGTERM');
    expect(await server.ended).toBe(1);
  });

  it('exits with status 0 while its database is down', async () => {
    const folder = path.join(dataDir, 'database');
    const settings = { fsync: 'off', full_page_writes: 'off' };
    const embedded = await openEmbedded({ dataDir: folder, log: () => undefined, settings });
    databaseUrl = embedded.url;
    try {
      await startServer(0);
    } finally {
      await embedded.stop();
    }
    await eventually(async () => expect((await send('/health/ready')).status).toBe(503));
    server.process.kill('SIGTERM');
    expect(await server.ended, server.output()).toBe(0);
  });
});
