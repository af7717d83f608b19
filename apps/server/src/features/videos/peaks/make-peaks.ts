import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Sound } from '../../../platform/media/sound.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { defineJob, type JobKind } from '../../jobs/index.ts';
import { videoStore } from '../store.ts';
import { discardFiles } from '../trash/remove-files.ts';

export const PEAKS_KIND = 'peaks';
export const PEAKS_PER_SECOND = 20;
export const MAX_PEAK = 100;

/** Sufficient to draw the loudness. */
const SAMPLE_RATE = 8000;
const SAMPLES_PER_PEAK = SAMPLE_RATE / PEAKS_PER_SECOND;
const FULL_SCALE = 32_768;

type PeaksPayload = { video_id: number; media_key: string };

/** Yields the loudest sample of each 50 ms as a byte from 0 to 100. Samples are 16 bits, little-endian. */
export async function* computePeaks(samples: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let remainder: Buffer = Buffer.alloc(0);
  let loudest = 0;
  let count = 0;
  const scaleLoudest = () => Math.round((loudest / FULL_SCALE) * MAX_PEAK);
  for await (const chunk of samples) {
    const bytes = remainder.length > 0 ? Buffer.concat([remainder, chunk]) : chunk;
    const evenLength = bytes.length - (bytes.length % 2);
    const peaks: number[] = [];
    for (let offset = 0; offset < evenLength; offset += 2) {
      loudest = Math.max(loudest, Math.abs(bytes.readInt16LE(offset)));
      count += 1;
      if (count < SAMPLES_PER_PEAK) continue;
      peaks.push(scaleLoudest());
      loudest = 0;
      count = 0;
    }
    remainder = bytes.subarray(evenLength);
    if (peaks.length > 0) yield Buffer.from(peaks);
  }
  if (count > 0) yield Buffer.from([scaleLoudest()]);
}

/** Creates the job that computes the peaks of a video's media. Media without sound get an empty file, so they aren't retried. */
export const peaksJob = ({ storage, sound }: { storage: Storage; sound: Sound | null }): JobKind =>
  defineJob<PeaksPayload>(PEAKS_KIND, async ({ payload, db, signal }) => {
    if (!sound) return null;
    const { video_id, media_key } = payload;
    const key = `videos/${video_id}/${randomUUID()}.peaks`;
    await storage.put(key, Readable.from(computePeaks(sound.samples(media_key, SAMPLE_RATE, signal))));
    // Other media may have been uploaded meanwhile, or the video deleted.
    const isSaved =
      !signal.aborted && (await videoStore(db).saveDerived(video_id, media_key, { peaks_key: key }));
    if (!isSaved) await discardFiles({ db, storage }, [key]);
    return null;
  });
