import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { formatPosition, practice } from '@sayback/contract';
import { and, asc, desc, eq, exists, isNotNull, or } from 'drizzle-orm';
import type { Engine } from '../../../engine/engine.ts';
import { type Database, firstRow } from '../../../platform/database/database.ts';
import type { Sound } from '../../../platform/media/sound.ts';
import { ObjectNotFound, type Storage } from '../../../platform/storage/storage.ts';
import { makeTemporaryFolder } from '../../../platform/temporary-folder.ts';
import { defineJob, type JobKind, jobs, startOrJoinJob, type Work } from '../../jobs/index.ts';
import {
  computeAnkiId,
  computeGuid,
  type Deck,
  exportKey,
  formatTimes,
  packDeck,
  RETENTION_SECONDS,
  writeRecords,
  zipStream,
} from '../../subtitles/index.ts';
import { type MediaSigner, openToLearners, videos } from '../../videos/index.ts';
import type { Learner } from '../progress-store.ts';
import type { StoredLinesReader } from './line-memory-store.ts';
import { cards, remembered_lines } from './tables.ts';

type Video = Pick<typeof videos.$inferSelect, 'id' | 'title' | 'media_key' | 'thumbnail_key'>;
type Line = Awaited<ReturnType<StoredLinesReader>>['lines'][number];
type Segment = {
  segment_id: number;
  start_ms: number;
  end_ms: number;
  text_original: string;
  text_target: string;
};
type DeckLine = { line: Line; segment: Segment | null };

/** Returns true for a line with a card or a mark, since rows stay when the last mark is removed. */
const isRemembered = ({ starred, hard, suspended, due }: Line) =>
  starred || hard || suspended || due.say !== null || due.write !== null;

/** Lists the videos, open to learners, in which the learner has a line with a card or a mark. */
export function listRememberedVideos(db: Database, userId: number): Promise<Video[]> {
  const line = remembered_lines;
  const card = db
    .select({ id: cards.video_id })
    .from(cards)
    .where(
      and(
        eq(cards.user_id, line.user_id),
        eq(cards.video_id, line.video_id),
        eq(cards.text_hash, line.text_hash),
        eq(cards.start_ms, line.start_ms),
        isNotNull(cards.due_day),
      ),
    );
  return db
    .selectDistinct({
      id: videos.id,
      title: videos.title,
      media_key: videos.media_key,
      thumbnail_key: videos.thumbnail_key,
    })
    .from(videos)
    .innerJoin(line, eq(line.video_id, videos.id))
    .where(
      and(
        eq(line.user_id, userId),
        openToLearners(),
        or(line.starred, line.hard, line.suspended, exists(card)),
      ),
    )
    .orderBy(asc(videos.id));
}

type Source = { db: Database; readStored: StoredLinesReader };

/** Reads a learner's lines with their segments (null for missing lines), one video at a time to save memory. */
async function* readLinesByVideo(
  { db, readStored }: Source,
  learner: Learner,
): AsyncGenerator<{ video: Video; lines: DeckLine[] }> {
  let remaining = practice.MAX_DECK_LINES;
  for (const video of await listRememberedVideos(db, learner.id)) {
    const { lines, located } = await readStored(learner, video.id);
    const deckLines = lines
      .filter(isRemembered)
      .slice(0, remaining)
      .map((line) => ({ line, segment: located.get(line) ?? null }));
    yield { video, lines: deckLines };
    remaining -= deckLines.length;
    if (remaining === 0) return;
  }
}

const COLUMNS = [
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
];

/** Writes a learner's lines as CSV, in UTF-8 with a byte order mark. Missing lines have no end and no translation. */
export async function* writeLearnerTable(source: Source, learner: Learner): AsyncGenerator<string> {
  yield writeRecords([COLUMNS], { bom: true });
  for await (const { video, lines } of readLinesByVideo(source, learner)) {
    yield writeRecords(
      lines.map(({ line, segment }) => [
        video.title,
        formatPosition(segment?.start_ms ?? line.line_ms),
        segment ? formatPosition(segment.end_ms) : '',
        segment?.text_original ?? line.text,
        segment?.text_target ?? '',
        // Spreadsheets localise true and false.
        ...[line.starred, line.hard, line.suspended].map(Number),
        line.due.say ?? '',
        line.due.write ?? '',
      ]),
    );
  }
}

type Deps = Source & {
  engine: Engine;
  storage: Storage;
  sound: Sound | null;
  signer: MediaSigner;
  publicUrl: string;
};
type Payload = { user_id: number; languages: string[] };

const KIND = 'own-apkg';
const jobSubject = (userId: number) => `learner:${userId}`;

