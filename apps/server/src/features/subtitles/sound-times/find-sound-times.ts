import type { subtitles } from '@sayback/contract';
import { SCORE_RATE, SCORE_STRETCHES, splitStretches } from '@sayback/speech';
import type { Engine } from '../../../engine/engine.ts';
import { AppError, mustExist } from '../../../errors/app-error.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Sound } from '../../../platform/media/sound.ts';
import { defineJob, type JobKind, startJob } from '../../jobs/index.ts';
import { videoStore } from '../../videos/index.ts';
import { canFit } from '../cuts/fit-alignment.ts';
import { NO_SUBTITLE, subtitleStore } from '../tracks/subtitle-store.ts';

const KIND = 'sound-times';

type Payload = { subtitle_id: number };
type Deps = { sound: Sound | null; engine: Engine };

/** Starts the job. Throws a 404 without the subtitle, and a 409 without audio or while the job is running. */
export async function startFindingTimes(
  db: Database,
  sound: Sound | null,
  id: number,
  viewer: { id: number },
): Promise<number> {
  const subtitle = mustExist(await subtitleStore(db).find(id), NO_SUBTITLE);
  const video = await videoStore(db).find(subtitle.video_id);
  if (!video || !canFit(sound, video)) throw new AppError('conflict', 'soundTimes.noSound');
  return startJob(db, {
    kind: KIND,
    subject: `subtitle:${id}`,
    payload: { subtitle_id: id } satisfies Payload,
    created_by: viewer.id,
    conflictMessage: 'soundTimes.inProgress',
  });
}

/**
 * The job that finds a subtitle's times from its video's audio. It only returns them. Its progress is in minutes of audio.
 */
export const soundTimesJob = ({ sound, engine }: Deps): JobKind =>
  defineJob<Payload>(KIND, async ({ payload: { subtitle_id }, db, signal, progress }) => {
    const subtitle = mustExist(await subtitleStore(db).find(subtitle_id), NO_SUBTITLE);
    const video = await videoStore(db).find(subtitle.video_id);
    if (!sound || !video?.media_key) throw new AppError('conflict', 'soundTimes.noSound');
    const chunks: Uint8Array[] = [];
    for await (const stretch of splitStretches(
      sound.samples(video.media_key, SCORE_RATE, signal),
      SCORE_STRETCHES,
    )) {
      chunks.push(await engine.run('scoreStretch', stretch, { signal }));
      progress(chunks.length, null, '');
    }
    signal.throwIfAborted();
    const cues = await subtitleStore(db).findCues(subtitle_id);
    const scores = Buffer.concat(chunks);
    return (await engine.run(
      'fitToSound',
      { scores, cues },
      { signal },
    )) satisfies subtitles.SoundTimes | null;
  });
