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
import { defineJob, type JobKind, startOnly, type Work } from '../../jobs/index.ts';
import type { MediaSigner } from '../../videos/index.ts';
import type { Deck } from './anki-collection.ts';
import { exportKey, RETENTION_SECONDS } from './exports.ts';
import { namePart } from './file-name.ts';
import { type DownloadSegments, findSegments } from './find-segments.ts';
import { toCards } from './write-download.ts';
import { inPieces, type ZipEntry, zipStream } from './zip-stream.ts';

const KIND = 'apkg';

type Payload = { of: 'alignment' | 'revision'; id: number };
type Deps = {
  engine: Engine;
  storage: Storage;
  sound: Sound | null;
  signer: MediaSigner;
  publicUrl: string;
};

/** Starts making a deck, or returns the job that is already doing so. */
export function startDeck(db: Database, payload: Payload, created_by: number): Promise<number> {
  const subject = `${payload.of}:${payload.id}`;
  return startOnly(db, { kind: KIND, subject, payload, created_by, alone: 'downloads.deckInProgress' });
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Returns an id for Anki, whose ids are times in milliseconds: from 2017 on, the same for the same text. */
export const toAnkiId = (text: string) =>
  1_500_000_000_000 + (digest(text).readUIntBE(0, 6) % 250_000_000_000);

/** Returns a note's id, the same for the same text. */
export const toGuid = (text: string) => digest(text).toString('base64url').slice(0, 16);

/** Makes a deck with stable ids, so that importing it again updates existing notes. */
export function makeDeck(source: DownloadSegments, hasSound: ReadonlySet<string>, publicUrl: string): Deck {
  const subtitle = `${publicUrl}/subtitles/${source.subtitle_id}`;
  return {
    id: toAnkiId(subtitle),
    // Two colons would make a subdeck.
    name: `${source.video.title.replaceAll('::', ':')} (${source.language})`,
    modified: Math.floor(Date.now() / 1000),
    notes: toCards(source).map(({ segment, key, front, back, times, audio }) => ({
      guid: toGuid(`${subtitle}/segments/${key}`),
      front,
      back,
      times,
      audio: audio && hasSound.has(audio) ? audio : null,
      tags: segment.mismatch ? ['mismatch'] : [],
    })),
  };
}

/** An Anki package: the collection, its media by number, and the list of their names. */
export function* packDeck(
  collection: Uint8Array,
  files: readonly string[],
  folder: string,
): Generator<ZipEntry> {
  yield { name: 'collection.anki2', content: inPieces(collection) };
  yield {
    name: 'media',
    content: inPieces(JSON.stringify(Object.fromEntries(files.map((file, at) => [at, file])))),
  };
  for (const [at, file] of files.entries()) {
    yield { name: String(at), content: readWhole(path.join(folder, file)), isPacked: true };
  }
}

/** Opened one at a time, since there may be thousands. */
async function* readWhole(file: string): AsyncGenerator<Buffer> {
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
  const pieces = toCards(source).flatMap(({ segment, audio }) =>
    audio ? { start: segment.start, end: segment.end, file: audio } : [],
  );
  const onProgress = (done: number) => progress(done, pieces.length, '');
  onProgress(0);
  return sound.cut(media_key, pieces, { folder, signal, onProgress });
}

/** The job that makes an Anki deck of an alignment or a revision, with the audio of each segment of hosted media. */
export const deckJob = (deps: Deps): JobKind =>
  defineJob<Payload>(KIND, async ({ id, payload, progress, db, signal }) => {
    const source = await findSegments(db, { ...payload, format: 'apkg' });
    const cards = toCards(source);
    if (cards.length === 0) {
      throw new AppError('conflict', 'downloads.emptyDeck');
    }
    const folder = await makeTemporaryFolder();
    try {
      const audio = await cutAudio(deps, source, { progress, signal }, folder);
      const collection = await deps.engine.run('writeCollection', makeDeck(source, audio, deps.publicUrl));
      signal.throwIfAborted();
      const key = exportKey(`${id}.apkg`);
      await deps.storage.put(key, zipStream(packDeck(collection, [...audio], folder)));
      const name = `${namePart(source.video.title)}.${source.original_language}-${source.language}.apkg`;
      const url = deps.signer.downloadUrl(key, { name, seconds: RETENTION_SECONDS });
      progress(cards.length, cards.length, '');
      return { url, notes: cards.length, with_audio: audio.size };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
