import { EventEmitter } from 'node:events';
import { sql } from 'drizzle-orm';
import { Logger, type Runner, run, runMigrations, type WorkerEvents } from 'graphile-worker';
import type { Database } from '../database/database.ts';
import type { RetryingPool } from '../database/pool.ts';
import { startHeartbeat } from './worker-heartbeat.ts';

export type Attempt = {
  /** Counts from 1 on. A server that died in the middle has used one up. */
  number: number;
};

/** The handlers by task name. A task that throws is retried with a growing delay. */
export type Tasks = Record<string, (payload: never, attempt: Attempt) => Promise<void>>;

/** The daily tasks: each is run by one of the servers, on the jobs' own connections. */
export type DailyTasks = Record<string, (db: Database) => Promise<void>>;

type QueueOptions = {
  /** Tasks with the same key replace each other. */
  key?: string;
  attempts?: number;
  /** Takes minutes: only some of the workers work on such tasks, so that letters don't wait for them. */
  isLong?: boolean;
  /** Delay in seconds. */
  afterSeconds?: number;
};

/** Work that outlives a request and a restart: it is in the database until it is done. */
export type Jobs = {
  /** The database as jobs have it: on connections of their own, where a statement may take as long as it likes. */
  db: Database;
  /** Adds a task to the queue, in the transaction if one is given. */
  add: (db: Database, task: string, payload: object, options?: QueueOptions) => Promise<void>;
  start: (tasks: Tasks, daily?: DailyTasks) => Promise<void>;
  stop: () => Promise<void>;
};

const CONCURRENCY = 6;
/** One for each running task, one that listens for new ones, one for the tasks' own queries. */
export const JOBS_POOL = CONCURRENCY + 2;
const LONG_CONCURRENCY = 3;
const LONG = 'long';
const POLL_MS = 2000;
/** With the queue's back-off, about a day. */
const ATTEMPTS = 16;
/** At night in most of the world's time zones somewhere; made up for when no server ran then. */
const DAILY_AT = '17 3 * * *';

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

/** Takes a task out of the queue that nobody works on yet. */
export async function cancelTask(db: Database, key: string): Promise<void> {
  await db.execute(sql`select graphile_worker.remove_job(${key})`);
}

/** Drops everything in the queue. No worker may be running. */
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
      let longOnes = 0;

      runner = await run({
        pgPool: pool,
        events,
        taskList: {
          ...Object.fromEntries(
            Object.entries(tasks).map(([name, task]) => [
              name,
              async (payload: unknown, { job }) => {
                const isLong = job.flags?.[LONG] === true;
                if (isLong) longOnes += 1;
                try {
                  await task(payload as never, { number: job.attempts });
                } finally {
                  if (isLong) longOnes -= 1;
                }
              },
            ]),
          ),
          ...Object.fromEntries(Object.entries(daily).map(([name, task]) => [name, () => task(db)])),
        },
        forbiddenFlags: () => (longOnes >= LONG_CONCURRENCY ? [LONG] : null),
        crontab: Object.keys(daily)
          .map((name) => `${DAILY_AT} ${name} ?fill=1d&max=3`)
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
