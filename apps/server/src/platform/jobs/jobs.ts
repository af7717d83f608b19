import { sql } from 'drizzle-orm';
import { Logger, type Runner, run, runMigrations } from 'graphile-worker';
import type pg from 'pg';
import type { Database } from '../database/database.ts';

/** What is to be done, by the task's name. A task that throws is tried again, later and later. */
export type Tasks = Record<string, (payload: never) => Promise<void>>;

/** Work that outlives a request and a restart: it lies in the database until it is done. */
export type Jobs = {
  /** Puts a job into the queue, in the transaction when one is given. Of several with one `key` the last one counts. */
  add: (
    db: Database,
    task: string,
    payload: object,
    options?: { key?: string; attempts?: number },
  ) => Promise<void>;
  /** Begins to work on the tasks that this process knows. */
  start: (tasks: Tasks) => Promise<void>;
  /** Lets what is under way finish, and stops. */
  stop: () => Promise<void>;
};

const CONCURRENCY = 3;
const POLL_MS = 2000;
/** With the queue's back-off, about a day. */
const ATTEMPTS = 16;

const quietLogger = (onError: (message: string) => void) =>
  new Logger(() => (level, message) => {
    if (level === 'error') onError(message);
  });

/** Brings the queue's own tables. Call it where migrations are made. */
export const migrateJobs = (url: string): Promise<void> =>
  runMigrations({ connectionString: url, logger: quietLogger(() => undefined) });

export function openJobs(pool: pg.Pool, onError: (message: string) => void): Jobs {
  let runner: Runner | null = null;
  return {
    async add(
      db,
      task,
      payload,
      { key = null, attempts = ATTEMPTS }: { key?: string | null; attempts?: number } = {},
    ) {
      await db.execute(
        sql`select graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json, max_attempts => ${attempts}, job_key => ${key})`,
      );
    },
    async start(tasks) {
      runner = await run({
        pgPool: pool,
        taskList: Object.fromEntries(
          Object.entries(tasks).map(([name, task]) => [name, (payload: unknown) => task(payload as never)]),
        ),
        concurrency: CONCURRENCY,
        pollInterval: POLL_MS,
        noHandleSignals: true,
        logger: quietLogger(onError),
      });
    },
    stop: async () => {
      await runner?.stop().catch(() => undefined);
    },
  };
}
