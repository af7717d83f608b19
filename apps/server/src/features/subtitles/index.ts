import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Router } from '../../http/serve.ts';
import type { Database, PooledDatabase } from '../../platform/database/database.ts';
import type { Listener } from '../../platform/database/listener.ts';
import { readPieces } from '../../platform/database/read-pieces.ts';
import type { Sound } from '../../platform/media/sound.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import type { Translator } from '../../platform/translation/translator.ts';
import type { RateLimits } from '../accounts/index.ts';
import type { BackgroundWork } from '../jobs/index.ts';
import type { MediaSigner } from '../videos/index.ts';
import { alignmentRoutes } from './alignment/alignment-routes.ts';
import { collaborationRoutes } from './collaboration/routes.ts';
import { cutRoutes } from './cuts/cut-routes.ts';
import { reportStore } from './cuts/report-store.ts';
import type { HasPractised } from './cuts/reported-lines.ts';
import { downloadRoutes } from './downloads/routes.ts';
import { fileDownloadUrl } from './downloads/serve-downloads.ts';
import { fileRoutes } from './files/file-routes.ts';
import { regexRoutes } from './regex/regex-routes.ts';
import { revisionRoutes } from './revisions/revision-routes.ts';
import { segmentRoutes } from './segments/segment-routes.ts';
import { trackRoutes } from './tracks/track-routes.ts';
import { translationRoutes } from './translation/routes.ts';
import { purgeSubtitleTrash } from './trash/purge-subtitle-trash.ts';

export { alignSubtitle, alignTracks, putAlignment } from './alignment/align-subtitle.ts';
export { subtitleSubjects } from './audit-subjects.ts';
export type { HasPractised } from './cuts/reported-lines.ts';
export type { Deck } from './downloads/anki-collection.ts';
export { exportKey, RETENTION_SECONDS } from './downloads/exports.ts';
export { contentDisposition } from './downloads/file-name.ts';
export { computeAnkiId, computeGuid, packDeck } from './downloads/make-deck.ts';
export { writeRecords } from './downloads/segment-table.ts';
export { formatTimes } from './downloads/write-download.ts';
export { zipStream } from './downloads/zip-stream.ts';
export { alignments, segments, subtitles } from './tables.ts';
export { parseCues, putSubtitle, readUpload, uploadSubtitle } from './tracks/upload-subtitle.ts';

/** Reads a learner's reports in chunks of 1000. */
export const readReports = (db: Database, userId: number) =>
  readPieces((last?: { id: number }) => reportStore(db).listForUser(userId, 1000, last?.id));

type Context = {
  db: PooledDatabase;
  listener: Listener;
  engine: Engine;
  storage: Storage;
  sound: Sound | null;
  signer: MediaSigner;
  translator: Translator | null;
  hasPractised: HasPractised;
  limits: RateLimits;
  config: Pick<Config, 'publicUrl'>;
};

/** Registers the routes of subtitles, their files, alignments, segments and revisions. Returns their background work. */
export function subtitleFeature(
  app: FastifyInstance,
  router: Router,
  { config, ...context }: Context,
): BackgroundWork {
  const deps = { ...context, publicUrl: config.publicUrl };
  const trackKinds = trackRoutes(router, deps);
  fileRoutes(router, { ...deps, fileDownloadUrl: fileDownloadUrl(context.signer) });
  alignmentRoutes(router, deps);
  segmentRoutes(router, deps);
  revisionRoutes(router, deps);
  regexRoutes(router, deps);
  const collaboration = collaborationRoutes(router, deps);
  app.addHook('onClose', async () => collaboration.close());
  const downloads = downloadRoutes(app, router, deps);
  const cutKinds = cutRoutes(router, deps);
  return {
    kinds: [...downloads.kinds, ...translationRoutes(router, deps), ...cutKinds, ...trackKinds],
    daily: { ...downloads.daily, 'purge-subtitle-trash': (db) => purgeSubtitleTrash(db) },
  };
}
