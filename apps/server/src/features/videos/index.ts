import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config.ts';
import type { Router } from '../../http/serve.ts';
import type { Database } from '../../platform/database/database.ts';
import type { FrameMaker } from '../../platform/media/frame-maker.ts';
import type { Sound } from '../../platform/media/sound.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import type { BackgroundWork } from '../jobs/index.ts';
import { peaksJob } from './make-peaks.ts';
import { peakRoutes } from './peaks.ts';
import { purgeTrash } from './purge-trash.ts';
import { videoRoutes } from './routes.ts';
import { serveMedia } from './serve-media.ts';
import type { MediaSigner } from './signed-media.ts';
import { videoStore } from './store.ts';

export { describeVideo } from './describe-video.ts';
export { findVisibleVideo } from './find-visible-video.ts';
export { purgeTrash } from './purge-trash.ts';
export { type DownloadQuery, type MediaSigner, mediaSigner } from './signed-media.ts';
export { videoStore } from './store.ts';
export { videos } from './tables.ts';

type Context = {
  db: Database;
  storage: Storage;
  frames: FrameMaker;
  sound: Sound | null;
  signer: MediaSigner;
  config: Pick<Config, 'mediaMaxBytes'>;
};

/** Serves the videos and their hosted media. Answers the work that comes with them. */
export function videoFeature(app: FastifyInstance, router: Router, context: Context): BackgroundWork {
  const { storage, frames, signer, config } = context;
  const store = videoStore(context.db);
  videoRoutes(router, { store, storage, frames, signer, mediaMaxBytes: config.mediaMaxBytes });
  peakRoutes(router, context);
  serveMedia(app, storage, signer);
  return { kinds: [peaksJob(context)], daily: { 'purge-trash': () => purgeTrash(context) } };
}
