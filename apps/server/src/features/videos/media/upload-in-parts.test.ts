import { randomBytes } from 'node:crypto';
import { videos } from '@sayback/contract';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { buildForm, type Client } from '../../../testing/client.ts';
import { startS3Server } from '../../../testing/doubles/s3-server.ts';
import { eventually } from '../../../testing/eventually.ts';
import { silentMp3 } from '../../../testing/fixtures.ts';
import { addVideo } from '../../../testing/library.ts';
import { withServer } from '../../../testing/with-server.ts';
import { purgeTrash } from '../index.ts';
import { REMOVE_TASK } from '../trash/remove-files.ts';

const MIB = 1024 * 1024;
const store = await startS3Server();
const publicUrl = `${store.settings.endpoint}/${store.settings.bucket}`;
const adapters = { frames: { extractFrame: async () => null }, sound: null };
const settings = { ...store.environment, S3_PUBLIC_URL: publicUrl, MEDIA_MAX_BYTES: String(64 * MIB) };
const { server, admin } = await withServer({ ...settings, LOG_LEVEL: 'silent' }, [], adapters);
const folder = await withServer({}, [], adapters);
afterEach(() => void vi.restoreAllMocks());
afterAll(store.close);

/** Two parts of 16 MiB and a short one. */
const FILE = Buffer.concat([silentMp3(), randomBytes(33 * MIB)]);
const SMALL_FILE = Buffer.concat([silentMp3(), randomBytes(MIB)]);
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

const encodeHead = (file: Buffer) => file.subarray(0, videos.MEDIA_HEAD_BYTES).toString('base64');
const createVideo = async (client: Client = admin) => (await addVideo(client, { youtube_id: null })).id;

async function start(id: number, file: Buffer = FILE) {
  const body = { bytes: file.length, head: encodeHead(file) };
  const { upload } = await admin.call(videos.startMediaUpload, { params: { id }, body });
  if (!upload) throw new Error('goes through the server');
  return upload;
}
type Upload = Awaited<ReturnType<typeof start>>;

async function sendPart(id: number, upload: Upload, part: number, file: Buffer = FILE) {
  const body = { upload: upload.name, parts: [part] };
  const { addresses } = await admin.call(videos.signMediaParts, { params: { id }, body });
  const bytes = file.subarray((part - 1) * upload.part_bytes, part * upload.part_bytes);
  return fetch(addresses[0] ?? '', { method: 'PUT', body: new Uint8Array(bytes) });
}
/** Uploads a file of one part, without finishing it. */
async function sendSmallFile(id: number): Promise<Upload> {
  const upload = await start(id, SMALL_FILE);
  expect((await sendPart(id, upload, 1, SMALL_FILE)).status).toBe(200);
  return upload;
}
const finish = async (id: number, { name }: Upload, picture?: Buffer) =>
  admin.try(videos.finishMediaUpload, {
    params: { id },
    ...(await buildForm({ upload: name }, picture && { thumbnail_file: { name: 'a.png', bytes: picture } })),
  });
/** Finishes an upload, and returns the key of the media that the video then has. */
async function finishAndReadKey(id: number, upload: Upload): Promise<string> {
  expect((await finish(id, upload, PNG)).statusCode).toBe(201);
  const { rows } = await server.context.db.execute<{ media_key: string }>(
    sql`select media_key from videos where id = ${id}`,
  );
  return rows[0]?.media_key ?? '';
}
/** Makes the next transaction fail, and the first query after it. */
function loseDatabase(time: 'before the transaction' | 'after the commit'): void {
  const { db } = server.context;
  const transact = db.transaction.bind(db);
  vi.spyOn(db, 'transaction').mockImplementationOnce(async (work) => {
    if (time === 'after the commit') await transact(work);
    vi.spyOn(db, 'select').mockImplementationOnce(() => {
      throw new Error('the connection is lost');
    });
    throw new Error('the connection is lost');
  });
}
/** Permanently deletes what is in the trash, and waits until its files are removed. */
async function emptyTrash(): Promise<void> {
  const { db } = server.context;
  await purgeTrash(db, new Date(Date.now() + 31 * 24 * 3_600_000));
  await eventually(async () => {
    const removals = sql`select 1 from graphile_worker.jobs where task_identifier = ${REMOVE_TASK}`;
    expect((await db.execute(removals)).rows).toEqual([]);
  });
}
const getMedia = async (id: number) => (await admin.call(videos.getVideo, { params: { id } })).media_url;

