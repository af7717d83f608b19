import { ROWS } from '@sayback/contract';
import { and, desc, eq, getTableColumns, inArray, lt, sql } from 'drizzle-orm';
import { type Database, firstRow } from '../../platform/database/database.ts';
import { withRowLimit } from '../../security/with-row-limit.ts';
import { jobs } from './tables.ts';

/** Channel for the ids of changed jobs, and of those that must stop: `12 stop`. */
export const JOBS_CHANNEL = 'jobs';

const LISTED = 20;
const IN_PROGRESS = ['queued', 'running'] as const;

const isUnfinished = inArray(jobs.status, [...IN_PROGRESS]);

export type Progress = { done: number; total: number | null; message: string; result: unknown };

/** A payload may be large, and only the worker needs it. */
const { payload: _, ...withoutPayload } = getTableColumns(jobs);

export type JobRow = Omit<typeof jobs.$inferSelect, 'payload'>;

/** Jobs as users see them. Each change is notified, in the given transaction. */
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
    async census(): Promise<{ counts: Record<string, number>; oldest_queued_seconds: number }> {
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

    async lastStatus(kind: string, subject: string, payload: unknown): Promise<JobRow['status'] | null> {
      const [row] = await db
        .select({ status: jobs.status })
        .from(jobs)
        .where(and(eq(jobs.subject, subject), eq(jobs.kind, kind), eq(jobs.payload, payload)))
        .orderBy(desc(jobs.id))
        .limit(1);
      return row?.status ?? null;
    },

    listAbout: (subject: string): Promise<JobRow[]> =>
      db
        .select(withoutPayload)
        .from(jobs)
        .where(eq(jobs.subject, subject))
        .orderBy(desc(jobs.id))
        .limit(LISTED),

    /** Returns null if the job has ended. */
    begin: (id: number): Promise<JobRow | null> => update(id, [...IN_PROGRESS], { status: 'running' }),

    async payload(id: number): Promise<unknown> {
      const [row] = await db.select({ payload: jobs.payload }).from(jobs).where(eq(jobs.id, id));
      return row?.payload;
    },

    /** Returns false if the job has to stop. */
    async saveProgress(id: number, progress: Progress): Promise<boolean> {
      const row = await update(id, ['running'], progress);
      return row !== null && !row.stop_requested;
    },

    async mayContinue(id: number): Promise<boolean> {
      const [row] = await db
        .select({ status: jobs.status, stop_requested: jobs.stop_requested })
        .from(jobs)
        .where(eq(jobs.id, id));
      return row?.status === 'running' && !row.stop_requested;
    },

    requeue: (id: number) => update(id, ['running'], { status: 'queued' }),

    finish: (
      id: number,
      how: { status: 'completed' | 'failed' | 'stopped' } & Partial<Progress>,
    ): Promise<JobRow | null> => update(id, ['running'], how),

    stopQueued: (id: number) => update(id, ['queued'], { status: 'stopped', stop_requested: true }),
    async requestStop(id: number): Promise<JobRow | null> {
      const row = await update(id, ['running'], { stop_requested: true });
      if (row) await db.execute(sql`select pg_notify(${JOBS_CHANNEL}, ${`${id} stop`})`);
      return row;
    },

    async forgetOld(days: number): Promise<void> {
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
