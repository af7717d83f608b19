import { practice, videos } from '@sayback/contract';
import { offsetOf, pageOf } from '../../http/paging.ts';
import type { Router } from '../../http/serve.ts';
import type { PooledDatabase } from '../../platform/database/database.ts';
import { describeVideo, findVisibleVideo, type MediaSigner, videoReader } from '../videos/index.ts';
import { practiceListStore } from './practice-list-store.ts';
import { placeKeeper, progressStore } from './progress-store.ts';
import { findProgress, saveProgress } from './save-progress.ts';

const PAGE_SIZE = 24;

type Parts = { db: PooledDatabase; signer: MediaSigner; publicUrl: string };

export function practiceRoutes({ serve }: Router, { db, signer, publicUrl }: Parts): void {
  const list = practiceListStore(db, PAGE_SIZE);
  const places = progressStore(db);
  const keepAt = placeKeeper(db);
  const allVideos = videoReader(db);

  serve(videos.listVideos, async ({ query, viewer }) => {
    const { page = 1, ...filter } = query;
    const rows = await list.page(viewer.id, filter, offsetOf(page, PAGE_SIZE));
    const count = rows[0]?.count ?? (await list.count(filter));
    const results = rows.map((row) =>
      Object.assign(describeVideo(row, signer), {
        segment_count: row.segment_count ?? 0,
        last_segment: row.last_segment,
      }),
    );
    return pageOf(
      { address: `${publicUrl}/api/videos/`, query: filter, page, size: PAGE_SIZE },
      count,
      results,
    );
  });

  serve(videos.listVideoLanguages, () => list.languages());

  serve(practice.getProgress, async ({ params, query, viewer }) => {
    await findVisibleVideo(allVideos, params.id, viewer);
    return { last_segment: await findProgress(places, viewer.id, params.id, query.alignment) };
  });

  serve(practice.saveProgress, async ({ body, viewer }) => {
    const { video_id, alignment_id, last_segment } = body;
    // The player names the alignment, and all is there: one statement. What isn't as usual is looked at step by step.
    const isKept =
      alignment_id !== undefined && (await keepAt(viewer.id, video_id, alignment_id, last_segment));
    if (!isKept) {
      await findVisibleVideo(allVideos, video_id, viewer);
      await saveProgress(places, viewer.id, body);
    }
    return { last_segment };
  });
}
