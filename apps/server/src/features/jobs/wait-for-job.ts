import { jobs } from '@sayback/contract';
import type { Database } from '../../platform/database/database.ts';
import type { Listener } from '../../platform/database/listener.ts';
import { followJob } from './follow-job.ts';
import { type JobRow, jobStore } from './job-store.ts';

/** Waits until a job has ended, or the signal aborts. Answers the job as it then is; null for one that isn't there. */
export async function waitForJob(
  { db, listener }: { db: Database; listener: Listener },
  id: number,
  signal: AbortSignal,
): Promise<JobRow | null> {
  const read = () => jobStore(db).find(id);
  let ended: JobRow | null = null;
  const send = (row: JobRow) => {
    if (jobs.hasEnded(row)) ended = row;
  };
  await followJob(id, { send, signal }, { listener, read, hasEnded: jobs.hasEnded });
  return ended ?? read();
}
