import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { accounts, videos } from '@sayback/contract';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type EmbeddedDatabase, openEmbedded } from './platform/database/embedded/index.ts';
import { type Client, signIn } from './testing/client.ts';
import { signalProcess } from './testing/signal-process.ts';
import { openApp } from './testing/start-app.ts';

const RECOVERY_MS = 5000;

let dataDir: string;
let database: EmbeddedDatabase;
let server: Awaited<ReturnType<typeof openApp>>;
let learner: Client;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'sayback-frozen-'));
  const settings = { fsync: 'off', full_page_writes: 'off' };
  database = await openEmbedded({ dataDir, log: () => undefined, settings });
  server = await openApp({
    databaseUrl: database.url,
    dataDir,
    // A statement may take longer than the test.
    settings: { DATABASE_STATEMENT_MS: '120000', DATABASE_POOL: '2', LOG_LEVEL: 'silent' },
  });
  learner = await signIn(server);
});
afterAll(async () => {
  await server.close();
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Tells PostgreSQL and all of its processes, as Linux lists them. */
async function tellDatabase(signal: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
  const file = await readFile(path.join(dataDir, 'postgres/data/postmaster.pid'), 'utf8');
  const postmaster = Number(file.split('\n')[0]);
  signalProcess(postmaster, signal);
  const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8');
  for (const child of children.split(' ').filter(Boolean)) signalProcess(Number(child), signal);
}

describe('a database that is frozen', () => {
  it.runIf(process.platform === 'linux')(
    'keeps no request for the time of a statement, has further ones refused, and is used again by itself',
    { timeout: 40_000 },
    async () => {
      await learner.call(videos.listVideos, {});
      await tellDatabase('SIGSTOP');
      onTestFinished(() => tellDatabase('SIGCONT'));

      // More than there are connections.
      const calls = [videos.listVideos, accounts.getProfile, videos.listVideos, accounts.getPreferences];
      const underWay = await Promise.all(calls.map((call) => learner.try(call)));
      expect(underWay.map(({ statusCode }) => statusCode)).toEqual([503, 503, 503, 503]);
      await vi.waitFor(() => expect(server.context.pulse.isSilent()).toBe(true), RECOVERY_MS);
      const refused = await learner.try(videos.listVideos);
      expect(refused.statusCode).toBe(503);
      expect(refused.json()).toEqual({ detail: expect.stringContaining('can’t reach its database') });

      await tellDatabase('SIGCONT');
      await vi.waitFor(async () => {
        expect((await learner.try(videos.listVideos)).statusCode).toBe(200);
      }, RECOVERY_MS);
    },
  );
});
