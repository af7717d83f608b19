import { readdir } from 'node:fs/promises';
import { hashLine, practice, subtitles } from '@sayback/contract';
import { parse } from 'csv-parse/sync';
import { sql } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import initSqlJs, { type SqlValue } from 'sql.js';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { type Client, signIn } from '../../../testing/client.ts';
import { hasFfmpeg, measureAudio, toneClip } from '../../../testing/clip.ts';
import { eventually } from '../../../testing/eventually.ts';
import { addAlignedVideo, hostClip, listSegments } from '../../../testing/library.ts';
import { openTransaction } from '../../../testing/open-transaction.ts';
import { withServer } from '../../../testing/with-server.ts';
import { TABLES_PER_HOUR } from './learner-deck-routes.ts';

const { server, admin } = await withServer({ RATE_LIMIT_FACTOR: '1000' });
vi.stubEnv('TMPDIR', server.dataDir);
afterAll(() => void vi.unstubAllEnvs());

const star = (
  learner: Client,
  video_id: number,
  segment: Pick<subtitles.Segment, 'start_time' | 'text_original'>,
  starred = true,
) =>
  learner.call(practice.markLine, {
    params: { id: video_id },
    body: {
      start_ms: Math.round(Number(segment.start_time.slice(-6)) * 1000),
      text_hash: hashLine(segment.text_original),
      starred,
    },
  });

async function downloadTable(learner: Client) {
  const { url } = await learner.call(practice.prepareOwnDeck, { body: { format: 'csv' } });
  const response = await server.app.inject({ url: String(url) });
  expect(response.statusCode, response.body.slice(0, 300)).toBe(200);
  return { url: String(url), response };
}

async function downloadDeck(learner: Client) {
  expect(await learner.call(practice.prepareOwnDeck, { body: { format: 'apkg' } })).toEqual({ url: null });
  const url = await eventually(async () => {
    const deck = await learner.call(practice.getOwnDeck);
    expect(deck.job?.status).toBe('completed');
    return String(deck.url);
  });
  const response = await server.app.inject({ url });
  expect(response.statusCode, response.body.slice(0, 300)).toBe(200);
  return response;
}

async function openDeck(learner: Client) {
  const response = await downloadDeck(learner);
  expect(response.headers['content-disposition']).toContain('sayback.apkg');
  const files = unzipSync(response.rawPayload);
  const { Database } = await initSqlJs();
  const database = new Database(files['collection.anki2']);
  const select = (query: string): SqlValue[][] => database.exec(query)[0]?.values ?? [];
  const media: Record<string, string> = JSON.parse(strFromU8(files.media as Uint8Array));
  const notes = select('select flds, tags from notes order by id').map(([fields, tags]) => ({
    fields: String(fields).split('\x1f'),
    tags,
  }));
  return { files, select, media, notes };
}

const parseCsv = (csv: string): string[][] => parse(csv, { bom: true });

describe('the table of a learner’s lines', () => {
  it('has the lines of all videos with a mark or a card, with escaped formulas', async () => {
    const [a, b] = [await addAlignedVideo(admin, { title: '=HYPERLINK("x")' }), await addAlignedVideo(admin)];
    const [first, second] = await listSegments(admin, a.alignmentId);
    await admin.call(subtitles.updateSegment, {
      params: { id: second?.id },
      body: { text_original: '-2+3', text_target: '@SUM(1)' },
    });
    const [other] = await listSegments(admin, b.alignmentId);
    const [learner, stranger] = [await signIn(server), await signIn(server)];
    await star(learner, a.videoId, first as subtitles.Segment);
    await star(learner, a.videoId, { ...(second as subtitles.Segment), text_original: '-2+3' });
    await star(stranger, b.videoId, other as subtitles.Segment);
    const { response } = await downloadTable(learner);
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
    const [header, ...rows] = parseCsv(response.body);
    expect(header).toEqual([
      'video',
      'start',
      'end',
      'text',
      'translation',
      'starred',
      'hard',
      'suspended',
      'say_due',
      'write_due',
    ]);
    expect(rows.map((row) => [row[0], row[3], row[4], row[5]])).toEqual([
      [`'=HYPERLINK("x")`, 'Good morning.', 'Buenos días.', '1'],
      [`'=HYPERLINK("x")`, `'-2+3`, `'@SUM(1)`, '1'],
    ]);
    expect(parseCsv((await downloadTable(stranger)).response.body)).toHaveLength(2);
  });

  it('omits lines whose last mark was removed', async () => {
    const { videoId, alignmentId } = await addAlignedVideo(admin);
    const [first, second] = (await listSegments(admin, alignmentId)) as [
      subtitles.Segment,
      subtitles.Segment,
    ];
    const learner = await signIn(server);
    for (const segment of [first, second]) await star(learner, videoId, segment);
    await star(learner, videoId, first, false);
    expect(parseCsv((await downloadTable(learner)).response.body)).toHaveLength(2);
    await star(learner, videoId, second, false);
    expect((await learner.try(practice.prepareOwnDeck, { body: { format: 'csv' } })).statusCode).toBe(409);
  });

  it('has the original text of a missing line', async () => {
    const { videoId, alignmentId } = await addAlignedVideo(admin);
    const [first] = await listSegments(admin, alignmentId);
    const learner = await signIn(server);
    await star(learner, videoId, first as subtitles.Segment);
    await admin.call(subtitles.updateSegment, {
      params: { id: first?.id },
      body: { text_original: 'Now this.' },
    });
    const [, row] = parseCsv((await downloadTable(learner)).response.body);
    expect(row?.slice(2, 5)).toEqual(['', 'Good morning.', '']);
  });
});

