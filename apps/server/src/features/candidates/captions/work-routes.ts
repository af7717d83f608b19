import { candidates } from '@sayback/contract';
import { notFound } from '../../../errors/app-error.ts';
import type { Router } from '../../../http/serve.ts';
import { candidateStore, NO_CANDIDATE } from '../candidate-store.ts';
import type { Deps } from '../deps.ts';
import { ALL_CANDIDATES, BULK_SCAN, DOWNLOAD, SCAN, toSubject } from '../job-kinds.ts';
import type { RespondOrAccept } from '../respond-or-accept.ts';
import { chosen } from '../review/candidate-filter.ts';

const IN_PROGRESS = 'candidates.scanInProgress';

/** Scans and downloads: jobs whose result is the response if they end in time. */
export function workRoutes({ serve }: Router, { db }: Deps, response: RespondOrAccept): void {
  const store = candidateStore(db);

  async function need(id: number): Promise<void> {
    if (!(await store.find(id))) throw notFound(NO_CANDIDATE);
  }

  serve(candidates.bulkScan, async (call) => {
    const ids = await store.listIds(chosen(call.body));
    if (ids.length === 0) return { successful_scans: 0, failed: 0 };
    return response(call, { kind: BULK_SCAN, subject: ALL_CANDIDATES, payload: { ids } });
  });

  serve(candidates.scanSubtitles, async (call) => {
    const { id } = call.params;
    await need(id);
    return response(call, { kind: SCAN, subject: toSubject(id), payload: { id }, alone: IN_PROGRESS });
  });

  serve(candidates.downloadSubtitles, async (call) => {
    const { id } = call.params;
    await need(id);
    const payload = { id, language: call.body.language };
    return response(call, { kind: DOWNLOAD, subject: toSubject(id), payload });
  });
}
