import { inArray } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { emptyQueue } from '../../platform/jobs/jobs.ts';
import { jobStore } from './job-store.ts';
import { queueJob } from './start-job.ts';
import { jobs } from './tables.ts';

/**
 * Makes the queue anew from the jobs' rows, when those came from elsewhere: what hadn't ended begins again where it was.
 * No server may be at work on them.
 */
export async function requeueJobs(db: Database): Promise<void> {
  await emptyQueue(db);
  const store = jobStore(db);
  const underWay = await db
    .select({ id: jobs.id, kind: jobs.kind })
    .from(jobs)
    .where(inArray(jobs.status, ['queued', 'running']))
    .orderBy(jobs.id);
  for (const job of underWay) {
    await store.requeue(job.id);
    await queueJob(db, job);
  }
}