describe('media uploaded in parts', () => {
  it('are sent to the store, and become the video’s when complete', async () => {
    const id = await createVideo();
    const upload = await start(id);
    expect(upload).toMatchObject({ part_bytes: 16 * MIB, part_count: 3 });
    await sendPart(id, upload, 1);
    await sendPart(id, upload, 3);
    const early = await finish(id, upload);
    expect([early.statusCode, early.json()]).toEqual([
      409,
      { detail: 'Parts of the file are missing. Choose it again.' },
    ]);
    expect(await getMedia(id)).toBeNull();
    await sendPart(id, upload, 2);
    const done = await finish(id, upload, PNG);
    expect([done.statusCode, done.json()]).toEqual([
      201,
      expect.objectContaining({
        media_type: 'audio/mpeg',
        thumbnail_url: expect.stringContaining(publicUrl),
      }),
    ]);
    const stored = await fetch((await getMedia(id)) ?? '');
    expect(Buffer.from(await stored.arrayBuffer()).equals(FILE)).toBe(true);
    expect(await store.unfinished()).toEqual([]);
  });

  it('can be finished again if the response got lost, without replacing themselves', async () => {
    const id = await createVideo();
    const upload = await sendSmallFile(id);
    expect(
      (await Promise.all([finish(id, upload), finish(id, upload)])).map((answer) => answer.statusCode),
    ).toContain(201);
    expect((await finish(id, upload)).statusCode).toBe(201);
    expect(await admin.call(videos.listReplacedMedia, { params: { id } })).toEqual([]);
  });

  it('are not purged with the trash after a repeated finish brought them back from there', async () => {
    const id = await createVideo();
    const [first, second] = [await sendSmallFile(id), await sendSmallFile(id)];
    const firstKey = await finishAndReadKey(id, first);
    const secondKey = await finishAndReadKey(id, second);
    expect(await finishAndReadKey(id, first)).toBe(firstKey);
    expect(await admin.call(videos.listReplacedMedia, { params: { id } })).toHaveLength(1);
    await emptyTrash();
    const { thumbnail_url } = await admin.call(videos.getVideo, { params: { id } });
    const files = (await store.keys()).filter((key) => key.startsWith(`videos/${id}/`));
    expect(files).not.toContain(secondKey);
    expect(files.sort()).toEqual(
      [firstKey, new URL(thumbnail_url ?? '').pathname.replace('/media/', '')].sort(),
    );
  });

  it('are not purged while the trash still has them too, as in databases of earlier versions', async () => {
    const id = await createVideo();
    const key = await finishAndReadKey(id, await sendSmallFile(id));
    await server.context.db.execute(
      sql`insert into replaced_media (video_id, media_key) values (${id}, ${key})`,
    );
    await emptyTrash();
    expect(await admin.call(videos.listReplacedMedia, { params: { id } })).toEqual([]);
    expect(await store.keys()).toContain(key);
  });

  it('stay stored if the database fails after it saved them, and their finish can be repeated', async () => {
    const id = await createVideo();
    const upload = await sendSmallFile(id);
    loseDatabase('after the commit');
    expect((await finish(id, upload)).statusCode).toBe(500);
    const key = await finishAndReadKey(id, upload);
    expect(await store.keys()).toContain(key);
  });

  it('can be finished after the database was down', async () => {
    const id = await createVideo();
    const upload = await sendSmallFile(id);
    loseDatabase('before the transaction');
    expect((await finish(id, upload)).statusCode).toBe(500);
    expect(await store.keys()).toContain(await finishAndReadKey(id, upload));
  });

  it('stay stored in the trash if a repeated finish fails', async () => {
    const id = await createVideo();
    const [first, second] = [await sendSmallFile(id), await sendSmallFile(id)];
    const firstKey = await finishAndReadKey(id, first);
    await finishAndReadKey(id, second);
    vi.spyOn(server.context.db, 'transaction').mockRejectedValueOnce(new Error('deadlock'));
    expect((await finish(id, first)).statusCode).toBe(500);
    expect(await store.keys()).toContain(firstKey);
    expect(await finishAndReadKey(id, first)).toBe(firstKey);
  });

  it('are checked like those uploaded by a form: type, size, and playable content', async () => {
    const id = await createVideo();
    const tryStart = (bytes: number, head: Buffer) =>
      admin.try(videos.startMediaUpload, { params: { id }, body: { bytes, head: head.toString('base64') } });
    expect((await tryStart(MIB, PNG)).statusCode).toBe(415);
    expect((await tryStart(64 * MIB + 1, silentMp3())).statusCode).toBe(413);
    // A WAV, which the server transcodes.
    const wav = Buffer.from('RIFF\0\0\0\0WAVEfmt ');
    expect((await tryStart(MIB, wav)).json()).toEqual({ upload: null });

    const other = Buffer.concat([PNG, randomBytes(MIB)]);
    const upload = await start(
      id,
      Buffer.concat([silentMp3(), randomBytes(other.length - silentMp3().length)]),
    );
    expect((await sendPart(id, upload, 1, other)).status).toBe(200);
    expect((await finish(id, upload)).statusCode).toBe(415);
    // A truncated MP4.
    const mp4 = Buffer.concat([Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp42'), Buffer.alloc(1000)]);
    const truncated = await start(id, mp4);
    await sendPart(id, truncated, 1, mp4);
    const refused = await finish(id, truncated);
    expect([refused.statusCode, refused.json().detail]).toEqual([
      415,
      expect.stringContaining("can't be played"),
    ]);
    expect((await store.keys()).filter((key) => key.startsWith(`videos/${id}/`))).toEqual([]);
    expect(await getMedia(id)).toBeNull();
  });

  it('can be finished after an invalid thumbnail', async () => {
    const id = await createVideo();
    const upload = await sendSmallFile(id);
    expect((await finish(id, upload, Buffer.from('no picture'))).statusCode).toBe(415);
    expect((await finish(id, upload)).statusCode).toBe(201);
  });

  it('can be finished after a 503 while the store was down', async () => {
    const id = await createVideo();
    const upload = await sendSmallFile(id);
    onTestFinished(() => store.fail(null));
    store.fail({ status: 503, code: 'SlowDown' });
    expect((await finish(id, upload)).statusCode).toBe(503);
    store.fail(null);
    expect((await finish(id, upload)).statusCode).toBe(201);
  });

  it('can be cancelled, and expire', async () => {
    const id = await createVideo();
    const cancelled = await sendSmallFile(id);
    const body = { upload: cancelled.name };
    await admin.call(videos.stopMediaUpload, { params: { id }, body });
    await admin.call(videos.stopMediaUpload, { params: { id }, body });
    expect((await finish(id, cancelled)).statusCode).toBe(409);
    await sendSmallFile(id);
    await server.context.storage.removeUnfinished(new Date(Date.now() - 60_000));
    expect(await store.unfinished()).not.toEqual([]);
    await server.context.storage.removeUnfinished(new Date(Date.now() + 1000));
    expect(await store.unfinished()).toEqual([]);
  });

  it('have an upload name that is only valid for their video and parts', async () => {
    const [id, other] = [await createVideo(), await createVideo()];
    const upload = await start(id);
    const sign = (videoId: number, name: string, part: number) =>
      admin.try(videos.signMediaParts, { params: { id: videoId }, body: { upload: name, parts: [part] } });
    expect((await sign(other, upload.name, 1)).json()).toEqual({
      detail: expect.any(String),
      upload: ['This upload is no longer known. Choose the file again.'],
    });
    expect((await sign(id, `${upload.name.slice(0, -2)}AA`, 1)).statusCode).toBe(400);
    expect((await sign(id, upload.name, 4)).statusCode).toBe(400);
    // A URL is only valid for its part.
    const { addresses } = (await sign(id, upload.name, 1)).json<{ addresses: string[] }>();
    const otherPartUrl = (addresses[0] ?? '').replace('partNumber=1', 'partNumber=2');
    expect((await fetch(otherPartUrl, { method: 'PUT', body: 'x' })).status).toBe(403);
  });
});

it('media are sent to the server if it stores them in a folder', async () => {
  const id = await createVideo(folder.admin);
  const body = { bytes: FILE.length, head: encodeHead(FILE) };
  expect(await folder.admin.call(videos.startMediaUpload, { params: { id }, body })).toEqual({
    upload: null,
  });
});
