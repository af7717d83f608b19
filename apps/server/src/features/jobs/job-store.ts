import { ROWS } from '@sayback/contract';
import { and, desc, eq, getTableColumns, inArray, lt, sql } from 'drizzle-orm';
import { type Database, firstRow } from '../../platform/database/database.ts';
import { withRowLimit } from '../../security/with-row-limit.ts';
import { jobs } from './tables.ts';

/** Channel for the ids of changed jobs, and of those that must stop: `12 stop`. */
export const JOBS_CHANNEL = 'jobs';

const LIST_SIZE = 20;
const UNFINISHED = ['queued', 'running'] as const;

const isUnfinished = inArray(jobs.status, [...UNFINISHED]);

export type Progress = { done: number; total: number | null; message: string; result: unknown };

/** Payloads can be large, and only the worker needs them. */
const { payload: _, ...withoutPayload } = getTableColumns(jobs);

export type JobRow = Omit<typeof jobs.$inferSelect, 'payload'>;

/** The jobs' rows. Each change notifies all servers once the transaction is committed. */
export function jobStore(db: Database) {
  const notifyServers = (id: number) => db.execute(sql`select pg_notify(${JOBS_CHANNEL}, ${String(id)})`);

  async function update(id: number, from: JobRow['status'][], set: Partial<JobRow>): Promise<JobRow | null> {
    const [row] = await db
      .update(jobs)
      .set({ ...set, updated_at: new Date() })
      .where(and(eq(jobs.id, id), inArray(jobs.status, from)))
      .returning(withoutPayload);
    if (row) await notifyServers(id);
    return row ?? null;
  }

  return {
    async add(job: {
      kind: string;
      subject: string;
      payload: unknown;
      created_by: number | null;
    }): Promise<number> {
      const insert = (transaction: Database) =>
        transaction.insert(jobs).values(job).returning({ id: jobs.id });
      const { created_by: key } = job;
      // Jobs without a creator are the server's own.
      const [row] =
        key === null
          ? await insert(db)
          : await withRowLimit(
              db,
              ROWS.jobs,
              { table: jobs, where: and(eq(jobs.created_by, key), isUnfinished), key },
              insert,
            );
      return (row as { id: number }).id;
    },

    /** Counts jobs by status, and returns the age of the oldest queued one. */
    async countByStatus(): Promise<{ counts: Record<string, number>; oldest_queued_seconds: number }> {
      const rows = await db
        .select({
          status: jobs.status,
          count: sql<number>`count(*)::int`,
          oldest_seconds: sql<number>`extract(epoch from now() - min(${jobs.updated_at}))::float8`,
        })
        .from(jobs)
        .groupBy(jobs.status);
      const none = Object.fromEntries(jobs.status.enumValues.map((status) => [status, 0]));
      return {
        counts: { ...none, ...Object.fromEntries(rows.map(({ status, count }) => [status, count])) },
        oldest_queued_seconds: rows.find(({ status }) => status === 'queued')?.oldest_seconds ?? 0,
      };
    },

    find: (id: number): Promise<JobRow | null> =>
      firstRow(db.select(withoutPayload).from(jobs).where(eq(jobs.id, id))),

    findUnfinished: (kind: string, subject: string): Promise<JobRow | null> =>
      firstRow(
        db
          .select(withoutPayload)
          .from(jobs)
          .where(and(eq(jobs.subject, subject), eq(jobs.kind, kind), isUnfinished))
          .limit(1),
      ),

    async findLastStatus(kind: string, subject: string, payload: unknown): Promise<JobRow['status'] | null> {
      const [row] = await db
        .select({ status: jobs.status })
        .from(jobs)
        .where(and(eq(jobs.subject, subject), eq(jobs.kind, kind), eq(jobs.payload, payload)))
        .orderBy(desc(jobs.id))
        .limit(1);
      return row?.status ?? null;
    },

    listBySubject: (subject: string): Promise<JobRow[]> =>
      db
        .select(withoutPayload)
        .from(jobs)
        .where(eq(jobs.subject, subject))
        .orderBy(desc(jobs.id))
        .limit(LIST_SIZE),

    /** Marks a job as running. Returns null if it has ended. */
    start: (id: number): Promise<JobRow | null> => update(id, [...UNFINISHED], { status: 'running' }),

    async findPayload(id: number): Promise<unknown> {
      const [row] = await db.select({ payload: jobs.payload }).from(jobs).where(eq(jobs.id, id));
      return row?.payload;
    },

    /** Returns false if the job has to stop. */
    async saveProgress(id: number, progress: Progress): Promise<boolean> {
      const row = await update(id, ['running'], progress);
      return row !== null && !row.stop_requested;
    },

    async shouldContinue(id: number): Promise<boolean> {
      const [row] = await db
        .select({ status: jobs.status, stop_requested: jobs.stop_requested })
        .from(jobs)
        .where(eq(jobs.id, id));
      return row?.status === 'running' && !row.stop_requested;
    },

    requeue: (id: number) => update(id, ['running'], { status: 'queued' }),

    finish: (
      id: number,
      outcome: { status: 'completed' | 'failed' | 'stopped' } & Partial<Progress>,
    ): Promise<JobRow | null> => update(id, ['running'], outcome),

    stopQueued: (id: number) => update(id, ['queued'], { status: 'stopped', stop_requested: true }),

    async requestStop(id: number): Promise<JobRow | null> {
      const row = await update(id, ['running'], { stop_requested: true });
      if (row) await db.execute(sql`select pg_notify(${JOBS_CHANNEL}, ${`${id} stop`})`);
      return row;
    },

    async deleteOld(days: number): Promise<void> {
      await db
        .delete(jobs)
        .where(
          and(
            lt(jobs.updated_at, sql`now() - make_interval(days => ${days})`),
            inArray(jobs.status, ['completed', 'failed', 'stopped']),
          ),
        );
    },
  };
}

export type JobStore = ReturnType<typeof jobStore>;
