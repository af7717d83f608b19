import { EventEmitter } from 'node:events';
import { sql } from 'drizzle-orm';
import { Logger, type Runner, run, runMigrations, type WorkerEvents } from 'graphile-worker';
import type { Database } from '../database/database.ts';
import type { RetryingPool } from '../database/pool.ts';
import { startHeartbeat } from './worker-heartbeat.ts';

export type Attempt = {
  /** Attempt number, from 1. An attempt during which the server died counts. */
  number: number;
};

/** Handlers by task name. If a handler throws, its task is retried with increasing delays. */
export type Tasks = Record<string, (payload: never, attempt: Attempt) => Promise<void>>;

/** Handlers of daily tasks by name. Each runs on one of the servers, with the jobs' database. */
export type DailyTasks = Record<string, (db: Database) => Promise<void>>;

type QueueOptions = {
  /** A task replaces a queued one with the same key. */
  key?: string;
  attempts?: number;
  /** True for a task that takes minutes. Only some workers run these, so that emails aren't delayed. */
  isLong?: boolean;
  afterSeconds?: number;
};

/** A task queue in the database. Tasks survive restarts until they are done. */
export type Jobs = {
  /** The database through the jobs' own connections, whose statements have no timeout. */
  db: Database;
  /** Adds a task to the queue. `db` may be a transaction. */
  add: (db: Database, task: string, payload: object, options?: QueueOptions) => Promise<void>;
  start: (tasks: Tasks, daily?: DailyTasks) => Promise<void>;
  stop: () => Promise<void>;
};

const CONCURRENCY = 6;
/** Pool size: one connection for each running task, one that listens for new tasks, and one for the tasks' own queries. */
export const JOBS_POOL = CONCURRENCY + 2;
const LONG_CONCURRENCY = 3;
const LONG = 'long';
const POLL_MS = 2000;
/** Maximum number of attempts, over about a day with the queue's back-off. */
const ATTEMPTS = 16;
/** Cron schedule: daily at 3:17 UTC, or later if no server was running then. */
const DAILY_SCHEDULE = '17 3 * * *';

const quietLogger = (onError: (message: string) => void) =>
  new Logger(() => (level, message) => {
    if (level === 'error') onError(message);
  });

/** Creates the queue's own tables. Call it with the migrations. */
export const migrateJobs = (url: string): Promise<void> =>
  runMigrations({ connectionString: url, logger: quietLogger(() => undefined) });

export async function queueTask(
  db: Database,
  task: string,
  payload: object,
  { key, attempts = ATTEMPTS, isLong = false, afterSeconds = 0 }: QueueOptions = {},
): Promise<void> {
  await db.execute(sql`
    select graphile_worker.add_job(
      ${task}, ${JSON.stringify(payload)}::json, max_attempts => ${attempts}, job_key => ${key ?? null},
      run_at => now() + make_interval(secs => ${afterSeconds}),
      flags => ${isLong ? sql`array[${LONG}]` : null}::text[])`);
}

/** Removes a task from the queue, unless it is running. */
export async function cancelTask(db: Database, key: string): Promise<void> {
  await db.execute(sql`select graphile_worker.remove_job(${key})`);
}

/** Deletes all tasks. No worker may be running. */
export async function emptyQueue(db: Database): Promise<void> {
  await db.execute(sql`select graphile_worker.force_unlock_workers(array(
    select distinct locked_by from graphile_worker.jobs where locked_by is not null))`);
  await db.execute(sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`);
}

type Deps = { url: string; db: Database; pool: RetryingPool; onError: (message: string) => void };

export function openJobs({ url, db, pool, onError }: Deps): Jobs {
  let runner: Runner | null = null;
  let heartbeat: Awaited<ReturnType<typeof startHeartbeat>> | null = null;

  return {
    db,
    add: queueTask,
    async start(tasks, daily = {}) {
      const events: WorkerEvents = new EventEmitter();
      let workerId = '';
      events.on('pool:create', ({ workerPool }) => {
        workerId = workerPool.id;
      });
      let runningLong = 0;

      runner = await run({
        pgPool: pool,
        events,
        taskList: {
          ...Object.fromEntries(
            Object.entries(tasks).map(([name, task]) => [
              name,
              async (payload: unknown, { job }) => {
                const isLong = job.flags?.[LONG] === true;
                if (isLong) runningLong += 1;
                try {
                  await task(payload as never, { number: job.attempts });
                } finally {
                  if (isLong) runningLong -= 1;
                }
              },
            ]),
          ),
          ...Object.fromEntries(Object.entries(daily).map(([name, task]) => [name, () => task(db)])),
        },
        forbiddenFlags: () => (runningLong >= LONG_CONCURRENCY ? [LONG] : null),
        crontab: Object.keys(daily)
          .map((name) => `${DAILY_SCHEDULE} ${name} ?fill=1d&max=3`)
          .join('\n'),
        concurrency: CONCURRENCY,
        pollInterval: POLL_MS,
        noHandleSignals: true,
        logger: quietLogger(onError),
      });
      heartbeat = await startHeartbeat(workerId, { url, pool, onError });
    },
    async stop() {
      pool.stopWaiting();
      await runner?.stop().catch(() => undefined);
      await heartbeat?.stop();
    },
  };
}
