import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { candidates, jobs } from '@sayback/contract';
import { connectDatabase, type Database } from '../../../apps/server/src/platform/database/database.ts';
import { openEmbedded } from '../../../apps/server/src/platform/database/embedded.ts';
import {
  startYouTube,
  type YouTubeDouble,
} from '../../../apps/server/src/testing/doubles/youtube/youtube-double.ts';
import { type Api, adminApi } from '../../../e2e/support/api.ts';
import { startSayback } from '../../../e2e/support/sayback-server.ts';
import { inMilliseconds, inSeconds, quantile, timed } from '../metrics.ts';
import { atMost, info, type Report, type Row } from '../report.ts';
import { findServerProcess } from '../server-process.ts';

const MANY = 100_000;
const SCANNED = 200;
const ROUNDS = 40;
const LIST_AIM_MS = 30;
const LOOP_AIM_MS = 20;
/** About as long as the scan takes: it measures the machine's own event loop delay. */
const IDLE_MS = 4000;

type Bench = { admin: Api; db: Database };

/** Eight languages, five priorities; half are pending, a third has subtitles that people wrote. */
const FILL = `
  insert into candidates (youtube_id, title, description, channel, language, search_keyword, review_status, priority,
    has_manual, available_subtitles)
  select lpad(n::text, 11, '0'), 'A film about the number ' || n || ' and its friends', repeat('All about it. ', 30),
    'Channel ' || (n % 997), (array['en','es','fr','de','ko','it','pt','ru'])[1 + n % 8], 'short film',
    (array['pending','pending','pending','approved','rejected','processed'])[1 + (n * 7) % 6], 1 + (n * 13) % 5,
    case n % 3 when 0 then true when 1 then false end, '[{"language":"en","kind":"manual","version_key":"en"}]'
  from generate_series(1, ${MANY}) as n`;

const FILTERS: [what: string, query: Record<string, unknown>][] = [
  ['all', {}],
  ['all, the last page', { page: MANY / 20 }],
  ['a status', { status: 'pending' }],
  ['a status, its page 2000', { status: 'pending', page: 2000 }],
  ['a language', { language: 'en' }],
  ['a priority', { priority: 2 }],
  ['with manual subtitles', { has_manual_subtitles: true }],
  ['a status and a language', { status: 'pending', language: 'en' }],
  ['all four', { status: 'approved', language: 'ko', priority: 3, has_manual_subtitles: true }],
  ['a text that one has', { q: 'number 77777' }],
  ['a text that none has', { q: 'nothing of the sort' }],
  ['a text that all have', { q: 'film' }],
];

async function p95(work: () => Promise<unknown>): Promise<number> {
  const took: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) took.push((await timed(work)).took);
  return quantile(took, 0.95);
}

async function measureLists({ admin }: Bench): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [what, query] of FILTERS) {
    const took = await p95(() => admin(candidates.listCandidates, { query }));
    rows.push(atMost(`a page of ${MANY} candidates, ${what}: p95`, took, LIST_AIM_MS, inMilliseconds));
  }
  const stats = await p95(() => admin(candidates.getStats));
  return [...rows, atMost('the stats: p95', stats, LIST_AIM_MS, inMilliseconds)];
}

async function loopOf(pid: number, file: string): Promise<{ most: number; usual: number }> {
  await rm(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  while (!existsSync(file)) await sleep(20);
  return JSON.parse(await readFile(file, 'utf8'));
}

/** Each with as many tracks as a widely translated video. */
function addVideos(double: YouTubeDouble): void {
  const languages = ['en', 'es', 'fr', 'de', 'ko', 'it', 'pt', 'ru', 'pl', 'nl', 'sv', 'cs'];
  for (let n = MANY; n > MANY - SCANNED; n -= 1) {
    const tracks = languages.map((language) => ({ language, kind: 'manual' as const, cues: [] }));
    double.videos[String(n).padStart(11, '0')] = { tracks };
  }
}

async function measureBulkScan(
  { admin, db }: Bench,
  youtube: YouTubeDouble,
  loopFile: string,
): Promise<Row[]> {
  addVideos(youtube);
  const { rows } = await db.execute<{ id: string }>(
    `select id from candidates order by id desc limit ${SCANNED}`,
  );
  const candidate_ids = rows.map(({ id }) => Number(id));
  const pid = await findServerProcess(process.pid);
  await admin(candidates.bulkScan, { body: { candidate_ids: candidate_ids.slice(0, 5) } });
  await loopOf(pid, loopFile);
  await sleep(IDLE_MS);
  const idle = await loopOf(pid, loopFile);
  const { took, result } = await timed(async () => {
    const begun = await admin(candidates.bulkScan, { body: { candidate_ids } });
    return begun.job_id === undefined ? begun : untilDone(admin, begun.job_id);
  });
  const { most, usual } = await loopOf(pid, loopFile);
  if (result.successful_scans !== SCANNED) throw new Error(`Scanned ${JSON.stringify(result)}.`);
  return [
    atMost(`a bulk scan of ${SCANNED} holds the event loop for, at most`, most, LOOP_AIM_MS, inMilliseconds),
    info('for comparison, at most while nothing is done', inMilliseconds(idle.most)),
    info('99 of 100 ticks of it are late by at most', inMilliseconds(usual)),
    info('it takes, without a gap between requests', inSeconds(took)),
  ];
}

async function untilDone(admin: Api, id: number): Promise<{ successful_scans?: number }> {
  for (;;) {
    const job = await admin(jobs.getJob, { params: { id } });
    if (jobs.hasEnded(job)) return (job.result ?? {}) as { successful_scans?: number };
    await sleep(200);
  }
}

/** Measures lists of very many candidates, and the server's responses during a bulk scan. */
export async function measureCandidates(): Promise<Report> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sayback-bench-'));
  const loopFile = path.join(folder, 'loop.json');
  const youtube = await startYouTube();
  const postgres = await openEmbedded({ dataDir: folder, log: () => undefined });
  const server = await startSayback({
    DATABASE_URL: postgres.url,
    SECRET_KEY: 'a secret of the bench, long enough',
    MEDIA_DIR: path.join(folder, 'media'),
    YOUTUBE_URL: youtube.url,
    YOUTUBE_CAPTION_GAP_MS: '0',
    NODE_OPTIONS: `--import ${fileURLToPath(new URL('./watch-loop.mjs', import.meta.url))}`,
    LOOP_FILE: loopFile,
  });
  const { db, close } = connectDatabase(postgres.url, { size: 2, onError: () => undefined });
  try {
    await db.execute(FILL);
    await db.execute('vacuum analyze candidates');
    await db.execute('checkpoint');
    const bench = { admin: await adminApi(server.url), db };
    const rows = [...(await measureLists(bench)), ...(await measureBulkScan(bench, youtube, loopFile))];
    return {
      rows,
      notes: [
        `Each time is that of a call over loopback, answer read and parsed; percentiles of ${ROUNDS} calls.`,
        'The candidates are put there directly. The scan asks a double of YouTube on loopback through the real client.',
        'The event loop is watched in the server’s own process by perf_hooks, every millisecond.',
      ],
    };
  } finally {
    await close();
    await server.stop();
    await postgres.stop();
    await youtube.close();
    await rm(folder, { recursive: true, force: true });
  }
}
