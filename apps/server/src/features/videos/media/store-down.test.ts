import { jobs, subtitles, videos } from '@sayback/contract';
import { sql } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findFrameMaker } from '../../../platform/media/frame-maker.ts';
import { findProber } from '../../../platform/media/probe.ts';
import { findSound } from '../../../platform/media/sound.ts';
import { openS3Storage, type Timeouts } from '../../../platform/storage/s3-storage.ts';
import { buildForm, type Client, signIn } from '../../../testing/client.ts';
import { hasFfmpeg, toneClip } from '../../../testing/clip.ts';
import { type S3Server, startS3Server } from '../../../testing/doubles/s3-server.ts';
import { eventually } from '../../../testing/eventually.ts';
import { ENGLISH_SRT, SPANISH_VTT, silentMp3 } from '../../../testing/fixtures.ts';
import { addSubtitle, addVideo } from '../../../testing/library.ts';
import { startApp, type TestApp } from '../../../testing/start-app.ts';
import { purgeTrash } from '../index.ts';

/** Timeouts shorter than usual, but long enough that a store on a busy machine doesn't count as down. */
const SHORT_TIMEOUTS: Timeouts = { connectMs: 8000, responseMs: 8000, idleMs: 8000, attempts: 1 };

let store: S3Server;
let server: TestApp;
let admin: Client;
beforeAll(async () => {
  store = await startS3Server();
  const storage = await openS3Storage(store.settings, { log: () => undefined, timeouts: SHORT_TIMEOUTS });
  const { extractFrame } = await findFrameMaker(storage);
  // Audio has no picture, so ffmpeg isn't needed.
  const frames = { extractFrame: async (key: string) => (key.endsWith('.mp4') ? extractFrame(key) : null) };
  const adapters = { storage, frames, sound: await findSound(storage), prober: await findProber(storage) };
  server = await startApp({ LOG_LEVEL: 'silent' }, [], adapters);
  admin = await signIn(server, 'admin');
});
afterEach(() => store.fail(null));
afterAll(async () => {
  await server.close();
  await store.close();
});

const upload = async (id: number, bytes: Uint8Array = silentMp3()) =>
  admin.try(videos.uploadMedia, {
    params: { id },
    ...(await buildForm({}, { media_file: { name: 'a', bytes } })),
  });
const find = (id: number) => admin.call(videos.getVideo, { params: { id } });
const readRow = async (id: number) =>
  (await server.context.db.execute(sql`select * from videos where id = ${id}`)).rows[0];
/** Lists a video's keys, without speech profiles, which are created later. */
const listKeys = async (id: number) =>
  (await store.keys()).filter((key) => key.startsWith(`videos/${id}/`) && !key.endsWith('.speech'));
const requestMedia = async (id: number, headers = {}) =>
  server.app.inject({ url: (await find(id)).media_url ?? '/none', headers });

async function addHosted(bytes?: Uint8Array) {
  const { id } = await addVideo(admin, { youtube_id: null });
  expect((await upload(id, bytes)).statusCode).toBe(201);
  return id;
}

/** Creates media of 9 MiB, which are sent to the store in parts. */
const createLargeFile = () => Buffer.concat([silentMp3(), Buffer.alloc(9 * 1024 * 1024)]);

const FAULTS = [
  ['responds with 500', { status: 500, code: 'InternalError' }],
  ['breaks every connection', 'reset'],
] as const;

describe('a store', () => {
  it.each(FAULTS)('that %s causes a 503, and the previous media still play', async (_, fault) => {
    const id = await addHosted();
    const { media_url } = await find(id);
    const [row, keys] = [await readRow(id), await listKeys(id)];
    store.fail(fault);
    const refused = await upload(id, fault === 'reset' ? createLargeFile() : silentMp3());
    expect(refused.statusCode).toBe(503);
    expect(refused.json().detail).toMatch(/media storage.*Try again.*not saved.*unchanged/);
    expect(refused.headers['retry-after']).toBe('30');
    const playback = await server.app.inject({ url: media_url ?? '', headers: { range: 'bytes=0-99' } });
    expect(playback.statusCode).toBe(503);
    expect(playback.json().detail).toContain("media storage isn't responding");
    store.fail(null);
    expect(await readRow(id)).toEqual(row);
    expect(await listKeys(id)).toEqual(keys);
    expect((await requestMedia(id)).rawPayload.equals(silentMp3())).toBe(true);
    expect((await upload(id)).statusCode).toBe(201);
    // One of the keys is that of the replaced file, in the trash.
    expect(await listKeys(id)).toEqual(expect.arrayContaining(keys));
    expect(await listKeys(id)).toHaveLength(2);
  });

  it('that fails after sending the size causes a response that isn’t cacheable', async () => {
    const { media_url } = await find(await addHosted());
    const get = () => server.app.inject({ url: media_url ?? '' });
    expect((await get()).headers['cache-control']).toContain('immutable');
    store.fail({ status: 500, code: 'InternalError', methods: ['GET'] });
    const refused = await get();
    expect(refused.statusCode).toBe(503);
    expect(refused.headers['content-type']).toContain('json');
    expect(refused.headers['cache-control'] ?? '').not.toContain('max-age');
  });

  it('serves media again after a restart', async () => {
    const id = await addHosted();
    await store.stop();
    expect((await requestMedia(id)).statusCode).toBe(503);
    expect((await upload(id)).statusCode).toBe(503);
    await store.start();
    expect((await requestMedia(id, { range: 'bytes=0-99' })).statusCode).toBe(206);
  });

  it('that aborts a response causes an aborted one, not a short one', async () => {
    const id = await addHosted(createLargeFile());
    const { media_url } = await find(id);
    store.fail('break-off');
    const reading = server.app.inject({ url: media_url ?? '' });
    await expect(reading).rejects.toThrow();
  });

  it('that lacks an object causes a 404', async () => {
    const id = await addHosted();
    const [key] = await listKeys(id);
    await server.context.storage.remove(String(key));
    expect((await requestMedia(id)).statusCode).toBe(404);
  });
});

