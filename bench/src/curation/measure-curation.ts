import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { subtitles, videos } from '@sayback/contract';
import { alignmentStore } from '../../../apps/server/src/features/subtitles/alignment/alignment-store.ts';
import { connectDatabase, type Database } from '../../../apps/server/src/platform/database/database.ts';
import { openEmbedded } from '../../../apps/server/src/platform/database/embedded.ts';
import { type Api, adminApi } from '../../../e2e/support/api.ts';
import { startSayback } from '../../../e2e/support/sayback-server.ts';
import { inMegabytes, inMilliseconds, inSeconds, median, quantile, timed } from '../metrics.ts';
import { atMost, info, type Report, type Row } from '../report.ts';
import { findServerProcess } from '../server-process.ts';
import { watchMemory } from '../upload/process-memory.ts';
import { CUE_MS, filmOf, lineOf } from './film.ts';

const FILM_CUES = 1500;
const MANY = 10_000;
const SIZES = [100, 100_000];
const ROUNDS = 40;
const MISMATCH_EVERY = 2500;

type Bench = { admin: Api; db: Database };

/** An alignment of two small files; `fill` gives it as many segments as are wanted. */
async function addAlignment({ admin }: Bench, cues: number) {
  const { id } = await admin(videos.createVideo, {
    body: {
      title: 'A film',
      description: '',
      original_language: 'en',
      youtube_id: randomBytes(8).toString('base64url'),
    },
  });
  const upload = (language: string, file: string) => {
    const form = new FormData();
    form.set('language', language);
    form.set('subtitle_file', new Blob([file]), `${language}.vtt`);
    return admin(subtitles.uploadSubtitle, { params: { id }, form });
  };
  await upload('en', filmOf(cues, 'en'));
  const target = await upload('es', filmOf(cues, 'es', true));
  const align = () => timed(() => admin(subtitles.alignSubtitle, { params: { id: target.id } }));
  const { took, result } = await align();
  return { id: result.alignment_id, alignedIn: took, align };
}

async function fill({ db }: Bench, id: number, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, at) => ({
    start_ms: at * CUE_MS,
    end_ms: at * CUE_MS + CUE_MS - 500,
    text_original: lineOf(at, 'en'),
    text_target: lineOf(at, 'es'),
    mismatch: at % MISMATCH_EVERY === MISMATCH_EVERY - 1,
    label: '1-1',
    confidence: 0.9,
    edited: false,
    aligned_digest: `digest-${at}`,
  }));
  await alignmentStore(db).replaceSegments(id, rows);
  await db.execute('vacuum analyze segments');
  // Else it comes while the changes are measured, and keeps the disk busy.
  await db.execute('checkpoint');
}

async function repeat(times: number, work: (round: number) => Promise<unknown>): Promise<number[]> {
  const took: number[] = [];
  for (let round = 0; round < times; round += 1) took.push((await timed(() => work(round))).took);
  return took;
}

async function measureReading(bench: Bench): Promise<Row[]> {
  const { admin } = bench;
  const { id } = await addAlignment(bench, 20);
  await fill(bench, id, MANY);
  const all = await timed(() => admin(subtitles.listSegments, { params: { id }, query: { all: true } }));
  const rows = all.result as subtitles.Segment[];
  const pages = await repeat(ROUNDS, (round) =>
    admin(subtitles.listSegments, { params: { id }, query: { page: 1 + round * 12 } }),
  );
  const starts = [0, ...rows.filter((_, at) => at % 1111 === 0).map((row) => row.id)];
  const searches = await repeat(starts.length * 4, (round) =>
    admin(subtitles.findNextMismatch, { params: { id, after: starts[round % starts.length] } }),
  );
  const save = await timed(() => admin(subtitles.saveRevision, { params: { id }, body: {} }));
  const apply = await timed(() =>
    admin(subtitles.applyRevision, { params: { id: save.result.revision_id }, body: {} }),
  );
  return [
    atMost(
      'a page of 20 out of 10,000 segments, 95th percentile',
      quantile(pages, 0.95),
      100,
      inMilliseconds,
    ),
    info('all 10,000 segments', inMilliseconds(all.took)),
    atMost('find-next-mismatch in 10,000, 95th percentile', quantile(searches, 0.95), 20, inMilliseconds),
    atMost('save a revision of 10,000 segments', save.took, 1000, inSeconds),
    atMost('apply it', apply.took, 1000, inSeconds),
  ];
}

