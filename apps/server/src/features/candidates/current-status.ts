import { sql } from 'drizzle-orm';
import { storeMessages } from '../../messages/stored-messages.ts';
import { jobs } from '../jobs/index.ts';
import { ALL_CANDIDATES, BULK_SCAN, DOWNLOAD, SCAN } from './job-kinds.ts';
import { candidates } from './tables.ts';

const JOB_LOST = storeMessages({ id: 'candidates.workLost' });

type Row = typeof candidates.$inferSelect;

const hasJob = sql`(exists (select from ${jobs} where ${jobs.status} in ('queued', 'running') and (
  (${jobs.subject} = 'candidate:' || ${candidates.id} and ${jobs.kind} in (${SCAN}, ${DOWNLOAD}))
  or (${jobs.subject} = ${ALL_CANDIDATES} and ${jobs.kind} = ${BULK_SCAN}))))`;

const isScanInterrupted = sql`(${candidates.scan_status} = 'scanning' and not ${hasJob})`;
const isDownloadInterrupted = sql`(${candidates.download_status} = 'downloading' and not ${hasJob})`;

/** Columns of a candidate's status: an error if a scan or download has no job any more, after its server died. */
export const currentStatus = {
  scan_status: sql<
    Row['scan_status']
  >`case when ${isScanInterrupted} then 'error' else ${candidates.scan_status} end`,
  download_status: sql<
    Row['download_status']
  >`case when ${isDownloadInterrupted} then 'error' else ${candidates.download_status} end`,
  subtitle_error: sql<string>`case when ${isScanInterrupted} or ${isDownloadInterrupted} then ${JOB_LOST} else ${candidates.subtitle_error} end`,
};
