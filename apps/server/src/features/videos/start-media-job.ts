import { AppError } from '../../errors/app-error.ts';
import type { Database } from '../../platform/database/database.ts';
import { startJob } from '../jobs/index.ts';

type MediaJob = { kind: string; payload: { video_id: number; media_key: string }; created_by: number | null };

/** Starts what is made of a video's media. One at a time a video: who asks meanwhile waits for the same. */
export async function startMediaJob(db: Database, job: MediaJob): Promise<void> {
  const subject = `video:${job.payload.video_id}`;
  await startJob(db, { ...job, subject, alone: 'videos.mediaJobRunning' }).catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === 'conflict')) throw error;
  });
}
