import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Router } from '../../http/serve.ts';
import type { PooledDatabase } from '../../platform/database/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { FrameMaker } from '../../platform/media/frame-maker.ts';
import type { Prober } from '../../platform/media/probe.ts';
import type { Sound } from '../../platform/media/sound.ts';
import type { Presign } from '../../platform/storage/s3-presign.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import type { SecretBox } from '../accounts/index.ts';
import type { BackgroundWork } from '../jobs/index.ts';
import { openVideoCache } from './media/open-video-cache.ts';
import { serveMedia } from './media/serve-media.ts';
import type { MediaSigner } from './media/signed-media.ts';
import { peaksJob } from './peaks/make-peaks.ts';
import { peakRoutes } from './peaks/peaks.ts';
import { videoRoutes } from './routes.ts';
import { speechJob } from './speech/make-speech.ts';
import { speechRoutes } from './speech/routes.ts';
import { videoStore } from './store.ts';
import { makeMissingThumbnail, THUMBNAIL_TASK } from './thumbnails/make-thumbnail.ts';
import { purgeTrash } from './trash/purge-video-trash.ts';
import { REMOVE_TASK, removeFiles } from './trash/remove-files.ts';
import { sweepStorage } from './trash/sweep-storage.ts';

export { videoSubjects } from './audit-subjects.ts';
export { describeVideo } from './describe-video.ts';
export {
  findVisibleVideo,
  listedForLearners,
  NO_VIDEO,
  openToLearners,
  videoReader,
} from './find-visible-video.ts';
export { type DownloadQuery, type MediaSigner, mediaSigner } from './media/signed-media.ts';
export { readMediaFacts } from './media/upload-media.ts';
export { requireNewYouTubeId } from './require-new-youtube-id.ts';
export { makeSpeech } from './speech/make-speech.ts';
export { readSpeech } from './speech/routes.ts';
export { videoStore } from './store.ts';
export { video_counts, video_search_texts, videoId, videos } from './tables.ts';
export { queueMissingThumbnails } from './thumbnails/make-thumbnail.ts';
export { purgeTrash } from './trash/purge-video-trash.ts';

type Context = {
  db: PooledDatabase;
  jobs: Pick<Jobs, 'db'>;
  storage: Storage;
  frames: FrameMaker;
  prober: Prober;
  sound: Sound | null;
  engine: Engine;
  signer: MediaSigner;
  presign: Presign | null;
  secretBox: SecretBox;
  config: Pick<Config, 'mediaMaxBytes'>;
};

/** Registers the routes for videos and hosted media. Returns their background work. */
export function videoFeature(app: FastifyInstance, router: Router, context: Context): BackgroundWork {
  const { storage, frames, prober, sound, signer, config } = context;
  const store = videoStore(context.db);
  videoRoutes(router, {
    db: context.db,
    store,
    storage,
    frames,
    prober,
    sound,
    signer,
    mediaMaxBytes: config.mediaMaxBytes,
    presign: context.presign,
    secretBox: context.secretBox,
  });
  peakRoutes(router, context);
  speechRoutes(router, context);
  serveMedia(app, { storage, signer, openVideos: openVideoCache(context.db) });
  const work = { storage, frames, db: context.jobs.db };
  const removeUnfinished = () => storage.removeUnfinished(new Date(Date.now() - storage.abandonedMs));
  // Not awaited, since a slow or unreachable store mustn't delay the start.
  app.addHook('onReady', (done) => {
    removeUnfinished().catch((err: unknown) => app.log.warn({ err }, 'unfinished files were not removed'));
    done();
  });
  return {
    kinds: [peaksJob(context), speechJob(context)],
    tasks: { [REMOVE_TASK]: removeFiles(work), [THUMBNAIL_TASK]: makeMissingThumbnail(work) },
    daily: {
      'purge-trash': (db) => purgeTrash(db),
      'remove-unfinished': removeUnfinished,
      'sweep-storage': async (db) => {
        const removed = await sweepStorage({ db, storage });
        if (removed > 0) app.log.info({ removed }, 'removed stored files that no video refers to');
      },
    },
  };
}
