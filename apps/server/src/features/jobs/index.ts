import type { FastifyInstance } from 'fastify';
import type { Router } from '../../http/serve.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Listener } from '../../platform/database/listener.ts';
import type { DailyTasks, Jobs, Tasks } from '../../platform/jobs/jobs.ts';
import type { BackgroundWork } from './define-job.ts';
import { jobStore } from './job-store.ts';
import { createJobWorker } from './job-worker.ts';
import { jobRoutes } from './routes.ts';
import { taskName } from './start-job.ts';

export { type BackgroundWork, defineJob, type JobKind, type Work } from './define-job.ts';
export { waitForJob } from './follow-job.ts';
export { findLastStatus, type NewJob, requeueJobs, startJob, startOrJoinJob } from './start-job.ts';
export { jobs } from './tables.ts';

const RETENTION_DAYS = 30;

type Context = { db: Database; listener: Listener; jobs: Pick<Jobs, 'db'> };

export const countJobs = ({ jobs }: Pick<Context, 'jobs'>) => jobStore(jobs.db).countByStatus;

/** Registers the job routes and runs the features' background work. `interrupt` returns running jobs to the queue. */
export function jobFeature(
  app: FastifyInstance,
  router: Router,
  { db, listener, jobs: { db: jobsDb } }: Context,
  work: BackgroundWork[],
): { tasks: Tasks; daily: DailyTasks; interrupt: () => void } {
  jobRoutes(router, { db, listener });
  const kinds = work.flatMap((feature) => feature.kinds);
  const worker = createJobWorker({
    db: jobsDb,
    listener,
    kinds,
    onError: (error, { id, kind }) => app.log.error({ err: error, job: id, kind }, 'a job failed'),
  });
  return {
    tasks: Object.assign(
      Object.fromEntries(kinds.map(({ kind }) => [taskName(kind), worker.work])),
      ...work.map(({ tasks }) => tasks),
    ),
    daily: Object.assign(
      { 'forget-old-jobs': (database: Database) => jobStore(database).deleteOld(RETENTION_DAYS) },
      ...work.map(({ daily }) => daily),
    ),
    interrupt: worker.shutDown,
  };
}
