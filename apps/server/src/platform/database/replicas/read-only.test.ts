import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Endpoint, hashLine, practice, subtitles, videos } from '@sayback/contract';
import { sql } from 'drizzle-orm';
import { afterAll, expect, it } from 'vitest';
import { signIn } from '../../../testing/client.ts';
import { addAlignedVideo, listSegments } from '../../../testing/library.ts';
import { withServer } from '../../../testing/with-server.ts';
import { createConnection } from '../database.ts';
import { DatabasePool } from '../pool.ts';

const FEATURES = fileURLToPath(new URL('../../../features', import.meta.url));

const { server, admin } = await withServer();
const url = new URL(server.databaseUrl);
url.searchParams.set('options', '-c TimeZone=UTC -c default_transaction_read_only=on');
// One connection, so that it has all prepared statements.
const readOnly = createConnection(new DatabasePool(url.href, { size: 1, onError: () => undefined }));
afterAll(readOnly.close);

/** Call sites of `readAnywhere`, as `file:line`. */
const callSites = new Set<string>();
server.context.db.$replicas = {
  read: (work) => {
    const frames = (new Error().stack ?? '').split('\n');
    const caller = frames[frames.findIndex((frame) => frame.includes('readAnywhere')) + 1];
    callSites.add(/features\/(.*?:\d+)/.exec(caller ?? '')?.[1] ?? '');
    return work(readOnly.db);
  },
};

const sources = readdirSync(FEATURES, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => ({ file, text: readFileSync(path.join(FEATURES, file), 'utf8') }));

it('statements that may run on a replica never write', async () => {
  const { videoId, targetId, alignmentId } = await addAlignedVideo(admin);
  const [line] = await listSegments(admin, alignmentId);
  const learner = await signIn(server);
  const videoParams = { params: { id: videoId } };
  const alignmentParams = { params: { id: alignmentId } };
  await learner.call(subtitles.reportLine, { params: { id: line?.id }, body: { kind: 'wrong_text' } });
  const key = { start_ms: 1000, text_hash: hashLine(line?.text_original ?? '') };
  await learner.call(practice.markLine, { ...videoParams, body: { ...key, starred: true } });
  await learner.call(practice.saveProgress, {
    body: { video_id: videoId, last_segment: 1, alignment_id: alignmentId },
  });
  callSites.clear();

  const calls: [Endpoint, object?][] = [
    [videos.listVideos],
    [videos.listVideos, { query: { practisable: true } }],
    ...['new', 'short', 'begun'].map((sort): [Endpoint, object] => [
      videos.listVideos,
      { query: { sort, language: 'en', q: 'café' } },
    ]),
    [videos.listVideos, { query: { q: 'nothing of this name' } }],
    [videos.listVideoLanguages],
    [videos.getVideo, videoParams],
    [subtitles.listSubtitles, videoParams],
    [subtitles.getSubtitle, { params: { id: targetId } }],
    [subtitles.getAlignment, alignmentParams],
    [subtitles.listSegments, alignmentParams],
    [subtitles.listSegments, { ...alignmentParams, query: { all: true } }],
    [subtitles.listSegments, { ...alignmentParams, query: { ids: String(line?.id) } }],
    [practice.getProgress, videoParams],
    [practice.listPractisedLines, videoParams],
    [practice.getLastPractised],
    [practice.getToday],
    [practice.getQueue],
    [practice.getFigures],
    [practice.listLineMemory, videoParams],
    [practice.getLineMemory, { ...videoParams, query: key }],
  ];
  for (const [declared, input] of calls) {
    const caller = declared.access === 'admin' ? admin : learner;
    const { statusCode, body } = await caller.try(declared, input);
    expect(`${declared.id} ${statusCode}`, body).toBe(`${declared.id} 200`);
  }

  const { rows } = await readOnly.db.execute<{ name: string }>(sql`select name from pg_prepared_statements`);
  const prepared = sources.flatMap(({ text }) => [
    ...text.matchAll(/prepareRead(?:<[^(]*>)?\(\s*\w+,\s*'(\w+)'/g),
  ]);
  const names = prepared.map(([, name]) => name).concat('practice_list');
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
  expect(names.length).toBeGreaterThan(9);
  // All call sites of unprepared statements ran too.
  for (const { file, text } of sources) {
    const executed = [...callSites].filter((callSite) => callSite.startsWith(`${file}:`));
    expect({ file, count: executed.length }).toEqual({ file, count: text.split('readAnywhere(').length - 1 });
  }
});

it('a replica rejects a statement that writes', async () => {
  await expect(readOnly.db.execute(sql`delete from videos`)).rejects.toMatchObject({
    cause: { code: '25006' },
  });
});
