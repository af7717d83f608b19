import { jobs } from '@sayback/contract';
import { notFound } from '../../errors/app-error.ts';
import type { Router } from '../../http/serve.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Listener } from '../../platform/database/listener.ts';
import { cancelTask } from '../../platform/jobs/jobs.ts';
import { followJob } from './follow-job.ts';
import { type JobRow, jobStore } from './job-store.ts';
import { queueKey } from './start-job.ts';

/**
 * Stops a job: at once if it is queued, otherwise by notifying its server. An ended job is unchanged. Null if it doesn't exist.
 */
const stopJob = (db: Database, id: number): Promise<JobRow | null> =>
  db.transaction(async (transaction) => {
    const store = jobStore(transaction);
    const stopped = await store.stopQueued(id);
    if (stopped) await cancelTask(transaction, queueKey(id));
    return stopped ?? (await store.requestStop(id)) ?? store.find(id);
  });

const describeJob = (row: JobRow): jobs.Job => ({
  id: row.id,
  kind: row.kind,
  subject: row.subject,
  status: row.status,
  done: row.done,
  total: row.total,
  message: row.message,
  result: row.result,
  created_at: row.created_at.toISOString(),
});

const noSuchJob = () => notFound('jobs.notFound');

export function jobRoutes(
  { serve, serveEvents }: Router,
  { db, listener }: { db: Database; listener: Listener },
): void {
  const store = jobStore(db);

  async function read(id: number): Promise<jobs.Job | null> {
    const row = await store.find(id);
    return row && describeJob(row);
  }

  serve(jobs.listJobs, async ({ query }) => (await store.listAbout(query.subject)).map(describeJob));

  serve(jobs.getJob, async ({ params }) => {
    const job = await read(params.id);
    if (!job) throw noSuchJob();
    return job;
  });

  serveEvents(jobs.followJob, async ({ params }) => {
    if (!(await read(params.id))) throw noSuchJob();
    return (stream) =>
      followJob(params.id, stream, { listener, read: () => read(params.id), hasEnded: jobs.hasEnded });
  });

  serve(jobs.stopJob, async ({ params }) => {
    const row = await stopJob(db, params.id);
    if (!row) throw noSuchJob();
    return describeJob(row);
  });
}
