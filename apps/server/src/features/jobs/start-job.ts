import { inArray, sql } from 'drizzle-orm';
import { AppError } from '../../errors/app-error.ts';
import type { PlainId } from '../../messages/message.ts';
import type { Database } from '../../platform/database/database.ts';
import { emptyQueue, queueTask } from '../../platform/jobs/jobs.ts';
import { jobStore } from './job-store.ts';
import { jobs } from './tables.ts';

/**
 * Name of the queue's task for a kind of job. Servers only receive tasks that they name, so during an upgrade servers of the
 * older release don't run kinds that they don't know.
 */
export const taskName = (kind: string) => `work-on-job:${kind}`;

export const LAST_ATTEMPT = 4;
/** The queue's maximum is higher, since a server that dies uses up attempts too. */
const QUEUE_ATTEMPTS = 20;

export const queueKey = (id: number) => `job:${id}`;

export type NewJob = {
  kind: string;
  /** The job's subject, such as `alignment:12`. */
  subject: string;
  payload: unknown;
  created_by: number | null;
  /** Allows one job of this kind and subject at a time: starting a second one is a 409 with this message and `job_id`. */
  conflictMessage?: PlainId;
};

/** Queues a task for a job, in the given transaction. */
export const queueJob = (
  db: Database,
  { id, kind }: { id: number; kind: string },
  { afterSeconds = 0, handovers = 0 } = {},
): Promise<void> =>
  queueTask(
    db,
    taskName(kind),
    { id, handovers },
    { key: queueKey(id), attempts: QUEUE_ATTEMPTS, isLong: true, afterSeconds },
  );

/** Starts a job; with a transaction, on its commit. Returns the job's id. */
export function startJob(db: Database, { conflictMessage, ...job }: NewJob): Promise<number> {
  return db.transaction(async (transaction) => {
    const store = jobStore(transaction);
    if (conflictMessage) {
      await transaction.execute(
        sql`select pg_advisory_xact_lock(hashtextextended(${`${job.kind} ${job.subject}`}, 0))`,
      );
      const unfinished = await store.findUnfinished(job.kind, job.subject);
      if (unfinished) throw new AppError('conflict', conflictMessage, { extra: { job_id: unfinished.id } });
    }
    const id = await store.add(job);
    await queueJob(transaction, { id, kind: job.kind });
    return id;
  });
}

/** Starts a job, unless one of its kind and subject is unfinished. Returns the id of either. */
export async function startOrJoinJob(db: Database, job: NewJob): Promise<number> {
  try {
    return await startJob(db, job);
  } catch (error) {
    const unfinishedId = error instanceof AppError ? error.extra.job_id : null;
    if (typeof unfinishedId === 'number') return unfinishedId;
    throw error;
  }
}

/** Returns the status of the last job with this kind, subject and payload; null if there is none or it was deleted. */
export const findLastStatus = (db: Database, { kind, subject, payload }: NewJob) =>
  jobStore(db).findLastStatus(kind, subject, payload);

/** Rebuilds the queue from the jobs' rows after a restore, so that unfinished jobs resume. No server must be running. */
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
