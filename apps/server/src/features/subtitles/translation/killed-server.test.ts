import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Endpoint, jobs, subtitles, urlOf } from '@sayback/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { signIn } from '../../../testing/client.ts';
import { addUntranslated, segmentsOf } from '../../../testing/library.ts';
import { SECRET, startApp, type TestApp } from '../../../testing/start-app.ts';
import { startLibreTranslate, type TranslationService } from '../../../testing/translation-services.ts';

const MAIN = fileURLToPath(new URL('../../../main.ts', import.meta.url));
const LINES = 60;

/** Makes the database and fills it; the servers of the test are processes beside it. */
let maker: TestApp;
let service: TranslationService;
let dataDir: string;
const started: ChildProcess[] = [];
beforeAll(async () => {
  maker = await startApp();
  service = await startLibreTranslate();
  dataDir = await mkdtemp(path.join(tmpdir(), 'sayback-killed-'));
});
afterAll(async () => {
  for (const server of started) server.kill('SIGKILL');
  await service.close();
  await maker.close();
  await rm(dataDir, { recursive: true, force: true });
});

const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });

async function startServer(): Promise<{ url: string; kill: () => Promise<void> }> {
  const port = await freePort();
  const server = spawn(process.execPath, ['--conditions=source', '--import', 'tsx', MAIN], {
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATABASE_URL: maker.databaseUrl,
      DATA_DIR: dataDir,
      SECRET_KEY: SECRET,
      LOG_LEVEL: 'error',
      TRANSLATION_PROVIDER: 'libretranslate',
      TRANSLATION_URL: service.url,
    },
    stdio: 'ignore',
  });
  started.push(server);
  const ended = new Promise<void>((resolve) => server.on('exit', () => resolve()));
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${url}/health/ready`).catch(() => null))?.ok) await sleep(50);
  return {
    url,
    kill: () => {
      server.kill('SIGKILL');
      return ended;
    },
  };
}

describe('a server that is killed while it translates', () => {
  it('has another go on where it was: nothing is lost, and nothing is done twice', async () => {
    const admin = await signIn(maker, 'admin');
    const lines = Array.from({ length: LINES }, (_, n) => `Line ${n}.`);
    const params = { id: await addUntranslated(admin, lines) };
    const changes = (await segmentsOf(admin, params.id)).map((segment) => ({
      op: 'update' as const,
      id: segment.id,
      fields: { text_target: 'Hola.', mismatch: true },
    }));
    await admin.call(subtitles.changeSegments, { params, body: { changes } });
    // From here on the processes alone work on jobs.
    await maker.context.jobs.stop();

    const first = await startServer();
    const ask = (url: string, declared: Endpoint, of: number, body?: object) =>
      fetch(`${url}${urlOf(declared.path, { id: of })}`, {
        method: declared.method,
        headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      }).then((response) => response.json() as Promise<{ job_id: number }>);
    service.troubles.push(null, { delay: 60_000 });
    const { job_id } = await ask(first.url, subtitles.translateAlignment, params.id, { which: 'mismatches' });
    await vi.waitFor(
      async () => expect(await ask(first.url, jobs.getJob, job_id)).toMatchObject({ done: 25 }),
      { timeout: 10_000, interval: 50 },
    );
    await vi.waitFor(() => expect(service.troubles).toEqual([]), { timeout: 10_000 });
    await first.kill();

    const second = await startServer();
    await vi.waitFor(
      async () =>
        expect(await ask(second.url, jobs.getJob, job_id)).toMatchObject({
          status: 'completed',
          result: { translated: LINES, failed: 0, from_memory: 0 },
        }),
      { timeout: 20_000, interval: 100 },
    );
    expect((await segmentsOf(admin, params.id)).map(({ text_target }) => text_target)).toEqual(
      Array.from({ length: LINES }, (_, n) => `[es] Line ${n}.`),
    );
    const asked = service.calls.flatMap(({ texts }) => texts);
    expect(asked).toHaveLength(LINES);
  }, 60_000);
});
