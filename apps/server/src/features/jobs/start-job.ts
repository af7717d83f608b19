import { inArray, sql } from 'drizzle-orm';
import { AppError } from '../../errors/app-error.ts';
import type { PlainId } from '../../messages/message.ts';
import type { Database } from '../../platform/database/database.ts';
import { emptyQueue, queueTask } from '../../platform/jobs/jobs.ts';
import { jobStore } from './job-store.ts';
import { jobs } from './tables.ts';

/**
 * Name of the queue's task for a kind of job. While two releases run, the older one leaves unknown kinds to the newer: the
 * queue only hands out tasks that a server names.
 */
export const toTaskName = (kind: string) => `work-on-job:${kind}`;

export const LAST_ATTEMPT = 4;
/** The queue's maximum: high, since a server that dies uses up attempts. */
const QUEUE_ATTEMPTS = 20;

export const queueKey = (id: number) => `job:${id}`;

type NewJob = {
  kind: string;
  /** The job's subject, such as `alignment:12`. */
  subject: string;
  payload: unknown;
  created_by: number | null;
  /** Allows one job of the kind and subject at a time. A second one gets a 409 with this message and the first's `job_id`. */
  alone?: PlainId;
};

/** Queues a task for a job, in the given transaction. */
export const queueJob = (
  db: Database,
  { id, kind }: { id: number; kind: string },
  { afterSeconds = 0, handovers = 0 } = {},
): Promise<void> =>
  queueTask(
    db,
    toTaskName(kind),
    { id, handovers },
    { key: queueKey(id), attempts: QUEUE_ATTEMPTS, isLong: true, afterSeconds },
  );

/** Starts a job; with a transaction, on its commit. Returns the job's id. */
export function startJob(db: Database, { alone, ...job }: NewJob): Promise<number> {
  return db.transaction(async (transaction) => {
    const store = jobStore(transaction);
    if (alone) {
      await transaction.execute(
        sql`select pg_advisory_xact_lock(hashtextextended(${`${job.kind} ${job.subject}`}, 0))`,
      );
      const other = await store.findUnfinished(job.kind, job.subject);
      if (other) throw new AppError('conflict', alone, { extra: { job_id: other.id } });
    }
    const id = await store.add(job);
    await queueJob(transaction, { id, kind: job.kind });
    return id;
  });
}

/** Starts the only job of its kind and subject, or returns the id of the unfinished one. */
export async function startOnly(db: Database, job: NewJob & { alone: PlainId }): Promise<number> {
  try {
    return await startJob(db, job);
  } catch (error) {
    const present = error instanceof AppError && error.code === 'conflict' ? error.extra.job_id : null;
    if (typeof present === 'number') return present;
    throw error;
  }
}

/** Returns the status of the last job with that kind, subject and payload; null if there is none, or it was deleted. */
export const lastStatus = (db: Database, { kind, subject, payload }: NewJob) =>
  jobStore(db).lastStatus(kind, subject, payload);

/** Rebuilds the queue from the jobs' rows after a restore: unfinished ones resume. No server may be running. */
export async function requeueJobs(db: Database): Promise<void> {
  await emptyQueue(db);
  const store = jobStore(db);
  const unfinished = await db
    .select({ id: jobs.id, kind: jobs.kind })
    .from(jobs)
    .where(inArray(jobs.status, ['queued', 'running']))
    .orderBy(jobs.id);
  for (const job of unfinished) {
    await store.requeue(job.id);
    await queueJob(db, job);
  }
}
