import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openS3Storage } from '../../../platform/storage/s3-storage.ts';
import { catchError } from '../../../testing/catch-error.ts';
import { startS3Server } from '../../../testing/doubles/s3-server.ts';
import { startApp } from '../../../testing/start-app.ts';

const MIB = 1024 * 1024;
const HOUR_MS = 60 * 60 * 1000;

async function startServer(...options: Parameters<typeof startApp>): Promise<void> {
  const server = await startApp(...options);
  onTestFinished(server.close);
}

describe('a storage write whose server was killed', () => {
  it('is removed from the folder at the next start if it is old', async () => {
    const media = await mkdtemp(path.join(tmpdir(), 'sayback-media-'));
    onTestFinished(() => rm(media, { recursive: true, force: true }));
    const folder = path.join(media, 'videos/7');
    await mkdir(folder, { recursive: true });
    const names = Array.from({ length: 20 }, (_, index) => `profile.${index}.json.x.unfinished`);
    const isOld = (index: number) => index % 2 === 0;
    for (const [index, name] of names.entries()) {
      const file = path.join(folder, name);
      await writeFile(file, 'half');
      const written = new Date(Date.now() - (isOld(index) ? 1.1 : 0.9) * HOUR_MS);
      await utimes(file, written, written);
    }
    await writeFile(path.join(folder, 'whole.json'), '{}');
    await startServer({ MEDIA_DIR: media });
    const remaining = ['whole.json', ...names.filter((_, index) => !isOld(index))].sort();
    await expect.poll(async () => (await readdir(folder)).sort()).toEqual(remaining);
  });

  it('is aborted in the object store at the next start if it is old', async () => {
    const store = await startS3Server();
    onTestFinished(store.close);
    const storage = await openS3Storage(store.settings, { log: () => undefined });
    const failing = Readable.from(
      (async function* () {
        yield Buffer.alloc(9 * MIB);
        await expect.poll(store.unfinished).toHaveLength(1);
        store.fail('reset');
        throw new Error('the server crashes');
      })(),
    );
    await catchError(storage.put('videos/7/b.mp4', failing));
    store.fail(null);
    let sweeps = 0;
    const countingStorage = {
      ...storage,
      removeUnfinished: async (before: Date) => {
        await storage.removeUnfinished(before);
        sweeps += 1;
      },
    };
    await startServer(store.environment, [], { storage: countingStorage });
    await expect.poll(() => sweeps).toBe(1);
    expect(await store.unfinished()).toHaveLength(1);
    // Simulates two days.
    await startServer(store.environment, [], { storage: { ...storage, abandonedMs: -HOUR_MS } });
    await expect.poll(store.unfinished).toEqual([]);
  });
});
