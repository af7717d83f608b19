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

/** Shorter than usual, yet longer than a busy machine may stall: a slow store would count as down. */
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
const getRow = async (id: number) =>
  (await server.context.db.execute(sql`select * from videos where id = ${id}`)).rows[0];
/** Without speech profiles, which are created later. */
const listKeys = async (id: number) =>
  (await store.keys()).filter((key) => key.startsWith(`videos/${id}/`) && !key.endsWith('.speech'));
const play = async (id: number, headers = {}) =>
  server.app.inject({ url: (await find(id)).media_url ?? '/none', headers });

async function addHosted(bytes?: Uint8Array) {
  const { id } = await addVideo(admin, { youtube_id: null });
  expect((await upload(id, bytes)).statusCode).toBe(201);
  return id;
}

/** Media of 9 MiB, so that they are sent to the store in parts. */
const large = () => Buffer.concat([silentMp3(), Buffer.alloc(9 * 1024 * 1024)]);

const FAULTS = [
  ['answers 500', { status: 500, code: 'InternalError' }],
  ['asks to slow down', { status: 503, code: 'SlowDown' }],
  ['hangs', 'hang'],
  ['breaks every connection', 'reset'],
] as const;

describe('a store that is down', () => {
  it.each(FAULTS)('and %s is a 503 with a message, and the previous media still play', async (_, fault) => {
    const id = await addHosted();
    const { media_url } = await find(id);
    const [row, keys] = [await getRow(id), await listKeys(id)];
    store.fail(fault);
    const refused = await upload(id, fault === 'reset' ? large() : silentMp3());
    expect(refused.statusCode).toBe(503);
    expect(refused.json().detail).toMatch(/media storage.*Try again.*not saved.*unchanged/);
    expect(refused.headers['retry-after']).toBe('30');
    const unread = await server.app.inject({ url: media_url ?? '', headers: { range: 'bytes=0-99' } });
    expect(unread.statusCode).toBe(503);
    expect(unread.json().detail).toContain("media storage isn't responding");
    store.fail(null);
    expect(await getRow(id)).toEqual(row);
    expect(await listKeys(id)).toEqual(keys);
    expect((await play(id)).rawPayload.equals(silentMp3())).toBe(true);
    expect((await upload(id)).statusCode).toBe(201);
    // Including the replaced media in the trash.
    expect(await listKeys(id)).toEqual(expect.arrayContaining(keys));
    expect(await listKeys(id)).toHaveLength(2);
  });

  it('gives no cacheable response, even if it fails after sending the size', async () => {
    const { media_url } = await find(await addHosted());
    const get = () => server.app.inject({ url: media_url ?? '' });
    expect((await get()).headers['cache-control']).toContain('immutable');
    store.fail({ status: 500, code: 'InternalError', methods: ['GET'] });
    const unread = await get();
    expect(unread.statusCode).toBe(503);
    expect(unread.headers['content-type']).toContain('json');
    expect(unread.headers['cache-control'] ?? '').not.toContain('max-age');
  });

  it('serves again once it is restarted', async () => {
    const id = await addHosted();
    await store.stop();
    expect((await play(id)).statusCode).toBe(503);
    expect((await upload(id)).statusCode).toBe(503);
    await store.start();
    expect((await play(id, { range: 'bytes=0-99' })).statusCode).toBe(206);
  });

  it('aborts a read rather than ending it as if it were complete', async () => {
    const id = await addHosted(large());
    const { media_url } = await find(id);
    store.fail('break-off');
    const reading = server.app.inject({ url: media_url ?? '' });
    await expect(reading).rejects.toThrow();
  });

  it('responds with a 404 for an object that it no longer has', async () => {
    const id = await addHosted();
    const [key] = await listKeys(id);
    await server.context.storage.remove(String(key));
    expect((await play(id)).statusCode).toBe(404);
  });

  it('responds with a message about disk space if it is full', async () => {
    const id = await addHosted();
    const before = await store.unfinished();
    store.fail({ status: 507, code: 'InsufficientStorage', methods: ['PUT'] });
    const response = await upload(id, large());
    expect(response.statusCode).toBe(503);
    expect(response.json().detail).toMatch(/no space left.*not saved/);
    expect(await store.unfinished()).toEqual(before);
  });
});

describe('a video in the trash', () => {
  it('is deleted at once, and its media once the store is back', async () => {
    const ids = [await addHosted(), await addHosted()];
    for (const id of ids) await admin.call(videos.deleteVideo, { params: { id } });
    const inAMonth = new Date(Date.now() + 31 * 24 * 3_600_000);
    await store.stop();
    await purgeTrash(server.context.db, inAMonth);
    for (const id of ids) expect(await getRow(id)).toBeUndefined();
    await store.start();
    for (const id of ids) await eventually(async () => expect(await listKeys(id)).toEqual([]));
  });
});

