import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { FRAMES_PER_SECOND, HOP, SAMPLE_RATE, splitStretches } from '@sayback/speech';
import type { Engine } from '../../../engine/engine.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Sound } from '../../../platform/media/sound.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { defineJob, type JobKind } from '../../jobs/index.ts';
import { videoStore } from '../store.ts';
import { discardFiles } from '../trash/remove-files.ts';

export const SPEECH_KIND = 'speech';

type SpeechPayload = { video_id: number; media_key: string };

/** Sizes of the analysed stretches, in frames. The noise floor needs a margin of some seconds. */
export const SPEECH_STRETCHES = { hop: HOP, frames: 60 * FRAMES_PER_SECOND, margin: 5 * FRAMES_PER_SECOND };

type Deps = { storage: Storage; sound: Sound | null; engine: Engine };

/** Computes and saves the speech profile of a video's media. Returns its key: '' for media without sound, null if not saved. */
export async function makeSpeech(
  { storage, sound, engine, db }: Deps & { db: Database },
  { video_id, media_key }: SpeechPayload,
  signal: AbortSignal,
): Promise<string | null> {
  if (!sound) return null;
  const stretches = splitStretches(sound.samples(media_key, SAMPLE_RATE, signal), SPEECH_STRETCHES);
  const first = await stretches.next();
  const profile = async function* () {
    if (!first.done) yield await engine.run('profileStretch', first.value, { signal });
    for await (const stretch of stretches) {
      const bytes = await engine.run('profileStretch', stretch, { signal });
      yield bytes.subarray(1);
    }
  };
  const speech_key = first.done ? '' : `videos/${video_id}/${randomUUID()}.speech`;
  if (speech_key) await storage.put(speech_key, Readable.from(profile()));
  // Other media may have been uploaded meanwhile, the video deleted, or the profile computed by another job.
  const isSaved = !signal.aborted && (await videoStore(db).saveDerived(video_id, media_key, { speech_key }));
  if (isSaved) return speech_key;
  await discardFiles({ db, storage }, [speech_key]);
  return (await videoStore(db).find(video_id))?.speech_key ?? null;
}

/** Creates the job that computes speech profiles. Media without sound aren't retried. */
export const speechJob = (deps: Deps): JobKind =>
  defineJob<SpeechPayload>(SPEECH_KIND, async ({ payload, db, signal }) => {
    await makeSpeech({ ...deps, db }, payload, signal);
    return null;
  });
