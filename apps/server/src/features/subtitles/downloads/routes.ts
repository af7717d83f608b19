import { subtitles } from '@sayback/contract';
import type { FastifyInstance } from 'fastify';
import type { Engine } from '../../../engine/engine.ts';
import { missingFile, readSmallForm } from '../../../http/form.ts';
import type { Router } from '../../../http/serve.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Sound } from '../../../platform/media/sound.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import type { BackgroundWork } from '../../jobs/index.ts';
import type { MediaSigner } from '../../videos/index.ts';
import { SUBTITLE_FILE_LIMIT } from '../tracks/upload-subtitle.ts';
import { purgeExports } from './exports.ts';
import { checkExists } from './find-segments.ts';
import { importSegments } from './import-segments.ts';
import { deckJob, startDeck } from './make-deck.ts';
import { downloadPath, serveDownloads } from './serve-downloads.ts';

type Deps = {
  db: Database;
  engine: Engine;
  storage: Storage;
  sound: Sound | null;
  signer: MediaSigner;
  publicUrl: string;
};

/** Registers the routes of downloads and imports. Returns their background work. */
export function downloadRoutes(app: FastifyInstance, { serve }: Router, deps: Deps): BackgroundWork {
  const { db, signer, storage } = deps;

  serve(subtitles.prepareDownload, async ({ body, viewer }) => {
    await checkExists(db, body);
    if (body.format === 'apkg') {
      const { of, id } = body;
      return { url: null, job_id: await startDeck(db, { of, id }, viewer.id) };
    }
    return { url: signer.downloadUrl(downloadPath(body)), job_id: null };
  });

  serve(subtitles.importSegments, async ({ params, request, viewer }) => {
    const { files } = await readSmallForm(request, SUBTITLE_FILE_LIMIT);
    if (!files.csv_file) throw missingFile('csv_file');
    return importSegments(deps, params.id, { ...files.csv_file, created_by: viewer.id });
  });

  serveDownloads(app, deps);
  return { kinds: [deckJob(deps)], daily: { 'purge-exports': () => purgeExports(storage) } };
}
