import { readdir } from 'node:fs/promises';
import { jobs, subtitles } from '@sayback/contract';
import { strFromU8, unzipSync } from 'fflate';
import initSqlJs, { type Database, type SqlValue } from 'sql.js';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Client, signIn } from '../../../testing/client.ts';
import { hasFfmpeg, measureAudio, toneClip } from '../../../testing/clip.ts';
import { eventually } from '../../../testing/eventually.ts';
import { addAlignedVideo, fillAlignment, hostClip, listSegments } from '../../../testing/library.ts';
import { startApp, type TestApp } from '../../../testing/start-app.ts';
import { alignmentStore } from '../alignment/alignment-store.ts';
import { exportKey, purgeExports } from './exports.ts';

let server: TestApp;
let admin: Client;
let openDatabase: (bytes: Uint8Array) => Database;
beforeAll(async () => {
  server = await startApp();
  admin = await signIn(server, 'admin');
  // Other tests write decks to the same folder.
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

const waitForJob = (id: number, matches: (job: jobs.Job) => boolean = jobs.hasEnded): Promise<jobs.Job> =>
  eventually(async () => {
    const job = await admin.call(jobs.getJob, { params: { id } });
    expect(matches(job), JSON.stringify(job)).toBe(true);
    return job;
  }, 180_000);

async function makeDeck(of: string, id: number) {
  const job = await waitForJob(await startDeck(of, id));
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

const splitFields = (rows: SqlValue[][]) => rows.map(([fields]) => String(fields).split('\x1f'));

async function addHosted() {
  const { videoId, alignmentId } = await addAlignedVideo(admin, { youtube_id: null });
  await hostClip(admin, await toneClip(), videoId);
  return alignmentId;
}

/** Lists the files of finished and unfinished decks. */
const listDeckFiles = async () => [
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
    expect(splitFields(select('select flds from notes order by id'))[0]).toEqual([
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

  it('escapes markup in texts, and preserves line breaks', async () => {
    const { alignmentId } = await addAlignedVideo(admin);
    const text_target = '<b>1 & 2</b>\n[sound:x.mp3] \x1f {{Back}}';
    const [first] = await listSegments(admin, alignmentId);
    await admin.call(subtitles.updateSegment, {
      params: { id: first?.id },
      body: { text_target, mismatch: true },
    });
    const { select } = await makeDeck('alignment', alignmentId);
    const [fields] = splitFields(select('select flds from notes order by id'));
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
    expect(splitFields(second.select('select flds from notes order by id'))[0]?.[0]).toBe('Otro.');
    const other = await makeDeck('alignment', (await addAlignedVideo(admin)).alignmentId);
    const guids = first.select('select guid from notes');
    expect(other.select('select guid from notes')).not.toEqual(expect.arrayContaining(guids));
  });

  it('has the same notes for a revision as for its alignment', async () => {
    const { alignmentId } = await addAlignedVideo(admin);
    const { revision_id } = await admin.call(subtitles.saveRevision, {
      params: { id: alignmentId },
      body: {},
    });
    const guids = 'select guid from notes order by id';
    const alignmentDeck = await makeDeck('alignment', alignmentId);
    const revisionDeck = await makeDeck('revision', revision_id);
    expect(revisionDeck.select(guids)).toEqual(alignmentDeck.select(guids));
  });

  it('fails without any pair of texts, and the job reports the reason', async () => {
    const { alignmentId } = await addAlignedVideo(admin);
    await fillAlignment(server.context.db, alignmentId, { count: 0 });
    expect(await waitForJob(await startDeck('alignment', alignmentId))).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('No segment has both texts'),
    });
  });

  it('can contain 10,000 notes', async () => {
    const { alignmentId } = await addAlignedVideo(admin);
    await fillAlignment(server.context.db, alignmentId, { count: 10_000 });
    const { select } = await makeDeck('alignment', alignmentId);
    expect(select('select count(*), count(distinct guid) from notes')).toEqual([[10_000, 10_000]]);
  });
});

describe.skipIf(!hasFfmpeg)('an Anki deck of hosted media', () => {
  it('has the audio of each segment, with the segment’s length', async () => {
    const alignmentId = await addHosted();
    const { files, media, select, job } = await makeDeck('alignment', alignmentId);
    expect(job.result).toMatchObject({ notes: 3, with_audio: 3 });
    const audioFields = splitFields(select('select flds from notes order by id')).map((fields) => fields[3]);
    expect(audioFields).toEqual(Object.values(media).map((name) => `[sound:${name}]`));
    const body = { of: 'alignment', id: alignmentId, format: 'tsv' };
    const { url } = await admin.call(subtitles.prepareDownload, { body });
    const table = (await server.app.inject({ url: url ?? '' })).body;
    for (const field of audioFields) expect(table).toContain(`"${field}"`);
    const segments = await listSegments(admin, alignmentId);
    const parseSeconds = (time: string) => Number(time.slice(-6));
    for (const [index, { start_time, end_time }] of segments.entries()) {
      const length = parseSeconds(end_time) - parseSeconds(start_time);
      const audio = await measureAudio(files[String(index)] as Uint8Array);
      expect(Math.abs(audio.seconds - length), `${index}: ${audio.seconds} s`).toBeLessThan(0.15);
    }
  });

  it('contains exactly the segment’s range of the audio', async () => {
    const alignmentId = await addHosted();
    const [first, second, third] = await listSegments(admin, alignmentId);
    const change = (id: number | undefined, start_time: number, end_time: number) =>
      admin.call(subtitles.updateSegment, { params: { id }, body: { start_time, end_time } });
    // The clip has a tone from 4 to 5 s, silence from 5 to 6 s, and ends at 12 s.
    await change(first?.id, 4.1, 4.9);
    await change(second?.id, 5.1, 5.9);
    await change(third?.id, 3600, 3602);
    const { files, media, job, select } = await makeDeck('alignment', alignmentId);
    expect(job.result).toMatchObject({ notes: 3, with_audio: 2 });
    expect(Object.keys(media)).toEqual(['0', '1']);
    expect((await measureAudio(files['0'] as Uint8Array)).decibels).toBeGreaterThan(-9);
    const silence = (await measureAudio(files['1'] as Uint8Array)).decibels;
    expect(Number.isNaN(silence) || silence < -40).toBe(true);
    expect(splitFields(select('select flds from notes order by id'))[2]?.[3]).toBe('');
  });

  it('is built once for concurrent calls, and leaves no files if stopped', async () => {
    const alignmentId = await addHosted();
    // Many more segments than can be cut before the stop request arrives.
    const many = Array.from({ length: 5000 }, (_, index) => ({
      start_ms: (index % 10) * 1000,
      end_ms: (index % 10) * 1000 + 900,
      text_original: `Line ${index}`,
      text_target: `Línea ${index}`,
      mismatch: false,
      label: '',
      confidence: 1,
      edited: false,
      aligned_digest: null,
    }));
    await alignmentStore(server.context.db).replaceSegments(alignmentId, many);
    const before = await listDeckFiles();
    const id = await startDeck('alignment', alignmentId);
    expect(await startDeck('alignment', alignmentId)).toBe(id);
    const job = await waitForJob(id, (current) => current.done > 0 || jobs.hasEnded(current));
    expect(job).toMatchObject({ status: 'running', total: 5000 });
    await admin.call(jobs.stopJob, { params: { id } });
    expect((await waitForJob(id)).status).toBe('stopped');
    expect(await listDeckFiles()).toEqual(before);
  });
});

describe('an exported file', () => {
  it('is deleted after a day, after which its URL responds with a 404 that suggests exporting again', async () => {
    const { alignmentId } = await addAlignedVideo(admin);
    const { url } = await makeDeck('alignment', alignmentId);
    const { storage } = server.context;
    await purgeExports(storage, Date.now() + 23 * 3_600_000);
    expect((await server.app.inject({ url })).statusCode).toBe(200);
    await purgeExports(storage, Date.now() + 25 * 3_600_000);
    const expired = await server.app.inject({ url });
    expect(expired.statusCode).toBe(404);
    expect(expired.json().detail).toContain('Make it again');
    expect(await storage.list('exports')).toEqual([]);
  });

  it('is only available at its signed URL, which includes the file name', async () => {
    const { alignmentId } = await addAlignedVideo(admin);
    const { url } = await makeDeck('alignment', alignmentId);
    const changedUrls = [
      url.replace(/name=[^&]*/, 'name=evil.exe'),
      url.replace('.apkg?', '.apk?'),
      url.split('?')[0],
    ];
    for (const changed of changedUrls)
      expect((await server.app.inject({ url: changed ?? '' })).statusCode).toBe(403);
    expect(exportKey('x.apkg', 5)).toBe('exports/5-x.apkg');
  });
});
