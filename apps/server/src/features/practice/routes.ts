import { practice, videos } from '@sayback/contract';
import { getOffset, wrapPage } from '../../http/paging.ts';
import type { Router } from '../../http/serve.ts';
import { acceptedLanguages } from '../../messages/request-language.ts';
import { type PooledDatabase, readAnywhere } from '../../platform/database/database.ts';
import type { RateLimits } from '../accounts/index.ts';
import { describeVideo, findVisibleVideo, type MediaSigner, videoReader } from '../videos/index.ts';
import { attemptWriter, lineFinder } from './attempts/attempt-store.ts';
import { saveAttempts } from './attempts/save-attempts.ts';
import { practisedLinesReader } from './list-practised-lines.ts';
import { type ListedVideo, practiceListStore } from './practice-list-store.ts';
import { progressStore, progressWriter } from './progress-store.ts';
import { findProgress, saveProgress } from './save-progress.ts';

const PAGE_SIZE = 24;

type Deps = {
  db: PooledDatabase;
  signer: MediaSigner;
  publicUrl: string;
  limits: RateLimits;
};

export function practiceRoutes({ serve }: Router, { db, signer, publicUrl, limits }: Deps): void {
  const list = practiceListStore(db, PAGE_SIZE);
  const write = progressWriter(db);
  const findLines = lineFinder(db);
  const writeAttempts = attemptWriter(db);
  const allVideos = videoReader(db);
  const readPractised = practisedLinesReader(db);

  const describe = (row: ListedVideo) =>
    Object.assign(describeVideo(row, signer), {
      segment_count: row.segment_count,
      last_segment: row.last_segment,
      line_count: row.line_count,
      line: row.line,
      practised_count: row.practised_count,
      length_ms: row.length_ms ?? 0,
      practised_at: row.practised_at?.toISOString() ?? null,
    });

  serve(videos.listVideos, async ({ query, viewer, request }) => {
    const { page = 1, ...filter } = query;
    const learner = { id: viewer.id, languages: acceptedLanguages(request) };
    const rows = await list.page(learner, filter, getOffset(page, PAGE_SIZE));
    const count = rows[0]?.count ?? (await list.count(learner, filter));
    const results = rows.map(describe);
    return wrapPage(
      { address: `${publicUrl}/api/videos/`, query: filter, page, size: PAGE_SIZE },
      count,
      results,
    );
  });

  serve(videos.listVideoLanguages, () => list.languages());

  serve(practice.getLastPractised, async ({ viewer, request }) => {
    const row = await list.lastPractised({ id: viewer.id, languages: acceptedLanguages(request) });
    if (!row) return { last: null };
    const { text_original, text_target } = row;
    return { last: { video: describe(row), text_original, text_target } };
  });

  serve(practice.listPractisedLines, async ({ params, viewer, request }) => {
    await findVisibleVideo(allVideos, params.id, viewer);
    return readPractised({ id: viewer.id, languages: acceptedLanguages(request) }, params.id);
  });

  serve(practice.getProgress, async ({ params, query, viewer, request }) => {
    await findVisibleVideo(allVideos, params.id, viewer);
    const learner = { id: viewer.id, languages: acceptedLanguages(request) };
    return readAnywhere(db, (replica) =>
      findProgress(progressStore(replica), learner, params.id, query.alignment),
    );
  });

  serve(practice.saveProgress, async ({ body, viewer, request }) => {
    await saveProgress(write, viewer, acceptedLanguages(request), body);
    return { last_segment: body.last_segment };
  });

  serve(practice.saveAttempts, ({ body, viewer, request }) => {
    const { attempts: received } = request.body as { attempts: unknown[] };
    return saveAttempts({ findLines, write: writeAttempts, limits }, viewer, { ...body, received });
  });
}
