import { ERROR_STATUS, type ErrorCode } from '@sayback/contract';
import { AppError } from '../../../errors/app-error.ts';
import type { Message, PlainId } from '../../../messages/message.ts';
import { firstStored } from '../../../messages/stored-messages.ts';
import { CaptionError } from '../../../platform/captions/caption-error.ts';
import { YouTubeSearchError } from '../../../platform/youtube/search-error.ts';
import { defineJob, type JobKind, type Work } from '../../jobs/index.ts';

/** Cause of a job's failure, stored in its result for the waiting call. */
export type Failure = { code: ErrorCode; retry_after: number | null };

/** Creates the error of a search, scan or download, whose response also has `success` and `error`. */
export function workFailure(
  code: ErrorCode,
  message: PlainId | Message,
  retry_after: number | null = null,
): AppError {
  const responseCode = code === 'not_found' ? 'conflict' : code;
  return new AppError(responseCode, message, {
    headers: retry_after === null ? {} : { 'retry-after': String(retry_after) },
    extra: { success: false },
  });
}

/** Converts a YouTube error to an `AppError`; returns other errors unchanged. */
export function convertFailure(error: unknown): unknown {
  if (!(error instanceof CaptionError) && !(error instanceof YouTubeSearchError)) return error;
  return workFailure(error.code, error.userMessage, error.retryAfterSeconds);
}

const isCode = (code: string | undefined): code is ErrorCode =>
  code !== undefined && Object.hasOwn(ERROR_STATUS, code);

/** Creates the error of a failed or stopped job, for the call that waited. */
export function createJobError(job: { status: string; message: string; result: unknown }): AppError {
  if (job.status === 'stopped') return workFailure('conflict', 'jobs.stopped');
  const { failure } = (job.result ?? {}) as { failure?: Partial<Failure> };
  const code = isCode(failure?.code) ? failure.code : 'internal';
  return workFailure(code, firstStored(job.message), failure?.retry_after ?? null);
}

/** Defines a kind of job that stores its failure for the waiting call, together with its partial result. */
export const defineWork = <Payload>(kind: string, run: (work: Work<Payload>) => Promise<unknown>): JobKind =>
  defineJob<Payload>(kind, async (work) => {
    let latest: Parameters<typeof work.progress> = [work.lastSaved.done, null, '', work.lastSaved.result];
    const progress: typeof work.progress = (...reported) => {
      latest = reported;
      work.progress(...reported);
    };
    try {
      return await run({ ...work, progress });
    } catch (thrown) {
      const error = convertFailure(thrown);
      if (!(error instanceof AppError) || work.signal.aborted) throw error;
      const seconds = Number(error.headers['retry-after']);
      const failure: Failure = { code: error.code, retry_after: seconds || null };
      const [done, total, , partialResult] = latest;
      work.progress(done, total, '', { ...(partialResult as object | null), failure });
      await work.flush();
      throw error;
    }
  });
