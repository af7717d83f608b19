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
import { BENCH_SECRET } from '../library/access-token.ts';
import { timed } from '../metrics.ts';
import { CUE_MS, makeFilm, makeLine } from './film.ts';

const MISMATCH_INTERVAL = 2500;

/** A server that a bench fills through its API, and directly through its database. */
export type Bench = { url: string; admin: Api; db: Database };

/** Runs work with a server, started as in production on a separate database. */
export async function withServer<T>(work: (bench: Bench) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sayback-bench-'));
  const postgres = await openEmbedded({ dataDir: folder, log: () => undefined });
  const server = await startSayback({
    DATABASE_URL: postgres.url,
    SECRET_KEY: BENCH_SECRET,
    MEDIA_DIR: path.join(folder, 'media'),
  });
  const { db, close } = connectDatabase(postgres.url, { size: 2, onError: () => undefined });
  try {
    return await work({ url: server.url, admin: await adminApi(server.url), db });
  } finally {
    await close();
    await server.stop();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Creates an alignment of two files; `fill` adds segments. */
export async function addAlignment({ admin }: Bench, cues: number) {
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
  await upload('en', makeFilm(cues, 'en'));
  const target = await upload('es', makeFilm(cues, 'es', true));
  const align = () => timed(() => admin(subtitles.alignSubtitle, { params: { id: target.id } }));
  const { took, result } = await align();
  return { id: result.alignment_id, alignedIn: took, align };
}

/** Fills an alignment with synthetic segments. */
export async function fill({ db }: Bench, id: number, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, at) => ({
    start_ms: at * CUE_MS,
    end_ms: at * CUE_MS + CUE_MS - 500,
    text_original: makeLine(at, 'en'),
    text_target: makeLine(at, 'es'),
    mismatch: at % MISMATCH_INTERVAL === MISMATCH_INTERVAL - 1,
    label: '1-1',
    confidence: 0.9,
    edited: false,
    aligned_digest: `digest-${at}`,
  }));
  await alignmentStore(db).replaceSegments(id, rows);
  await db.execute('vacuum analyze segments');
  // Otherwise a checkpoint could run while the changes are measured, and slow down the disk.
  await db.execute('checkpoint');
}
