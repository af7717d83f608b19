import type { FastifyInstance } from 'fastify';
import type { Router } from '../../http/serve.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Listener } from '../../platform/database/listener.ts';
import type { DailyTasks, Tasks } from '../../platform/jobs/jobs.ts';
import type { BackgroundWork } from './define-job.ts';
import { jobStore } from './job-store.ts';
import { jobRoutes } from './routes.ts';
import { JOB_TASK } from './start-job.ts';
import { createJobWorker } from './work-on-jobs.ts';

export { type BackgroundWork, defineJob, type JobKind, type Work } from './define-job.ts';
export { startJob } from './start-job.ts';
export { jobs } from './tables.ts';
export { waitForJob } from './wait-for-job.ts';

const KEPT_DAYS = 30;

type Context = { db: Database; listener: Listener };

/** Serves jobs, and does the features' background work. `interrupt` hands over what is under way. */
export function jobFeature(
  app: FastifyInstance,
  router: Router,
  { db, listener }: Context,
  work: BackgroundWork[],
): { tasks: Tasks; daily: DailyTasks; interrupt: () => void } {
  jobRoutes(router, { db, listener });
  const worker = createJobWorker({
    db,
    listener,
    kinds: work.flatMap(({ kinds }) => kinds),
    onError: (error, { id, kind }) => app.log.error({ err: error, job: id, kind }, 'a job failed'),
  });
  return {
    tasks: { [JOB_TASK]: worker.work },
    daily: Object.assign(
      { 'forget-old-jobs': () => jobStore(db).forgetOld(KEPT_DAYS) },
      ...work.map(({ daily }) => daily),
    ),
    interrupt: worker.shutDown,
  };
}
