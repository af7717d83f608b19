import { readdir } from 'node:fs/promises';
import { jobs, subtitles, videos } from '@sayback/contract';
import { strFromU8, unzipSync } from 'fflate';
import initSqlJs, { type Database, type SqlValue } from 'sql.js';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildForm, type Client, signIn } from '../../../testing/client.ts';
import { hasFfmpeg, measureAudio, toneClip } from '../../../testing/clip.ts';
import { eventually } from '../../../testing/eventually.ts';
import { ENGLISH_SRT, SPANISH_VTT } from '../../../testing/fixtures.ts';
import {
  addAlignedVideo,
  addSubtitle,
  addVideo,
  fillAlignment,
  listSegments,
} from '../../../testing/library.ts';
import { startApp, type TestApp } from '../../../testing/start-app.ts';
import { alignmentStore } from '../alignment/alignment-store.ts';
import { exportKey, purgeExports } from './exports.ts';

let server: TestApp;
let admin: Client;
let openDatabase: (bytes: Uint8Array) => Database;
beforeAll(async () => {
  server = await startApp();
  admin = await signIn(server, 'admin');
  // Other tests on this machine make decks too.
  vi.stubEnv('TMPDIR', server.dataDir);
  const { Database } = await initSqlJs();
  openDatabase = (bytes) => new Database(bytes);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await server.close();
});

const startDeck = async (of: string, id: number) =>
  Number((await admin.call(subtitles.prepareDownload, { body: { of, id, format: 'apkg' } })).job_id);

const until = (id: number, isSo: (job: jobs.Job) => boolean): Promise<jobs.Job> =>
  eventually(async () => {
    const job = await admin.call(jobs.getJob, { params: { id } });
    expect(isSo(job), JSON.stringify(job)).toBe(true);
    return job;
  }, 180_000);
const end = (id: number) => until(id, jobs.hasEnded);

async function makeDeck(of: string, id: number) {
  const job = await end(await startDeck(of, id));
  expect(job).toMatchObject({ status: 'completed', kind: 'apkg', subject: `${of}:${id}` });
  const { url } = job.result as { url: string };
  const response = await server.app.inject({ url });
  expect(response.statusCode).toBe(200);
  const files = unzipSync(response.rawPayload);
  const database = openDatabase(files['collection.anki2'] as Uint8Array);
  const select = (query: string): SqlValue[][] => database.exec(query)[0]?.values ?? [];
  const media: Record<string, string> = JSON.parse(strFromU8(files.media as Uint8Array));
  return { job, url, headers: response.headers, files, media, select };
}

const getFields = (rows: SqlValue[][]) => rows.map(([fields]) => String(fields).split('\x1f'));

async function addHosted() {
  const { id } = await addVideo(admin, { youtube_id: null });
  await admin.call(videos.uploadMedia, {
    params: { id },
    ...(await buildForm({}, { media_file: { name: 'clip.mp4', bytes: await toneClip() } })),
  });
  await addSubtitle(admin, id, 'en', ENGLISH_SRT);
  const target = await addSubtitle(admin, id, 'es', SPANISH_VTT);
  const { alignment_id } = await admin.call(subtitles.alignSubtitle, { params: { id: target.id } });
  return alignment_id;
}

/** Files on disk of decks that are being written or are finished. */
const leftovers = async () => [
  ...(await readdir(server.dataDir)).filter((name) => name.startsWith('sayback-work-')),
  ...(await server.context.storage.list('exports')),
];

