import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Engine } from '../../../engine/engine.ts';
import { AppError } from '../../../errors/app-error.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Sound } from '../../../platform/media/sound.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { makeTemporaryFolder } from '../../../platform/temporary-folder.ts';
import { defineJob, type JobKind, startOrJoinJob, type Work } from '../../jobs/index.ts';
import type { MediaSigner } from '../../videos/index.ts';
import type { Deck } from './anki-collection.ts';
import { exportKey, RETENTION_SECONDS } from './exports.ts';
import { sanitizeFileName } from './file-name.ts';
import { type DownloadSegments, findSegments } from './find-segments.ts';
import { createCards } from './write-download.ts';
import { splitContent, type ZipEntry, zipStream } from './zip-stream.ts';

const KIND = 'apkg';

type Payload = { of: 'alignment' | 'revision'; id: number };
type Deps = {
  engine: Engine;
  storage: Storage;
  sound: Sound | null;
  signer: MediaSigner;
  publicUrl: string;
};

/** Starts a job that makes a deck, or returns the one already in progress. */
export function startDeck(db: Database, payload: Payload, created_by: number): Promise<number> {
  const subject = `${payload.of}:${payload.id}`;
  return startOrJoinJob(db, {
    kind: KIND,
    subject,
    payload,
    created_by,
    conflictMessage: 'downloads.deckInProgress',
  });
}

const computeDigest = (text: string) => createHash('sha256').update(text).digest();

/** Computes a stable id from a text. Anki's ids are times in milliseconds: this one is in 2017 or later. */
export const computeAnkiId = (text: string) =>
  1_500_000_000_000 + (computeDigest(text).readUIntBE(0, 6) % 250_000_000_000);

/** Computes a stable note id from a text. */
export const computeGuid = (text: string) => computeDigest(text).toString('base64url').slice(0, 16);

/** Creates a deck with stable ids, so that importing it again updates existing notes. `audioFiles` are the available ones. */
export function createDeck(
  source: DownloadSegments,
  audioFiles: ReadonlySet<string>,
  publicUrl: string,
): Deck {
  const subtitle = `${publicUrl}/subtitles/${source.subtitle_id}`;
  return {
    id: computeAnkiId(subtitle),
    // Two colons would create a subdeck.
    name: `${source.video.title.replaceAll('::', ':')} (${source.language})`,
    modified: Math.floor(Date.now() / 1000),
    notes: createCards(source).map(({ segment, key, front, back, times, audio }) => ({
      guid: computeGuid(`${subtitle}/segments/${key}`),
      front,
      back,
      times,
      audio: audio && audioFiles.has(audio) ? audio : null,
      tags: segment.mismatch ? ['mismatch'] : [],
    })),
  };
}

/** Yields the files of an Anki package: the collection, a list of the media's names, and the media by number. */
export function* packDeck(
  collection: Uint8Array,
  files: readonly string[],
  folder: string,
): Generator<ZipEntry> {
  yield { name: 'collection.anki2', content: splitContent(collection) };
  yield {
    name: 'media',
    content: splitContent(JSON.stringify(Object.fromEntries(files.map((file, index) => [index, file])))),
  };
  for (const [index, file] of files.entries()) {
    yield { name: String(index), content: readFile(path.join(folder, file)), isCompressed: true };
  }
}

/** Opens the file only when it is read, since a deck can have thousands. */
async function* readFile(file: string): AsyncGenerator<Buffer> {
  yield* createReadStream(file);
}

async function cutAudio(
  { sound }: Deps,
  source: DownloadSegments,
  { progress, signal }: Pick<Work<Payload>, 'progress' | 'signal'>,
  folder: string,
): Promise<Set<string>> {
  const { media_key } = source.video;
  if (!sound || !media_key) return new Set();
  const clips = createCards(source).flatMap(({ segment, audio }) =>
    audio ? { start: segment.start, end: segment.end, file: audio } : [],
  );
  const onProgress = (done: number) => progress(done, clips.length, '');
  onProgress(0);
  return sound.cut(media_key, clips, { folder, signal, onProgress });
}

/** The job that makes an Anki deck of an alignment or a revision, with the audio of each segment of hosted media. */
export const deckJob = (deps: Deps): JobKind =>
  defineJob<Payload>(KIND, async ({ id, payload, progress, db, signal }) => {
    const source = await findSegments(db, { ...payload, format: 'apkg' });
    const cards = createCards(source);
    if (cards.length === 0) {
      throw new AppError('conflict', 'downloads.emptyDeck');
    }
    const folder = await makeTemporaryFolder();
    try {
      const audio = await cutAudio(deps, source, { progress, signal }, folder);
      const collection = await deps.engine.run('writeCollection', createDeck(source, audio, deps.publicUrl));
      signal.throwIfAborted();
      const key = exportKey(`${id}.apkg`);
      await deps.storage.put(key, zipStream(packDeck(collection, [...audio], folder)));
      const name = `${sanitizeFileName(source.video.title)}.${source.original_language}-${source.language}.apkg`;
      const url = deps.signer.downloadUrl(key, { name, seconds: RETENTION_SECONDS });
      progress(cards.length, cards.length, '');
      return { url, notes: cards.length, with_audio: audio.size };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
