import type { Database } from '../../platform/database/database.ts';
import type { DailyTasks, Tasks } from '../../platform/jobs/jobs.ts';

export type Work<Payload> = {
  id: number;
  payload: Payload;
  /** Who asked for it; null once the account is gone. */
  created_by: number | null;
  db: Database;
  /**
   * How far it was, and what had come of it, when it was interrupted: a server that stops or dies has another one begin
   * again here. Zero and null at the first time.
   */
  before: { done: number; result: unknown };
  /** Reports progress, as often as you like. `sofar` comes back as `before.result` after an interruption. */
  progress: (done: number, total: number | null, message: string, sofar?: unknown) => void;
  /** Resolves when what `progress` was told is in the database. */
  saved: () => Promise<void>;
  /** Aborts when someone stops the job, or the server stops. */
  signal: AbortSignal;
};

/** What a feature wants done beside answering requests: kinds of jobs, tasks of the queue, and those of every day by their names. */
export type BackgroundWork = { kinds: JobKind[]; tasks?: Tasks; daily: DailyTasks };

export type JobKind = { kind: string; run: (work: Work<never>) => Promise<unknown> };

/**
 * A kind of job, and how it is done. What `run` returns becomes the job's result. An `AppError` that it throws ends the
 * job with that sentence; after a `StorageUnavailable` it is tried again for a day, after anything else a few times. It has to
 * bear being begun again.
 */
export const defineJob = <Payload>(
  kind: string,
  run: (work: Work<Payload>) => Promise<unknown>,
): JobKind => ({ kind, run: run as JobKind['run'] });
