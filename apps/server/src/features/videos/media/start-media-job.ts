import { AppError } from '../../../errors/app-error.ts';
import type { Database } from '../../../platform/database/database.ts';
import { lastStatus, startJob } from '../../jobs/index.ts';

type MediaJob = { kind: string; payload: { video_id: number; media_key: string }; created_by: number | null };

const subjectOf = ({ payload }: MediaJob) => `video:${payload.video_id}`;

/** Starts what is made of a video's media. One at a time a video: who asks meanwhile waits for the same. */
export async function startMediaJob(db: Database, job: MediaJob): Promise<void> {
  await startJob(db, { ...job, subject: subjectOf(job), alone: 'videos.mediaJobRunning' }).catch(
    (error: unknown) => {
      if (!(error instanceof AppError && error.code === 'conflict')) throw error;
    },
  );
}

/** The same for a page that reads: what failed for these media, or was stopped, isn't started again. Returns what to show until it is there. */
export async function requestMediaJob(db: Database, job: MediaJob): Promise<'making' | 'none'> {
  const status = await lastStatus(db, { ...job, subject: subjectOf(job) });
  if (status === 'failed' || status === 'stopped') return 'none';
  if (status === null || status === 'completed') await startMediaJob(db, job);
  return 'making';
}
