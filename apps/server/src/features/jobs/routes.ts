import { jobs } from '@sayback/contract';
import { notFound } from '../../errors/app-error.ts';
import type { Router } from '../../http/serve.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Listener } from '../../platform/database/listener.ts';
import { cancelTask } from '../../platform/jobs/jobs.ts';
import { followJob } from './follow-job.ts';
import { type JobRow, jobStore } from './job-store.ts';
import { queueKey } from './start-job.ts';

/** Stops a queued job at once, and a running one by notifying its server. Returns the job; null if it doesn't exist. */
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

const jobNotFound = () => notFound('jobs.notFound');

export function jobRoutes(
  { serve, serveEvents }: Router,
  { db, listener }: { db: Database; listener: Listener },
): void {
  const store = jobStore(db);

  async function readJob(id: number): Promise<jobs.Job | null> {
    const row = await store.find(id);
    return row && describeJob(row);
  }

  serve(jobs.listJobs, async ({ query }) => (await store.listBySubject(query.subject)).map(describeJob));

  serve(jobs.getJob, async ({ params }) => {
    const job = await readJob(params.id);
    if (!job) throw jobNotFound();
    return job;
  });

  serveEvents(jobs.followJob, async ({ params }) => {
    if (!(await readJob(params.id))) throw jobNotFound();
    return (stream) =>
      followJob(params.id, stream, { listener, read: () => readJob(params.id), hasEnded: jobs.hasEnded });
  });

  serve(jobs.stopJob, async ({ params }) => {
    const row = await stopJob(db, params.id);
    if (!row) throw jobNotFound();
    return describeJob(row);
  });
}
