import { randomBytes } from 'node:crypto';
import { subtitles, videos } from '@sayback/contract';
import { sql } from 'drizzle-orm';
import { alignmentStore } from '../features/subtitles/alignment/alignment-store.ts';
import type { Database } from '../platform/database/database.ts';
import { buildForm, type Client } from './client.ts';
import { ENGLISH_SRT, SPANISH_VTT } from './fixtures.ts';

type NewVideo = {
  title?: string;
  youtube_id?: string | null;
  original_language?: string;
  published?: boolean;
};

/** Creates a random YouTube id. */
export const newYouTubeId = () => randomBytes(8).toString('base64url');

/** Adds a YouTube video, with a new id by default. */
export const addVideo = (admin: Client, video: NewVideo = {}) =>
  admin.call(videos.createVideo, {
    body: { title: 'In the café', youtube_id: newYouTubeId(), original_language: 'en', ...video },
  });

export async function addSubtitle(
  admin: Client,
  videoId: number,
  language: string,
  bytes: Uint8Array | string,
) {
  const form = await buildForm({ language }, { subtitle_file: { name: `${language}.srt`, bytes } });
  return admin.call(subtitles.uploadSubtitle, { params: { id: videoId }, ...form });
}

/** Uploads a clip to a video, or to a new one. Returns the video's id. */
export async function hostClip(admin: Client, bytes: Uint8Array, id?: number): Promise<number> {
  const video = id ?? (await addVideo(admin, { youtube_id: null })).id;
  const form = await buildForm({}, { media_file: { name: 'clip.mp4', bytes } });
  await admin.call(videos.uploadMedia, { params: { id: video }, ...form });
  return video;
}

/** Creates a video with an English original and a Spanish target, aligned. */
export async function addAlignedVideo(admin: Client, video: NewVideo = {}) {
  const { id } = await addVideo(admin, video);
  await addSubtitle(admin, id, 'en', ENGLISH_SRT);
  const target = await addSubtitle(admin, id, 'es', SPANISH_VTT);
  const { alignment_id } = await admin.call(subtitles.alignSubtitle, { params: { id: target.id } });
  return { videoId: id, targetId: target.id, alignmentId: alignment_id };
}

/** Adds a segment to each video without lines, so that learners can see it. */
export const addLines = (db: Database) =>
  db.execute(sql`with tracks as (
      insert into subtitles (video_id, language, cues, cue_count)
      select id, 'es-419', '[]', 1 from videos where length_ms is null returning id
    ), aligned as (
      insert into alignments (subtitle_id, segment_count, mismatch_count) select id, 1, 0 from tracks returning id
    )
    insert into segments (alignment_id, position, start_ms, end_ms, text_original, text_target, mismatch, label, confidence)
    select id, 'a0', 0, 2000, 'Hello', 'Hola', false, '1-1', 1 from aligned`);

type FillOptions = { count: number; mismatches?: number[] };

/**
 * Fills an alignment with `count` segments of two seconds, numbered from 0. `mismatches` are the numbers of mismatched
 * segments.
 */
export async function fillAlignment(
  db: Database,
  alignmentId: number,
  { count, mismatches = [] }: FillOptions,
): Promise<void> {
  const rows = Array.from({ length: count }, (_, n) => ({
    start_ms: n * 3000,
    end_ms: n * 3000 + 2000,
    text_original: `Line ${n}`,
    text_target: `Línea ${n}`,
    mismatch: mismatches.includes(n),
    label: '1-1',
    confidence: 0.9,
    edited: false,
    aligned_digest: `digest-${n}`,
  }));
  await alignmentStore(db).replaceSegments(alignmentId, rows);
}

export const listSegments = async (client: Client, alignmentId: number): Promise<subtitles.Segment[]> =>
  (await client.call(subtitles.listSegments, {
    params: { id: alignmentId },
    query: { all: true },
  })) as subtitles.Segment[];

/** Adds an alignment of English lines without translations. */
export async function addUntranslatedLines(admin: Client, lines: string[]): Promise<number> {
  const time = (seconds: number) =>
    `00:${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')},000`;
  const srt = (texts: string[]) =>
    texts.map((text, n) => `${n + 1}\n${time(n * 4)} --> ${time(n * 4 + 3)}\n${text}\n`).join('\n');
  const { id } = await addVideo(admin);
  await addSubtitle(admin, id, 'en', srt(lines));
  const target = await addSubtitle(admin, id, 'es', srt(lines.map((_, n) => `Línea ${n}.`)));
  const { alignment_id } = await admin.call(subtitles.alignSubtitle, { params: { id: target.id } });
  const changes = (await listSegments(admin, alignment_id)).map((segment, n) => ({
    op: 'update' as const,
    id: segment.id,
    fields: { text_original: lines[n] ?? '', text_target: '', mismatch: false },
  }));
  await admin.call(subtitles.changeSegments, { params: { id: alignment_id }, body: { changes } });
  return alignment_id;
}
