import { subtitles } from '@sayback/contract';
import { mustExist, notFound } from '../../../errors/app-error.ts';
import type { Router } from '../../../http/serve.ts';
import { readAnywhere } from '../../../platform/database/database.ts';
import { describeVideo } from '../../videos/index.ts';
import type { Deps } from '../deps.ts';
import { segmentStore } from '../segments/segment-store.ts';
import { subtitleStore } from '../tracks/subtitle-store.ts';
import { alignSubtitle } from './align-subtitle.ts';
import { alignmentStore, NO_ALIGNMENT } from './alignment-store.ts';
import { findVisibleAlignment } from './find-visible-alignment.ts';

export function alignmentRoutes({ serve }: Router, deps: Deps): void {
  const { db, signer } = deps;

  serve(subtitles.alignSubtitle, ({ params, viewer }) => alignSubtitle(deps, params.id, viewer.id));

  serve(subtitles.getAlignment, async ({ params, viewer }) => {
    const { alignment, video } = await readAnywhere(db, (replica) =>
      findVisibleAlignment(replica, params.id, viewer),
    );
    return {
      ...alignment,
      youtube_id: video.youtube_id,
      media_url: describeVideo(video, signer).media_url,
      created_at: alignment.created_at.toISOString(),
    };
  });

  serve(subtitles.listSourceCues, async ({ params }) => {
    const alignment = mustExist(await alignmentStore(db).find(params.id), NO_ALIGNMENT);
    const store = subtitleStore(db);
    const original = await store.findOriginal(alignment.video_id);
    return {
      original: original ? await store.listCues(original.id) : [],
      target: await store.listCues(alignment.subtitle_id),
    };
  });

  serve(subtitles.findNextMismatch, async ({ params }) => {
    const store = segmentStore(db);
    const [alignment, [after]] = await Promise.all([
      alignmentStore(db).find(params.id),
      params.after === 0 ? [] : store.listByIds(params.id, [params.after]),
    ]);
    if (!alignment) throw notFound(NO_ALIGNMENT);
    if (params.after !== 0 && !after) throw notFound('subtitles.noSegmentInAlignment');
    const mismatch = await store.findNextMismatch(params.id, after?.position ?? null);
    if (!mismatch) return { success: false, segment_id: null, page_number: null };
    const page_number = Math.ceil(mismatch.number / subtitles.SEGMENT_PAGE_SIZE);
    return { success: true, segment_id: mismatch.id, page_number };
  });
}
