import { sql } from 'drizzle-orm';
import { storeMessages } from '../../messages/stored-messages.ts';
import { jobs } from '../jobs/index.ts';
import { ALL_CANDIDATES, BULK_SCAN, DOWNLOAD, SCAN } from './job-kinds.ts';
import { candidates } from './tables.ts';

const LOST = storeMessages({ id: 'candidates.workLost' });

type Row = typeof candidates.$inferSelect;

const isAtWork = sql`(exists (select from ${jobs} where ${jobs.status} in ('queued', 'running') and (
  (${jobs.subject} = 'candidate:' || ${candidates.id} and ${jobs.kind} in (${SCAN}, ${DOWNLOAD}))
  or (${jobs.subject} = ${ALL_CANDIDATES} and ${jobs.kind} = ${BULK_SCAN}))))`;

const isScanLost = sql`(${candidates.scan_status} = 'scanning' and not ${isAtWork})`;
const isDownloadLost = sql`(${candidates.download_status} = 'downloading' and not ${isAtWork})`;

/** Status of the work on a candidate. 'failed' if no job is running it any more: its server died, and none resumed it. */
export const currentStatus = {
  scan_status: sql<
    Row['scan_status']
  >`case when ${isScanLost} then 'error' else ${candidates.scan_status} end`,
  download_status: sql<
    Row['download_status']
  >`case when ${isDownloadLost} then 'error' else ${candidates.download_status} end`,
  subtitle_error: sql<string>`case when ${isScanLost} or ${isDownloadLost} then ${LOST} else ${candidates.subtitle_error} end`,
};
