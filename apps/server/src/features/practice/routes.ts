import { practice, videos } from '@sayback/contract';
import { offsetOf, pageOf } from '../../http/paging.ts';
import type { Router } from '../../http/serve.ts';
import type { Database } from '../../platform/database/database.ts';
import { describeVideo, findVisibleVideo, type MediaSigner, videoStore } from '../videos/index.ts';
import { findProgress, saveProgress } from './keep-progress.ts';
import { practiceListStore } from './practice-list-store.ts';
import { progressStore } from './progress-store.ts';

const PAGE_SIZE = 24;

type Parts = { db: Database; signer: MediaSigner; publicUrl: string };

export function practiceRoutes({ serve }: Router, { db, signer, publicUrl }: Parts): void {
  const list = practiceListStore(db);
  const places = progressStore(db);
  const allVideos = videoStore(db);

  serve(videos.listVideos, async ({ query, viewer }) => {
    const { page = 1, ...filter } = query;
    const count = await list.count(filter);
    const rows = await list.page(viewer.id, filter, offsetOf(page, PAGE_SIZE), PAGE_SIZE);
    const results = rows.map(({ video, segment_count, last_segment }) => ({
      ...describeVideo(video, signer),
      segment_count: segment_count ?? 0,
      last_segment,
    }));
    return pageOf(
      { address: `${publicUrl}/api/videos/`, query: filter, page, size: PAGE_SIZE },
      count,
      results,
    );
  });

  serve(practice.getProgress, async ({ params, query, viewer }) => {
    await findVisibleVideo(allVideos, params.id, viewer);
    return { last_segment: await findProgress(places, viewer.id, params.id, query.alignment) };
  });

  serve(practice.saveProgress, async ({ body, viewer }) => {
    await findVisibleVideo(allVideos, body.video_id, viewer);
    await saveProgress(places, viewer.id, body);
    return { last_segment: body.last_segment };
  });
}
