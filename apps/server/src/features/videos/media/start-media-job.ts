import { AppError } from '../../../errors/app-error.ts';
import type { Database } from '../../../platform/database/database.ts';
import { lastStatus, startJob } from '../../jobs/index.ts';

type MediaJob = { kind: string; payload: { video_id: number; media_key: string }; created_by: number | null };

const jobSubject = ({ payload }: MediaJob) => `video:${payload.video_id}`;

/** Starts a job on a video's media, or joins the one in progress: one at a time per video. */
export async function startMediaJob(db: Database, job: MediaJob): Promise<void> {
  await startJob(db, { ...job, subject: jobSubject(job), alone: 'videos.mediaJobRunning' }).catch(
    (error: unknown) => {
      if (!(error instanceof AppError && error.code === 'conflict')) throw error;
    },
  );
}

/**
 * The same for a page that only reads: a failed or stopped job for these media isn't restarted. Returns the status to show
 * until the result exists.
 */
export async function requestMediaJob(db: Database, job: MediaJob): Promise<'making' | 'none'> {
  const status = await lastStatus(db, { ...job, subject: jobSubject(job) });
  if (status === 'failed' || status === 'stopped') return 'none';
  if (status === null || status === 'completed') await startMediaJob(db, job);
  return 'making';
}
