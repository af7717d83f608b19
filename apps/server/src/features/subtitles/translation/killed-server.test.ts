import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildUrl, type Endpoint, jobs, subtitles } from '@sayback/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn } from '../../../testing/client.ts';
import {
  startLibreTranslate,
  type TranslationService,
} from '../../../testing/doubles/translation-services.ts';
import { eventually } from '../../../testing/eventually.ts';
import { addUntranslatedLines, listSegments } from '../../../testing/library.ts';
import { type ServerProcess, startServerProcess } from '../../../testing/processes/server-process.ts';
import { SECRET, startApp, type TestApp } from '../../../testing/start-app.ts';

const LINES = 60;

/** Creates and fills the database. The servers under test are separate processes. */
let setupApp: TestApp;
let service: TranslationService;
let dataDir: string;
const started: ServerProcess[] = [];
beforeAll(async () => {
  setupApp = await startApp();
  service = await startLibreTranslate();
  dataDir = await mkdtemp(path.join(tmpdir(), 'sayback-killed-'));
});
afterAll(async () => {
  for (const server of started) await server.kill();
  await service.close();
  await setupApp.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function startServer(): Promise<ServerProcess> {
  const server = await startServerProcess({
    DATABASE_URL: setupApp.databaseUrl,
    DATA_DIR: dataDir,
    MEDIA_DIR: path.join(dataDir, 'media'),
    SECRET_KEY: SECRET,
    TRANSLATION_PROVIDER: 'libretranslate',
    TRANSLATION_URL: service.url,
  });
  started.push(server);
  return server;
}

describe('a server killed while it translates', () => {
  it('is replaced by another one, which translates the remaining lines, each only once', async () => {
    const admin = await signIn(setupApp, 'admin');
    const lines = Array.from({ length: LINES }, (_, n) => `Line ${n}.`);
    const params = { id: await addUntranslatedLines(admin, lines) };
    const changes = (await listSegments(admin, params.id)).map((segment) => ({
      op: 'update' as const,
      id: segment.id,
      fields: { text_target: 'Hola.', mismatch: true },
    }));
    await admin.call(subtitles.changeSegments, { params, body: { changes } });
    // From now on, only the processes run jobs.
    await setupApp.context.jobs.stop();

    const first = await startServer();
    const send = (url: string, endpoint: Endpoint, id: number, body?: object) =>
      fetch(`${url}${buildUrl(endpoint.path, { id })}`, {
        method: endpoint.method,
        headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      }).then((response) => response.json() as Promise<{ job_id: number }>);
    service.faults.push(null, { delay: 60_000 });
    const { job_id } = await send(first.url, subtitles.translateAlignment, params.id, {
      which: 'mismatches',
    });
    await eventually(async () =>
      expect(await send(first.url, jobs.getJob, job_id)).toMatchObject({ done: 25 }),
    );
    await eventually(() => expect(service.faults).toEqual([]));
    await first.kill();

    const second = await startServer();
    await eventually(async () =>
      expect(await send(second.url, jobs.getJob, job_id)).toMatchObject({
        status: 'completed',
        result: { translated: LINES, failed: 0, from_memory: 0 },
      }),
    );
    expect((await listSegments(admin, params.id)).map(({ text_target }) => text_target)).toEqual(
      Array.from({ length: LINES }, (_, n) => `[es] Line ${n}.`),
    );
    const { subtitle_id } = await admin.call(subtitles.getAlignment, { params });
    const saved = await admin.call(subtitles.listRevisions, { params: { id: subtitle_id } });
    expect(saved.map(({ reason }) => reason)).toEqual(['translate']);
    const texts = service.calls.flatMap(({ texts }) => texts);
    expect(texts).toHaveLength(LINES);
  }, 240_000);
});