describe('an Anki deck', () => {
  it('shows the translation on the front, and the original on the back', async () => {
    const { alignmentId } = await addAlignedVideo(admin, { title: 'Café::1' });
    const { select, headers, files, media } = await makeDeck('alignment', alignmentId);
    expect(headers['content-disposition']).toContain("filename*=UTF-8''Caf%C3%A9__1.en-es.apkg");
    const [col] = select('select ver, models, decks, dconf from col');
    expect(col?.[0]).toBe(11);
    const [model] = Object.values(JSON.parse(String(col?.[1]))) as { id: number; flds: { name: string }[] }[];
    expect(model?.flds.map(({ name }) => name)).toEqual(['Front', 'Back', 'Times', 'Audio']);
    const decks = Object.values(JSON.parse(String(col?.[2]))) as { id: number; name: string }[];
    const deck = decks.find(({ name }) => name === 'Café:1 (es)');
    expect(getFields(select('select flds from notes order by id'))[0]).toEqual([
      'Buenos días.',
      'Good morning.',
      expect.stringMatching(/^00:00:01\.\d{3} – 00:00:03\.000$/),
      '',
    ]);
    expect(select('select distinct mid from notes')).toEqual([[model?.id]]);
    expect(select('select distinct did, ord, type, queue from cards')).toEqual([[deck?.id, 0, 0, 0]]);
    expect(select('select count(*) from cards join notes on notes.id = nid')[0]?.[0]).toBe(3);
    expect(select('pragma integrity_check')).toEqual([['ok']]);
    expect(media).toEqual({});
    expect(Object.keys(files).sort()).toEqual(['collection.anki2', 'media']);
  });

  it('has the texts as they are: no markup, with line breaks', async () => {
    const { alignmentId } = await addAlignedVideo(admin);
    const text_target = '<b>1 & 2</b>\n[sound:x.mp3] \x1f {{Back}}';
    const [first] = await listSegments(admin, alignmentId);
    await admin.call(subtitles.updateSegment, {
      params: { id: first?.id },
      body: { text_target, mismatch: true },
    });
    const { select } = await makeDeck('alignment', alignmentId);
    const [fields] = getFields(select('select flds from notes order by id'));
    expect(fields).toHaveLength(4);
    expect(fields?.[0]).toBe('&lt;b&gt;1 &amp; 2&lt;/b&gt;<br>&#91;sound:x.mp3]   {{Back}}');
    expect(select('select tags from notes order by id')[0]).toEqual([' mismatch ']);
  });

  it('has the same notes when it is built again, so that an import updates them', async () => {
    const { alignmentId } = await addAlignedVideo(admin);
    const keys = 'select id, guid from notes order by id';
    const first = await makeDeck('alignment', alignmentId);
    const [segment] = await listSegments(admin, alignmentId);
    await admin.call(subtitles.updateSegment, {
      params: { id: segment?.id },
      body: { text_target: 'Otro.' },
    });
    const second = await makeDeck('alignment', alignmentId);
    expect(second.select(keys)).toEqual(first.select(keys));
    expect(getFields(second.select('select flds from notes order by id'))[0]?.[0]).toBe('Otro.');
    const other = await makeDeck('alignment', (await addAlignedVideo(admin)).alignmentId);
    const guids = first.select('select guid from notes');
    expect(other.select('select guid from notes')).not.toEqual(expect.arrayContaining(guids));
  });

  it('an Anki deck of a revision has the same notes as the alignment’s', async () => {
    const { alignmentId } = await addAlignedVideo(admin);
    const { revision_id } = await admin.call(subtitles.saveRevision, {
      params: { id: alignmentId },
      body: {},
    });
    const guids = 'select guid from notes order by id';
    const ofAlignment = await makeDeck('alignment', alignmentId);
    const ofRevision = await makeDeck('revision', revision_id);
    expect(ofRevision.select(guids)).toEqual(ofAlignment.select(guids));
  });

  it('an Anki deck without any pair of texts fails, and the job says why', async () => {
    const { alignmentId } = await addAlignedVideo(admin);
    await fillAlignment(server.context.db, alignmentId, { count: 0 });
    expect(await end(await startDeck('alignment', alignmentId))).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('No segment has both texts'),
    });
  });

  it('can have 10,000 notes', async () => {
    const { alignmentId } = await addAlignedVideo(admin);
    await fillAlignment(server.context.db, alignmentId, { count: 10_000 });
    const { select } = await makeDeck('alignment', alignmentId);
    expect(select('select count(*), count(distinct guid) from notes')).toEqual([[10_000, 10_000]]);
  });
});

