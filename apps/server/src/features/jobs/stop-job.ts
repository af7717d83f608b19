import type { Database } from '../../platform/database/database.ts';
import { dropTask } from '../../platform/jobs/jobs.ts';
import { type JobRow, jobStore } from './job-store.ts';
import { queueKey } from './start-job.ts';

/**
 * Stops a job: at once while it is queued, else by asking the server that works on it. One that has ended stays as it
 * is. Null where there is none.
 */
export const stopJob = (db: Database, id: number): Promise<JobRow | null> =>
  db.transaction(async (transaction) => {
    const store = jobStore(transaction);
    const stopped = await store.stopQueued(id);
    if (stopped) await dropTask(transaction, queueKey(id));
    return stopped ?? (await store.askToStop(id)) ?? store.find(id);
  });
