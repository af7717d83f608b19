import { buffer } from 'node:stream/consumers';
import { videos } from '@sayback/contract';
import { mustExist } from '../../../errors/app-error.ts';
import type { Router } from '../../../http/serve.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Sound } from '../../../platform/media/sound.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { requestMediaJob } from '../media/start-media-job.ts';
import { videoStore } from '../store.ts';
import { PEAKS_KIND, PEAKS_PER_SECOND } from './make-peaks.ts';

type Deps = { db: Database; storage: Storage; sound: Sound | null };

/** Serves the peaks of hosted media. The first request starts the job that computes them; a failed one isn't retried. */
export function peakRoutes({ serve }: Router, { db, storage, sound }: Deps): void {
  serve(videos.getPeaks, async ({ params, viewer }) => {
    const video = mustExist(await videoStore(db).find(params.id), 'videos.notFound');
    const respond = (status: 'ready' | 'making' | 'none', peaks: number[] = []) => ({
      status,
      per_second: PEAKS_PER_SECOND,
      peaks,
    });
    if (video.peaks_key) {
      const peaks = [...(await buffer(await storage.read(video.peaks_key)))];
      return respond(peaks.length > 0 ? 'ready' : 'none', peaks);
    }
    if (!video.media_key || !sound) return respond('none');
    const payload = { video_id: video.id, media_key: video.media_key };
    return respond(await requestMediaJob(db, { kind: PEAKS_KIND, payload, created_by: viewer.id }));
  });
}