/** Starts work while the store only accepts writes, and returns its videos and deck. */
async function breakWork() {
  const [replacing, refused] = [await addHosted(), (await addVideo(admin, { youtube_id: null })).id];
  const { id: pictured } = await addVideo(admin, { youtube_id: null });
  const heard = hasFfmpeg ? await addHosted(await toneClip()) : 0;

  store.fail({ status: 500, code: 'InternalError', methods: ['GET', 'DELETE'] });
  expect((await upload(replacing)).statusCode).toBe(201);
  const files = { media_file: { name: 'a', bytes: silentMp3() }, thumbnail_file: { name: 'b', bytes: 'x' } };
  const response = await admin.try(videos.uploadMedia, {
    params: { id: refused },
    ...(await buildForm({}, files)),
  });
  expect(response.statusCode).toBe(415);
  if (hasFfmpeg) {
    expect((await upload(pictured, await toneClip())).json().thumbnail_url).toBeNull();
    expect((await getPeaks(heard)).status).toBe('making');
  }
  return { replacing, refused, pictured, heard, deck: hasFfmpeg ? await startDeck(heard) : 0 };
}

const getPeaks = (id: number) => admin.call(videos.getPeaks, { params: { id } });

async function startDeck(id: number): Promise<number> {
  await addSubtitle(admin, id, 'en', ENGLISH_SRT);
  const target = await addSubtitle(admin, id, 'es', SPANISH_VTT);
  const { alignment_id } = await admin.call(subtitles.alignSubtitle, { params: { id: target.id } });
  const body = { of: 'alignment', id: alignment_id, format: 'apkg' };
  return Number((await admin.call(subtitles.prepareDownload, { body })).job_id);
}

async function lastTask(): Promise<number> {
  const { rows } = await server.context.db.execute<{ id: number }>(
    sql`select coalesce(max(id), 0)::int as id from graphile_worker.jobs`,
  );
  return rows[0]?.id ?? 0;
}

/** Returns the kinds of queued tasks after the given one that have already failed. */
async function failedTasks(after: number): Promise<unknown[]> {
  const { rows } = await server.context.db.execute(
    sql`select distinct task_identifier from graphile_worker.jobs where last_error is not null and id > ${after} order by 1`,
  );
  return rows.map(({ task_identifier }) => task_identifier);
}

describe('once the store is back', () => {
  let left: Awaited<ReturnType<typeof breakWork>>;
  beforeAll(async () => {
    // Ignore the tasks of earlier tests.
    const before = await lastTask();
    left = await breakWork();
    const removals = ['remove-stored'];
    const broken = hasFfmpeg
      ? ['make-thumbnail', ...removals, 'work-on-job:apkg', 'work-on-job:peaks', 'work-on-job:speech']
      : removals;
    await eventually(async () => expect(await failedTasks(before)).toEqual(broken));
    store.fail(null);
  });

  it('media uploaded during the outage play', async () => {
    expect((await play(left.replacing)).statusCode).toBe(200);
  });

  it('files of an upload refused during the outage are removed', async () => {
    await expect.poll(() => listKeys(left.refused)).toEqual([]);
  });

  it.skipIf(!hasFfmpeg)('the missing thumbnail is created (needs ffmpeg)', async () => {
    await expect.poll(async () => (await find(left.pictured)).thumbnail_url).not.toBeNull();
    expect(await listKeys(left.pictured)).toHaveLength(2);
  });

  it.skipIf(!hasFfmpeg)('the missing peaks are computed completely (needs ffmpeg)', async () => {
    await expect.poll(async () => (await getPeaks(left.heard)).status).toBe('ready');
    expect((await getPeaks(left.heard)).peaks.length).toBeGreaterThanOrEqual(238);
    store.fail('reset');
    expect((await admin.try(videos.getPeaks, { params: { id: left.heard } })).statusCode).toBe(503);
  });

  it.skipIf(!hasFfmpeg)('the requested deck is built with its sound (needs ffmpeg)', async () => {
    const job = () => admin.call(jobs.getJob, { params: { id: left.deck } });
    await expect.poll(async () => (await job()).status).toBe('completed');
    const { url, with_audio } = (await job()).result as { url: string; with_audio: number };
    expect(with_audio).toBe(3);
    const deck = await server.app.inject({ url });
    expect(unzipSync(deck.rawPayload)).toHaveProperty('collection.anki2');
  });
});
