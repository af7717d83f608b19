import { candidates } from '@sayback/contract';
import { notFound } from '../../../errors/app-error.ts';
import type { Router } from '../../../http/serve.ts';
import { candidateStore, NO_CANDIDATE } from '../candidate-store.ts';
import type { Deps } from '../deps.ts';
import { ALL_CANDIDATES, BULK_SCAN, candidateSubject, DOWNLOAD, SCAN } from '../job-kinds.ts';
import type { RespondOrAccept } from '../respond-or-accept.ts';
import { isSelected } from '../review/candidate-filter.ts';

const IN_PROGRESS = 'candidates.scanInProgress';

/** Scans and downloads: jobs whose result is the response if they end in time. */
export function workRoutes({ serve }: Router, { db }: Deps, respondOrAccept: RespondOrAccept): void {
  const store = candidateStore(db);

  async function requireCandidate(id: number): Promise<void> {
    if (!(await store.find(id))) throw notFound(NO_CANDIDATE);
  }

  serve(candidates.bulkScan, async (call) => {
    const ids = await store.listIds(isSelected(call.body));
    if (ids.length === 0) return { successful_scans: 0, failed: 0 };
    return respondOrAccept(call, { kind: BULK_SCAN, subject: ALL_CANDIDATES, payload: { ids } });
  });

  serve(candidates.scanSubtitles, async (call) => {
    const { id } = call.params;
    await requireCandidate(id);
    return respondOrAccept(call, {
      kind: SCAN,
      subject: candidateSubject(id),
      payload: { id },
      conflictMessage: IN_PROGRESS,
    });
  });

  serve(candidates.downloadSubtitles, async (call) => {
    const { id } = call.params;
    await requireCandidate(id);
    const payload = { id, language: call.body.language };
    return respondOrAccept(call, { kind: DOWNLOAD, subject: candidateSubject(id), payload });
  });
}
