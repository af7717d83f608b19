import { videos } from '@sayback/contract';
import { mustExist, notFound } from '../../errors/app-error.ts';
import type { Router } from '../../http/serve.ts';
import type { PooledDatabase } from '../../platform/database/database.ts';
import type { FrameMaker } from '../../platform/media/frame-maker.ts';
import type { Prober } from '../../platform/media/probe.ts';
import type { Sound } from '../../platform/media/sound.ts';
import type { Presign } from '../../platform/storage/s3-presign.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import type { SecretBox } from '../accounts/index.ts';
import { readCountry, readLanguage } from '../languages/index.ts';
import { describeVideo, describeVideoWithMedia } from './describe-video.ts';
import { findVisibleVideo, videoReader } from './find-visible-video.ts';
import { replacedMediaStore } from './media/replaced-media-store.ts';
import { restoreMedia } from './media/restore-media.ts';
import type { MediaSigner } from './media/signed-media.ts';
import { createPartUploads } from './media/upload-in-parts.ts';
import { uploadMedia } from './media/upload-media.ts';
import { requireNewYouTubeId } from './require-new-youtube-id.ts';
import { type VideoStore, videoStore } from './store.ts';
import { updateVideo } from './update-video.ts';

type Deps = {
  db: PooledDatabase;
  store: VideoStore;
  storage: Storage;
  frames: FrameMaker;
  prober: Prober;
  sound: Sound | null;
  signer: MediaSigner;
  mediaMaxBytes: number;
  presign: Presign | null;
  secretBox: SecretBox;
};

export function videoRoutes({ serve }: Router, deps: Deps): void {
  const { store, signer } = deps;
  const reader = videoReader(deps.db);
  const partUploads = createPartUploads(deps);

  serve(videos.createVideo, async ({ body }) => {
    const video = {
      ...body,
      youtube_id: body.youtube_id || null,
      original_language: readLanguage('original_language', body.original_language),
      country: readCountry('country', body.country),
    };
    const added = await deps.db.transaction(async (transaction) => {
      await requireNewYouTubeId(transaction, video.youtube_id);
      return videoStore(transaction).add(video);
    });
    return describeVideo(added, signer);
  });

  serve(videos.getVideo, async ({ params, viewer }) =>
    describeVideoWithMedia(await findVisibleVideo(reader, params.id, viewer), signer),
  );

  serve(videos.updateVideo, async ({ params, body }) =>
    describeVideoWithMedia(await updateVideo(deps.db, params.id, body), signer),
  );

  serve(videos.deleteVideo, async ({ params }) => {
    if (!(await store.trash(params.id))) throw notFound('videos.notFound');
  });

  serve(videos.restoreVideo, async ({ params }) => {
    const restored = mustExist(await store.restore(params.id), 'videos.notFound');
    return describeVideoWithMedia(restored, signer);
  });

  serve(videos.listReplacedMedia, async ({ params }) => {
    if (!(await store.find(params.id))) throw notFound('videos.notFound');
    const rows = await replacedMediaStore(deps.db).listForVideo(params.id);
    return rows.map(({ id, media_type, trashed_at }) => ({
      id,
      media_type,
      replaced_at: trashed_at.toISOString(),
    }));
  });

  serve(videos.restoreMedia, async ({ params, body }) =>
    describeVideoWithMedia(await restoreMedia(deps, params.id, body.replaced_id), signer),
  );

  serve(videos.startMediaUpload, async ({ params, body }) => ({
    upload: await partUploads.start(params.id, body),
  }));

  serve(videos.signMediaParts, ({ params, body }) => ({
    addresses: partUploads.sign(params.id, body.upload, body.parts),
  }));

  serve(videos.finishMediaUpload, async ({ params, request }) =>
    describeVideoWithMedia(await partUploads.finish(params.id, request), signer),
  );

  serve(videos.stopMediaUpload, ({ params, body }) => partUploads.stop(params.id, body.upload));

  serve(videos.uploadMedia, async ({ params, request }) =>
    describeVideoWithMedia(await uploadMedia(deps, params.id, request), signer),
  );
}
