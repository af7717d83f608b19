import { candidates } from '@sayback/contract';
import { mustExist } from '../../../errors/app-error.ts';
import { getOffset, wrapPage } from '../../../http/paging.ts';
import type { Router } from '../../../http/serve.ts';
import { candidateStore, NO_CANDIDATE } from '../candidate-store.ts';
import type { Deps } from '../deps.ts';
import { describeCandidate, describeDetail } from '../describe-candidate.ts';
import { versionStore } from '../versions/version-store.ts';
import { matchesFilter } from './candidate-filter.ts';
import { reviewSelected, updateCandidate } from './review.ts';

const PAGE_SIZE = candidates.CANDIDATE_PAGE_SIZE;

export function candidateRoutes({ serve }: Router, { db, publicUrl }: Deps): void {
  const store = candidateStore(db);

  serve(candidates.listCandidates, async ({ query: { page = 1, ...filter } }) => {
    const { count, rows } = await store.page(matchesFilter(filter), getOffset(page, PAGE_SIZE), PAGE_SIZE);
    const list = { address: `${publicUrl}/api/youtube-candidates/`, query: filter, page, size: PAGE_SIZE };
    return wrapPage(list, count, rows.map(describeCandidate));
  });

  serve(candidates.getStats, async () => {
    const counts = await store.countByStatus();
    const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
    return { status_stats: { total, ...counts } };
  });

  serve(candidates.getCandidate, async ({ params }) => {
    const row = mustExist(await store.find(params.id), NO_CANDIDATE);
    return describeDetail(row, await versionStore(db).list(row.id));
  });

  serve(candidates.updateCandidate, async ({ params, body }) =>
    describeCandidate(await updateCandidate(db, params.id, body)),
  );

  serve(candidates.bulkReview, ({ body }) => reviewSelected(db, body));
}
