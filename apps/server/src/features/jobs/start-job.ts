import { inArray, sql } from 'drizzle-orm';
import { AppError } from '../../errors/app-error.ts';
import type { PlainId } from '../../messages/message.ts';
import type { Database } from '../../platform/database/database.ts';
import { emptyQueue, queueTask } from '../../platform/jobs/jobs.ts';
import { jobStore } from './job-store.ts';
import { jobs } from './tables.ts';

/**
 * The queue's task that works on jobs of a kind. While servers of two releases run, the older leaves to the newer what it
 * doesn't know: the queue hands out those tasks alone that a server names.
 */
export const taskOf = (kind: string) => `work-on-job:${kind}`;

/** A job that throws is tried again until this attempt. */
export const LAST_ATTEMPT = 4;
/** More than that, since a server that dies uses attempts up without anyone seeing it. */
const QUEUE_ATTEMPTS = 20;

export const queueKey = (id: number) => `job:${id}`;

type NewJob = {
  kind: string;
  /** The job's subject, such as `alignment:12`. */
  subject: string;
  payload: unknown;
  created_by: number | null;
  /** Only one of the kind about the subject at a time. A second is a 409 of these words, with the first's `job_id`. */
  alone?: PlainId;
};

/** Queues a task for a job, in the given transaction. */
export const queueJob = (
  db: Database,
  { id, kind }: { id: number; kind: string },
  afterSeconds = 0,
): Promise<void> =>
  queueTask(
    db,
    taskOf(kind),
    { id },
    { key: queueKey(id), attempts: QUEUE_ATTEMPTS, isLong: true, afterSeconds },
  );

/** Starts a job; with a transaction, when that one is committed. Returns the job's id. */
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

/** Returns how the last job of that kind about the same ended, or how it is; null where there is none, or it is forgotten. */
export const lastStatus = (db: Database, { kind, subject, payload }: NewJob) =>
  jobStore(db).lastStatus(kind, subject, payload);

/**
 * Makes the queue from the jobs' rows after a restore: what hadn't ended resumes where it was. No server may be running.
 */
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
