import { and, eq, inArray, notExists, or, sql } from 'drizzle-orm';
import { storeMessages } from '../../messages/stored-messages.ts';
import type { Database } from '../../platform/database/database.ts';
import { jobs } from '../jobs/index.ts';
import { type CandidateRow, candidateStore } from './candidate-store.ts';
import { DOWNLOAD } from './captions/download-job.ts';
import { BULK_SCAN, SCAN } from './captions/scan-jobs.ts';
import { candidates } from './tables.ts';

const LOST = storeMessages({ id: 'candidates.workLost' });

export const isAtWork = (row: Pick<CandidateRow, 'scan_status' | 'download_status'>): boolean =>
  row.scan_status === 'scanning' || row.download_status === 'downloading';

/**
 * Ends the states of candidates that no job works on any more: its server died, and nobody took it up. What a job under
 * way works on stays as it is.
 */
export async function mendStatuses(db: Database): Promise<void> {
  const ofOne = and(
    inArray(jobs.kind, [SCAN, DOWNLOAD]),
    sql`${jobs.subject} = 'candidate:' || ${candidates.id}`,
  );
  const underWay = db
    .select({ one: sql`1` })
    .from(jobs)
    .where(and(inArray(jobs.status, ['queued', 'running']), or(ofOne, eq(jobs.kind, BULK_SCAN))));
  const isScanning = eq(candidates.scan_status, 'scanning');
  const isDownloading = eq(candidates.download_status, 'downloading');
  await db
    .update(candidates)
    .set({
      scan_status: sql`case when ${isScanning} then 'error' else ${candidates.scan_status} end`,
      download_status: sql`case when ${isDownloading} then 'error' else ${candidates.download_status} end`,
      subtitle_error: LOST,
    })
    .where(and(or(isScanning, isDownloading), notExists(underWay)));
}

/** Rows as they are once those are mended that say to be at work and aren't. */
export async function mended(db: Database, rows: readonly CandidateRow[]): Promise<CandidateRow[]> {
  if (!rows.some(isAtWork)) return [...rows];
  await mendStatuses(db);
  const store = candidateStore(db);
  return Promise.all(rows.map(async (row) => (isAtWork(row) ? ((await store.find(row.id)) ?? row) : row)));
}
