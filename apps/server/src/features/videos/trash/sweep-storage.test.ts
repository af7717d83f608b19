import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { videos } from '@sayback/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildForm, type Client, signIn } from '../../../testing/client.ts';
import { type S3Server, startS3Server } from '../../../testing/doubles/s3-server.ts';
import { eventually } from '../../../testing/eventually.ts';
import { silentMp3 } from '../../../testing/fixtures.ts';
import { addVideo } from '../../../testing/library.ts';
import { startApp, type TestApp } from '../../../testing/start-app.ts';
import { sweepStorage } from './sweep-storage.ts';

const PICTURE = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex');
const inThreeDays = () => new Date(Date.now() + 3 * 24 * 3_600_000);

let store: S3Server;
beforeAll(async () => {
  store = await startS3Server();
});
afterAll(() => store.close());

describe.each([
  ['a folder', () => ({})],
  ['an S3 store', () => store.environment],
])('sweeping %s', (_, settings) => {
  let server: TestApp;
  let admin: Client;
  beforeAll(async () => {
    server = await startApp(settings());
    admin = await signIn(server, 'admin');
  });
  afterAll(() => server.close());

  const put = async (key: string) => {
    await server.context.storage.put(key, Readable.from([Buffer.from(key)]));
    return key;
  };
  const exists = async (key: string) => (await server.context.storage.size(key)) !== null;

  /** Creates a video with media, thumbnail and peaks, and returns their keys. */
  async function addVideoWithFiles(): Promise<{ id: number; keys: string[] }> {
    const { id } = await addVideo(admin, { youtube_id: null });
    const files = {
      media_file: { name: 'a.mp3', bytes: silentMp3() },
      thumbnail_file: { name: 'a.jpg', bytes: PICTURE },
    };
    await admin.call(videos.uploadMedia, { params: { id }, ...(await buildForm({}, files)) });
    // The speech job stores a file slightly before its video refers to the file.
    await eventually(async () => {
      const { rows } = await server.context.db.execute(
        sql`select 1 from jobs where status in ('queued', 'running')`,
      );
      expect(rows).toEqual([]);
    });
    const peaks = await put(`videos/${id}/${randomUUID()}.peaks`);
    const { rows } = await server.context.db.execute<Record<string, string>>(
      sql`update videos set peaks_key = ${peaks} where id = ${id} returning media_key, thumbnail_key, peaks_key`,
    );
    return { id, keys: Object.values(rows[0] ?? {}) };
  }

  it('removes only old files that no video refers to', async () => {
    const used = await addVideoWithFiles();
    const trashed = await addVideoWithFiles();
    await admin.try(videos.deleteVideo, { params: { id: trashed.id } });
    const expected = [
      ...used.keys,
      ...trashed.keys,
      await put('videos/notes.txt'),
      await put('exports/a.zip'),
    ];
    const abandoned = [
      await put(`videos/${used.id}/${randomUUID()}.mp4`),
      await put(`videos/987654/${randomUUID()}.jpg`),
    ];
    // Longer than a part, so that the store has received some of it.
    const uploading = `videos/${used.id}/${randomUUID()}.mp4`;
    let resume = () => {};
    const resumed = new Promise<void>((resolve) => {
      resume = resolve;
    });
    const upload = server.context.storage.put(
      uploading,
      Readable.from(
        (async function* () {
          for (let at = 0; at < 10; at += 1) yield Buffer.alloc(1024 * 1024);
          await resumed;
          yield Buffer.alloc(1);
        })(),
      ),
    );

    expect(await sweepStorage(server.context)).toBe(0);
    for (const key of [...expected, ...abandoned]) expect(await exists(key), key).toBe(true);

    expect(await sweepStorage(server.context, inThreeDays())).toBe(abandoned.length);
    for (const key of abandoned) expect(await exists(key), key).toBe(false);
    for (const key of expected) expect(await exists(key), key).toBe(true);
    resume();
    expect(await upload).toBe(10 * 1024 * 1024 + 1);
    expect(await exists(uploading)).toBe(true);
  });
});
