import type { Database } from '../../../platform/database/database.ts';
import { findLastStatus, startOrJoinJob } from '../../jobs/index.ts';

type MediaJob = { kind: string; payload: { video_id: number; media_key: string }; created_by: number | null };

const jobSubject = ({ payload }: MediaJob) => `video:${payload.video_id}`;

/** Starts a job for a video's media, unless one of its kind is unfinished. */
export async function startMediaJob(db: Database, job: MediaJob): Promise<void> {
  await startOrJoinJob(db, { ...job, subject: jobSubject(job), conflictMessage: 'videos.mediaJobRunning' });
}

/**
 * Starts a job for a page that shows its result, but doesn't repeat a failed or stopped one for the same media. Returns the
 * status to show until the result exists.
 */
export async function requestMediaJob(db: Database, job: MediaJob): Promise<'making' | 'none'> {
  const status = await findLastStatus(db, { ...job, subject: jobSubject(job) });
  if (status === 'failed' || status === 'stopped') return 'none';
  if (status === null || status === 'completed') await startMediaJob(db, job);
  return 'making';
}