describe('the URL of a learner’s table', () => {
  it('only exists for learners with lines, and is only valid for this file and user', async () => {
    const { videoId, alignmentId } = await addAlignedVideo(admin);
    const [learner, nobody] = [await signIn(server), await signIn(server)];
    expect((await nobody.try(practice.prepareOwnDeck, { body: { format: 'csv' } })).statusCode).toBe(409);
    const [first] = await listSegments(admin, alignmentId);
    await star(learner, videoId, first as subtitles.Segment);
    const { url } = await downloadTable(learner);
    const { id } = learner;
    expect(url).toContain(`/downloads/practice/${id}/csv?`);
    for (const otherUrl of [
      url.replace('/csv?', '/apkg?'),
      url.replace(`/${id}/`, `/${id + 1}/`),
      url.split('?')[0],
    ]) {
      expect((await server.app.inject({ url: otherUrl ?? '' })).statusCode).toBe(403);
    }
  });
});

describe('the URL of a table that is opened repeatedly', () => {
  it('gets a 429 over the hourly limit', async () => {
    const { videoId, alignmentId } = await addAlignedVideo(admin);
    const [first] = await listSegments(admin, alignmentId);
    const learner = await signIn(server);
    await star(learner, videoId, first as subtitles.Segment);
    const { url } = await downloadTable(learner);
    await server.context.limits.takeUpTo(TABLES_PER_HOUR, String(learner.id), TABLES_PER_HOUR.max * 1000);
    expect((await server.app.inject({ url })).statusCode).toBe(429);
  });
});

describe('the Anki package of a learner’s lines', () => {
  it('is a valid collection with a note for each line that has both texts', async () => {
    const { videoId, alignmentId } = await addAlignedVideo(admin, { title: 'Café' });
    const [first, second] = await listSegments(admin, alignmentId);
    await admin.call(subtitles.updateSegment, { params: { id: second?.id }, body: { text_target: '' } });
    const learner = await signIn(server);
    for (const segment of [first, second]) await star(learner, videoId, segment as subtitles.Segment);
    const { select, media, notes, files } = await openDeck(learner);
    expect(select('select ver from col')).toEqual([[11]]);
    expect(select('pragma integrity_check')).toEqual([['ok']]);
    expect(select('select count(*) from cards join notes on notes.id = nid')).toEqual([[1]]);
    expect(notes).toEqual([
      {
        fields: ['Buenos días.', 'Good morning.', expect.stringMatching(/^Café · 00:00:01/), ''],
        tags: ' starred ',
      },
    ]);
    expect(media).toEqual({});
    expect(Object.keys(files).sort()).toEqual(['collection.anki2', 'media']);
    expect((await openDeck(learner)).select('select guid from notes')).toEqual(
      select('select guid from notes'),
    );
  });

  it('is only visible to its learner, and built once for concurrent requests', async () => {
    const { videoId, alignmentId } = await addAlignedVideo(admin);
    const [first] = await listSegments(admin, alignmentId);
    const [user, stranger] = [await signIn(server), await signIn(server)];
    for (const learner of [user, stranger]) await star(learner, videoId, first as subtitles.Segment);
    expect(await user.call(practice.getOwnDeck)).toEqual({ job: null, url: null });
    // The job reads the locked segments, so it can't end before the last request.
    const lock = await openTransaction(server.databaseUrl);
    await lock.query('lock table segments in access exclusive mode');
    const prepare = () => user.call(practice.prepareOwnDeck, { body: { format: 'apkg' } });
    await Promise.all([prepare(), prepare(), prepare()]);
    await lock.query('rollback');
    const { rows } = await server.context.db.execute(
      sql`select from jobs where subject = ${`learner:${user.id}`}`,
    );
    expect(rows).toHaveLength(1);
    expect(await stranger.call(practice.getOwnDeck)).toEqual({ job: null, url: null });
  });

  it.skipIf(!hasFfmpeg)('has the audio of each line of hosted media, and the video’s picture', async () => {
    const { videoId, alignmentId } = await addAlignedVideo(admin, { youtube_id: null });
    await hostClip(admin, await toneClip(), videoId);
    const segments = await listSegments(admin, alignmentId);
    const learner = await signIn(server);
    await star(learner, videoId, segments[1] as subtitles.Segment);
    const before = await readdir(server.dataDir);
    const { media, notes, files } = await openDeck(learner);
    const sound = `sayback-line-${segments[1]?.id}.mp3`;
    const picture = Object.values(media).find((name) => name !== sound);
    expect(Object.values(media)).toContain(sound);
    expect(picture).toMatch(/^sayback-video-\d+\.(jpg|webp|png)$/);
    expect(notes.map(({ fields }) => fields[3])).toEqual([`[sound:${sound}]<img src="${picture}">`]);
    const mediaKey = Object.keys(media).find((number) => media[number] === sound) ?? '';
    const { start_time = '', end_time = '' } = segments[1] ?? {};
    const length = Number(end_time.slice(-6)) - Number(start_time.slice(-6));
    const { seconds } = await measureAudio(files[mediaKey] as Uint8Array);
    expect(Math.abs(seconds - length)).toBeLessThan(0.15);
    expect(await readdir(server.dataDir)).toEqual(before);
  });
});