/** Starts building a learner's Anki package, unless this is in progress. */
export const startLearnerDeck = (db: Database, { id, languages }: Learner): Promise<number> =>
  startOrJoinJob(db, {
    kind: KIND,
    subject: jobSubject(id),
    payload: { user_id: id, languages },
    created_by: id,
    conflictMessage: 'practice.deckInProgress',
  });

/** Finds the last job that built a learner's package, and the URL in its result. */
export async function findLearnerDeck(db: Database, userId: number) {
  const { status, done, total, message, result } = jobs;
  const job = await firstRow(
    db
      .select({ status, done, total, message, result })
      .from(jobs)
      .where(and(eq(jobs.kind, KIND), eq(jobs.subject, jobSubject(userId))))
      .orderBy(desc(jobs.id))
      .limit(1),
  );
  if (!job) return { job: null, url: null };
  const { result: deck, ...state } = job;
  return { job: state, url: state.status === 'completed' ? (deck as { url: string }).url : null };
}

const hasBothTexts = (line: DeckLine): line is { line: Line; segment: Segment } =>
  line.segment !== null && line.segment.text_original.trim() !== '' && line.segment.text_target.trim() !== '';

const audioFileName = ({ segment_id }: Segment) => `sayback-line-${segment_id}.mp3`;

/** Copies a video's thumbnail into a folder. Returns the file name; null if it is no longer stored. */
async function copyThumbnail(storage: Storage, video: Video, folder: string): Promise<string | null> {
  if (!video.thumbnail_key) return null;
  const file = `sayback-video-${video.id}.${video.thumbnail_key.split('.').at(-1)}`;
  try {
    await pipeline(await storage.read(video.thumbnail_key), createWriteStream(path.join(folder, file)));
    return file;
  } catch (error) {
    if (error instanceof ObjectNotFound) return null;
    throw error;
  }
}

/** Writes the media of a learner's lines into a folder. Returns the file names and the notes. */
async function collectNotes(
  deps: Deps,
  learner: Learner,
  { folder, signal, progress }: Pick<Work<Payload>, 'signal' | 'progress'> & { folder: string },
) {
  const files: string[] = [];
  const notes: Deck['notes'] = [];
  const { length: total } = await listRememberedVideos(deps.db, learner.id);
  let done = 0;
  for await (const { video, lines } of readLinesByVideo(deps, learner)) {
    signal.throwIfAborted();
    progress(done, total, '');
    done += 1;
    const cards = lines.filter(hasBothTexts);
    if (cards.length === 0) continue;
    const picture = await copyThumbnail(deps.storage, video, folder);
    const clips = cards.map(({ segment }) => ({
      start: segment.start_ms,
      end: segment.end_ms,
      file: audioFileName(segment),
    }));
    const audioFiles =
      deps.sound && video.media_key
        ? await deps.sound.cut(video.media_key, clips, { folder, signal, onProgress: () => undefined })
        : new Set<string>();
    files.push(...(picture ? [picture] : []), ...audioFiles);
    for (const { line, segment } of cards) {
      notes.push({
        guid: computeGuid(`${deps.publicUrl}/lines/${line.video_id}/${line.text_hash}/${line.start_ms}`),
        front: segment.text_target,
        back: segment.text_original,
        times: `${video.title} · ${formatTimes({ start: segment.start_ms, end: segment.end_ms })}`,
        audio: audioFiles.has(audioFileName(segment)) ? audioFileName(segment) : null,
        picture,
        tags: [...(line.starred ? ['starred'] : []), ...(line.hard ? ['hard'] : [])],
      });
    }
  }
  return { files, notes };
}

/** Creates the job that builds an Anki package of a learner's lines, with thumbnails and the sound of hosted videos. */
export const learnerDeckJob = (deps: Deps): JobKind =>
  defineJob<Payload>(KIND, async ({ id, payload, signal, progress }) => {
    const learner = { id: payload.user_id, languages: payload.languages };
    const folder = await makeTemporaryFolder();
    try {
      const { files, notes } = await collectNotes(deps, learner, { folder, signal, progress });
      const deckId = computeAnkiId(`${deps.publicUrl}/learners/${learner.id}`);
      const deck = { id: deckId, name: 'Sayback', modified: Math.floor(Date.now() / 1000), notes };
      const collection = await deps.engine.run('writeCollection', deck);
      signal.throwIfAborted();
      const key = exportKey(`${id}.apkg`);
      await deps.storage.put(key, zipStream(packDeck(collection, files, folder)));
      return { url: deps.signer.downloadUrl(key, { name: 'sayback.apkg', seconds: RETENTION_SECONDS }) };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
