import { buffer } from 'node:stream/consumers';
import { videos } from '@sayback/contract';
import { BYTES_PER_FRAME, FRAMES_PER_SECOND } from '@sayback/speech';
import { badField } from '../../../errors/app-error.ts';
import type { Router } from '../../../http/serve.ts';
import type { PooledDatabase } from '../../../platform/database/database.ts';
import type { Sound } from '../../../platform/media/sound.ts';
import { ObjectNotFound, type Storage } from '../../../platform/storage/storage.ts';
import { findVisibleVideo, videoReader } from '../find-visible-video.ts';
import { requestMediaJob } from '../media/start-media-job.ts';
import type { VideoRow } from '../store.ts';
import { SPEECH_KIND } from './make-speech.ts';

type Deps = { db: PooledDatabase; storage: Storage; sound: Sound | null };

const FRAME_MS = 1000 / FRAMES_PER_SECOND;

/** Reads the profile between two times, in milliseconds. Its first byte is the version. Throws `StorageUnavailable`. */
export async function readSpeech(
  storage: Storage,
  key: string,
  { from, to }: { from: number; to: number } = { from: 0, to: Number.POSITIVE_INFINITY },
): Promise<{ from_ms: number; profile: Buffer }> {
  const size = await storage.size(key);
  if (size === null) throw new ObjectNotFound(key);
  const version = await buffer(await storage.read(key, { start: 0, end: 0 }));
  const frames = (size - 1) / BYTES_PER_FRAME;
  const first = Math.min(frames, Math.floor(from / FRAME_MS));
  const end = Math.min(frames, Math.ceil(to / FRAME_MS));
  const range = { start: 1 + first * BYTES_PER_FRAME, end: end * BYTES_PER_FRAME };
  const content = end > first ? await buffer(await storage.read(key, range)) : Buffer.alloc(0);
  return { from_ms: first * FRAME_MS, profile: Buffer.concat([version, content]) };
}

/**
 * Starts the job for a video with media, unless it failed for them. Returns the status to show until the profile exists.
 */
export async function requestSpeech(
  { db, sound }: Pick<Deps, 'sound'> & { db: PooledDatabase },
  { id, media_key, speech_key }: VideoRow,
): Promise<'making' | 'none'> {
  if (!media_key || !sound || speech_key === '') return 'none';
  const payload = { video_id: id, media_key };
  return requestMediaJob(db, { kind: SPEECH_KIND, payload, created_by: null });
}

/**
 * Serves the speech profile of hosted media. It is computed after the upload, when fitting cuts, or on the first request for
 * older media.
 */
export function speechRoutes({ serve }: Router, deps: Deps): void {
  const reader = videoReader(deps.db);

  serve(videos.getSpeech, async ({ params, query, viewer }) => {
    if (query.to <= query.from || query.to - query.from > videos.SPEECH_LIMIT_MS)
      throw badField('to', 'videos.speechStretch');
    const video = await findVisibleVideo(reader, params.id, viewer);
    if (!video.speech_key)
      return { status: await requestSpeech(deps, video), from_ms: query.from, profile: '' };
    const { from_ms, profile } = await readSpeech(deps.storage, video.speech_key, query);
    return { status: 'ready' as const, from_ms, profile: profile.toString('base64') };
  });
}
