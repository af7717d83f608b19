import { videos } from '@sayback/contract';
import { AppError, notFound } from '../../http/app-error.ts';
import type { Router } from '../../http/serve.ts';
import type { FrameMaker } from '../../platform/media/frame-maker.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { readCountry, readLanguage } from '../languages/index.ts';
import { describeVideo } from './describe-video.ts';
import { findVisibleVideo } from './find-visible-video.ts';
import type { MediaSigner } from './signed-media.ts';
import type { VideoStore } from './store.ts';
import { uploadMedia } from './upload-media.ts';

type Parts = {
  store: VideoStore;
  storage: Storage;
  frames: FrameMaker;
  signer: MediaSigner;
  mediaMaxBytes: number;
};

export function videoRoutes({ serve }: Router, parts: Parts): void {
  const { store, signer } = parts;

  serve(videos.listManagedVideos, async () => {
    const rows = await store.list();
    return rows.map((row) => describeVideo(row, signer));
  });

  serve(videos.createVideo, async ({ body }) => {
    const added = await store.add({
      ...body,
      youtube_id: body.youtube_id || null,
      original_language: readLanguage('original_language', body.original_language),
      country: readCountry('country', body.country),
    });
    return describeVideo(added, signer);
  });

  serve(videos.getVideo, async ({ params, viewer }) =>
    describeVideo(await findVisibleVideo(store, params.id, viewer), signer),
  );

  serve(videos.updateVideo, async ({ params, body }) => {
    const video = await store.find(params.id);
    if (!video) throw notFound('There is no such video.');
    if (body.youtube_id && video.media_key) {
      throw new AppError('conflict', 'This video plays from its media file; it takes no YouTube ID.');
    }
    const { country, ...plain } = body;
    const changed = await store.update(params.id, {
      ...plain,
      ...(country !== undefined && { country: readCountry('country', country) }),
    });
    if (!changed) throw notFound('There is no such video.');
    return describeVideo(changed, signer);
  });

  serve(videos.uploadMedia, async ({ params, request }) =>
    describeVideo(await uploadMedia(parts, params.id, request), signer),
  );
}
