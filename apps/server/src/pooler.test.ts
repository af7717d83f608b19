import { accounts, jobs, practice, subtitles } from '@sayback/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn } from './testing/client.ts';
import { startLibreTranslate, type TranslationService } from './testing/doubles/translation-services.ts';
import { followEvents } from './testing/event-reader.ts';
import { eventually } from './testing/eventually.ts';
import { addAlignedVideo, addUntranslatedLines } from './testing/library.ts';
import { ensurePgBouncer, startPgBouncer } from './testing/processes/pgbouncer.ts';
import { startApp, type TestApp } from './testing/start-app.ts';

/** Size of the pooler's pool, smaller than the server's, so that session settings of one connection would affect others. */
const CONNECTIONS = 3;

let pooler: Awaited<ReturnType<typeof startPgBouncer>>;
let translation: TranslationService;
let server: TestApp;

const hasPgBouncer = await ensurePgBouncer();

beforeAll(async () => {
  if (!hasPgBouncer) return;
  translation = await startLibreTranslate();
  server = await startApp(async (databaseUrl) => {
    pooler = await startPgBouncer(databaseUrl, CONNECTIONS);
    return {
      DATABASE_POOLER_URL: pooler.url,
      TRANSLATION_PROVIDER: 'libretranslate',
      TRANSLATION_URL: translation.url,
    };
  });
});
afterAll(async () => {
  if (!hasPgBouncer) return;
  await server?.close();
  await pooler?.stop();
  await translation?.close();
});

describe.skipIf(!hasPgBouncer)('a server with PgBouncer for requests', () => {
  it('serves more concurrent requests than the pooler has connections', async () => {
    const learners = await Promise.all(Array.from({ length: 20 }, () => signIn(server)));
    const responses = await Promise.all(learners.map((learner) => learner.try(accounts.getProfile)));
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(learners.map(() => 200));
    expect(await pooler.connections()).toEqual({ clients: expect.any(Number), servers: CONNECTIONS });
    expect((await pooler.connections()).clients).toBeGreaterThan(CONNECTIONS);
  });

  it('preserves transactions and search positions', async () => {
    const admin = await signIn(server, 'admin');
    const { videoId, alignmentId } = await addAlignedVideo(admin);
    const learner = await signIn(server);
    const body = { video_id: videoId, last_segment: 1, alignment_id: alignmentId };
    await Promise.all(Array.from({ length: 20 }, () => learner.call(practice.saveProgress, { body })));
    expect(await learner.call(practice.getProgress, { params: { id: videoId } })).toEqual({
      alignment_id: alignmentId,
      last_segment: 1,
    });
  });

  it('is notified immediately when a session ends', async () => {
    const learner = await signIn(server);
    await learner.call(accounts.getProfile);
    await learner.call(accounts.logout, { body: { refresh: learner.refresh } });
    await eventually(async () => expect((await learner.try(accounts.getProfile)).statusCode).toBe(401));
  });

  it('runs jobs and reports their progress', async () => {
    const admin = await signIn(server, 'admin');
    const lines = Array.from({ length: 30 }, (_, n) => `Line ${n}.`);
    const params = { id: await addUntranslatedLines(admin, lines) };
    const { job_id: id } = await admin.call(subtitles.translateAlignment, {
      params,
      body: { which: 'empty' },
    });
    const { events, ended } = await followEvents(server.app, admin.token, jobs.followJob, {
      params: { id },
    });
    await ended;
    expect(events.at(-1)).toMatchObject({ status: 'completed', result: { translated: 30 } });
  });
});
