import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config.ts';
import type { Router } from '../../http/serve.ts';
import type { Database } from '../../platform/database/database.ts';
import type { FrameMaker } from '../../platform/media/frame-maker.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { videoRoutes } from './routes.ts';
import { serveMedia } from './serve-media.ts';
import type { MediaSigner } from './signed-media.ts';
import { videoStore } from './store.ts';

export { describeVideo } from './describe-video.ts';
export { findVisibleVideo } from './find-visible-video.ts';
export { type MediaSigner, mediaSigner } from './signed-media.ts';
export { videoStore } from './store.ts';
export { videos } from './tables.ts';

type Context = {
  db: Database;
  storage: Storage;
  frames: FrameMaker;
  signer: MediaSigner;
  config: Pick<Config, 'mediaMaxBytes'>;
};

/** Serves the videos and their hosted media. */
export function videoFeature(app: FastifyInstance, router: Router, context: Context): void {
  const { storage, frames, signer, config } = context;
  const store = videoStore(context.db);
  videoRoutes(router, { store, storage, frames, signer, mediaMaxBytes: config.mediaMaxBytes });
  serveMedia(app, storage, signer);
}