describe.skipIf(!hasFfmpeg)('an Anki deck of hosted media', () => {
  it('has each segment’s sound, with its length', async () => {
    const alignmentId = await addHosted();
    const { files, media, select, job } = await makeDeck('alignment', alignmentId);
    expect(job.result).toMatchObject({ notes: 3, with_audio: 3 });
    const named = getFields(select('select flds from notes order by id')).map((fields) => fields[3]);
    expect(named).toEqual(Object.values(media).map((name) => `[sound:${name}]`));
    const body = { of: 'alignment', id: alignmentId, format: 'tsv' };
    const { url } = await admin.call(subtitles.prepareDownload, { body });
    const table = (await server.app.inject({ url: url ?? '' })).body;
    for (const sound of named) expect(table).toContain(`"${sound}"`);
    const segments = await listSegments(admin, alignmentId);
    const seconds = (time: string) => Number(time.slice(-6));
    for (const [at, { start_time, end_time }] of segments.entries()) {
      const length = seconds(end_time) - seconds(start_time);
      const sound = await measureAudio(files[String(at)] as Uint8Array);
      expect(Math.abs(sound.seconds - length), `${at}: ${sound.seconds} s`).toBeLessThan(0.15);
    }
  });

  it('has exactly the segment’s range of sound', async () => {
    const alignmentId = await addHosted();
    const [first, second, third] = await listSegments(admin, alignmentId);
    const change = (id: number | undefined, start_time: number, end_time: number) =>
      admin.call(subtitles.updateSegment, { params: { id }, body: { start_time, end_time } });
    // The clip has tone from 4 to 5, silence from 5 to 6; beyond 12 there is nothing.
    await change(first?.id, 4.1, 4.9);
    await change(second?.id, 5.1, 5.9);
    await change(third?.id, 3600, 3602);
    const { files, media, job, select } = await makeDeck('alignment', alignmentId);
    expect(job.result).toMatchObject({ notes: 3, with_audio: 2 });
    expect(Object.keys(media)).toEqual(['0', '1']);
    expect((await measureAudio(files['0'] as Uint8Array)).decibels).toBeGreaterThan(-9);
    const silence = (await measureAudio(files['1'] as Uint8Array)).decibels;
    expect(Number.isNaN(silence) || silence < -40).toBe(true);
    expect(getFields(select('select flds from notes order by id'))[2]?.[3]).toBe('');
  });

  it('is built once for concurrent calls, and leaves nothing behind if stopped', async () => {
    const alignmentId = await addHosted();
    // Far more than is cut before the stop request arrives.
    const many = Array.from({ length: 5000 }, (_, at) => ({
      start_ms: (at % 10) * 1000,
      end_ms: (at % 10) * 1000 + 900,
      text_original: `Line ${at}`,
      text_target: `Línea ${at}`,
      mismatch: false,
      label: '',
      confidence: 1,
      edited: false,
      aligned_digest: null,
    }));
    await alignmentStore(server.context.db).replaceSegments(alignmentId, many);
    const before = await leftovers();
    const id = await startDeck('alignment', alignmentId);
    expect(await startDeck('alignment', alignmentId)).toBe(id);
    const job = await until(id, (seen) => seen.done > 0 || jobs.hasEnded(seen));
    expect(job).toMatchObject({ status: 'running', total: 5000 });
    await admin.call(jobs.stopJob, { params: { id } });
    expect((await end(id)).status).toBe('stopped');
    expect(await leftovers()).toEqual(before);
  });
});

describe('an exported file', () => {
  it('is deleted after a day, and its URL then says so', async () => {
    const { alignmentId } = await addAlignedVideo(admin);
    const { url } = await makeDeck('alignment', alignmentId);
    const { storage } = server.context;
    await purgeExports(storage, Date.now() + 23 * 3_600_000);
    expect((await server.app.inject({ url })).statusCode).toBe(200);
    await purgeExports(storage, Date.now() + 25 * 3_600_000);
    const gone = await server.app.inject({ url });
    expect(gone.statusCode).toBe(404);
    expect(gone.json().detail).toContain('Make it again');
    expect(await storage.list('exports')).toEqual([]);
  });

  it('has its own URL, with the signed file name', async () => {
    const { alignmentId } = await addAlignedVideo(admin);
    const { url } = await makeDeck('alignment', alignmentId);
    const others = [
      url.replace(/name=[^&]*/, 'name=evil.exe'),
      url.replace('.apkg?', '.apk?'),
      url.split('?')[0],
    ];
    for (const other of others) expect((await server.app.inject({ url: other ?? '' })).statusCode).toBe(403);
    expect(exportKey('x.apkg', 5)).toBe('exports/5-x.apkg');
  });
});