describe('a video in the trash', () => {
  it('is deleted immediately, and its media once the store is available again', async () => {
    const ids = [await addHosted(), await addHosted()];
    for (const id of ids) await admin.call(videos.deleteVideo, { params: { id } });
    const inAMonth = new Date(Date.now() + 31 * 24 * 3_600_000);
    await store.stop();
    await purgeTrash(server.context.db, inAMonth);
    for (const id of ids) expect(await readRow(id)).toBeUndefined();
    await store.start();
    for (const id of ids) await eventually(async () => expect(await listKeys(id)).toEqual([]));
  });
});

/** Starts work while the store only accepts writes. Returns the ids of its videos and of the deck's job. */
async function startWorkInOutage() {
  const [replacing, refused] = [await addHosted(), (await addVideo(admin, { youtube_id: null })).id];
  const { id: withPicture } = await addVideo(admin, { youtube_id: null });
  const withSound = hasFfmpeg ? await addHosted(await toneClip()) : 0;

  store.fail({ status: 500, code: 'InternalError', methods: ['GET', 'DELETE'] });
  expect((await upload(replacing)).statusCode).toBe(201);
  const files = { media_file: { name: 'a', bytes: silentMp3() }, thumbnail_file: { name: 'b', bytes: 'x' } };
  const response = await admin.try(videos.uploadMedia, {
    params: { id: refused },
    ...(await buildForm({}, files)),
  });
  expect(response.statusCode).toBe(415);
  if (hasFfmpeg) {
    expect((await upload(withPicture, await toneClip())).json().thumbnail_url).toBeNull();
    expect((await getPeaks(withSound)).status).toBe('making');
  }
  return { replacing, refused, withPicture, withSound, deck: hasFfmpeg ? await startDeck(withSound) : 0 };
}

const getPeaks = (id: number) => admin.call(videos.getPeaks, { params: { id } });

async function startDeck(id: number): Promise<number> {
  await addSubtitle(admin, id, 'en', ENGLISH_SRT);
  const target = await addSubtitle(admin, id, 'es', SPANISH_VTT);
  const { alignment_id } = await admin.call(subtitles.alignSubtitle, { params: { id: target.id } });
  const body = { of: 'alignment', id: alignment_id, format: 'apkg' };
  return Number((await admin.call(subtitles.prepareDownload, { body })).job_id);
}

async function findLastTask(): Promise<number> {
  const { rows } = await server.context.db.execute<{ id: number }>(
    sql`select coalesce(max(id), 0)::int as id from graphile_worker.jobs`,
  );
  return rows[0]?.id ?? 0;
}

/** Lists the kinds of queued tasks with a higher id that have already failed. */
async function listFailedTasks(after: number): Promise<unknown[]> {
  const { rows } = await server.context.db.execute(
    sql`select distinct task_identifier from graphile_worker.jobs where last_error is not null and id > ${after} order by 1`,
  );
  return rows.map(({ task_identifier }) => task_identifier);
}

describe('once the store is available again', () => {
  let work: Awaited<ReturnType<typeof startWorkInOutage>>;
  beforeAll(async () => {
    // Ignore the tasks of earlier tests.
    const before = await findLastTask();
    work = await startWorkInOutage();
    const removals = ['remove-stored'];
    const broken = hasFfmpeg
      ? ['make-thumbnail', ...removals, 'work-on-job:apkg', 'work-on-job:peaks', 'work-on-job:speech']
      : removals;
    await eventually(async () => expect(await listFailedTasks(before)).toEqual(broken));
    store.fail(null);
  });

  it('media uploaded during the outage play', async () => {
    expect((await requestMedia(work.replacing)).statusCode).toBe(200);
  });

  it('files of an upload refused during the outage are removed', async () => {
    await expect.poll(() => listKeys(work.refused)).toEqual([]);
  });

  it.skipIf(!hasFfmpeg)('the missing thumbnail is created (needs ffmpeg)', async () => {
    await expect.poll(async () => (await find(work.withPicture)).thumbnail_url).not.toBeNull();
    expect(await listKeys(work.withPicture)).toHaveLength(2);
  });

  it.skipIf(!hasFfmpeg)('the missing peaks are computed completely (needs ffmpeg)', async () => {
    await expect.poll(async () => (await getPeaks(work.withSound)).status).toBe('ready');
    expect((await getPeaks(work.withSound)).peaks.length).toBeGreaterThanOrEqual(238);
    store.fail('reset');
    expect((await admin.try(videos.getPeaks, { params: { id: work.withSound } })).statusCode).toBe(503);
  });

  it.skipIf(!hasFfmpeg)('the requested deck is built with its sound (needs ffmpeg)', async () => {
    const job = () => admin.call(jobs.getJob, { params: { id: work.deck } });
    await expect.poll(async () => (await job()).status).toBe('completed');
    const { url, with_audio } = (await job()).result as { url: string; with_audio: number };
    expect(with_audio).toBe(3);
    const deck = await server.app.inject({ url });
    expect(unzipSync(deck.rawPayload)).toHaveProperty('collection.anki2');
  });
});