/** How many rows of segments were written since that transaction. */
async function writtenSince({ db }: Bench, last: string): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    `select count(*)::int as count from segments where xmin::text::bigint > ${last}`,
  );
  return rows[0]?.count ?? Number.NaN;
}

async function measureChanges(bench: Bench, count: number): Promise<{ rows: Row[]; written: number }> {
  const { admin, db } = bench;
  const { id } = await addAlignment(bench, 20);
  await fill(bench, id, count);
  const index = count / 2;
  const insert = () => admin(subtitles.insertSegment, { params: { id, index }, body: {} });
  const remove = (segment: number) => admin(subtitles.deleteSegment, { params: { id: segment } });
  const inserted: number[] = [];
  const inserts = await repeat(ROUNDS, async () => inserted.push((await insert()).new_segment.id));
  const deletes = await repeat(ROUNDS, (round) => remove(inserted[round] ?? 0));
  const { rows } = await db.execute<{ last: string }>('select max(xmin::text::bigint) as last from segments');
  const { new_segment } = await insert();
  const written = await writtenSince(bench, rows[0]?.last ?? '0');
  await remove(new_segment.id);
  const among = `in the middle of ${count.toLocaleString('en')}, median`;
  return {
    rows: [
      atMost(`insert ${among}`, median(inserts), 10, inMilliseconds),
      atMost(`delete ${among}`, median(deletes), 10, inMilliseconds),
    ],
    written,
  };
}

async function measureAll(bench: Bench): Promise<Row[]> {
  // What the server loads at its first alignment isn't counted.
  await addAlignment(bench, 20);
  const film = await addAlignment(bench, FILM_CUES);
  const again = await film.align();
  const changes = [];
  for (const size of SIZES) changes.push(await measureChanges(bench, size));
  const written = changes.map((change) => change.written);
  return [
    ...(await measureReading(bench)),
    ...changes.flatMap(({ rows }) => rows),
    {
      what: `rows of segments written by an insert, at ${SIZES.join(' and ')}`,
      measured: written.join(', '),
      aim: 'the same',
      met: new Set(written).size === 1,
    },
    atMost('align two files of 1,500 cues', film.alignedIn, 1000, inSeconds),
    atMost('align them again', again.took, 1000, inSeconds),
  ];
}

/** What curation takes, through the API of the product as it is started, on a database of its own. */
export async function measureCuration(): Promise<Report> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sayback-bench-'));
  const postgres = await openEmbedded({ dataDir: folder, log: () => undefined });
  const server = await startSayback({
    DATABASE_URL: postgres.url,
    SECRET_KEY: 'a secret of the bench, long enough',
    MEDIA_DIR: path.join(folder, 'media'),
  });
  const { db, close } = connectDatabase(postgres.url, { size: 2, onError: () => undefined });
  try {
    const watch = watchMemory(await findServerProcess(process.pid));
    const rows = await measureAll({ admin: await adminApi(server.url), db });
    return {
      rows: [...rows, atMost('memory of the server, at most', watch.stop(), 300e6, inMegabytes)],
      notes: [
        `Each time is that of a call over loopback, answer read and parsed; medians and percentiles of ${ROUNDS} calls or more.`,
        'The segments are put there directly; films of made-up lines, every tenth pair of cues joined in the translation.',
        'Memory is the resident set of the server’s process with its threads, read every 50 ms; the database isn’t in it.',
      ],
    };
  } finally {
    await close();
    await server.stop();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
