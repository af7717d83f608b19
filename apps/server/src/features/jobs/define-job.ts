import type { Database } from '../../platform/database/database.ts';
import type { DailyTasks, Tasks } from '../../platform/jobs/jobs.ts';

export type Work<Payload> = {
  id: number;
  payload: Payload;
  /** Creator's user id; null once the account is deleted. */
  created_by: number | null;
  db: Database;
  /** Last saved progress and result, to resume after the server stopped or died; 0 and null on the first run. */
  lastSaved: { done: number; result: unknown };
  /** Reports progress, as often as you like. `partialResult` becomes `lastSaved.result`. */
  progress: (done: number, total: number | null, message: string, partialResult?: unknown) => void;
  /** Waits until the reported progress is in the database. */
  flush: () => Promise<void>;
  /** Aborts when a user stops the job, or the server stops. */
  signal: AbortSignal;
};

/** Background work of a feature: kinds of jobs, queue tasks, and daily tasks by name. */
export type BackgroundWork = { kinds: JobKind[]; tasks?: Tasks; daily: DailyTasks };

export type JobKind = { kind: string; run: (work: Work<never>) => Promise<unknown> };

/**
 * Defines a kind of job. The value that `run` returns becomes the job's result. An `AppError` ends the job with its
 * message; a `StorageUnavailable` is retried for a day, any other error a few times. `run` can be restarted at any point.
 */
export const defineJob = <Payload>(
  kind: string,
  run: (work: Work<Payload>) => Promise<unknown>,
): JobKind => ({ kind, run: run as JobKind['run'] });
