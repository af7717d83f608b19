import { practice, videos } from '@sayback/contract';
import { offsetOf, pageOf } from '../../http/paging.ts';
import type { Router } from '../../http/serve.ts';
import type { PooledDatabase } from '../../platform/database/database.ts';
import { describeVideo, findVisibleVideo, type MediaSigner, videoReader } from '../videos/index.ts';
import { practiceListStore } from './practice-list-store.ts';
import { progressStore, progressWriter } from './progress-store.ts';
import { findProgress, saveProgress } from './save-progress.ts';

const PAGE_SIZE = 24;

type Deps = { db: PooledDatabase; signer: MediaSigner; publicUrl: string };

export function practiceRoutes({ serve }: Router, { db, signer, publicUrl }: Deps): void {
  const list = practiceListStore(db, PAGE_SIZE);
  const progress = progressStore(db);
  const write = progressWriter(db);
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
    return { last_segment: await findProgress(progress, viewer.id, params.id, query.alignment) };
  });

  serve(practice.saveProgress, async ({ body, viewer }) => {
    await saveProgress(write, viewer, body);
    return { last_segment: body.last_segment };
  });
}
