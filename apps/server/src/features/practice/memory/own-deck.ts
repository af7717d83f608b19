import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { formatPosition, practice } from '@sayback/contract';
import { and, asc, eq, exists, isNotNull, or } from 'drizzle-orm';
import type { Engine } from '../../../engine/engine.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Sound } from '../../../platform/media/sound.ts';
import { NothingStored, type Storage } from '../../../platform/storage/storage.ts';
import {
  ankiIdOf,
  type Deck,
  guidOf,
  inPieces,
  timesOf,
  writeRecords,
  type ZipEntry,
  zipStream,
} from '../../subtitles/index.ts';
import { openToLearners, videos } from '../../videos/index.ts';
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
type OwnLine = { line: Line; segment: Segment | null };

/** A row stays when its last mark is taken away. */
const isRemembered = ({ starred, hard, suspended, due }: Line) =>
  starred || hard || suspended || due.say !== null || due.write !== null;

/** Lists the videos open to learners with a line that has a card or a mark, by id. */
export function rememberedVideos(db: Database, userId: number): Promise<Video[]> {
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

/** A learner's lines by video, each with its segment; null where it is gone. One video is in memory at a time. */
async function* linesByVideo(
  { db, readStored }: Source,
  learner: Learner,
): AsyncGenerator<{ video: Video; lines: OwnLine[] }> {
  let left = practice.MOST_DECK_LINES;
  for (const video of await rememberedVideos(db, learner.id)) {
    const { lines, placed } = await readStored(learner, video.id);
    const own = lines
      .filter(isRemembered)
      .slice(0, left)
      .map((line) => ({ line, segment: placed.get(line) ?? null }));
    yield { video, lines: own };
    left -= own.length;
    if (left === 0) return;
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

/** Writes a learner's lines as CSV for spreadsheets, in UTF-8 with a byte order mark. Gone lines have no end and no translation. */
export async function* writeOwnTable(source: Source, learner: Learner): AsyncGenerator<string> {
  yield writeRecords([COLUMNS], { bom: true });
  for await (const { video, lines } of linesByVideo(source, learner)) {
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

type Making = Source & {
  engine: Engine;
  storage: Storage;
  sound: Sound | null;
  publicUrl: string;
  signal: AbortSignal;
};

const hasBothTexts = (own: OwnLine): own is { line: Line; segment: Segment } =>
  own.segment !== null && own.segment.text_original.trim() !== '' && own.segment.text_target.trim() !== '';

const audioOf = ({ segment_id }: Segment) => `sayback-line-${segment_id}.mp3`;

/** Null for a picture that the storage has no more: a deck is whole without it. */
const readPicture = (storage: Storage, key: string): Promise<Readable | null> =>
  storage.read(key).catch((error: unknown) => {
    if (error instanceof NothingStored) return null;
    throw error;
  });

async function* packageOf(making: Making, learner: Learner): AsyncGenerator<ZipEntry> {
  const { engine, storage, sound, publicUrl, signal } = making;
  const media: string[] = [];
  const notes: Deck['notes'] = [];
  const added = (file: string, content: Readable): ZipEntry => ({
    name: String(media.push(file) - 1),
    content,
    isPacked: true,
  });
  for await (const { video, lines } of linesByVideo(making, learner)) {
    const cards = lines.filter(hasBothTexts);
    if (cards.length === 0) continue;
    const extension = video.thumbnail_key?.split('.').at(-1);
    const picture = video.thumbnail_key && `sayback-video-${video.id}.${extension}`;
    const image = picture && video.thumbnail_key ? await readPicture(storage, video.thumbnail_key) : null;
    if (image && picture) yield added(picture, image);
    const folder = await mkdtemp(path.join(tmpdir(), 'sayback-deck-'));
    try {
      const pieces = cards.map(({ segment }) => ({
        start: segment.start_ms,
        end: segment.end_ms,
        file: audioOf(segment),
      }));
      const hasSound =
        sound && video.media_key
          ? await sound.cut(video.media_key, pieces, { folder, signal, onProgress: () => undefined })
          : new Set<string>();
      for (const file of hasSound) yield added(file, createReadStream(path.join(folder, file)));
      for (const { line, segment } of cards) {
        notes.push({
          guid: guidOf(`${publicUrl}/lines/${line.video_id}/${line.text_hash}/${line.start_ms}`),
          front: segment.text_target,
          back: segment.text_original,
          times: `${video.title} · ${timesOf({ start: segment.start_ms, end: segment.end_ms })}`,
          audio: hasSound.has(audioOf(segment)) ? audioOf(segment) : null,
          picture: image && picture,
          tags: [...(line.starred ? ['starred'] : []), ...(line.hard ? ['hard'] : [])],
        });
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  const id = ankiIdOf(`${publicUrl}/learners/${learner.id}`);
  const deck = { id, name: 'Sayback', modified: Math.floor(Date.now() / 1000), notes };
  yield { name: 'collection.anki2', content: inPieces(await engine.run('writeCollection', deck)) };
  yield { name: 'media', content: inPieces(JSON.stringify(Object.fromEntries(media.entries()))) };
}

/** Streams a learner's lines as an Anki package, with the picture of each hosted video and the sound of its lines. */
export const writeOwnDeck = (making: Making, learner: Learner): Readable =>
  zipStream(packageOf(making, learner));
