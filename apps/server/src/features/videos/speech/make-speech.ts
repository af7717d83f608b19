import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { FRAMES_A_SECOND, HOP, SAMPLE_RATE } from '@sayback/speech';
import type { Engine } from '../../../engine/engine.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Sound } from '../../../platform/media/sound.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { defineJob, type JobKind } from '../../jobs/index.ts';
import { videoStore } from '../store.ts';
import { discard } from '../trash/remove-stored.ts';
import type { Stretch } from './profile-stretch.ts';

export const SPEECH_KIND = 'speech';

type SpeechPayload = { video_id: number; media_key: string };

/** Size of one hop of 16-bit samples. */
const BYTES_A_HOP = 2 * HOP;
/** Length analysed at a time: a whole film doesn't fit in memory. */
const STRETCH_FRAMES = 60 * FRAMES_A_SECOND;
/** Margin for the noise floor, which is that of some seconds around. */
const MARGIN_FRAMES = 5 * FRAMES_A_SECOND;

/** Splits samples into overlapping stretches, as they come. */
export async function* stretchesOf(samples: AsyncIterable<Buffer>): AsyncGenerator<Stretch> {
  let held = Buffer.alloc(0);
  let from = 0;
  const whole = (STRETCH_FRAMES + MARGIN_FRAMES) * BYTES_A_HOP;
  let chunks: Buffer[] = [];
  let waiting = 0;
  for await (const chunk of samples) {
    chunks.push(chunk);
    waiting += chunk.length;
    if (held.length + waiting < from * BYTES_A_HOP + whole) continue;
    held = Buffer.concat([held, ...chunks]);
    chunks = [];
    waiting = 0;
    while (held.length >= from * BYTES_A_HOP + whole) {
      const end = from * BYTES_A_HOP + whole;
      yield { samples: held.subarray(0, end), from, to: from + STRETCH_FRAMES };
      const next = from + STRETCH_FRAMES - MARGIN_FRAMES;
      held = held.subarray(next * BYTES_A_HOP);
      from = MARGIN_FRAMES;
    }
  }
  held = Buffer.concat([held, ...chunks]);
  const frames = Math.floor(held.length / BYTES_A_HOP);
  if (frames > from) yield { samples: held, from, to: frames };
}

type Deps = { storage: Storage; sound: Sound | null; engine: Engine };

/** Computes the speech profile of a video's media. Returns its key, '' for media without sound; null if it wasn't saved. */
export async function makeSpeech(
  { storage, sound, engine, db }: Deps & { db: Database },
  { video_id, media_key }: SpeechPayload,
  signal: AbortSignal,
): Promise<string | null> {
  if (!sound) return null;
  const stretches = stretchesOf(sound.samples(media_key, SAMPLE_RATE, signal));
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
  // Other media may have been uploaded meanwhile, the video deleted, or the profile made by another job.
  const isSaved = !signal.aborted && (await videoStore(db).saveDerived(video_id, media_key, { speech_key }));
  if (isSaved) return speech_key;
  await discard({ db, storage }, [speech_key]);
  return (await videoStore(db).find(video_id))?.speech_key ?? null;
}

/** The job for it. Media without sound aren't retried. */
export const speechJob = (deps: Deps): JobKind =>
  defineJob<SpeechPayload>(SPEECH_KIND, async ({ payload, db, signal }) => {
    await makeSpeech({ ...deps, db }, payload, signal);
    return null;
  });
